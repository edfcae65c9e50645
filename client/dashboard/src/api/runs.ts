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
import type { operations } from './contract.ts';
import { PAGED } from './paging.ts';
import {
  countNewRuns,
  type Feed,
  isTerminal,
  mergeHead,
  mergeRows,
  mergeWindow,
  type RunListRow,
  type RunPage,
} from './runs-feed.ts';

const WORKSPACE = '/v1/dashboard/workspaces/{workspaceId}';
const RUNS = `${WORKSPACE}/runs` as const;
const TOOL_RUNS = `${WORKSPACE}/tool-runs` as const;
const JOBS = `${WORKSPACE}/compute-jobs` as const;
const PAGE = 100;
const EVERY = 2_000;

/** A kind of runs, named by the path of its pages. */
export type RunKind = 'runs' | 'tool-runs' | 'compute-jobs';

type ListOperation = 'listRuns' | 'listRunsOfTools' | 'listJobs';
type QueryOf<Operation extends ListOperation> = NonNullable<
  operations[Operation]['parameters']['query']
>;
type FiltersOf<Operation extends ListOperation> = Omit<
  QueryOf<Operation>,
  'limit' | 'cursor' | 'state'
>;
type StateOf<Operation extends ListOperation> = NonNullable<QueryOf<Operation>['state']>[number];
export type RunState = StateOf<'listRuns'> | StateOf<'listJobs'>;
/** The filters of the list of one kind. They have no members of other kinds, and no states that the kind never has. */
export type RunFilters = FiltersOf<'listRuns'> &
  FiltersOf<'listRunsOfTools'> &
  FiltersOf<'listJobs'> & { state?: RunState[] };

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
  const key = ['get', `${WORKSPACE}/${kind}`, workspaceId, filters];
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

/** The tool runs of one parent run, including those that it adds meanwhile. */
export function useChildRuns(workspaceId: string, parentRunId: string) {
  const query = { limit: 20, parentRunId };
  return api.useQuery(
    'get',
    TOOL_RUNS,
    { params: { path: { workspaceId }, query } },
    { refetchInterval: 5 * EVERY },
  );
}

/** The compute jobs of one parent run. */
export function useChildJobs(workspaceId: string, parentRunId: string) {
  const query = { limit: 20, parentRunId };
  return api.useQuery(
    'get',
    JOBS,
    { params: { path: { workspaceId }, query } },
    { refetchInterval: 5 * EVERY },
  );
}

/** The address of a file with all model runs that match the filters. */
export function runsFile(workspaceId: string, filters: RunFilters): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) {
    for (const each of [value].flat()) search.append(name, String(each));
  }
  const path = `${RUNS.replace('{workspaceId}', workspaceId)}.csv`;
  return search.size === 0 ? path : `${path}?${search}`;
}

/** The newest model runs, polled. */
export function useLatestRuns(
  workspaceId: string,
  limit: number,
  filters: QueryOf<'listRuns'> = {},
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
  const path = { workspaceId };
  const { data, error } = await read();
  if (!data) throw error;
  return data;

  function read() {
    const query = { limit: PAGE, ...filters };
    switch (kind) {
      case 'runs':
        return http.GET(RUNS, { params: { path, query: query as QueryOf<'listRuns'> } });
      case 'tool-runs':
        return http.GET(TOOL_RUNS, {
          params: { path, query: query as QueryOf<'listRunsOfTools'> },
        });
      case 'compute-jobs':
        return http.GET(JOBS, { params: { path, query: query as QueryOf<'listJobs'> } });
    }
  }
}

function justAfter(moment: string): string {
  return new Date(Date.parse(moment) + 1).toISOString();
}
