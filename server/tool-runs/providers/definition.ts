/** A tool's description by its server, within bounds. Throws an Error that says why it is of no use. */
import { toCleanJson } from '../../platform/lib/hygiene.ts';
import { toPlain } from '../../platform/lib/json.ts';
import { isJsonObject } from './answer.ts';
import type { ToolDefinition } from './tool-provider.ts';

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
