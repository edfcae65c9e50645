/** Compares answers as examples show them, member by member, except for what is new in every answer. */
import type { Node } from '../contract/document.ts';

/** A figure between words, as in `at most 32000 for this model`; not one inside a name, as in `call_1`. */
const FIGURE = /(?<=[:,"\s])\d[\d.]*(?=[\s,}".:;)])/g;

const ANY_MOMENT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

/** A problem without what differs between deployments and between requests. */
export function withoutFigures({ requestId: _, type, ...problem }: Node): Node {
  const text = JSON.stringify({ ...problem, type: new URL(String(type)).pathname });
  return JSON.parse(
    text
      .replaceAll(/(key|whe)_[0-9a-z]{26}/g, '$1')
      .replaceAll(ANY_MOMENT, 'a moment')
      .replaceAll(FIGURE, '0'),
  ) as Node;
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const ID = /^(run|key)_[0-9a-z]{26}$/;
/** Members whose text differs in every answer. */
const NEW_EACH_TIME = new Set(['providerReference', 'nextCursor', 'priceVersion', 'traceId']);

/** The value without what is new each time: the kind of value replaces moments, ids and references. */
export function withoutVolatile(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutVolatile(item));
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value);
    return Object.fromEntries(members.map(([key, member]) => [key, withoutVolatile(member, key)]));
  }
  if (typeof value !== 'string') return value;
  if (MOMENT.test(value)) return 'a moment';
  if (NEW_EACH_TIME.has(name)) return `a ${name}`;
  if (name === 'id' && /^\d+$/.test(value)) return 'a number';
  return ID.test(value) ? value.slice(0, 4) : value;
}
