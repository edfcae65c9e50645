/**
 * Makes external text acceptable for every JSON reader and every database: half a surrogate pair and the NUL character
 * become U+FFFD, the replacement character. Answers contain nothing that requests may not contain, so that a caller can
 * send an answer back.
 */
import { textOfNumber } from './exact-json.ts';

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
