/**
 * What one answer may cost this process. An answer consists of external bytes: the exchange limits its size, and this
 * code checks the shape of each JSON text before it is parsed, because a parsed value can take a hundred times the
 * memory of its text.
 */
import { closingQuote } from '../../kernel/survey-json.ts';

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

/** Whether a text may be parsed: not too deep, and not too many values. One pass, without allocations. */
export function isModest(text: string): boolean {
  // A level takes two characters to open and to close; without both, the text does not parse.
  if (text.length <= 2 * MOST_DEPTH) return true;
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = closingQuote(text, at);
        break;
      case BRACE:
      case BRACKET:
        depth += 1;
        values += 1;
        break;
      case COMMA:
        values += 1;
        break;
      case CLOSING_BRACE:
      case CLOSING_BRACKET:
        depth -= 1;
        break;
    }
    if (depth > MOST_DEPTH || values > MOST_VALUES) return false;
  }
  return true;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
