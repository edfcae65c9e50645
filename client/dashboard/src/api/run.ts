/** One run of any kind, polled until it has ended, and the actions on it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, http } from './client.ts';
import { type DetailOf, KINDS, kindOf, type RunKind } from './kinds.ts';
import { isTerminal } from './runs-feed.ts';

const EVERY = 2_000;

type AnyDetail = { [Kind in RunKind]: DetailOf<Kind> }[RunKind];
export type AnyRun = AnyDetail extends infer Detail
  ? Detail extends { run: infer Run } | { job: infer Run }
    ? Run
    : never
  : never;

const live = {
  refetchInterval: ({ state }: { state: { data?: AnyDetail | undefined } }) =>
    state.data && !isTerminal(runOf(state.data).state) ? EVERY : false,
} as const;

export function runOf(detail: AnyDetail): AnyRun {
  return 'job' in detail ? detail.job : detail.run;
}

/**
 * The request for one run. The operations of all kinds are alike except for their paths, and TypeScript follows those of
 * one kind only.
 */
function requestOf(kind: RunKind, workspaceId: string, id: string) {
  const path = { workspaceId, [KINDS[kind].id]: id };
  return {
    item: KINDS[kind].item as (typeof KINDS)['runs']['item'],
    init: { params: { path: path as { workspaceId: string; runId: string } } },
  };
}

export function useRun<Kind extends RunKind>(kind: Kind, workspaceId: string, id: string) {
  const { item, init } = requestOf(kind, workspaceId, id);
  const found = api.useQuery('get', item, init, live);
  return found as Omit<typeof found, 'data'> & { data: DetailOf<Kind> | undefined };
}

/** Cancels the run, or has the service look it up. Returns the run in its current state. */
export function useRunAction(workspaceId: string, run: AnyRun, action: 'cancel' | 'look-up') {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (): Promise<AnyRun> => {
      const { item, init } = requestOf(kindOf(run), workspaceId, run.id);
      const { data, error } =
        action === 'cancel'
          ? await http.POST(`${item}/cancel`, init)
          : await http.POST(`${item}/look-up`, init);
      if (!data) throw error;
      client.setQueryData(['get', item, init], data);
      return runOf(data);
    },
  });
}

/** Buys again what the run bought. Returns the id of the new run. Model runs are repeated in the playground. */
export function useRepeat(workspaceId: string, run: AnyRun) {
  return useMutation({
    mutationFn: async (requestKey: string): Promise<string> => {
      const { item, init } = requestOf(kindOf(run), workspaceId, run.id);
      const { data, error } = await http.POST(`${item as RepeatedItem}/repeat`, {
        params: {
          path: init.params.path as unknown as { workspaceId: string; toolRunId: string },
          header: { 'Idempotency-Key': requestKey },
        },
      });
      if (!data) throw error;
      return runOf(data).id;
    },
  });
}

type RepeatedItem = (typeof KINDS)['tool-runs']['item'];
