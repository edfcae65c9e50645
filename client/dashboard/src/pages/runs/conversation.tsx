/** Shows the request and the answer. Long texts are folded; calls of functions are formatted as JSON. */
import type { ModelRun, SentMessage, SentRequest, ToolCall } from '../../api/index.ts';
import { plural } from '../../format/index.ts';
import { Card, CopyButton, Fact, Facts, Json } from '../../parts/index.ts';
import { LongText } from './long-text.tsx';
import { Parts } from './message-parts.tsx';
import { Purged } from './purged.tsx';

interface ConversationProps {
  run: ModelRun;
  request: SentRequest | undefined;
}

export function Conversation({ run, request }: ConversationProps) {
  const tools = request?.tools ?? [];
  return (
    <>
      <Answer run={run} />
      {request ? (
        <Card
          title="Messages"
          about={`At most ${request.maxOutputTokens.toLocaleString('en')} tokens requested.`}
        >
          <ol className="messages">
            {request.messages.map((message, index) => (
              <li key={keyOf(index)}>
                <Message message={message} />
              </li>
            ))}
          </ol>
        </Card>
      ) : (
        <Card title="Messages">
          <Purged what="The prompt and answer" at={run.contentPurgedAt} />
        </Card>
      )}
      {request && <Parameters request={request} />}
      {tools.length > 0 && (
        <Card title="Tools" about={`${plural(tools.length, 'function')} available to the model.`}>
          {tools.map(({ name, description, parameters }) => (
            <details key={name} className="tool">
              <summary>
                <code>{name}</code> <span className="muted">{description}</span>
              </summary>
              <Json text={JSON.stringify(parameters)} what={`the parameters of ${name}`} />
            </details>
          ))}
        </Card>
      )}
    </>
  );
}

/** Lists the parameters that the request had. */
function Parameters({ request }: { request: SentRequest }) {
  const { temperature, top_p, stop, seed, reasoning, response_format: format } = request;
  const facts: [string, string | undefined][] = [
    ['temperature', temperature?.toString()],
    ['top_p', top_p?.toString()],
    ['stop', stop && JSON.stringify(stop)],
    ['seed', seed?.toString()],
    ['reasoning', reasoning?.effort],
    ['response_format', format?.type],
  ];
  const present = facts.filter(([, value]) => value !== undefined);
  if (present.length === 0) return null;
  return (
    <Card title="Parameters" about="Generation settings sent with the request.">
      <Facts>
        {present.map(([name, value]) => (
          <Fact key={name} name={name}>
            <code>{value}</code>
          </Fact>
        ))}
      </Facts>
      {format?.json_schema && (
        <Json text={JSON.stringify(format.json_schema)} what="the schema of the answer" />
      )}
    </Card>
  );
}

function Answer({ run }: { run: ModelRun }) {
  const content = run.message?.content ?? run.text ?? '';
  const refusal = run.message?.refusal ?? '';
  const calls = run.message?.tool_calls ?? [];
  const isEmpty = content === '' && refusal === '' && calls.length === 0;
  if (isEmpty && (run.state !== 'completed' || run.contentPurgedAt !== undefined)) return null;
  return (
    <Card
      title="Answer"
      actions={content !== '' && <CopyButton text={content} what="the answer" />}
    >
      {isEmpty && <p className="muted">The model returned no text.</p>}
      {content !== '' && <LongText text={content} />}
      {refusal !== '' && <Refusal text={refusal} />}
      <Calls calls={calls} />
      <Reasoning details={run.message?.reasoning_details ?? []} />
    </Card>
  );
}

function Message({ message }: { message: SentMessage }) {
  const { role, content, parts = [], refusal, tool_calls: calls = [] } = message;
  const { tool_call_id: answers, name } = message;
  return (
    <article className={`message ${role}`}>
      <header>
        <strong>{ROLES[role] ?? role}</strong>
        {answers !== undefined && (
          <span className="faint">
            {' '}
            for <code>{answers}</code>
            {name !== undefined && (
              <>
                {' '}
                of <code>{name}</code>
              </>
            )}
          </span>
        )}
      </header>
      {content ? (
        role === 'tool' ? (
          <Json text={content} what={`the result of ${answers}`} />
        ) : (
          <LongText text={content} />
        )
      ) : (
        !refusal && calls.length === 0 && parts.length === 0 && <p className="faint">empty</p>
      )}
      <Parts parts={parts} />
      {refusal && <Refusal text={refusal} />}
      <Calls calls={calls} />
      <Reasoning details={message.reasoning_details} />
    </article>
  );
}

function Refusal({ text }: { text: string }) {
  return (
    <>
      <p className="faint">The model refused:</p>
      <LongText text={text} />
    </>
  );
}

function Calls({ calls }: { calls: ToolCall[] }) {
  return calls.map(({ id, function: called }) => (
    <div key={id} className="call">
      <p>
        calls <code>{called.name}</code> <span className="faint">as {id}</span>
      </p>
      <Json text={called.arguments} what={`the arguments of ${called.name}, ${id}`} />
    </div>
  ));
}

function Reasoning({ details }: { details: object[] | undefined }) {
  if (!details || details.length === 0) return null;
  return (
    <details className="tool">
      <summary>Reasoning, as the provider gave it</summary>
      <Json text={JSON.stringify(details)} what="the reasoning" />
    </details>
  );
}

const ROLES: Record<string, string> = {
  system: 'System',
  user: 'User',
  assistant: 'Assistant',
  tool: 'Tool result',
};

/** Messages never change their order: an index always has the same message. */
function keyOf(index: number): string {
  return `message ${index}`;
}
