/** Answers of tools in the form of the port, with the values that the server sent. */
import { textOfNumber } from '../../kernel/exact-json.ts';
import type { JsonValue } from '../../kernel/json-value.ts';
import type { JsonObject, ToolAnswer } from '../tool-provider.ts';

/** `{content?, structuredContent?, isError?}`, or undefined if a member has a wrong type. */
export function readToolAnswer(
  result: Record<string, unknown>,
  structured: unknown,
  durationMs: number,
): ToolAnswer | undefined {
  const { content = [], isError = false } = result;
  if (!Array.isArray(content) || content.length > MOST_CONTENT) return undefined;
  if (!content.every(isContent) || typeof isError !== 'boolean') return undefined;
  if (structured !== undefined && !isJsonObject(structured)) return undefined;
  return {
    content: content as JsonValue[],
    ...(structured !== undefined && { structured }),
    ...(isError && { isError }),
    durationMs,
  };
}

export function isJsonObject(value: unknown): value is JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return textOfNumber(value) === undefined;
}

function isContent(item: unknown): boolean {
  return isJsonObject(item) && typeof item.type === 'string';
}

const MOST_CONTENT = 10_000;
