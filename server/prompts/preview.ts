/** How a version would render before it is saved. Reports the faults of a draft, and refuses nothing. */
import type { Db } from '../platform/db/pool.ts';
import { type JsonValue, toPlain } from '../platform/lib/json.ts';
import {
  FAULT_CODES,
  type Fault,
  fromPlainPointer,
  Problem,
  type ProblemCode,
  toPointer,
} from '../platform/lib/problem.ts';

import { compile, type FindReferred, type Work } from './compiling.ts';
import type { Content, ExactObject, PromptMessage } from './prompt.ts';
import { render } from './rendering.ts';
import { contentOf, refuseLarge } from './saving.ts';
import { refuseSchema, schemaCheckOf } from './value-schema.ts';
import { selectReferred } from './version-store.ts';

export interface Draft extends Content {
  /** The JSON Schema of the values. */
  variables?: ExactObject;
  values?: ExactObject;
}

export interface Preview {
  /** Absent if faults leave nothing to show. */
  messages?: PromptMessage[];
  variableNames: string[];
  faults: Fault[];
}

/** Why a save or a rendering can refuse a draft. */
const SHOWN: readonly ProblemCode[] = [
  ...(['invalid_request', 'invalid_prompt', 'invalid_variables', 'prompt_too_large'] as const),
];

/** Variables without a value stay as they are written. */
export async function previewDraft(
  { db, maxPromptChars }: { db: Db; maxPromptChars: number },
  work: Work,
  workspace: string,
  draft: Draft,
): Promise<Preview> {
  const { variables: schema, values = {} } = draft;
  let variableNames: string[] = [];
  try {
    const find: FindReferred = (wanted) => selectReferred(db, workspace, wanted);
    const { text, messages } = draft;
    const content = contentOf({
      ...(text !== undefined && { text }),
      ...(messages !== undefined && { messages }),
    });
    const compiled = await compile(content, find, work);
    variableNames = compiled.variableNames;
    const given = givenOf(variableNames, values);
    return work(() => {
      if (schema) {
        refuseLarge('variables', schema);
        refuseSchema(schema, compiled.variableNames);
      }
      const faults = schema ? faultsOf(schema, given) : [];
      const shown = { ...untouched(variableNames), ...given };
      const { messages: pieces } = compiled;
      const saying = { compiled: pieces, variableNames, variables: undefined };
      return { messages: render(saying, shown, maxPromptChars), variableNames, faults };
    });
  } catch (error) {
    if (!(error instanceof Problem) || !SHOWN.includes(error.code)) throw error;
    return { variableNames, faults: [...(error.options.errors ?? [])] };
  }
}

function givenOf(names: readonly string[], values: ExactObject): ExactObject {
  const given = names.filter((name) => Object.hasOwn(values, name) && values[name] !== null);
  return Object.fromEntries(given.map((name) => [name, values[name]]));
}

function untouched(names: readonly string[]): ExactObject {
  return Object.fromEntries(names.map((name) => [name, `{{${name}}}`]));
}

/** Faults of the given values: the author already knows that others are missing. */
function faultsOf(schema: ExactObject, given: ExactObject): Fault[] {
  const faults = schemaCheckOf(schema).faultsOf(toPlain(given) as JsonValue);
  return faults
    .filter(({ pointer }) => fromPlainPointer(pointer).length > 0)
    .slice(0, 100)
    .map(({ pointer, keyword, message }) => ({
      pointer: toPointer(['values', ...fromPlainPointer(pointer)]),
      detail: message,
      code: FAULT_CODES.find((code) => code === keyword) ?? 'type',
    }));
}
