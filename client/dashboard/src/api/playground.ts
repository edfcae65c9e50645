/** Runs from the pages: what can be run and with what, the hold of a run, and the run itself. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, http, randomKey } from './client.ts';
import type { CreateModelRun } from './contract.ts';
import { KINDS } from './kinds.ts';
import { Unreachable } from './problems.ts';
import { isTerminal } from './runs-feed.ts';

const WORKSPACE = '/v1/dashboard/workspaces/{workspaceId}';
const PLAYGROUND = `${WORKSPACE}/playground` as const;
const RUN = KINDS.runs.item;

export function usePlayground(workspaceId: string) {
  return api.useQuery('get', PLAYGROUND, { params: { path: { workspaceId } } });
}

/** The hold of the run. The last answer stays until the next one arrives. */
export function usePlaygroundEstimate(workspaceId: string, body: CreateModelRun | undefined) {
  return useQuery({
    queryKey: ['estimate', workspaceId, body],
    enabled: body !== undefined,
    queryFn: async ({ signal }) => {
      const params = { path: { workspaceId } };
      const { data, error } = await http.POST(`${PLAYGROUND}/estimates`, {
        ...{ params, signal },
        body: body!,
      });
      if (!data) throw error;
      return data;
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

/** Read twice a second, because a person waits for it. */
export function useRunOfPlayground(workspaceId: string, runId: string) {
  return api.useQuery(
    'get',
    RUN,
    { params: { path: { workspaceId, runId } } },
    {
      refetchInterval: ({ state: { data } }) => (data && isTerminal(data.run.state) ? false : 500),
    },
  );
}

/** Returns the run's id. A request that was sent and may have arrived is sent again under the same request key. */
export function useStartRun(workspaceId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ body, requestKey }: { body: CreateModelRun; requestKey: string }) => {
      const { data, error } = await http.POST(`${PLAYGROUND}/runs`, {
        params: { path: { workspaceId }, header: { 'Idempotency-Key': requestKey } },
        body,
      });
      if (!data) throw error;
      const init = { params: { path: { workspaceId, runId: data.run.id } } };
      client.setQueryData(['get', RUN, init], data);
      return data.run.id;
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['get', PLAYGROUND] }),
  });
}

/** Names one purchase: the same until its result is known. */
export interface RequestKeys {
  keyFor(text: string): string;
  /** The request has a result: the next press is another purchase. An answer that never came is no result. */
  settle(error?: unknown): void;
}

export function createRequestKeys(): RequestKeys {
  let open: { text: string; key: string } | undefined;
  return {
    keyFor(text) {
      if (open?.text !== text) open = { text, key: `playground-${randomKey()}` };
      return open.key;
    },
    settle(error) {
      if (!(error instanceof Unreachable)) open = undefined;
    },
  };
}
