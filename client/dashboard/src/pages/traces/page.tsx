/** Traces, newest first: each has the runs and the spans of programs that belong together. */
import { Link } from 'wouter';
import { allRows, type TraceSummary, useTraces } from '../../api/index.ts';
import { ALL_TRACES } from '../../filters/index.ts';
import { decimalsOf } from '../../format/index.ts';
import { CustomerLink, SessionLink } from '../../frame/attribution-links.tsx';
import { useHere } from '../../frame/here.tsx';
import {
  Ago,
  Button,
  ButtonLink,
  Card,
  Empty,
  Listing,
  Page,
  Table,
  useUnit,
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
  const unit = useUnit();
  const decimals = decimalsOf(
    traces.map(({ totals }) => totals.chargedAmount),
    unit,
  );
  return (
    <Table label="Traces">
      <thead>
        <tr>
          <th scope="col">Trace</th>
          <th scope="col" className="third-to-go">
            Session and customer
          </th>
          <th scope="col" className="second-to-go">
            Steps
          </th>
          <th scope="col">Errors</th>
          <th scope="col" className="number first-to-go">
            Duration
          </th>
          <th scope="col" className="number">
            Cost
          </th>
          <th scope="col">Started</th>
        </tr>
      </thead>
      <tbody>
        {traces.map((trace) => (
          <TraceRow key={trace.traceId} trace={trace} decimals={decimals} />
        ))}
      </tbody>
    </Table>
  );
}

function TraceRow({ trace, decimals }: { trace: TraceSummary; decimals: number }) {
  const { to } = useHere();
  return (
    <tr>
      <th scope="row" className="group-name">
        <Link href={to(`traces/${trace.traceId}`)}>{trace.name || 'unnamed'}</Link>
        <span className="row-note mono">…{trace.traceId.slice(-12)}</span>
      </th>
      <td data-label="Session and customer" className="group-name third-to-go">
        <span>
          {trace.sessionId === undefined && trace.endUserId === undefined && (
            <span className="faint">none</span>
          )}
          {trace.sessionId !== undefined && <SessionLink id={trace.sessionId} />}
          {trace.endUserId !== undefined && (
            <span className="row-note">
              <CustomerLink id={trace.endUserId} />
            </span>
          )}
        </span>
      </td>
      <td data-label="Steps" className="second-to-go">
        <Steps {...trace} />
      </td>
      <td data-label="Errors">
        <Errors {...trace} />
      </td>
      <td data-label="Duration" className="number first-to-go">
        <span>
          <Took {...trace} />
        </span>
      </td>
      <td data-label="Cost" className="number">
        <Spend {...trace} decimals={decimals} />
      </td>
      <td data-label="Started">
        <Ago at={trace.startedAt} />
      </td>
    </tr>
  );
}
