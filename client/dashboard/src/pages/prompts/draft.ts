/** A version that the user edits: the fields of the form, and the request that the form sends. */
import type { Draft, PromptVersionRow } from '../../api/index.ts';

export interface DraftMessage {
  /** Identifies the message while messages move. */
  id: number;
  role: Role;
  content: string;
}
export type Role = 'system' | 'user' | 'assistant';

export interface Written {
  name: string;
  kind: 'text' | 'messages';
  text: string;
  messages: DraftMessage[];
  /** JSON text; empty for none. */
  variables: string;
  config: string;
  /** Labels, separated by commas or blanks. */
  labels: string;
  comment: string;
}

/** Makes a draft of a version, without its labels, which move only on purpose, and without its comment. */
export function writtenOf(version: PromptVersionRow | undefined, name = ''): Written {
  const { text, messages = [], variables, config } = version ?? {};
  return {
    name: version?.name ?? name,
    kind: messages.length > 0 ? 'messages' : 'text',
    text: text ?? '',
    messages:
      messages.length > 0
        ? messages.map(({ role, content }, id) => ({ id, role, content }))
        : [{ id: 0, role: 'user', content: '' }],
    variables: variables ? JSON.stringify(variables, null, 2) : '',
    config: config ? JSON.stringify(config, null, 2) : '',
    ...{ labels: '', comment: '' },
  };
}

export type ReadJson = { value: Record<string, unknown> | undefined } | { fault: string };

/** Parses an object; returns nothing if the field is empty. */
export function readObject(text: string): ReadJson {
  if (text.trim() === '') return { value: undefined };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return { value: value as Record<string, unknown> };
    }
    return { fault: 'Enter a JSON object.' };
  } catch (error) {
    return {
      fault: `Invalid JSON: ${error instanceof Error ? error.message : 'it ends early'}`,
    };
  }
}

export function labelsOf(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter((label) => label !== ''))];
}

/** Returns the content as the service takes it; undefined if there is no text yet. */
export function contentOf({
  kind,
  text,
  messages,
}: Written): Pick<Draft, 'text' | 'messages'> | undefined {
  if (kind === 'text') return text === '' ? undefined : { text };
  const written = messages.filter(({ content }) => content !== '');
  if (written.length === 0) return undefined;
  return { messages: written.map(({ role, content }) => ({ role, content })) };
}

/** Returns the typed text as a value: parsed JSON if it is JSON and the schema wants something else than text. */
export function typedValueOf(
  text: string,
  schema: Record<string, unknown> | undefined,
  name: string,
): unknown {
  const properties = schema?.properties as Record<string, { type?: unknown }> | undefined;
  const type = properties?.[name]?.type;
  if (type === undefined || type === 'string') return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
