/** A step of a trace: its facts, and its scores. */
import { type Span, type TraceSpan, useSpan } from '../../api/index.ts';
import { formatCount, formatDuration } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import { RunLink } from '../../frame/run-link.tsx';
import {
  Badge,
  Button,
  Card,
  Fact,
  Facts,
  Json,
  Loaded,
  Money,
  RunBadge,
} from '../../parts/index.ts';
import { LongText } from '../runs/long-text.tsx';
import { Scores } from '../scores/card.tsx';

interface ShownStepProps {
  span: TraceSpan;
  /** The start of the trace. */
  startedAt: string;
  onClose: () => void;
}

export function ShownStep({ span, startedAt, onClose }: ShownStepProps) {
  const { workspaceId } = useHere();
  const { traceId, spanId, run } = span;
  const detail = useSpan(workspaceId, traceId, spanId);
  return (
    <div className="stack">
      <Card
        title={span.name || 'unnamed'}
        actions={
          <Button small look="quiet" icon="close" label="Close the step" onPress={onClose} />
        }
      >
        <StepFacts span={span} startedAt={startedAt} />
        <Loaded query={detail} rows={4} label="Loading the step">
          {(data) => <Detail span={data} />}
        </Loaded>
      </Card>
      <Scores judged={run ? { runId: run.id } : { span: { traceId, spanId } }} />
    </div>
  );
}

function StepFacts({ span, startedAt }: { span: TraceSpan; startedAt: string }) {
  const { run, status, statusMessage, durationMs } = span;
  const after = Math.max(0, Date.parse(span.startedAt) - Date.parse(startedAt));
  return (
    <Facts>
      {run ? (
        <>
          <Fact name="Run">
            <RunLink id={run.id} />
          </Fact>
          <Fact name="State">
            <RunBadge state={run.state} />
          </Fact>
          <Fact name="Charged">
            {run.chargedAmount === undefined ? (
              <span className="faint">
                {run.state === 'failed' ? 'not charged' : 'not known yet'}
              </span>
            ) : (
              <Money amount={run.chargedAmount} look="exact" />
            )}
          </Fact>
        </>
      ) : (
        <Fact name="Status">
          <Badge tone={status === 'error' ? 'bad' : status === 'ok' ? 'good' : 'plain'}>
            {STATUSES[status] ?? status}
          </Badge>
        </Fact>
      )}
      {status === 'error' && statusMessage !== undefined && (
        <Fact name="Error">{statusMessage}</Fact>
      )}
      {span.model !== undefined && (
        <Fact name="Model">
          <code>{span.model}</code>
        </Fact>
      )}
      {span.tool !== undefined && (
        <Fact name="Tool">
          <code>{span.tool}</code>
        </Fact>
      )}
      {span.service !== undefined && <Fact name="Program">{span.service}</Fact>}
      <Fact name="Started after">{formatDuration(after)}</Fact>
      {durationMs !== undefined && <Fact name="Duration">{formatDuration(durationMs)}</Fact>}
      {TOKENS.map(([name, member]) => {
        const count = span.usage?.[member];
        return count === undefined ? null : (
          <Fact key={member} name={name}>
            {formatCount(count)}
          </Fact>
        );
      })}
      {span.reportedCost !== undefined && (
        <Fact name="Reported cost">{span.reportedCost}, not charged here</Fact>
      )}
    </Facts>
  );
}

const STATUSES: Record<string, string> = { ok: 'OK', error: 'Error', unset: 'Not set' };

const TOKENS = [
  ['Tokens in', 'inputTokens'],
  ['Cached tokens', 'cachedInputTokens'],
  ['Tokens out', 'outputTokens'],
  ['Reasoning tokens', 'reasoningTokens'],
] as const;

function Detail({ span: { input, output, events = [], attributes, truncated } }: { span: Span }) {
  return (
    <div className="step-detail">
      {input !== undefined && (
        <section>
          <h3>Input</h3>
          <LongText text={input} />
        </section>
      )}
      {output !== undefined && (
        <section>
          <h3>Output</h3>
          <LongText text={output} />
        </section>
      )}
      {events.length > 0 && (
        <section>
          <h3>Events</h3>
          {events.map((event, index) => (
            <details key={keyOf(index)} className="tool">
              <summary>{event.name}</summary>
              <Json
                text={JSON.stringify(event.attributes ?? {})}
                what={`the event ${event.name}`}
              />
            </details>
          ))}
        </section>
      )}
      <section>
        <h3>Attributes</h3>
        <Json text={JSON.stringify(attributes)} what="the attributes" />
        {truncated && <p className="hint">Some attributes were truncated.</p>}
      </section>
    </div>
  );
}

/** Events never change their order. */
function keyOf(index: number): string {
  return `event ${index}`;
}
