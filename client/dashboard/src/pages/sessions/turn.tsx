/** A turn: what was said to a model and answered, or what a tool was given and gave. */
import { Link } from 'wouter';
import type { SaidMessage, Turn } from '../../api/index.ts';
import { formatDuration } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import { RunLink } from '../../frame/run-link.tsx';
import { Icon, Json, Moment, Money, RunBadge } from '../../parts/index.ts';
import { LongText } from '../runs/long-text.tsx';

export function ShownTurn({ turn, places }: { turn: Turn; places: number }) {
  const { tool, messages, isPurged, errorCode } = turn;
  const isOfTool = tool !== undefined;
  const [input, output] = messages;
  return (
    <article
      className={isOfTool ? 'turn of-tool' : 'turn'}
      aria-label={isOfTool ? `Call of ${tool}` : `Run of ${turn.model}`}
    >
      <TurnHead turn={turn} places={places} />
      {isPurged && <p className="muted">The request is not kept any longer.</p>}
      {isOfTool ? (
        <>
          {input && <Data text={input.text ?? ''} what={`the input of ${tool}`} name="Input" />}
          {output && <Data text={output.text ?? ''} what={`the output of ${tool}`} name="Output" />}
        </>
      ) : (
        messages.map((message, index) => <Said key={placeOf(index)} message={message} />)
      )}
      {errorCode !== undefined && (
        <p className="turn-error">
          <Icon name="warn" /> <code>{errorCode}</code>
        </p>
      )}
    </article>
  );
}

function TurnHead({ turn, places }: { turn: Turn; places: number }) {
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
            <span className="faint">{state === 'failed' ? 'nothing' : 'not known yet'}</span>
          ) : (
            <Money amount={chargedAmount} look="run" places={places} />
          )}
        </span>
        <RunLink id={runId} isShort />
        <Link href={to(`traces/${traceId}?span=${spanId}`)}>Trace</Link>
      </span>
    </header>
  );
}

function Said({ message }: { message: SaidMessage }) {
  const { role, text, isCut, otherParts, toolCallId, calls = [] } = message;
  return (
    <div className={`said ${role}`}>
      <p className="said-by">
        {ROLES[role] ?? role}
        {toolCallId !== undefined && (
          <>
            {' '}
            for <code>{toolCallId}</code>
          </>
        )}
      </p>
      {text !== undefined && <LongText text={text} />}
      {isCut && <p className="hint">The rest is on the page of the run.</p>}
      {otherParts !== undefined && (
        <p className="hint">
          and {otherParts} {otherParts === 1 ? 'part' : 'parts'} that are no text
        </p>
      )}
      {calls.map((call) => (
        <Data
          key={call.id}
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
  tool: 'Result of a call',
};

function Data({ text, what, name }: { text: string; what: string; name: string }) {
  return (
    <div className="said-data">
      <p className="said-by">{name}</p>
      <Json text={text} what={what} />
    </div>
  );
}

/** Messages never change places: what stands at one is always the same message. */
function placeOf(index: number): string {
  return `message ${index}`;
}
