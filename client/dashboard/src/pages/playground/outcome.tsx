/** The run that the playground created: its progress, its answer and its cost. */
import { isTerminal, type ModelRun, useRunOfPlayground } from '../../api/index.ts';
import { formatCount, formatDuration } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  ButtonLink,
  Card,
  Fact,
  Facts,
  Failure,
  Json,
  Money,
  Notice,
  RunBadge,
  Skeleton,
} from '../../parts/index.ts';
import { CancelRun } from '../runs/cancel.tsx';
import { LongText } from '../runs/long-text.tsx';

export function Outcome({ runId }: { runId: string | undefined }) {
  if (runId === undefined) {
    return (
      <Card title="Answer">
        <p className="muted">The answer appears here, with what it cost.</p>
      </Card>
    );
  }
  return <OutcomeOf key={runId} runId={runId} />;
}

function OutcomeOf({ runId }: { runId: string }) {
  const { workspaceId, to } = useHere();
  const detail = useRunOfPlayground(workspaceId, runId);
  const run = detail.data?.run;
  return (
    <Card
      title="Answer"
      actions={
        <>
          {run && !isTerminal(run.state) && run.cancelRequestedAt === undefined && (
            <CancelRun run={run} />
          )}
          <ButtonLink href={to(`runs/${runId}`)} icon="right" small>
            Open run
          </ButtonLink>
        </>
      }
    >
      {run ? (
        <div className="playground-answer" aria-live="polite">
          <AnswerText run={run} />
          <Facts>
            <Fact name="State">
              <RunBadge state={run.state} />
            </Fact>
            <Fact name="Cost">
              <Cost run={run} />
            </Fact>
            {run.finishedAt !== undefined && (
              <Fact name="Duration">
                {formatDuration(Date.parse(run.finishedAt) - Date.parse(run.createdAt))}
              </Fact>
            )}
            <Tokens run={run} />
          </Facts>
        </div>
      ) : detail.error ? (
        <Failure error={detail.error} onRetry={() => void detail.refetch()} />
      ) : (
        <Skeleton rows={3} label="Loading the run" />
      )}
    </Card>
  );
}

function AnswerText({ run }: { run: ModelRun }) {
  if (run.error) {
    return (
      <Notice tone="bad" title={run.error.message}>
        <code>{run.error.code}</code>
      </Notice>
    );
  }
  const { content, refusal, tool_calls: toolCalls } = run.message ?? {};
  const calls = toolCalls ?? [];
  const text = content ?? run.text ?? '';
  if (!isTerminal(run.state)) return <p className="muted">Waiting for the model…</p>;
  return (
    <>
      {text !== '' && <LongText text={text} />}
      {refusal && <LongText text={refusal} />}
      {calls.map(({ id, function: called }) => (
        <div key={id} className="call">
          <p>
            Calls <code>{called.name}</code>
          </p>
          <Json text={called.arguments} what={`the arguments of ${called.name}`} />
        </div>
      ))}
      {text === '' && !refusal && calls.length === 0 && <p className="muted">Empty answer.</p>}
    </>
  );
}

function Cost({ run: { chargedAmount, reservedAmount, state } }: { run: ModelRun }) {
  if (chargedAmount !== undefined) return <Money amount={chargedAmount} />;
  if (isTerminal(state)) return 'Not charged';
  return (
    <>
      up to <Money amount={reservedAmount} />, on hold
    </>
  );
}

function Tokens({ run: { usage = {} } }: { run: ModelRun }) {
  const { promptTokens, completionTokens } = usage;
  if (promptTokens === undefined && completionTokens === undefined) return null;
  return (
    <Fact name="Tokens">
      {formatCount(promptTokens ?? 0)} in, {formatCount(completionTokens ?? 0)} out
    </Fact>
  );
}
