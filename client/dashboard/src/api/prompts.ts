/**
 * Prompts of a workspace, their versions and labels. Moving or protecting a label reads everything that shows it again.
 */
import {
  keepPreviousData,
  type QueryClient,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { api, http } from './client.ts';
import type { operations } from './contract.ts';
import { PAGED } from './paging.ts';

const WORKSPACE = '/v1/dashboard/workspaces/{workspaceId}';
const PROMPTS = `${WORKSPACE}/prompts` as const;
const PROMPT = `${PROMPTS}/{promptName}` as const;
const VERSIONS = `${PROMPT}/versions` as const;
const VERSION = `${VERSIONS}/{version}` as const;
const DIFF = `${PROMPT}/diff` as const;
const USAGE = `${PROMPT}/usage` as const;
const PREVIEWS = `${WORKSPACE}/prompt-previews` as const;
const PROTECTED = `${WORKSPACE}/protected-labels` as const;
/** The content of a version, and the difference between two, never change. */
const FOR_EVER = { staleTime: Number.POSITIVE_INFINITY };
const PAGE = 100;

export function usePrompts(workspaceId: string) {
  const params = { path: { workspaceId }, query: { limit: PAGE } };
  return api.useInfiniteQuery('get', PROMPTS, { params }, PAGED);
}

export function usePrompt(workspaceId: string, promptName: string) {
  return api.useQuery('get', PROMPT, { params: { path: { workspaceId, promptName } } });
}

export function usePromptVersions(workspaceId: string, promptName: string) {
  const params = { path: { workspaceId, promptName }, query: { limit: PAGE } };
  return api.useInfiniteQuery('get', VERSIONS, { params }, PAGED);
}

export function usePromptVersion(workspaceId: string, promptName: string, version: string) {
  return api.useQuery('get', VERSION, { params: { path: { workspaceId, promptName, version } } });
}

export function usePromptDiff(
  workspaceId: string,
  promptName: string,
  { from, to }: { from: number; to: number },
) {
  const params = { path: { workspaceId, promptName }, query: { from, to } };
  return api.useQuery('get', DIFF, { params }, FOR_EVER);
}

/** Reads the usage of the last 30 days. */
export function usePromptUsage(workspaceId: string, promptName: string) {
  return api.useQuery('get', USAGE, { params: { path: { workspaceId, promptName } } });
}

export function useProtectedLabels(workspaceId: string) {
  return api.useQuery('get', PROTECTED, { params: { path: { workspaceId } } });
}

export function useSaveVersion() {
  const client = useQueryClient();
  // The page reads again after a refusal, too: somebody may have saved meanwhile.
  return api.useMutation('post', PROMPTS, { onSettled: () => readAgain(client) });
}

export type Draft = NonNullable<
  operations['createPromptPreview']['requestBody']
>['content']['application/json'];

/** What a draft would render. The last answer stays until the next one arrives. */
export function usePromptPreview(workspaceId: string, body: Draft) {
  return useQuery({
    queryKey: ['preview', workspaceId, body],
    queryFn: async ({ signal }) => {
      const params = { path: { workspaceId } };
      const { data, error } = await http.POST(PREVIEWS, { params, body, signal });
      if (!data) throw error;
      return data;
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

export function useMoveLabel() {
  const client = useQueryClient();
  // The page reads again after a refusal, too: somebody may have moved it meanwhile.
  return api.useMutation('post', `${PROMPT}/label-moves`, { onSettled: () => readAgain(client) });
}

export function useProtectLabel() {
  const client = useQueryClient();
  return api.useMutation('post', PROTECTED, { onSettled: () => readAgain(client) });
}

export function useUnprotectLabel() {
  const client = useQueryClient();
  return api.useMutation('delete', `${PROTECTED}/{label}`, { onSettled: () => readAgain(client) });
}

function readAgain(client: QueryClient): void {
  for (const path of [PROMPTS, PROMPT, VERSIONS, VERSION, PROTECTED, `${WORKSPACE}/audit-events`]) {
    void client.invalidateQueries({ queryKey: ['get', path] });
  }
}
