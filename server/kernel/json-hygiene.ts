/**
 * What a JSON body may contain, before any schema check: text that can be stored and forwarded (no NUL, no lone
 * surrogate), finite numbers, and a bounded depth, so that no later walk over the body can overflow the stack. Also
 * counts the values and the members.
 */

import { textOfNumber, trueName } from './exact-json.ts';
import { toPointer } from './json-pointer.ts';
import type { Fault, FaultCode } from './problem.ts';

export const MAX_DEPTH = 64;
/** For one body: many times what the largest reasonable requests have. */
export const MAX_VALUES = 50_000;

interface Flaw {
  /** Outermost last: the walk adds segments on its way back. */
  path: string[];
  detail: string;
  code: FaultCode;
}

export interface Tally {
  values: number;
  /** In all objects. */
  members: number;
}

/** The first fault of a parsed body, if there is one, and the counts up to it. */
export function inspectJson(body: unknown): Tally & { fault?: Fault } {
  const tally = { values: 0, members: 0 };
  const flaw = inspect(body, 1, tally);
  if (!flaw) return tally;
  const { path, detail, code } = flaw;
  return { ...tally, fault: { pointer: toPointer(path.reverse()), detail, code } };
}

/** Recursion is safe here: it ends at MAX_DEPTH. */
function inspect(value: unknown, depth: number, tally: Tally): Flaw | undefined {
  tally.values += 1;
  if (typeof value === 'string') return flawOfText(value, 'must not contain');
  if (typeof value === 'number') return flawOfNumber(value);
  if (typeof value !== 'object' || value === null) return undefined;
  const number = textOfNumber(value);
  if (number !== undefined) return flawOfNumber(Number(number));
  if (depth > MAX_DEPTH) return flaw(`is nested deeper than ${MAX_DEPTH} levels`, 'depth');
  return Array.isArray(value)
    ? inspectArray(value, depth, tally)
    : inspectObject(value, depth, tally);
}

function inspectArray(array: unknown[], depth: number, tally: Tally): Flaw | undefined {
  for (let i = 0; i < array.length; i++) {
    const found = inspect(array[i], depth + 1, tally);
    if (found) return within(String(i), found);
  }
  return undefined;
}

function inspectObject(object: object, depth: number, tally: Tally): Flaw | undefined {
  for (const [given, member] of Object.entries(object)) {
    tally.members += 1;
    const name = trueName(given);
    const bad = flawOfText(name, 'has a member whose name contains');
    if (bad) return bad;
    const found = inspect(member, depth + 1, tally);
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
