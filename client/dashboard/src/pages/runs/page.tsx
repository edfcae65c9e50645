/** All runs, live: states change while one looks, and the address keeps what is looked for. */
import { useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import { allRows, type RunSummary, useRuns } from '../../api/index.ts';
import { isFiltered, queryOfRuns, readRunsView, writeRunsView } from '../../filters/index.ts';
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
  const { workspaceId, to } = useHere();
  const [params, setParams] = useSearchParams();
  const [onScreen, setOnScreen] = useState<RunSummary[]>([]);
  const [isHeld, setHeld] = useState(false);
  const view = useMemo(() => readRunsView(params), [params]);
  // A period that moves on with the clock would begin the list anew each minute: it stands until it is chosen again.
  const [since, setSince] = useState({ view, now: useNow() });
  if (since.view !== view) setSince({ view, now: Date.now() });
  const query = useMemo(() => queryOfRuns(since.view, since.now), [since]);
  const { list: runs, news, showNews } = useRuns(workspaceId, query, { onScreen, isHeld });
  const rows = useMemo(() => allRows(runs.data), [runs.data]);
  const filtered = isFiltered(view);

  return (
    <Page
      title={title}
      about={
        <Live>Live: states change by themselves, and new runs wait at the top while you read.</Live>
      }
    >
      <RunFilters
        view={view}
        onChange={(next) => setParams(new URLSearchParams(writeRunsView(next)), { replace: true })}
      />
      {rows ? (
        rows.length > 0 ? (
          <RunList
            rows={rows}
            place={`${workspaceId}?${writeRunsView(view)}`}
            isStale={runs.isPlaceholderData}
            hasMore={runs.hasNextPage}
            isLoading={runs.isFetchingNextPage}
            onMore={() => void runs.fetchNextPage()}
            onScreen={setOnScreen}
            news={news}
            onNews={showNews}
            onHold={setHeld}
          />
        ) : runs.hasNextPage ? (
          <Button isPending={runs.isFetchingNextPage} onPress={() => void runs.fetchNextPage()}>
            Look further back
          </Button>
        ) : filtered ? (
          <Empty
            icon="search"
            title="No run is like that"
            actions={
              <Button onPress={() => setParams(new URLSearchParams())}>Clear the filters</Button>
            }
          >
            The search finds a run by its exact id, request key, session or end user.
          </Empty>
        ) : (
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
        )
      ) : runs.error ? (
        <Failure error={runs.error} onRetry={() => void runs.refetch()} />
      ) : (
        <Skeleton rows={10} label="Loading the runs" />
      )}
    </Page>
  );
}
