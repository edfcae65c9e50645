/** All runs, live: states change while one looks, and the address keeps what is looked for. */
import { useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import { allRows, type RunSummary, useRuns } from '../../api/index.ts';
import {
  ALL_RUNS,
  isFiltered,
  queryOfRuns,
  type RunsView,
  readRunsView,
  writeRunsView,
} from '../../filters/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  Button,
  ButtonLink,
  Empty,
  Failure,
  Live,
  Page,
  Skeleton,
  useNow,
} from '../../parts/index.ts';
import { RunFilters } from './filters.tsx';
import { RunList } from './list.tsx';

export function RunsPage({ title }: { title: string }) {
  const { workspaceId } = useHere();
  const { view, query, show } = useView();
  const [onScreen, setOnScreen] = useState<RunSummary[]>([]);
  const [isHeld, setHeld] = useState(false);
  const { list: runs, news, showNews } = useRuns(workspaceId, query, { onScreen, isHeld });
  const rows = useMemo(() => allRows(runs.data), [runs.data]);
  const readOn = () => void runs.fetchNextPage();

  return (
    <Page
      title={title}
      about={
        <Live>Live: states change by themselves, and new runs wait at the top while you read.</Live>
      }
    >
      <RunFilters view={view} onChange={(next) => show(next, { replace: true })} />
      {rows && rows.length > 0 ? (
        <RunList
          rows={rows}
          place={`${workspaceId}?${writeRunsView(view)}`}
          isStale={runs.isPlaceholderData}
          hasMore={runs.hasNextPage}
          isLoading={runs.isFetchingNextPage}
          onMore={readOn}
          onScreen={setOnScreen}
          news={news}
          onNews={showNews}
          onHold={setHeld}
        />
      ) : rows && runs.hasNextPage ? (
        <Button isPending={runs.isFetchingNextPage} onPress={readOn}>
          Look further back
        </Button>
      ) : rows ? (
        <NoRuns isSearch={isFiltered(view)} onClear={() => show(ALL_RUNS)} />
      ) : runs.error ? (
        <Failure error={runs.error} onRetry={() => void runs.refetch()} />
      ) : (
        <Skeleton rows={10} label="Loading the runs" />
      )}
    </Page>
  );
}

/** What is looked for: kept in the address. */
function useView() {
  const [params, setParams] = useSearchParams();
  const view = useMemo(() => readRunsView(params), [params]);
  // A period that moves on with the clock would begin the list anew each minute: it stands until it is chosen again.
  const [since, setSince] = useState({ view, now: useNow() });
  if (since.view !== view) setSince({ view, now: Date.now() });
  const query = useMemo(() => queryOfRuns(since.view, since.now), [since]);
  const show = (next: RunsView, options?: { replace: boolean }) =>
    setParams(new URLSearchParams(writeRunsView(next)), options);
  return { view, query, show };
}

function NoRuns({ isSearch, onClear }: { isSearch: boolean; onClear: () => void }) {
  const { to } = useHere();
  if (isSearch) {
    return (
      <Empty
        icon="search"
        title="No run is like that"
        actions={<Button onPress={onClear}>Clear the filters</Button>}
      >
        The search finds a run by its exact id, request key, session or end user, and labels by
        their whole value.
      </Empty>
    );
  }
  return (
    <Empty
      icon="runs"
      title="No runs yet"
      actions={
        <ButtonLink href={to('start')} look="primary">
          Create the first one
        </ButtonLink>
      }
    >
      Runs that your programs create appear here at once, with their state and their money.
    </Empty>
  );
}
