/**
 * Reads external JSON: narrows types without trust. Forwarded values, and the few numbers that are money, keep their
 * exact text. The shape of each text is checked before it is parsed, because a parsed value can take a hundred times the
 * memory of its text; what one answer may cost this process has bounds.
 */
import {
  type JsonObject,
  type JsonValue,
  parseJsonKeeping as parse,
  type Survey,
  surveyJson,
  textOfNumber,
} from '../platform/lib/json.ts';

export type { JsonObject };

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

/** Members that contain external JSON: forwarded value for value and in order. */
export const PASSED_THROUGH: ReadonlySet<string> = new Set([
  'arguments',
  'extra_content',
  'parameters',
  'reasoning_details',
  'schema',
]);

/** The value of a JSON text, or undefined if it is not valid JSON. */
export function parseJson(text: string): JsonValue | undefined {
  return parseJsonKeeping(PASSED_THROUGH, text);
}

/** The same, but keeps the values of the named members exactly. `survey` is that of the text, if it is known. */
export function parseJsonKeeping(
  names: ReadonlySet<string>,
  text: string,
  survey?: Survey,
): JsonValue | undefined {
  try {
    return parse(names, text, survey) as JsonValue;
  } catch {
    return undefined;
  }
}

/** As `parseJsonKeeping`, but undefined if the text is deeper or has more values than this process reads. */
export function parseModest(names: ReadonlySet<string>, text: string): JsonValue | undefined {
  const survey = surveyJson(text);
  return isModest(survey) ? parseJsonKeeping(names, text, survey) : undefined;
}

/** Whether a text may be parsed: not too deep, and not too many values. */
export function isModest({ depth, values }: Survey): boolean {
  return depth <= MOST_DEPTH && values <= MOST_VALUES;
}

export function asObject(value: JsonValue | undefined): JsonObject | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return textOfNumber(value) === undefined ? value : undefined;
}

export function asList(value: JsonValue | undefined): JsonValue[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

export function asText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function isGiven(value: JsonValue | undefined): value is Exclude<JsonValue, null> {
  return value !== undefined && value !== null;
}
