/** Edits the text of a version, or its messages in their order. */
import type { ReactNode } from 'react';
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
        <MessageList
          messages={written.messages}
          onChange={(messages) => onChange({ messages })}
          fault={faults.messages}
          most={MOST_MESSAGES}
        >
          <span className="hint">{HINT}</span>
        </MessageList>
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

interface Fixed {
  role: string;
  shown: ReactNode;
}

interface MessageListProps<Message extends DraftMessage> {
  messages: Message[];
  onChange: (messages: Message[]) => void;
  fault: string | undefined;
  /** What is shown instead of the fields of a message that no field can show. */
  fixed?: (message: Message, position: number, onRemove: () => void) => Fixed | undefined;
  /** How many there may be. */
  most: number;
  children?: ReactNode;
}

/** Edits messages in their order, each with its role. */
export function MessageList<Message extends DraftMessage>(props: MessageListProps<Message>) {
  const { messages, onChange, fault } = props;
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
    onChange([...messages, { id, role, content: '' } as Message]);
  };
  return (
    <>
      <ol className="editor-messages">
        {messages.map((message, index) => {
          const { id, role, content } = message;
          const remove = () => onChange(messages.filter((each) => each.id !== id));
          const fixed = props.fixed?.(message, index + 1, remove);
          return (
            <li key={id} className={`message ${fixed?.role ?? role}`}>
              {fixed?.shown ?? (
                <MessageFields
                  {...{ role, content, index }}
                  count={messages.length}
                  onChange={(part) => change(id, part)}
                  onMove={(by) => move(index, by)}
                  onRemove={remove}
                />
              )}
            </li>
          );
        })}
      </ol>
      {fault !== undefined && <p className="fault">{fault}</p>}
      <div className="editor-add">
        {messages.length < props.most && (
          <Button small icon="plus" onPress={add}>
            Add message
          </Button>
        )}
        {props.children}
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

function MessageFields(props: MessageProps) {
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
