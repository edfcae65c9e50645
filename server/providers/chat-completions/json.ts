/**
 * Reading of JSON that others wrote: narrowing without trust, and the exact text of the few numbers that
 * are money.
 */
import { parseJson as parse } from '../../kernel/parse-json.ts';
import type { JsonValue } from '../port.ts';

export type JsonObject = { [member: string]: JsonValue };

/** The value of a JSON text, or undefined where it is none. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** The same, with the numbers of the named members as the text that stands in the JSON. */
export function parseJsonKeeping(
  members: ReadonlySet<string>,
  text: string,
): JsonValue | undefined {
  try {
    return parse(text, (name, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' && members.has(name) ? (context?.source ?? value) : value,
    ) as JsonValue;
  } catch {
    return undefined;
  }
}

export function asObject(value: JsonValue | undefined): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
}

export function asList(value: JsonValue | undefined): JsonValue[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

export function asText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
