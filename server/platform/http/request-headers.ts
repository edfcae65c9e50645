/**
 * The request headers that operations use, parsed by their own grammars: structured fields, entity tags, trace context.
 * Invalid preference headers never cause an error; those that name something do.
 */
import { parseDictionary, parseItem } from 'structured-headers';
import { Problem } from '../lib/problem.ts';

/** The longest time that `Prefer: wait` can delay a response. */
export const MAX_WAIT_SECONDS = 50;

/** The request key in its bare form. A value that starts with a quote is one structured-field string. */
export function parseRequestKey(value: string): string {
  const key = value.startsWith('"') ? parseQuoted(value) : value;
  if (key !== undefined && /^[!-~]{1,255}$/.test(key)) return key;
  const detail =
    'Idempotency-Key must be 1 to 255 visible ASCII characters, or one structured-field string of them.';
  throw new Problem('invalid_request', detail, {
    at: { header: 'Idempotency-Key', code: 'pattern' },
  });
}

/** Seconds of `Prefer: wait=N`, capped; undefined if it is absent or invalid. */
export function parseWait(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const alone = WAIT_ALONE.exec(value);
  if (alone) return Math.min(Number(alone[1]), MAX_WAIT_SECONDS);
  try {
    const seconds = parseDictionary(value.toLowerCase()).get('wait')?.[0];
    if (typeof seconds !== 'number' || !Number.isInteger(seconds) || seconds < 0) return undefined;
    return Math.min(seconds, MAX_WAIT_SECONDS);
  } catch {
    return undefined;
  }
}

/** The usual form. */
const WAIT_ALONE = /^wait=(\d{1,9})$/;

/** Whether `If-None-Match` names the tag, by weak comparison; undefined where there is no such header. */
export type TagMatcher = (etag: string) => boolean;

export function parseIfNoneMatch(value: string | undefined): TagMatcher | undefined {
  if (value === undefined) return undefined;
  if (value.trim() === '*') return () => true;
  const tags = new Set(value.match(/"[\x21\x23-\x7e\x80-\xff]*"/g));
  return (etag) => tags.has(etag.replace(/^W\//, ''));
}

/** A single range of bytes. Without `first`, it is the last `last` bytes. */
export interface RangeRequest {
  first: number | undefined;
  /** The last byte, included; undefined if the range has no end. */
  last: number | undefined;
  /** Whether `If-Range` is absent, or names this strong tag. Its other form is a date, which no file has. */
  appliesTo(etag: string): boolean;
}

/** Undefined if the header is absent, malformed, of another unit, or names several ranges: then there is none. */
export function parseRange(
  value: string | undefined,
  ifRange: string | undefined,
): RangeRequest | undefined {
  if (value === undefined) return undefined;
  const [, first = '', last = ''] = RANGE.exec(value) ?? [];
  if (first === '' && !(Number(last) > 0)) return undefined;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  return {
    first: first === '' ? undefined : Number(first),
    last: last === '' ? undefined : Number(last),
    appliesTo: (etag) => ifRange === undefined || ifRange.trim() === etag,
  };
}

const RANGE = /^\s*bytes\s*=\s*(\d{0,20})-(\d{0,20})\s*$/i;

/** Whether one of the strong tags of `If-Match` matches: a weak one never does, and `*` always. */
export type ConditionMatcher = (takes: (etag: string) => boolean) => boolean;

export function parseIfMatch(value: string | undefined): ConditionMatcher | undefined {
  if (value === undefined) return undefined;
  if (value.trim() === '*') return () => true;
  const tags = value.match(/(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g) ?? [];
  const strong = tags.filter((etag) => etag.startsWith('"'));
  return (takes) => strong.some(takes);
}

/** Whether the answer may use a content coding; without the header, it may use none. */
export type CodingMatcher = (coding: string) => boolean;

/** Parses the header on first use, because few operations use it. */
export function parseAcceptEncoding(value = ''): CodingMatcher {
  let weights: Map<string, number> | undefined;
  return (coding) => {
    weights ??= new Map(value.toLowerCase().split(',').map(parseCoding));
    return (weights.get(coding) ?? weights.get('*') ?? 0) > 0;
  };
}

function parseCoding(text: string): [name: string, weight: number] {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  return [name, weight === undefined ? 1 : Number(weight.slice('q='.length))];
}

/** The W3C trace context to continue, in the form of version 00; undefined if it is malformed. */
export function parseTraceparent(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const match = TRACEPARENT.exec(value);
  if (!match) return undefined;
  const [, version, ids, flags, rest] = match;
  if (version === 'ff' || (version === '00' && rest !== undefined)) return undefined;
  return `00-${ids}-${flags}`;
}

const TRACEPARENT =
  /^([0-9a-f]{2})-((?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

function parseQuoted(value: string): string | undefined {
  try {
    const [item, parameters] = parseItem(value);
    return typeof item === 'string' && parameters.size === 0 ? item : undefined;
  } catch {
    return undefined;
  }
}
