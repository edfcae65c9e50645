/** Content as the text of one attribute, within a bound. */
import type { JsonValue } from '../platform/lib/json.ts';

export interface BoundedText {
  text: string;
  isTruncated: boolean;
}

/** Marks where the rest of a text is missing. */
const CUT = '…';
const SHORTEST = 100;

/** JSON text stays JSON text: its strings are shortened, all to the same length. Empty if that is not enough. */
export function boundedText(value: JsonValue, mostChars: number): BoundedText {
  if (typeof value === 'string') {
    const text = cutTo(value, mostChars);
    return { text, isTruncated: text !== value };
  }
  const whole = JSON.stringify(value).toWellFormed();
  if (whole.length <= mostChars) return { text: whole, isTruncated: false };
  for (let longest = mostChars / 2; longest >= SHORTEST; longest /= 4) {
    const text = JSON.stringify(shortened(value, Math.floor(longest))).toWellFormed();
    if (text.length <= mostChars) return { text, isTruncated: true };
  }
  return { text: '', isTruncated: true };
}

function shortened(value: JsonValue, longest: number): JsonValue {
  if (typeof value === 'string') return cutTo(value, longest);
  if (Array.isArray(value)) return value.map((item) => shortened(item, longest));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, held]) => [name, shortened(held, longest)]);
  return Object.fromEntries(members) as JsonValue;
}

function cutTo(text: string, longest: number): string {
  const whole = text.toWellFormed();
  return whole.length > longest ? `${whole.slice(0, longest - 1).toWellFormed()}${CUT}` : whole;
}
