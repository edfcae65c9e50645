/** Edits the messages of the conversation in their order, each with its role. */
import { Button, Json } from '../../parts/index.ts';
import { MessageFields } from '../prompts/content-fields.tsx';
import type { PlaygroundMessage } from './draft.ts';

interface MessagesProps {
  messages: PlaygroundMessage[];
  onChange: (messages: PlaygroundMessage[]) => void;
  fault: string | undefined;
}

export function Messages({ messages, onChange, fault }: MessagesProps) {
  const change = (id: number, part: Partial<PlaygroundMessage>) =>
    onChange(messages.map((each) => (each.id === id ? { ...each, ...part } : each)));
  const remove = (id: number) => onChange(messages.filter((each) => each.id !== id));
  const move = (at: number, by: number) => {
    const next = [...messages];
    const [moved] = next.splice(at, 1);
    if (moved) next.splice(at + by, 0, moved);
    onChange(next);
  };
  const add = () => {
    const id = Math.max(-1, ...messages.map((each) => each.id)) + 1;
    const role = messages.at(-1)?.role === 'user' ? ('assistant' as const) : ('user' as const);
    onChange([...messages, { id, role, content: '' }]);
  };
  return (
    <>
      <ol className="editor-messages">
        {messages.map(({ id, role, content, kept }, index) => (
          <li key={id} className={`message ${kept?.role ?? role}`}>
            {kept ? (
              <Kept message={kept} position={index + 1} onRemove={() => remove(id)} />
            ) : (
              <MessageFields
                {...{ role, content, index }}
                count={messages.length}
                onChange={(part) => change(id, part)}
                onMove={(by) => move(index, by)}
                onRemove={() => remove(id)}
              />
            )}
          </li>
        ))}
      </ol>
      {fault !== undefined && <p className="fault">{fault}</p>}
      <div className="editor-add">
        <Button small icon="plus" onPress={add}>
          Add message
        </Button>
      </div>
    </>
  );
}

interface KeptProps {
  message: NonNullable<PlaygroundMessage['kept']>;
  position: number;
  onRemove: () => void;
}

function Kept({ message, position, onRemove }: KeptProps) {
  return (
    <>
      <div className="editor-message-head">
        <span className="hint">Sent unchanged, because it’s more than text.</span>
        <span className="editor-message-acts">
          <Button
            small
            look="quiet"
            icon="close"
            label={`Remove message ${position}`}
            onPress={onRemove}
          />
        </span>
      </div>
      <details className="tool">
        <summary>Message {position} as JSON</summary>
        <Json text={JSON.stringify(message)} what={`message ${position}`} />
      </details>
    </>
  );
}
