/** The attributes of OTLP as JSON values, within bounds. What is beyond them is left out, and that is told. */
import type { JsonValue } from '../../kernel/json-value.ts';
import { MAX_ATTRIBUTES_CHARS, MAX_NAME_CHARS, MAX_VALUE_DEPTH, SPAN_LIMITS } from './limits.ts';
import type { Attributes } from './span.ts';

export interface Bounded {
  attributes: Attributes;
  truncated: boolean;
}

/** Of a list of `{key, value}`, of which the last with a key counts. What has no such form is left out. */
export function readAttributes(list: unknown, mostChars = MAX_ATTRIBUTES_CHARS): Bounded {
  const read = new Map<string, JsonValue>();
  const state = { truncated: false };
  let chars = 0;
  for (const entry of listOf(list)) {
    const { key, value } = memberOf(entry);
    if (typeof key !== 'string' || key === '') continue;
    const name = cut(key, MAX_NAME_CHARS);
    const held = boundedValue(anyValueOf(value, 0, state), state);
    const size = name.length + (typeof held === 'string' ? held.length : 16);
    const isFull = read.size >= SPAN_LIMITS.maxAttributesPerSpan && !read.has(name);
    if (isFull || chars + size > mostChars) {
      state.truncated = true;
      continue;
    }
    if (name.length < key.length) state.truncated = true;
    chars += size;
    read.set(name, held);
  }
  return { attributes: Object.fromEntries(read), truncated: state.truncated };
}

/** Text that the database takes, and no longer than that. */
export function cut(text: string, chars: number): string {
  const short = text.length > chars ? text.slice(0, chars) : text;
  return short.toWellFormed().replaceAll('\0', '\uFFFD');
}

/** What has members is kept as it is while it is short, and as the beginning of its JSON text where it is not. */
function boundedValue(value: JsonValue, state: { truncated: boolean }): JsonValue {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text.length > SPAN_LIMITS.maxAttributeChars) state.truncated = true;
  else if (typeof value !== 'string') return value;
  return cut(text, SPAN_LIMITS.maxAttributeChars);
}

/** An AnyValue. Integers beyond what a double holds stay text, and so do bytes, in base64. */
function anyValueOf(value: unknown, depth: number, state: { truncated: boolean }): JsonValue {
  if (depth > MAX_VALUE_DEPTH) {
    state.truncated = true;
    return null;
  }
  const given = memberOf(value);
  if (typeof given.stringValue === 'string') return clean(given.stringValue);
  if (typeof given.boolValue === 'boolean') return given.boolValue;
  if (given.intValue !== undefined && given.intValue !== null) return integerOf(given.intValue);
  if (given.doubleValue !== undefined && given.doubleValue !== null) {
    const number = Number(given.doubleValue);
    return Number.isFinite(number) ? number : String(given.doubleValue);
  }
  if (typeof given.bytesValue === 'string') return clean(given.bytesValue);
  if (given.arrayValue) {
    return listOf(memberOf(given.arrayValue).values).map((item) =>
      anyValueOf(item, depth + 1, state),
    );
  }
  if (!given.kvlistValue) return null;
  const entries = listOf(memberOf(given.kvlistValue).values).flatMap((entry) => {
    const { key, value: held } = memberOf(entry);
    return typeof key === 'string' ? [[clean(key), anyValueOf(held, depth + 1, state)]] : [];
  });
  return Object.fromEntries(entries as [string, JsonValue][]);
}

function integerOf(value: unknown): JsonValue {
  const number = Number(value);
  if (Number.isSafeInteger(number)) return number;
  return clean(String(value)).slice(0, 32);
}

/** Text without what PostgreSQL does not take. */
function clean(text: string): string {
  return cut(text, text.length);
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function memberOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
