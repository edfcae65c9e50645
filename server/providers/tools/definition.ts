/** A tool's description by its server, within bounds. Throws if it is invalid, and names the tool if it has a name. */
import { toPlain } from '../../kernel/exact-json.ts';
import type { ToolDefinition } from '../tool-provider.ts';
import { isJsonObject } from './answer.ts';

export function readDefinition(given: unknown): ToolDefinition {
  // The marks of exact parts differ from process to process, and a definition is the same everywhere.
  const tool = toPlain(given);
  if (!isJsonObject(tool)) throw new Error('The server listed what is no tool.');
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  if (typeof name !== 'string' || !NAME.test(name)) {
    throw new Error('The server listed a tool without a name that can be used.');
  }
  if (!isJsonObject(inputSchema)) throw new Error(`The tool ${name} has no schema of its input.`);
  for (const part of [inputSchema, outputSchema, annotations, title, description]) {
    if (part !== undefined && Buffer.byteLength(JSON.stringify(part)) > MOST_BYTES) {
      throw new Error(`The tool ${name} is described at too great length.`);
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
