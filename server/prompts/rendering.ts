/**
 * Replaces variables with values. Strict: each variable has a value and each value a variable, and the values follow
 * the JSON Schema of the version, which is checked when the version is saved and compiled when one is rendered. Inserted
 * values are never parsed, and nothing is escaped. A text is inserted unchanged, anything else as JSON.
 */

import { createCache } from '../platform/lib/cache.ts';
import { compileSchema, type SchemaCheck } from '../platform/lib/input-schema.ts';
import { type JsonValue, toPlain, trueName, writeJson } from '../platform/lib/json.ts';
import {
  FAULT_CODES,
  type Fault,
  fromPlainPointer,
  Problem,
  toPointer,
} from '../platform/lib/problem.ts';
import { codePoints } from '../platform/lib/text.ts';
import { isVariable } from './compiling.ts';
import type { ExactObject, Piece, PromptMessage, Version } from './prompt.ts';

type Rendered = Pick<Version, 'compiled' | 'variableNames' | 'variables'>;

const MOST_FAULTS = 100;

/** Throws a Problem with a pointer to each value that is missing, unknown or wrong. */
export function render(
  version: Rendered,
  values: ExactObject,
  maxCharacters: number,
): PromptMessage[] {
  refuseNames(version.variableNames, values);
  if (version.variables) refuseValues(version.variables, values);
  const texts = new Map(version.variableNames.map((name) => [name, textOf(values[name])]));
  refuseTooLong(version, texts, maxCharacters);
  const textFor = (piece: Piece) => (isVariable(piece) ? (texts.get(piece[0]) ?? '') : piece);
  const messages = version.compiled.map(({ role, pieces }) => ({
    role,
    content: pieces.map(textFor).join(''),
  }));
  const empty = messages.findIndex(({ content }) => content === '');
  if (empty >= 0) {
    const detail = `leave the message ${empty} without any text`;
    refuse([{ pointer: '#/variables', detail, code: 'min_length' }]);
  }
  return messages;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : writeJson(value);
}

function refuseNames(names: readonly string[], values: ExactObject): void {
  const missing = names.filter((name) => !Object.hasOwn(values, name) || values[name] === null);
  const known = new Set(names);
  const unknown = Object.keys(values)
    .map(trueName)
    .filter((name) => !known.has(name));
  refuse([
    ...missing.map((name) => faultAt(name, 'is missing', 'required')),
    ...unknown.map((name) =>
      faultAt(name, 'is no variable of this version', 'additional_properties'),
    ),
  ]);
}

function faultAt(name: string, detail: string, code: Fault['code']): Fault {
  return { pointer: toPointer(['variables', name]), detail, code };
}

function refuseValues(schema: ExactObject, values: ExactObject): void {
  const faults = schemaCheckOf(schema).faultsOf(toPlain(values) as JsonValue);
  refuse(
    faults.map(({ pointer, keyword, message }) => ({
      pointer: toPointer(['variables', ...fromPlainPointer(pointer)]),
      detail: message,
      code: FAULT_CODES.find((code) => code === keyword) ?? 'type',
    })),
  );
}

/** Before anything is joined: a variable that occurs often can expand to a huge text. */
function refuseTooLong(
  { compiled }: Rendered,
  texts: ReadonlyMap<string, string>,
  maxPromptChars: number,
): void {
  const sizes = new Map([...texts].map(([name, text]) => [name, codePoints(text)]));
  const sizeOf = (piece: Piece) =>
    isVariable(piece) ? (sizes.get(piece[0]) ?? 0) : codePoints(piece);
  const promptChars = compiled
    .flatMap(({ pieces }) => pieces)
    .reduce((sum, piece) => sum + sizeOf(piece), 0);
  if (promptChars <= maxPromptChars) return;
  const size = `messages of ${promptChars} characters, and the limit is ${maxPromptChars}`;
  throw new Problem('prompt_too_large', `The values make ${size}.`, {
    errors: [{ pointer: '#/variables', detail: `make ${size}`, code: 'prompt_too_large' }],
    members: { promptChars, maxPromptChars },
  });
}

function refuse(errors: Fault[]): void {
  const [first] = errors;
  if (!first) return;
  const more = errors.length === 1 ? '' : `, and ${errors.length - 1} more`;
  throw new Problem('invalid_variables', `${first.pointer} ${first.detail}${more}.`, {
    errors: errors.slice(0, MOST_FAULTS),
  });
}

const MOST_SCHEMA_FAULTS = 20;

const MOST_SCHEMAS_IN_MEMORY = 500;
const checks = createCache<SchemaCheck>(MOST_SCHEMAS_IN_MEMORY);

/** From a saved schema, which was checked before. */
export function schemaCheckOf(schema: ExactObject): SchemaCheck {
  const text = writeJson(schema);
  const known = checks.get(text);
  if (known) return known;
  const check = compileSchema(toPlain(schema) as Record<string, JsonValue>);
  checks.set(text, check);
  return check;
}

/** Refuses an unusable schema, and one whose `properties` are not the variables of the texts. */
export function refuseSchema(schema: ExactObject, variableNames: readonly string[]): void {
  try {
    schemaCheckOf(schema);
  } catch (error) {
    const detail = `is of no use: ${error instanceof Error ? error.message : String(error)}`;
    refuseFaults([{ pointer: '#/variables', detail, code: 'unsupported' }]);
  }
  const { properties } = schema;
  if (typeof properties !== 'object' || properties === null) return;
  const described = Object.keys(properties).map(trueName);
  const unused = described.filter((name) => !variableNames.includes(name));
  const missing = variableNames.filter((name) => !described.includes(name));
  refuseFaults([
    ...unused.map((name): Fault => {
      const pointer = toPointer(['variables', 'properties', name]);
      return { pointer, detail: 'is no variable of the texts', code: 'additional_properties' };
    }),
    ...missing.map((name): Fault => {
      const pointer = toPointer(['variables', 'properties', name]);
      return { pointer, detail: 'is missing, and the texts have it', code: 'required' };
    }),
  ]);
}

function refuseFaults(errors: Fault[]): void {
  const [first] = errors;
  if (!first) return;
  const detail = `${first.pointer} ${first.detail}.`;
  throw new Problem('invalid_prompt', detail, { errors: errors.slice(0, MOST_SCHEMA_FAULTS) });
}
