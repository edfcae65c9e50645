/** A turn: the messages and the answer of a model run, or the input and the output of a tool run. */
import { Link } from 'wouter';
import type { SaidMessage, Turn } from '../../api/index.ts';
import { formatDuration } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import { RunLink } from '../../frame/run-link.tsx';
import { Icon, Json, Moment, Money, RunBadge } from '../../parts/index.ts';
import { LongText } from '../runs/long-text.tsx';

export function ShownTurn({ turn, decimals }: { turn: Turn; decimals: number }) {
  const { tool, messages, isPurged, errorCode } = turn;
  const isOfTool = tool !== undefined;
  return (
    <article
      className={isOfTool ? 'turn of-tool' : 'turn'}
      aria-label={isOfTool ? `Call of ${tool}` : `Run of ${turn.model}`}
    >
      <TurnHead turn={turn} decimals={decimals} />
      {isPurged && <p className="muted">The request is no longer stored.</p>}
      {isOfTool
        ? messages.map(({ role, text = '', isCut }) => {
            const name = role === 'tool' ? 'Output' : 'Input';
            const what = `the ${name.toLowerCase()} of ${tool}`;
            return <Data key={role} {...{ text, name, what, isCut }} />;
          })
        : messages.map((message, index) => <TurnMessage key={keyOf(index)} message={message} />)}
      {errorCode !== undefined && (
        <p className="turn-error">
          <Icon name="warn" /> <code>{errorCode}</code>
        </p>
      )}
    </article>
  );
}

function TurnHead({ turn, decimals }: { turn: Turn; decimals: number }) {
  const { to } = useHere();
  const { runId, traceId, spanId, state, durationMs, chargedAmount, tool, model } = turn;
  return (
    <header className="turn-head">
      <span className="turn-of">
        {tool !== undefined && <Icon name="calls" />} <code>{tool ?? model}</code>
      </span>
      {state !== 'completed' && <RunBadge state={state} />}
      <span className="turn-figures">
        <Moment at={turn.createdAt} />
        {durationMs !== undefined && <span>{formatDuration(durationMs)}</span>}
        <span className="turn-cost">
          {chargedAmount === undefined ? (
            <span className="faint">{state === 'failed' ? 'not charged' : 'not known yet'}</span>
          ) : (
            <Money amount={chargedAmount} decimals={decimals} />
          )}
        </span>
        <RunLink id={runId} isShort />
        <Link href={to(`traces/${traceId}?span=${spanId}`)}>Trace</Link>
      </span>
    </header>
  );
}

function TurnMessage({ message }: { message: SaidMessage }) {
  const { role, text, isCut, otherParts, toolCallId, calls = [] } = message;
  return (
    <div className={`turn-message ${role}`}>
      <p className="turn-message-role">
        {ROLES[role] ?? role}
        {toolCallId !== undefined && (
          <>
            {' '}
            for <code>{toolCallId}</code>
          </>
        )}
      </p>
      {text !== undefined && <LongText text={text} />}
      {isCut && <Cut />}
      {otherParts !== undefined && (
        <p className="hint">
          and {otherParts} {otherParts === 1 ? 'part' : 'parts'} that are no text
        </p>
      )}
      {calls.map((call, index) => (
        <Data
          key={keyOf(index)}
          text={call.arguments}
          what={`the arguments of ${call.name}, ${call.id}`}
          name={`Calls ${call.name}`}
        />
      ))}
    </div>
  );
}

const ROLES: Record<string, string> = {
  system: 'System',
  user: 'User',
  assistant: 'Assistant',
  tool: 'Tool result',
};

interface DataProps {
  text: string;
  what: string;
  name: string;
  isCut?: boolean | undefined;
}

function Data({ text, what, name, isCut }: DataProps) {
  return (
    <div className="turn-message-data">
      <p className="turn-message-role">{name}</p>
      <Json text={text} what={what} />
      {isCut && <Cut />}
    </div>
  );
}

function Cut() {
  return <p className="hint">Open the run for the rest.</p>;
}

/** Messages and calls never change their order: an index always has the same one. */
function keyOf(index: number): string {
  return `index ${index}`;
}
