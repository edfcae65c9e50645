/**
 * Saves versions: each under the lock of its prompt, so that version numbers have no gaps, and once for each request
 * key. A known request key is answered before any other check. A preview shows how a version would render before it is
 * saved: it reports the faults of a draft, and refuses nothing.
 */
import { isUniqueViolation } from '../platform/db/errors.ts';
import { exactHash } from '../platform/lib/canonical-hash.ts';
import { invariant } from '../platform/lib/errors.ts';
import { type JsonValue, toPlain, writeJson } from '../platform/lib/json.ts';
import {
  FAULT_CODES,
  type Fault,
  fromPlainPointer,
  invalidRequest,
  Problem,
  type ProblemCode,
  toPointer,
} from '../platform/lib/problem.ts';
import { type Compiled, compile, type FindReferred, type Work } from './compiling.ts';
import { refuseLatestAmong, refuseMoreLabels, refuseProtected } from './labels.ts';
import type { Caller, Content, ExactObject, NewVersion, PromptMessage, Version } from './prompt.ts';
import { refuseSchema, render, schemaCheckOf } from './rendering.ts';
import type { PromptStore, PromptsIn } from './version-store.ts';

const MOST_PROMPTS = 1_000;
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
  { store, work }: { store: PromptStore; work: Work },
  caller: Caller,
  idempotencyKey: string,
  input: NewVersion,
): Promise<Saved> {
  const save: Save = { caller, idempotencyKey, requestHash: exactHash(input), input };
  const known = await replay(store, save);
  if (known) return known;
  const find: FindReferred = (wanted) => store.referred(caller.workspace, wanted);
  const { content, compiled } = await compileNew(input, find, work);
  try {
    return await store.transaction((within) => write(within, save, content, compiled));
  } catch (error) {
    // A concurrent caller used the same request key for another prompt.
    if (!isUniqueViolation(error, 'prompt_version_once_per_key')) throw error;
    const winner = await replay(store, save);
    invariant(winner, 'the version that has the request key is found');
    return winner;
  }
}

/** Throws for what cannot be saved, whatever was saved before. */
async function compileNew(input: NewVersion, find: FindReferred, work: Work) {
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
function contentHashOf(
  content: Content,
  { config, variables }: NewVersion,
  { references }: Compiled,
): string {
  return exactHash({ ...content, config, variables, references }).toString('hex');
}

async function replay(
  store: PromptsIn,
  { caller, idempotencyKey, requestHash }: Save,
): Promise<Saved | undefined> {
  const found = await store.versionOfKey(caller.workspace, idempotencyKey, requestHash);
  if (!found) return undefined;
  if (found.isSame) return { version: found.version, replayed: true };
  const detail = 'This request key was used with another body; use a new key for a new version.';
  throw new Problem('idempotency_key_reuse', detail, {
    at: { header: 'Idempotency-Key', code: 'idempotency_key_reuse' },
  });
}

async function write(
  store: PromptsIn,
  save: Save,
  content: Content,
  compiled: Compiled,
): Promise<Saved> {
  const { caller, input, idempotencyKey, requestHash } = save;
  const { workspace } = caller;
  const { name, labels = [], parentVersion, comment = null } = input;
  const latest = await store.lockToSave(workspace, name, MOST_PROMPTS);
  // The transaction that held the lock before may have used the same request key.
  const known = await replay(store, save);
  if (known) return known;
  refuseLatestAmong(labels);
  await refuseProtected(store, caller, labels);
  if (latest === undefined) throw tooMany(`A workspace can have at most ${MOST_PROMPTS} prompts.`);
  if (latest >= MOST_VERSIONS)
    throw tooMany(`A prompt can have at most ${MOST_VERSIONS} versions.`);
  refuseParent(parentVersion, latest);
  await refuseMoreLabels(store, workspace, name, labels);
  const version = latest + 1;
  const { messages, ...reach } = compiled;
  const { variables, config } = input;
  await store.insert({
    ...{ workspace, name, version, content, compiled: messages, ...reach, variables, config },
    ...{ comment, parentVersion: parentVersion ?? null, idempotencyKey, requestHash },
    contentHash: contentHashOf(content, input, compiled),
    ...{ apiKey: caller.apiKey ?? null, person: caller.actor ?? null },
  });
  const move = { workspace, name, version, labels: [...new Set(labels)] };
  const from = labels.length > 0 ? await store.moveLabels(move) : {};
  const details = { prompt: name, version, labels, ...(Object.keys(from).length > 0 && { from }) };
  await store.note(caller, 'prompt_version_saved', details);
  const saved = await store.version(workspace, name, { version });
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
  { store, maxPromptChars }: { store: PromptsIn; maxPromptChars: number },
  work: Work,
  workspace: string,
  draft: Draft,
): Promise<Preview> {
  const { variables: schema, values = {} } = draft;
  let variableNames: string[] = [];
  try {
    const find: FindReferred = (wanted) => store.referred(workspace, wanted);
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
  throw invalidRequest({ pointer, detail, code });
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

function refuseParent(parentVersion: number | undefined, latestVersion: number): void {
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
