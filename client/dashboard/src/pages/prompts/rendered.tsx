/** A prompt as the service renders it: its messages, and fields for its variables. */
import { Field } from '../../parts/index.ts';
import { LongText } from '../runs/long-text.tsx';
import type { Role } from './draft.ts';

interface Fault {
  pointer?: string;
  detail: string;
}

interface VariableFieldsProps {
  names: string[];
  values: Record<string, string>;
  onChange: (values: Record<string, string>) => void;
  faults: Fault[];
}

export function VariableFields({ names, values, onChange, faults }: VariableFieldsProps) {
  const faultOf = (name: string) => {
    const field = `#/values/${name}`;
    return faults.find(({ pointer = '' }) => pointer === field || pointer.startsWith(`${field}/`));
  };
  return names.map((name) => (
    <Field
      key={name}
      label={name}
      value={values[name] ?? ''}
      onChange={(text) => onChange({ ...values, [name]: text })}
      fault={faultOf(name)?.detail}
      autoComplete="off"
    />
  ));
}

/** What is wrong with the prompt itself, whatever the values. */
export function faultsOfPrompt(faults: Fault[]): Fault[] {
  return faults.filter(({ pointer }) => !pointer?.startsWith('#/values/'));
}

interface RenderedMessagesProps {
  messages: { role: Role; content: string }[] | undefined;
  label?: string;
}

export function RenderedMessages({ messages = [], label }: RenderedMessagesProps) {
  return (
    <ol className="messages" aria-label={label}>
      {messages.map(({ role, content }, index) => (
        <li key={keyOf(index)}>
          <article className={`message ${role}`}>
            <header>
              <strong>{ROLES[role]}</strong>
            </header>
            <LongText text={content} />
          </article>
        </li>
      ))}
    </ol>
  );
}

const ROLES = { system: 'System', user: 'User', assistant: 'Assistant' };

/** Messages of one answer never change their order. */
function keyOf(index: number): string {
  return `message ${index}`;
}
