/** Traces, newest first: each has the runs and the spans of programs that belong together. */
import { Link } from 'wouter';
import { allRows, type TraceSummary, useTraces } from '../../api/index.ts';
import { ALL_TRACES } from '../../filters/index.ts';
import { CustomerLink, SessionLink } from '../../frame/attribution-links.tsx';
import { useHere } from '../../frame/here.tsx';
import {
  Ago,
  Button,
  ButtonLink,
  Card,
  DataTable,
  Empty,
  Listing,
  Page,
  useDecimals,
} from '../../parts/index.ts';
import { Errors, Spend, Steps, Took } from './cells.tsx';
import { TraceFilters, useTracesView } from './filters.tsx';

export function TracesPage({ title }: { title: string }) {
  const { workspaceId, to } = useHere();
  const { view, query, isFiltered, show } = useTracesView();
  const traces = useTraces(workspaceId, query);
  return (
    <Page
      title={title}
      about="Your runs and your programs’ spans together. The cost of a trace comes from the ledger."
    >
      <TraceFilters view={view} onChange={show} by={['status', 'sessionId', 'endUserId']} />
      <Listing
        list={traces}
        rows={allRows(traces.data)}
        what="the traces"
        bones={8}
        empty={
          traces.hasNextPage ? null : isFiltered ? (
            <Empty
              icon="search"
              title="No matching traces"
              actions={<Button onPress={() => show(ALL_TRACES)}>Clear the filters</Button>}
            >
              Enter the full session or customer ID.
            </Empty>
          ) : (
            <Empty
              icon="traces"
              title="No traces yet"
              actions={
                <ButtonLink href={to('start')} look="primary">
                  Create a run
                </ButtonLink>
              }
            >
              Every run starts a trace, or joins the one in its <code>traceparent</code> header.
              Your programs can also send spans over OpenTelemetry.
            </Empty>
          )
        }
      >
        {(rows) => (
          <Card isFlush>
            <TraceTable traces={rows} />
          </Card>
        )}
      </Listing>
    </Page>
  );
}

function TraceTable({ traces }: { traces: TraceSummary[] }) {
  const { to } = useHere();
  const decimals = useDecimals(traces.map(({ totals }) => totals.chargedAmount));
  return (
    <DataTable
      label="Traces"
      rows={traces}
      keyOf={({ traceId }) => traceId}
      numbers={['Duration', 'Cost']}
      classes={{ Trace: 'group-name', 'Session and customer': 'group-name' }}
      columns={{
        Trace: ({ traceId, name }) => (
          <>
            <Link href={to(`traces/${traceId}`)}>{name || 'unnamed'}</Link>
            <span className="row-note mono">…{traceId.slice(-12)}</span>
          </>
        ),
        'Session and customer': ({ sessionId, endUserId }) => (
          <span>
            {sessionId === undefined && endUserId === undefined && (
              <span className="faint">none</span>
            )}
            {sessionId !== undefined && <SessionLink id={sessionId} />}
            {endUserId !== undefined && (
              <span className="row-note">
                <CustomerLink id={endUserId} />
              </span>
            )}
          </span>
        ),
        Steps,
        Errors,
        Duration: (trace) => (
          <span>
            <Took {...trace} />
          </span>
        ),
        Cost: (trace) => <Spend {...trace} decimals={decimals} />,
        Started: ({ startedAt }) => <Ago at={startedAt} />,
      }}
    />
  );
}
