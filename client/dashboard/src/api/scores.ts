/** Scores of one thing, and of a prompt by version. Adding a score reads both again. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { api } from './client.ts';
import { PAGED } from './paging.ts';

const WORKSPACE = '/v1/dashboard/workspaces/{workspaceId}';
const SCORES = `${WORKSPACE}/scores` as const;
const OF_PROMPT = `${WORKSPACE}/prompts/{promptName}/scores` as const;

/** What a score is about: a run, a span or a session. */
export type Judged =
  | { runId: string }
  | { span: { traceId: string; spanId: string } }
  | { sessionId: string };

export function useScores(workspaceId: string, judged: Judged) {
  const filter = 'span' in judged ? judged.span : judged;
  const params = { path: { workspaceId }, query: { limit: 20, ...filter } };
  return api.useInfiniteQuery('get', SCORES, { params }, PAGED);
}

export function usePromptScores(workspaceId: string, promptName: string) {
  return api.useQuery('get', OF_PROMPT, { params: { path: { workspaceId, promptName } } });
}

export function useJudge() {
  const client = useQueryClient();
  return api.useMutation('post', SCORES, { onSettled: () => readAgain(client) });
}

export function useDeleteScore() {
  const client = useQueryClient();
  return api.useMutation('delete', `${SCORES}/{scoreId}`, { onSettled: () => readAgain(client) });
}

function readAgain(client: QueryClient): void {
  for (const path of [SCORES, OF_PROMPT]) {
    void client.invalidateQueries({ queryKey: ['get', path] });
  }
}
