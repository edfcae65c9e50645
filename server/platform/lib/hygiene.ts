/**
 * What JSON may contain, in both directions. A request is refused, before any schema check, unless its text can be
 * stored and forwarded (no NUL, no lone surrogate), its numbers are finite, and its depth is bounded, so that no later
 * walk over it can overflow the stack. External text is made acceptable by the same rules, so that a caller can send an
 * answer back.
 */
import { textOfNumber, trueName } from './json.ts';
import { type Fault, type FaultCode, toPointer } from './problem.ts';

export const MAX_DEPTH = 64;
/** For one body: many times what the largest reasonable requests have. */
export const MAX_VALUES = 50_000;

interface Flaw {
  /** Outermost last: the walk adds segments on its way back. */
  path: string[];
  detail: string;
  code: FaultCode;
}

interface Tally {
  values: number;
  /** In all objects. */
  members: number;
}

/**
 * The first fault of a parsed body, if there is one, and the counts up to it. `text` is the JSON text of the body in
 * UTF-8, if there is one: without escapes by number, no string can have a flaw.
 */
export function inspectJson(body: unknown, text?: string): Tally & { fault?: Fault } {
  const tally = { values: 0, members: 0 };
  const mayHaveFlaws = text?.includes('\\u') ?? true;
  const flaw = inspect(body, 1, { tally, mayHaveFlaws });
  if (!flaw) return tally;
  const { path, detail, code } = flaw;
  return { ...tally, fault: { pointer: toPointer(path.reverse()), detail, code } };
}

interface Walk {
  tally: Tally;
  /** Whether strings may contain what is not allowed. */
  mayHaveFlaws: boolean;
}

/** Recursion is safe here: it ends at MAX_DEPTH. */
function inspect(value: unknown, depth: number, walk: Walk): Flaw | undefined {
  walk.tally.values += 1;
  if (typeof value === 'string') {
    return walk.mayHaveFlaws ? flawOfText(value, 'must not contain') : undefined;
  }
  if (typeof value === 'number') return flawOfNumber(value);
  if (typeof value !== 'object' || value === null) return undefined;
  const number = textOfNumber(value);
  if (number !== undefined) return flawOfNumber(Number(number));
  if (depth > MAX_DEPTH) return flaw(`is nested deeper than ${MAX_DEPTH} levels`, 'depth');
  return Array.isArray(value)
    ? inspectArray(value, depth, walk)
    : inspectObject(value, depth, walk);
}

function inspectArray(array: unknown[], depth: number, walk: Walk): Flaw | undefined {
  for (let i = 0; i < array.length; i++) {
    const found = inspect(array[i], depth + 1, walk);
    if (found) return within(String(i), found);
  }
  return undefined;
}

function inspectObject(object: object, depth: number, walk: Walk): Flaw | undefined {
  for (const [given, member] of Object.entries(object)) {
    walk.tally.members += 1;
    const name = trueName(given);
    const bad = walk.mayHaveFlaws && flawOfText(name, 'has a member whose name contains');
    if (bad) return bad;
    const found = inspect(member, depth + 1, walk);
    if (found) return within(name, found);
  }
  return undefined;
}

function flawOfText(text: string, verb: string): Flaw | undefined {
  if (text.includes('\0')) return flaw(`${verb} the NUL character`, 'nul');
  if (!text.isWellFormed()) return flaw(`${verb} half of a surrogate pair`, 'surrogate');
  return undefined;
}

function flawOfNumber(value: number): Flaw | undefined {
  return Number.isFinite(value) ? undefined : flaw('is a number out of range', 'number');
}

function flaw(detail: string, code: FaultCode): Flaw {
  return { path: [], detail, code };
}

function within(segment: string, inner: Flaw): Flaw {
  inner.path.push(segment);
  return inner;
}

/** Half a surrogate pair and the NUL character become U+FFFD, the replacement character. */
export function toCleanText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

/** The same for every string and member name of a JSON value of bounded depth; returns a clean value unchanged. */
export function toCleanJson<T>(value: T): T {
  return (isClean(value) ? value : cleaned(value)) as T;
}

function isClean(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isClean);
  return Object.entries(value).every(([name, member]) => isClean(name) && isClean(member));
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return toCleanText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(cleaned);
  if (textOfNumber(value) !== undefined) return value;
  const members = Object.entries(value).map(([name, member]) => [
    toCleanText(name),
    cleaned(member),
  ]);
  // Not by assignment: a member may be named `__proto__`.
  return Object.fromEntries(members);
}
