/**
 * The attributes of OTLP as JSON values, within bounds. Values beyond the bounds are left out, and the span says so.
 */
import type { JsonValue } from '../../platform/lib/json.ts';
import { MAX_ATTRIBUTES_CHARS, MAX_NAME_CHARS, MAX_VALUE_DEPTH, SPAN_LIMITS } from './limits.ts';
import type { Attributes } from './span.ts';

export interface Bounded {
  attributes: Attributes;
  truncated: boolean;
}

/** From a list of `{key, value}`, of which the last one with a key counts. Leaves out malformed entries. */
export function readAttributes(list: unknown, mostChars = MAX_ATTRIBUTES_CHARS): Bounded {
  const read = new Map<string, JsonValue>();
  const state = { truncated: false };
  let chars = 0;
  for (const entry of listOf(list)) {
    const { key, value } = memberOf(entry);
    if (typeof key !== 'string' || key === '') continue;
    const name = cut(key, MAX_NAME_CHARS);
    const { held, size: ofValue } = boundedValue(anyValueOf(value, 0, state), state);
    const size = name.length + ofValue;
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

/** Text that the database accepts, up to this length. */
export function cut(text: string, chars: number): string {
  const short = text.length > chars ? text.slice(0, chars) : text;
  return short.toWellFormed().replaceAll('\0', '\uFFFD');
}

/** A short value with members stays as it is, a long one becomes the beginning of its JSON text. */
function boundedValue(
  value: JsonValue,
  state: { truncated: boolean },
): { held: JsonValue; size: number } {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) {
    return { held: value, size: SCALAR_SIZE };
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const isLong = text.length > SPAN_LIMITS.maxAttributeChars;
  if (isLong) state.truncated = true;
  const short = cut(text, SPAN_LIMITS.maxAttributeChars);
  return { held: isLong || typeof value === 'string' ? short : value, size: short.length };
}

/** The size of a number or a boolean, in characters. */
const SCALAR_SIZE = 16;

/** An AnyValue. Integers beyond the range of a double stay text, and so do bytes, in base64. */
function anyValueOf(value: unknown, depth: number, state: { truncated: boolean }): JsonValue {
  if (depth > MAX_VALUE_DEPTH) {
    state.truncated = true;
    return null;
  }
  const given = memberOf(value);
  if (typeof given.stringValue === 'string') return clean(given.stringValue);
  if (typeof given.boolValue === 'boolean') return given.boolValue;
  if (isNumeric(given.intValue)) return integerOf(given.intValue);
  if (isNumeric(given.doubleValue)) {
    const number = Number(given.doubleValue);
    return Number.isFinite(number) ? number : clean(String(given.doubleValue));
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

function isNumeric(value: unknown): value is number | string {
  return typeof value === 'number' || typeof value === 'string';
}

/** NaN if it is neither a number nor the text of one. */
export function numberOf(value: unknown): number {
  return isNumeric(value) ? Number(value) : Number.NaN;
}

function integerOf(value: number | string): JsonValue {
  const number = Number(value);
  if (Number.isSafeInteger(number)) return number;
  return clean(String(value)).slice(0, 32);
}

/** Text without characters that PostgreSQL does not accept. */
function clean(text: string): string {
  return cut(text, text.length);
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function memberOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
