/** The live list of all runs of a kind. States change while the page is open, and the address contains the filters. */
import { Suspense, useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import { allRows, type RunKind, type RunListRow, runsFile, useRuns } from '../../api/index.ts';
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
  DownloadLink,
  Empty,
  Failure,
  Live,
  later,
  Page,
  Skeleton,
  useNow,
} from '../../parts/index.ts';
import { RunFilters } from './filters.tsx';

import { VIEWS } from './kinds.tsx';
import { RunList } from './list.tsx';

const Views = later(async () => (await import('./views.tsx')).Views);

export function runsPageOf(kind: RunKind) {
  return ({ title }: { title: string }) => <RunsOf kind={kind} title={title} />;
}

function RunsOf({ kind, title }: { kind: RunKind; title: string }) {
  const { workspaceId, to } = useHere();
  const { view, query, show } = useView(kind);
  const [onScreen, setOnScreen] = useState<RunListRow[]>([]);
  const [isHeld, setHeld] = useState(false);
  const {
    list: runs,
    newRuns,
    showNewRuns,
  } = useRuns({ kind, workspaceId }, query, { onScreen, isHeld });
  const { other } = VIEWS[kind];
  const rows = useMemo(() => allRows(runs.data), [runs.data]);
  const readOn = () => void runs.fetchNextPage();

  return (
    <Page
      title={title}
      about={<Live>Live. New runs wait at the top while you read.</Live>}
      actions={
        <>
          <Suspense>
            <Views kind={kind} view={view} onShow={show} />
          </Suspense>
          <ButtonLink href={to(other.page)} icon="right" small>
            {other.title}
          </ButtonLink>
          <DownloadLink href={runsFile(kind, workspaceId, query)} what="all of these runs">
            CSV
          </DownloadLink>
        </>
      }
    >
      <RunFilters kind={kind} view={view} onChange={(next) => show(next, { replace: true })} />
      {rows && rows.length > 0 ? (
        <RunList
          kind={kind}
          rows={rows}
          hidden={view.hidden}
          scrollKey={`${workspaceId}/${kind}?${writeRunsView(view, kind)}`}
          isStale={runs.isPlaceholderData}
          hasMore={runs.hasNextPage}
          isLoading={runs.isFetchingNextPage}
          onMore={readOn}
          onScreen={setOnScreen}
          newRuns={newRuns}
          onShowNew={showNewRuns}
          onHold={setHeld}
        />
      ) : rows && runs.hasNextPage ? (
        <Button isPending={runs.isFetchingNextPage} onPress={readOn}>
          Load older runs
        </Button>
      ) : rows ? (
        <NoRuns
          kind={kind}
          isSearch={isFiltered(view)}
          onClear={() => show({ ...ALL_RUNS, hidden: view.hidden })}
        />
      ) : runs.error ? (
        <Failure error={runs.error} onRetry={() => void runs.refetch()} />
      ) : (
        <Skeleton rows={10} label="Loading the runs" />
      )}
    </Page>
  );
}

/** Returns the filters, which the address contains. */
function useView(kind: RunKind) {
  const [params, setParams] = useSearchParams();
  const view = useMemo(() => readRunsView(params, kind), [params, kind]);
  // A period that moves with the clock would restart the list each minute: it is fixed until it is chosen again.
  const [since, setSince] = useState({ view, now: useNow() });
  if (since.view !== view) setSince({ view, now: Date.now() });
  const query = useMemo(() => queryOfRuns(since.view, since.now, kind), [since, kind]);
  const show = (next: RunsView, options?: { replace: boolean }) =>
    setParams(new URLSearchParams(writeRunsView(next, kind)), options);
  return { view, query, show };
}

interface NoRunsProps {
  kind: RunKind;
  isSearch: boolean;
  onClear: () => void;
}

function NoRuns({ kind, isSearch, onClear }: NoRunsProps) {
  const { to } = useHere();
  const { icon, empty } = VIEWS[kind];
  const { title, first, page, action } = empty;
  if (isSearch) {
    return (
      <Empty
        icon="search"
        title="No matching runs"
        actions={<Button onPress={onClear}>Clear the filters</Button>}
      >
        Search finds a run by its full ID or the last six characters of it, and by its exact request
        key, session, or customer. Labels match their whole value.
      </Empty>
    );
  }
  return (
    <Empty
      icon={icon}
      title={title}
      actions={
        <ButtonLink href={to(page)} look="primary">
          {action}
        </ButtonLink>
      }
    >
      {first}
    </Empty>
  );
}
