/** Edits the text of a version, or its messages in their order. */
import { Button, Pick, Segments, TextBox } from '../../parts/index.ts';
import type { DraftMessage, Role, Written } from './draft.ts';

interface ContentFieldsProps {
  written: Written;
  onChange: (part: Partial<Written>) => void;
  faults: Record<string, string>;
}

const MOST_MESSAGES = 100;

export function ContentFields({ written, onChange, faults }: ContentFieldsProps) {
  return (
    <>
      <Segments
        label="Kind of content"
        options={KINDS}
        value={written.kind}
        onChange={(kind) => onChange(kind === written.kind ? {} : switched(written, kind))}
      />
      {written.kind === 'text' ? (
        <TextBox
          label="Text"
          value={written.text}
          onChange={(text) => onChange({ text })}
          rows={8}
          hint={HINT}
          fault={faults.text}
        />
      ) : (
        <Messages
          messages={written.messages}
          onChange={(messages) => onChange({ messages })}
          fault={faults.messages}
        />
      )}
    </>
  );
}

const HINT = '{{name}} is a variable, and {{> other}} stands for the text of another prompt.';

const KINDS: { value: Written['kind']; label: string }[] = [
  { value: 'text', label: 'Text' },
  { value: 'messages', label: 'Messages' },
];

/** Switches between text and messages without loss: the text becomes a message, the first message becomes the text. */
function switched({ text, messages }: Written, kind: Written['kind']): Partial<Written> {
  const isEmpty = messages.every(({ content }) => content === '');
  if (kind === 'messages' && isEmpty) {
    return { kind, messages: [{ id: 0, role: 'user', content: text }] };
  }
  return { kind, ...(kind === 'text' && text === '' && { text: messages[0]?.content ?? '' }) };
}

interface MessagesProps {
  messages: DraftMessage[];
  onChange: (messages: DraftMessage[]) => void;
  fault: string | undefined;
}

function Messages({ messages, onChange, fault }: MessagesProps) {
  const change = (id: number, part: Partial<DraftMessage>) =>
    onChange(messages.map((each) => (each.id === id ? { ...each, ...part } : each)));
  const move = (at: number, by: number) => {
    const next = [...messages];
    const [moved] = next.splice(at, 1);
    if (moved) next.splice(at + by, 0, moved);
    onChange(next);
  };
  const add = () => {
    const id = Math.max(-1, ...messages.map((each) => each.id)) + 1;
    const role: Role = messages.at(-1)?.role === 'user' ? 'assistant' : 'user';
    onChange([...messages, { id, role, content: '' }]);
  };
  return (
    <>
      <ol className="editor-messages">
        {messages.map(({ id, role, content }, index) => (
          <li key={id} className={`message ${role}`}>
            <MessageFields
              {...{ role, content, index }}
              count={messages.length}
              onChange={(part) => change(id, part)}
              onMove={(by) => move(index, by)}
              onRemove={() => onChange(messages.filter((each) => each.id !== id))}
            />
          </li>
        ))}
      </ol>
      {fault !== undefined && <p className="fault">{fault}</p>}
      <div className="editor-add">
        {messages.length < MOST_MESSAGES && (
          <Button small icon="plus" onPress={add}>
            Add a message
          </Button>
        )}
        <span className="hint">{HINT}</span>
      </div>
    </>
  );
}

interface MessageProps {
  role: Role;
  content: string;
  index: number;
  count: number;
  onChange: (part: Partial<DraftMessage>) => void;
  onMove: (by: number) => void;
  onRemove: () => void;
}

export function MessageFields(props: MessageProps) {
  const { role, content, index, count, onChange, onMove, onRemove } = props;
  return (
    <>
      <div className="editor-message-head">
        <Pick
          label={`Role of message ${index + 1}`}
          isLabelHidden
          options={ROLES}
          value={role}
          onChange={(next) => onChange({ role: next })}
        />
        <span className="editor-message-acts">
          {index > 0 && (
            <Button
              small
              look="quiet"
              icon="up"
              label={`Move message ${index + 1} up`}
              onPress={() => onMove(-1)}
            />
          )}
          {index < count - 1 && (
            <Button
              small
              look="quiet"
              icon="down"
              label={`Move message ${index + 1} down`}
              onPress={() => onMove(1)}
            />
          )}
          {count > 1 && (
            <Button
              small
              look="quiet"
              icon="close"
              label={`Remove message ${index + 1}`}
              onPress={onRemove}
            />
          )}
        </span>
      </div>
      <TextBox
        label={`Message ${index + 1}`}
        isLabelHidden
        value={content}
        onChange={(text) => onChange({ content: text })}
        rows={3}
      />
    </>
  );
}

const ROLES: { value: Role; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'user', label: 'User' },
  { value: 'assistant', label: 'Assistant' },
];
