/**
 * Runs, live. The list is read page by page and never from the start again: what is new comes from its head
 * every two seconds, and pending rows on the screen are read again where they stand.
 */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, http } from './client.ts';
import type { operations, RunSummary, RunSummaryList } from './contract.ts';
import { PAGED } from './paging.ts';
import {
  countNews,
  type Feed,
  isTerminal,
  mergeHead,
  mergeRows,
  mergeWindow,
} from './runs-feed.ts';

const RUNS = '/v1/dashboard/workspaces/{workspaceId}/runs';
const RUN = `${RUNS}/{runId}` as const;
const PAGE = 100;
const EVERY = 2_000;

type RunFilters = Omit<
  NonNullable<operations['listRuns']['parameters']['query']>,
  'limit' | 'cursor'
>;

export interface RunsView {
  /** The rows that can be seen now. */
  onScreen: RunSummary[];
  /** New runs are counted and wait, while the rows that are there go on to change. */
  isHeld: boolean;
}

const NO_NEWS = { count: 0, isMore: false };

export function useRuns(workspaceId: string, filters: RunFilters, view: RunsView) {
  const { onScreen, isHeld } = view;
  const [news, setNews] = useState(NO_NEWS);
  const client = useQueryClient();
  const init = { params: { path: { workspaceId }, query: { limit: PAGE, ...filters } } };
  const list = api.useInfiniteQuery('get', RUNS, init, {
    ...PAGED,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    placeholderData: keepPreviousData,
  });
  const ready = list.data !== undefined && !list.isPlaceholderData;

  const live = { refetchInterval: EVERY, staleTime: 0, gcTime: 0, networkMode: 'always' } as const;
  const head = useQuery({
    ...live,
    queryKey: ['head of runs', workspaceId, filters],
    queryFn: () => readRuns(workspaceId, filters),
    enabled: ready,
  });
  const top = onScreen[0];
  const before = top && justAfter(top.createdAt);
  const window = useQuery({
    ...live,
    queryKey: ['window of runs', workspaceId, filters, before],
    queryFn: async () => ({
      page: await readRuns(workspaceId, { ...filters, ...(before && { createdBefore: before }) }),
      before,
    }),
    enabled: ready && onScreen.some(({ state }) => !isTerminal(state)),
  });

  const keyText = JSON.stringify(['get', RUNS, init]);
  useEffect(() => {
    const key: unknown[] = JSON.parse(keyText);
    const feed = client.getQueryData<Feed>(key);
    if (!head.data || !feed) return setNews(NO_NEWS);
    if (isHeld && feed.pages[0]?.data.length !== 0) {
      setNews(countNews(feed, head.data));
      const updated = mergeRows(feed, head.data.data);
      if (updated !== feed) client.setQueryData(key, updated);
      return;
    }
    setNews(NO_NEWS);
    const merged = mergeHead(feed, head.data);
    if (merged === undefined) void client.resetQueries({ queryKey: key, exact: true });
    else if (merged !== feed) client.setQueryData(key, merged);
  }, [client, head.data, keyText, isHeld]);
  useEffect(() => {
    if (!window.data) return;
    const { page, before } = window.data;
    client.setQueryData<Feed>(
      JSON.parse(keyText),
      (feed) => feed && mergeWindow(feed, page, before),
    );
  }, [client, window.data, keyText]);

  function showNews() {
    const key: unknown[] = JSON.parse(keyText);
    const feed = client.getQueryData<Feed>(key);
    const merged = feed && head.data && mergeHead(feed, head.data);
    if (merged) client.setQueryData(key, merged);
    else void client.resetQueries({ queryKey: key, exact: true });
    setNews(NO_NEWS);
  }
  return { list, news, showNews };
}

/** The newest runs, for pages that wait for one. */
export function useNewestRun(workspaceId: string) {
  return api.useQuery(
    'get',
    RUNS,
    { params: { path: { workspaceId }, query: { limit: 1 } } },
    { refetchInterval: EVERY, select: (page) => page.data[0] ?? null },
  );
}

export function useRun(workspaceId: string, runId: string) {
  return api.useQuery(
    'get',
    RUN,
    { params: { path: { workspaceId, runId } } },
    {
      refetchInterval: ({ state }) =>
        state.data && !isTerminal(state.data.run.state) ? EVERY : false,
    },
  );
}

export function useLookUp(workspaceId: string, runId: string) {
  const client = useQueryClient();
  return api.useMutation('post', `${RUN}/look-up`, {
    onSuccess: (detail) => {
      const init = { params: { path: { workspaceId, runId } } };
      client.setQueryData(['get', RUN, init], detail);
    },
  });
}

export function useCancelRun(workspaceId: string, runId: string) {
  const client = useQueryClient();
  return api.useMutation('post', `${RUN}/cancel`, {
    onSuccess: (detail) => {
      const init = { params: { path: { workspaceId, runId } } };
      client.setQueryData(['get', RUN, init], detail);
    },
  });
}

async function readRuns(workspaceId: string, filters: RunFilters): Promise<RunSummaryList> {
  const { data, error } = await http.GET(RUNS, {
    params: { path: { workspaceId }, query: { limit: PAGE, ...filters } },
  });
  if (!data) throw error;
  return data;
}

function justAfter(moment: string): string {
  return new Date(Date.parse(moment) + 1).toISOString();
}
