/**
 * Saves versions: each under the lock of its prompt, so that version numbers have no gaps, and once for each request
 * key. A known request key is answered before any other check. A preview shows how a version would render before it is
 * saved: it reports the faults of a draft, and refuses nothing.
 */
import { recordEvent } from '../audit-trail/index.ts';
import { isHashOf, keyedHash } from '../platform/db/encryption/index.ts';
import { isUniqueViolation } from '../platform/db/errors.ts';
import type { Db, Queryable } from '../platform/db/pool.ts';
import { exactHash } from '../platform/lib/canonical-hash.ts';
import { invariant } from '../platform/lib/errors.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import { type JsonValue, toPlain, writeJson } from '../platform/lib/json.ts';
import {
  FAULT_CODES,
  type Fault,
  fromPlainPointer,
  Problem,
  type ProblemCode,
  toPointer,
} from '../platform/lib/problem.ts';
import { type Compiled, compile, type FindReferred, type Work } from './compiling.ts';
import { refuseLabels, setLabels } from './labels.ts';
import type { Caller, Content, ExactObject, NewVersion, PromptMessage, Version } from './prompt.ts';
import { refuseSchema, render, schemaCheckOf } from './rendering.ts';
import {
  insertVersion,
  lockPromptToSave,
  selectReferred,
  selectVersion,
  selectVersionOfKey,
} from './version-store.ts';

export const MOST_PROMPTS = 1_000;
const MOST_VERSIONS = 10_000;
const MOST_BYTES = 65_536;

export interface Saved {
  version: Version;
  /** Whether it already existed. */
  replayed: boolean;
}

interface Save {
  caller: Caller;
  idempotencyKey: string;
  requestHash: Buffer;
  input: NewVersion;
}

export async function saveVersion(
  { db, work }: { db: Db; work: Work },
  caller: Caller,
  idempotencyKey: string,
  input: NewVersion,
): Promise<Saved> {
  const save: Save = { caller, idempotencyKey, requestHash: exactHash(input), input };
  const known = await replay(db, save);
  if (known) return known;
  const find: FindReferred = (wanted) => selectReferred(db, caller.workspace, wanted);
  const { content, compiled } = await compileNew(input, find, work);
  try {
    return await db.transaction((tx) => write(tx, save, content, compiled));
  } catch (error) {
    // A concurrent caller used the same request key for another prompt.
    if (!isUniqueViolation(error, 'prompt_version_once_per_key')) throw error;
    const winner = await replay(db, save);
    invariant(winner, 'the version that has the request key is found');
    return winner;
  }
}

/** Throws for what cannot be saved, whatever was saved before. */
export async function compileNew(input: NewVersion, find: FindReferred, work: Work) {
  const content = contentOf(input);
  const compiled = await compile(content, find, work);
  const { variables } = input;
  if (variables) {
    refuseLarge('variables', variables);
    work(() => refuseSchema(variables, compiled.variableNames));
  }
  if (input.config) refuseLarge('config', input.config);
  return { content, compiled };
}

/** Changes with everything that a version says. */
export function contentHashOf(
  content: Content,
  { config, variables }: NewVersion,
  { references }: Compiled,
): string {
  return exactHash({ ...content, config, variables, references }).toString('hex');
}

async function replay(
  db: Queryable,
  { caller, idempotencyKey, requestHash }: Save,
): Promise<Saved | undefined> {
  const found = await selectVersionOfKey(db, caller.workspace, idempotencyKey);
  if (!found) return undefined;
  const { requestHash: savedWith, ...version } = found;
  if (await isHashOf(db.cipher, caller.workspace, savedWith, requestHash)) {
    return { version, replayed: true };
  }
  throw differentVersion();
}

export function differentVersion(): Problem {
  const detail = 'This request key was used with another body; use a new key for a new version.';
  return new Problem('idempotency_key_reuse', detail, {
    errors: [{ header: 'Idempotency-Key', detail, code: 'idempotency_key_reuse' }],
  });
}

async function write(
  tx: Queryable,
  save: Save,
  content: Content,
  compiled: Compiled,
): Promise<Saved> {
  const { caller, input, idempotencyKey } = save;
  const { workspace } = caller;
  const { name, labels = [], parentVersion } = input;
  const latest = await lockPromptToSave(tx, workspace, name, MOST_PROMPTS);
  // The transaction that held the lock before may have used the same request key.
  const known = await replay(tx, save);
  if (known) return known;
  await refuseLabels(tx, caller, labels);
  if (latest === undefined) throw tooMany(`A workspace has ${MOST_PROMPTS} prompts at the most.`);
  if (latest >= MOST_VERSIONS) throw tooMany(`A prompt has ${MOST_VERSIONS} versions at the most.`);
  refuseParent(parentVersion, latest);
  const requestHash = await keyedHash(tx.cipher, workspace, save.requestHash);
  const version = latest + 1;
  const { messages, variableNames, references, depth } = compiled;
  const { variables, config } = input;
  await insertVersion(tx, {
    ...{ workspace, name, version, content, compiled: messages, variableNames, references, depth },
    ...{ variables, config, comment: input.comment, parentVersion, idempotencyKey, requestHash },
    contentHash: contentHashOf(content, input, compiled),
    apiKey: caller.apiKey,
    person: caller.actor,
  });
  const from = labels.length > 0 ? await setLabels(tx, { workspace, name, version, labels }) : {};
  const details = {
    ...{ prompt: name, version, labels, ...(Object.keys(from).length > 0 && { from }) },
    ...(caller.apiKey && { key: uuidToId('key', caller.apiKey) }),
  };
  await recordEvent(tx, workspace, 'prompt_version_saved', details, caller.actor);
  const saved = await selectVersion(tx, workspace, name, { version });
  invariant(saved, 'what was inserted is read');
  return { version: saved, replayed: false };
}

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

function contentOf({ text, messages }: Content): Content {
  if (text !== undefined && messages === undefined) return { text };
  if (messages !== undefined && text === undefined) return { messages };
  const [pointer, detail, code] =
    messages === undefined
      ? (['#/text', 'is missing, and so is messages', 'required'] as const)
      : (['#/messages', 'does not go together with text', 'one_of'] as const);
  throw new Problem('invalid_request', `${pointer} ${detail}.`, {
    errors: [{ pointer, detail, code }],
  });
}

function refuseLarge(member: 'variables' | 'config', value: object): void {
  const bytes = Buffer.byteLength(writeJson(value));
  if (bytes <= MOST_BYTES) return;
  const pointer = `#/${member}`;
  const detail = `has ${bytes} bytes as JSON, and the limit is ${MOST_BYTES}`;
  throw new Problem('invalid_prompt', `${pointer} ${detail}.`, {
    errors: [{ pointer, detail, code: 'max_length' }],
  });
}

export function refuseParent(parentVersion: number | undefined, latestVersion: number): void {
  if (parentVersion === undefined || parentVersion === latestVersion) return;
  const latest =
    latestVersion === 0 ? 'There is no version yet' : `The latest version is ${latestVersion}`;
  const detail = `is not the latest version, which is ${latestVersion}`;
  throw new Problem(
    'version_conflict',
    `${latest}, and the save was made from version ${parentVersion}.`,
    {
      errors: [{ pointer: '#/parentVersion', detail, code: 'version_conflict' }],
      members: { latestVersion },
    },
  );
}

function tooMany(detail: string): Problem {
  return new Problem('prompt_limit_reached', detail);
}
