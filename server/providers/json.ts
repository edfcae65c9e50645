/**
 * Reads external JSON: narrows types without trust. Forwarded values, and the few numbers that are money, keep their
 * exact text.
 */
import {
  type JsonObject,
  type JsonValue,
  parseJsonKeeping as parse,
  type Survey,
  surveyJson,
  textOfNumber,
} from '../platform/lib/json.ts';

import { isModest } from './bounds.ts';

export type { JsonObject };

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

/** Members that contain external JSON: forwarded value for value and in order. */
export const PASSED_THROUGH: ReadonlySet<string> = new Set([
  'arguments',
  'extra_content',
  'parameters',
  'reasoning_details',
  'schema',
]);

export function isGiven(value: JsonValue | undefined): value is Exclude<JsonValue, null> {
  return value !== undefined && value !== null;
}
