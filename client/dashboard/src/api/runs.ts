/**
 * Runs, live. The list is read page by page and never from the start again: its head is polled for new runs every two
 * seconds, and pending rows on the screen are read again.
 */
import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, http } from './client.ts';
import {
  type ChildKind,
  KINDS,
  type ListQueryOf,
  type RowOf,
  type RunFilters,
  type RunKind,
  type RunListRow,
} from './kinds.ts';
import { PAGED } from './paging.ts';
import {
  countNewRuns,
  type Feed,
  isTerminal,
  mergeHead,
  mergeRows,
  mergeWindow,
  type RunPage,
} from './runs-feed.ts';

const RUNS = KINDS.runs.list;
const PAGE = 100;
const EVERY = 2_000;

export interface RunsView {
  /** The rows on the screen. */
  onScreen: RunListRow[];
  /** Counts new runs and holds them back, while the visible rows keep changing. */
  isHeld: boolean;
}

const NO_NEW_RUNS = { count: 0, isMore: false };

export function useRuns(
  { kind, workspaceId }: { kind: RunKind; workspaceId: string },
  filters: RunFilters,
  view: RunsView,
) {
  const { onScreen, isHeld } = view;
  const key = ['get', KINDS[kind].list, workspaceId, filters];
  const read = (more: RunFilters & { cursor?: string } = {}) =>
    readRuns(kind, workspaceId, { ...filters, ...more });
  const list = useInfiniteQuery({
    ...PAGED,
    queryKey: key,
    queryFn: ({ pageParam }) => read(pageParam === null ? {} : { cursor: pageParam }),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    placeholderData: keepPreviousData,
  });
  const ready = list.data !== undefined && !list.isPlaceholderData;

  const live = { refetchInterval: EVERY, staleTime: 0, gcTime: 0, networkMode: 'always' } as const;
  const head = useQuery({
    ...live,
    queryKey: ['head', ...key],
    queryFn: () => read(),
    enabled: ready,
  });
  const top = onScreen[0];
  const before = top && justAfter(top.createdAt);
  const window = useQuery({
    ...live,
    queryKey: ['window', ...key, before],
    queryFn: async () => ({
      page: await read(before === undefined ? {} : { createdBefore: before }),
      before,
    }),
    enabled: ready && onScreen.some(({ state }) => !isTerminal(state)),
  });

  const merged = useMerged(JSON.stringify(key), isHeld, { head: head.data, window: window.data });
  return { list, ...merged };
}

interface Fresh {
  /** The newest page. */
  head: RunPage | undefined;
  /** The page of the rows on the screen. */
  window: { page: RunPage; before: string | undefined } | undefined;
}

/** Merges a new reading into the list of this key, or counts the new runs while somebody reads the list. */
function useMerged(keyText: string, isHeld: boolean, { head, window }: Fresh) {
  const [newRuns, setNewRuns] = useState(NO_NEW_RUNS);
  const client = useQueryClient();
  useEffect(() => {
    const key: unknown[] = JSON.parse(keyText);
    const feed = client.getQueryData<Feed>(key);
    if (!head || !feed) return setNewRuns(NO_NEW_RUNS);
    if (isHeld && feed.pages[0]?.data.length !== 0) {
      setNewRuns(countNewRuns(feed, head));
      const updated = mergeRows(feed, head.data);
      if (updated !== feed) client.setQueryData(key, updated);
      return;
    }
    setNewRuns(NO_NEW_RUNS);
    const merged = mergeHead(feed, head);
    if (merged === undefined) void client.resetQueries({ queryKey: key, exact: true });
    else if (merged !== feed) client.setQueryData(key, merged);
  }, [client, head, keyText, isHeld]);
  useEffect(() => {
    if (!window) return;
    const { page, before } = window;
    client.setQueryData<Feed>(
      JSON.parse(keyText),
      (feed) => feed && mergeWindow(feed, page, before),
    );
  }, [client, window, keyText]);

  function showNewRuns() {
    const key: unknown[] = JSON.parse(keyText);
    const feed = client.getQueryData<Feed>(key);
    const merged = feed && head && mergeHead(feed, head);
    if (merged) client.setQueryData(key, merged);
    else void client.resetQueries({ queryKey: key, exact: true });
    setNewRuns(NO_NEW_RUNS);
  }
  return { newRuns, showNewRuns };
}

/** The runs of one kind that one parent run requested, including those that it adds meanwhile. */
export function useChildRuns(kind: ChildKind, workspaceId: string, parentRunId: string) {
  const query = { limit: 20, parentRunId };
  const found = api.useQuery(
    'get',
    KINDS[kind].list as (typeof KINDS)['tool-runs']['list'],
    { params: { path: { workspaceId }, query } },
    { refetchInterval: 5 * EVERY },
  );
  return found.data as { data: RowOf<ChildKind>[]; nextCursor: string | null } | undefined;
}

/** The address of a file with all model runs that match the filters. */
export function runsFile(kind: RunKind, workspaceId: string, filters: RunFilters): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) {
    for (const each of [value].flat()) search.append(name, String(each));
  }
  const path = `${KINDS[kind].list.replace('{workspaceId}', workspaceId)}.csv`;
  return search.size === 0 ? path : `${path}?${search}`;
}

/** The newest model runs, polled. */
export function useLatestRuns(
  workspaceId: string,
  limit: number,
  filters: ListQueryOf<'runs'> = {},
) {
  return api.useQuery(
    'get',
    RUNS,
    { params: { path: { workspaceId }, query: { ...filters, limit } } },
    { refetchInterval: 2 * EVERY, select: (page) => page.data },
  );
}

/** Model runs that match a text, by the id or its end, request key, session or end user. Empty if it is too short. */
export function useFoundRuns(workspaceId: string, search: string) {
  return api.useQuery(
    'get',
    RUNS,
    { params: { path: { workspaceId }, query: { limit: 5, search: search || '-' } } },
    { enabled: search.length >= 3 && search.length <= 256, select: (page) => page.data },
  );
}

/** Model runs whose outcome is not known yet. */
export function useOpenOutcomes(workspaceId: string) {
  return api.useQuery(
    'get',
    RUNS,
    { params: { path: { workspaceId }, query: { limit: 20, state: ['needs_reconciliation'] } } },
    { refetchInterval: 10 * EVERY },
  );
}

/** The newest model run, for pages that wait for one. */
export function useNewestRun(workspaceId: string) {
  return api.useQuery(
    'get',
    RUNS,
    { params: { path: { workspaceId }, query: { limit: 1 } } },
    { refetchInterval: EVERY, select: (page) => page.data[0] ?? null },
  );
}

async function readRuns(
  kind: RunKind,
  workspaceId: string,
  filters: RunFilters & { cursor?: string; limit?: number },
): Promise<RunPage> {
  const query = { limit: PAGE, ...filters } as ListQueryOf<'runs'>;
  // The lists of all kinds are alike except for their filters.
  const list = KINDS[kind].list as typeof RUNS;
  const { data, error } = await http.GET(list, { params: { path: { workspaceId }, query } });
  if (!data) throw error;
  return data;
}

function justAfter(moment: string): string {
  return new Date(Date.parse(moment) + 1).toISOString();
}
