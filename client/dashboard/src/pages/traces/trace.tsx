/** The page of one trace: the waterfall, the cost, and the step that is open. */
import { useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'wouter';
import { hasCode, type Trace, useTrace } from '../../api/index.ts';
import { formatCount, formatDuration, plural } from '../../format/index.ts';
import { CustomerLink, SessionLink } from '../../frame/attribution-links.tsx';
import { useHere } from '../../frame/here.tsx';
import { NotFoundPage } from '../../frame/not-found.tsx';
import {
  ButtonLink,
  Card,
  Copyable,
  Loaded,
  Moment,
  MoneyFigure,
  Notice,
  Page,
  Tile,
  Tiles,
  useNow,
} from '../../parts/index.ts';
import { ShownStep } from './step.tsx';
import { scaleOf } from './tree.ts';
import { Waterfall } from './waterfall.tsx';

export function TracePage({ title, id }: { title: string; id: string }) {
  const { workspaceId, to } = useHere();
  const trace = useTrace(workspaceId, id);
  if (hasCode(trace.error, 'not_found')) return <NotFoundPage />;
  return (
    <Page
      title={`${title} …${id.slice(-8)}`}
      about={<Copyable text={id} what="the trace id" />}
      actions={
        <ButtonLink href={to('traces')} icon="left" small>
          All traces
        </ButtonLink>
      }
    >
      <Loaded query={trace} rows={8} label="Loading the trace">
        {(data) => <Body trace={data} />}
      </Loaded>
    </Page>
  );
}

function Body({ trace }: { trace: Trace }) {
  const [params, setParams] = useSearchParams();
  const chosen = params.get('span') ?? undefined;
  const panel = useRef<HTMLDivElement>(null);
  const columns = useRef<HTMLDivElement>(null);
  const wasChosen = useRef(chosen);
  useEffect(() => {
    if (chosen !== undefined && chosen !== wasChosen.current) {
      panel.current?.scrollIntoView({ block: 'nearest' });
    }
    wasChosen.current = chosen;
  }, [chosen]);
  const show = (span: string | undefined) =>
    setParams(new URLSearchParams(span === undefined ? {} : { span }), { replace: true });
  // Closing a step returns the focus to its row.
  const close = (spanId: string) => {
    show(undefined);
    columns.current?.querySelector<HTMLElement>(`[data-span="${spanId}"]`)?.focus();
  };
  const span = trace.spans.find(({ spanId }) => spanId === chosen);
  return (
    <>
      <Totals trace={trace} />
      {trace.isPartial && (
        <Notice tone="info" title={`The first ${formatCount(trace.spans.length)} steps are shown`}>
          The trace has more steps. The cost covers all its runs.
        </Notice>
      )}
      <div className={span ? 'trace-columns with-step' : 'trace-columns'} ref={columns}>
        <Card title="Steps" about={<Legend />} isFlush>
          <Waterfall trace={trace} chosen={chosen} onChoose={show} />
        </Card>
        {span && (
          <div className="trace-step" ref={panel}>
            <ShownStep
              key={span.spanId}
              span={span}
              startedAt={trace.startedAt}
              onClose={() => close(span.spanId)}
            />
          </div>
        )}
      </div>
    </>
  );
}

function Legend() {
  return (
    <span className="step-legend">
      <span>
        <span className="step-bar run" />
        Run
      </span>
      <span>
        <span className="step-bar client" />
        Step of your program
      </span>
      <span>
        <span className="step-bar bad" />
        Error
      </span>
    </span>
  );
}

function Totals({ trace }: { trace: Trace }) {
  const { totals, spans, startedAt } = trace;
  const now = useNow();
  const facts = useMemo(() => factsOf(trace), [trace]);
  const steps = [
    ...(totals.runs > 0 ? [plural(totals.runs, 'run')] : []),
    ...(totals.clientSpans > 0 ? [`${plural(totals.clientSpans, 'step')} of your program`] : []),
  ];
  return (
    <Tiles>
      <Tile name="Charged" note={noteOfCharge(trace)}>
        <MoneyFigure amount={totals.chargedAmount} what="Charged" />
      </Tile>
      <Tile name="Duration" note={<Moment at={startedAt} />}>
        {formatDuration(scaleOf({ startedAt, spans }, now).length)}
      </Tile>
      <Tile name="Steps" note={steps.join(', ')}>
        {formatCount(totals.runs + totals.clientSpans)}
      </Tile>
      <Tile name="Errors">{formatCount(totals.errors)}</Tile>
      {totals.runs > 0 && (
        <Tile name="Tokens of runs" note="in → out">
          {`${formatCount(facts.inputTokens)} → ${formatCount(facts.outputTokens)}`}
        </Tile>
      )}
      {(facts.sessionId !== undefined || facts.endUserId !== undefined) && (
        <Tile
          name={facts.sessionId === undefined ? 'Customer' : 'Session'}
          note={
            facts.sessionId !== undefined && facts.endUserId !== undefined ? (
              <>
                of <CustomerLink id={facts.endUserId} />
              </>
            ) : undefined
          }
        >
          <span className="tile-link">
            {facts.sessionId === undefined ? (
              <CustomerLink id={facts.endUserId ?? ''} />
            ) : (
              <SessionLink id={facts.sessionId} />
            )}
          </span>
        </Tile>
      )}
    </Tiles>
  );
}

function noteOfCharge({ totals }: Trace): string {
  if (totals.pendingRuns > 0) return `${plural(totals.pendingRuns, 'run')} in progress`;
  if (totals.reportedCost === undefined) return 'for all its runs';
  return `your programs report ${totals.reportedCost}`;
}

/** Adds up the runs only, because spans of programs repeat the usage of the runs below them. */
function factsOf({ spans }: Trace) {
  const ofRuns = spans.filter(({ run }) => run !== undefined);
  const sum = (member: 'inputTokens' | 'outputTokens') =>
    ofRuns.reduce((all, { usage }) => all + (usage?.[member] ?? 0), 0);
  return {
    inputTokens: sum('inputTokens'),
    outputTokens: sum('outputTokens'),
    sessionId: spans.find(({ sessionId }) => sessionId !== undefined)?.sessionId,
    endUserId: spans.find(({ endUserId }) => endUserId !== undefined)?.endUserId,
  };
}
