/**
 * Replaces variables with values. Strict: each variable has a value and each value a variable. Inserted values are
 * never parsed, and nothing is escaped. A text is inserted unchanged, anything else as JSON.
 */

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
import { schemaCheckOf } from './value-schema.ts';

type Rendered = Pick<Version, 'compiled' | 'variableNames' | 'variables'>;

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

const MOST_FAULTS = 100;

function refuse(errors: Fault[]): void {
  const [first] = errors;
  if (!first) return;
  const more = errors.length === 1 ? '' : `, and ${errors.length - 1} more`;
  throw new Problem('invalid_variables', `${first.pointer} ${first.detail}${more}.`, {
    errors: errors.slice(0, MOST_FAULTS),
  });
}
