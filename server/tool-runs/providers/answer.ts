/** Answers of tools in the form of the port, with the values that the server sent. */
import { type JsonValue, textOfNumber } from '../../platform/lib/json.ts';

import type { JsonObject, ToolAnswer } from './tool-provider.ts';

/** `{content?, structuredContent?, isError?}`; a text if it cannot be used, which says why. */
export function readToolAnswer(
  result: Record<string, unknown>,
  structured: unknown,
  durationMs: number,
): ToolAnswer | string {
  const { content = [], isError = false } = result;
  if (!Array.isArray(content)) return 'Its content is no list.';
  if (content.length > MOST_PARTS) {
    return `Its content has ${content.length} parts; the limit is ${MOST_PARTS}.`;
  }
  const odd = content.findIndex((part) => !isContent(part));
  if (odd !== -1) return `Part ${odd} of its content has no type.`;
  if (typeof isError !== 'boolean') return 'Its isError is neither true nor false.';
  if (structured !== undefined && !isJsonObject(structured)) {
    return 'Its structured part is no object.';
  }
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

/** Of the content of an answer. */
export const MOST_PARTS = 10_000;
