/**
 * What servers of tools send, within bounds and with the values that they sent: JSON, answers in the form of the port, and
 * descriptions of tools.
 */
import { toCleanJson } from '../../platform/lib/hygiene.ts';
import {
  type JsonValue,
  readJson,
  surveyJson,
  textOfNumber,
  toPlain,
} from '../../platform/lib/json.ts';
import type { JsonObject, ToolAnswer, ToolDefinition } from './tool-provider.ts';

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

/** `fault` says why the text cannot be read, as a sentence about it. */
type Modest = { value: unknown } | { fault: string };

/** With exact parts, see `platform/lib/json.ts`. */
export function readModest(text: string): Modest {
  const survey = surveyJson(text);
  if (survey.depth > MOST_DEPTH) {
    return {
      fault: `It has ${survey.depth} levels of objects and arrays; the limit is ${MOST_DEPTH}.`,
    };
  }
  if (survey.values > MOST_VALUES) {
    return { fault: `It has ${survey.values} values; the limit is ${MOST_VALUES}.` };
  }
  try {
    return { value: readJson(text, survey).exact };
  } catch {
    return { fault: NOT_JSON };
  }
}

export const NOT_JSON = 'It is not JSON.';
/** Parsers and walks are recursive. */
export const MOST_DEPTH = 128;
/**
 * Empty objects take 60 bytes of memory for each 3 bytes of text, and reading exact numbers takes a microsecond each: a
 * limit of bytes alone would not limit memory and time. Texts of ordinary values reach the limit of bytes first.
 */
export const MOST_VALUES = 1_000_000;

export function readDefinition(given: unknown): ToolDefinition {
  // The marks of exact parts differ from process to process, and a definition is the same everywhere.
  const tool = toCleanJson(toPlain(given));
  if (!isJsonObject(tool)) throw new Error('It is no object.');
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  if (typeof name !== 'string' || !NAME.test(name)) {
    throw new Error('Its name is not 1 to 128 visible ASCII characters.');
  }
  if (!isJsonObject(inputSchema)) throw new Error('It has no schema of its input.');
  const parts = { title, description, inputSchema, outputSchema, annotations };
  for (const [part, value] of Object.entries(parts)) {
    if (value !== undefined && Buffer.byteLength(JSON.stringify(value)) > MOST_BYTES) {
      throw new Error(`Its ${part} has more than ${MOST_BYTES} bytes.`);
    }
  }
  return {
    name,
    ...(typeof title === 'string' && { title }),
    ...(typeof description === 'string' && { description }),
    inputSchema,
    ...(isJsonObject(outputSchema) && { outputSchema }),
    ...(isJsonObject(annotations) && { annotations }),
  };
}

const MOST_BYTES = 65_536;
/** Visible ASCII; the protocol advises fewer characters. */
const NAME = /^[\x21-\x7e]{1,128}$/;
