/**
 * What one answer may cost this process. An answer consists of external bytes: the exchange limits its size, and this
 * code checks the shape of each JSON text before it is parsed, because a parsed value can take a hundred times the
 * memory of its text.
 */
import type { Survey } from '../platform/lib/json.ts';

/** Levels of objects and arrays; more than a message in a request can have. */
export const MOST_DEPTH = 128;
/** Values of one JSON text. */
export const MOST_VALUES = 100_000;
/** Events of one stream. */
export const MOST_EVENTS = 400_000;
/** Tool calls, and reasoning entries, of one message. More than the contract allows in a message. */
export const MOST_CALLS = 10_000;
export const MOST_ENTRIES = 100_000;
/** CPU time to read one answer, during which this process does nothing else. */
export const MOST_READING_MS = 10_000;

/** Whether a text may be parsed: not too deep, and not too many values. */
export function isModest({ depth, values }: Survey): boolean {
  return depth <= MOST_DEPTH && values <= MOST_VALUES;
}
