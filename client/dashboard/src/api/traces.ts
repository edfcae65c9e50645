/** Traces and sessions. While a run in one has not ended, it is read again. */
import { useEffect } from 'react';
import { api } from './client.ts';
import type { operations } from './contract.ts';
import { PAGED } from './paging.ts';

const WORKSPACE = '/v1/dashboard/workspaces/{workspaceId}';
const TRACE = `${WORKSPACE}/traces/{traceId}` as const;
const EVERY = 2_000;
const PAGE = 50;

export type TraceFilters = Omit<
  NonNullable<operations['listWorkspaceTraces']['parameters']['query']>,
  'limit' | 'cursor'
>;
/** The filters of sessions. */
export type GroupFilters = Omit<TraceFilters, 'sessionId' | 'status'>;

export function useTraces(workspaceId: string, filters: TraceFilters) {
  const params = { path: { workspaceId }, query: { limit: PAGE, ...filters } };
  return useFilled(api.useInfiniteQuery('get', `${WORKSPACE}/traces`, { params }, PAGED));
}

interface Pages {
  data?: { pages: { data: unknown[] }[] } | undefined;
  error: unknown;
  hasNextPage: boolean;
  isFetching: boolean;
  fetchNextPage: () => unknown;
}

const ENOUGH = 20;
const MOST_PAGES = 8;

/** A page can be short if one group has many spans: reads further pages automatically, for a while. */
function useFilled<List extends Pages>(list: List): List {
  const { data, error, hasNextPage, isFetching, fetchNextPage } = list;
  const pages = data?.pages ?? [];
  const rows = pages.reduce((sum, page) => sum + page.data.length, 0);
  const isShort = pages.length > 0 && pages.length < MOST_PAGES && rows < ENOUGH;
  const isNext = isShort && hasNextPage && !isFetching && !error;
  useEffect(() => {
    if (isNext) void fetchNextPage();
  }, [isNext, fetchNextPage]);
  return list;
}

export function useTrace(workspaceId: string, traceId: string) {
  return api.useQuery(
    'get',
    TRACE,
    { params: { path: { workspaceId, traceId } } },
    {
      refetchInterval: ({ state: { data } }) =>
        data && data.totals.pendingRuns > 0 ? EVERY : false,
    },
  );
}

export function useSpan(workspaceId: string, traceId: string, spanId: string) {
  const params = { path: { workspaceId, traceId, spanId } };
  return api.useQuery('get', `${TRACE}/spans/{spanId}`, { params });
}

export function useSessions(workspaceId: string, filters: GroupFilters) {
  const params = { path: { workspaceId }, query: { limit: PAGE, ...filters } };
  return useFilled(api.useInfiniteQuery('get', `${WORKSPACE}/sessions`, { params }, PAGED));
}

export function useSession(workspaceId: string, sessionId: string) {
  const params = { path: { workspaceId }, query: { sessionId } };
  return api.useQuery(
    'get',
    `${WORKSPACE}/session`,
    { params },
    {
      refetchInterval: ({ state: { data } }) =>
        data && data.totals.pendingRuns > 0 ? EVERY : false,
    },
  );
}

/** Newest first. */
export function useTurns(workspaceId: string, sessionId: string, isLive: boolean) {
  const params = { path: { workspaceId }, query: { limit: 20, sessionId } };
  return api.useInfiniteQuery(
    'get',
    `${WORKSPACE}/session/turns`,
    { params },
    { ...PAGED, refetchInterval: isLive ? 2 * EVERY : false },
  );
}
