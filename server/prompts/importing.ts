/**
 * Prompts from elsewhere. Versions of other systems are saved under a request key derived from their content, so that
 * importing a file again saves nothing twice. Langfuse exports a list of versions. OpenAI exports nothing: this code
 * reads a prompt in the form of a request to its Responses API, with the id and the version of the prompt. What is saved
 * by other ways than the API has the bounds of its contract.
 */

import { z } from 'zod';
import { exactHash } from '../platform/lib/canonical-hash.ts';
import { Problem } from '../platform/lib/problem.ts';
import { type Caller, type NewVersion, PROMPT_NAME } from './prompt.ts';
import type { Saved } from './saving.ts';

export const FORMATS = ['langfuse', 'openai'] as const;
export type Format = (typeof FORMATS)[number];

/** A version from another system. Its references still have that system's syntax. */
export interface Exported {
  name: string;
  /** The version number there. */
  version: number;
  text?: string;
  messages?: { role: string; content: string }[];
  config?: Record<string, unknown>;
  labels: string[];
  comment?: string;
  /** Why it can't be saved. */
  fault?: string;
  /** Parts that no version can have, each with the reason. */
  leftOut?: string[];
}

export interface Imported {
  name: string;
  /** The version number there. */
  from: number;
  /** The version number here; undefined if it was not saved. */
  version: number | undefined;
  replayed: boolean;
  /** Why it was not saved. */
  fault?: string;
  /** Parts that it was saved without, each with the reason. */
  leftOut?: string[];
}

type Save = (caller: Caller, idempotencyKey: string, input: NewVersion) => Promise<Saved>;

/** Before it is validated. */
type Wanted = Pick<Exported, 'name' | 'text' | 'messages' | 'config' | 'comment'> & {
  labels?: string[];
};

const MOST_COMMENT = 1_000;

/** Sorted so that a prompt follows those that it refers to. One that cannot be saved does not affect the others. */
export async function importVersions(
  save: Save,
  caller: Caller,
  format: Format,
  exported: readonly Exported[],
): Promise<Imported[]> {
  const versions = new Map<string, number>();
  const imported: Imported[] = [];
  for (const one of inOrder(exported)) {
    const { name, version: from } = one;
    const saveOne = (input: NewVersion) => {
      const key = `import-${format}-${exactHash([name, from, input]).toString('hex')}`;
      return save(caller, key, input);
    };
    try {
      const input = inputOf(one, (other, version) => versions.get(`${other}@${version}`));
      const { saved, leftOut } = await saveWhatFits(saveOne, input);
      const { version, replayed } = saved;
      versions.set(`${name}@${from}`, version.version);
      const left = [...(one.leftOut ?? []), ...leftOut];
      const parts = left.length > 0 ? { leftOut: left } : {};
      imported.push({ name, from, version: version.version, replayed, ...parts });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      imported.push({ name, from, version: undefined, replayed: false, fault: error.detail });
    }
  }
  return imported;
}

/**
 * A label or a configuration that is refused is left out, and the version is saved without it. Without any part of its
 * text it would be another version, so it is refused as a whole: throws that Problem.
 */
async function saveWhatFits(
  save: (input: NewVersion) => Promise<Saved>,
  { labels: wanted = [], config, ...content }: Wanted,
): Promise<{ saved: Saved; leftOut: string[] }> {
  const valid = wanted.filter((label) => LABEL.test(label));
  const labels = valid.slice(0, MOST_LABELS);
  const leftOut = [
    ...wanted.filter((label) => !LABEL.test(label)).map((label) => `label ${label}: not a label`),
    ...valid.slice(MOST_LABELS).map((label) => `label ${label}: at most ${MOST_LABELS} labels`),
  ];
  const withLabels = { ...(labels.length > 0 && { labels }) };
  const withConfig = { ...(config && { config }) };
  const attempts = [
    { parts: { ...withConfig, ...withLabels }, without: [] },
    { parts: withConfig, without: labels.map((label) => `label ${label}`) },
    { parts: withLabels, without: config ? ['config'] : [] },
  ];
  let refusal: Problem | undefined;
  for (const { parts, without } of attempts) {
    try {
      const saved = await save(readNewVersion({ ...content, ...parts }));
      const reason = refusal?.detail;
      return { saved, leftOut: [...leftOut, ...without.map((part) => `${part}: ${reason}`)] };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      refusal ??= error;
    }
  }
  const saved = await save(readNewVersion(content));
  const without = [...labels.map((label) => `label ${label}`), 'config'];
  return { saved, leftOut: [...leftOut, ...without.map((part) => `${part}: ${refusal?.detail}`)] };
}

function inputOf(
  { name, version, text, messages, config, labels, comment, fault }: Exported,
  versionOf: (name: string, version: number) => number | undefined,
): Wanted {
  if (fault !== undefined) throw new Problem('invalid_prompt', `Version ${version} ${fault}.`);
  return {
    name,
    ...(text !== undefined && { text: withReferences(text, versionOf) }),
    ...(messages && {
      messages: messages.map(({ role, content }) => ({
        role,
        content: withReferences(content, versionOf),
      })),
    }),
    ...(config && { config }),
    ...(labels.length > 0 && { labels }),
    ...(comment !== undefined && { comment }),
  };
}

/** Keeps all versions of a prompt together. Saving refuses cyclic references. */
function inOrder(exported: readonly Exported[]): Exported[] {
  const byName = Map.groupBy(exported, ({ name }) => name);
  const done = new Set<string>();
  const ordered: Exported[] = [];

  function visit(name: string): void {
    if (done.has(name)) return;
    done.add(name);
    const versions = byName.get(name) ?? [];
    for (const other of versions.flatMap(referencesOf)) visit(other);
    ordered.push(...versions);
  }

  for (const name of byName.keys()) visit(name);
  return ordered;
}

export const LABEL = /^[a-z][a-z0-9_.-]{0,63}$/;

/** Of one save. */
const MOST_LABELS = 16;

const MOST_CHARACTERS = 200_000;
const storable = z
  .string()
  .min(1)
  .max(MOST_CHARACTERS)
  .refine((value) => !value.includes('\0') && value.isWellFormed(), 'cannot be stored');
const object = z.record(z.string(), z.unknown());

const contentSchema = z.strictObject({
  text: storable.exactOptional(),
  messages: z
    .array(z.strictObject({ role: z.enum(['system', 'user', 'assistant']), content: storable }))
    .min(1)
    .max(100)
    .exactOptional(),
  config: object.exactOptional(),
  variables: object.exactOptional(),
});

const versionSchema = contentSchema.extend({
  name: z.string().regex(PROMPT_NAME, 'is no name of a prompt'),
  labels: z.array(z.string().regex(LABEL, 'is no label')).max(MOST_LABELS).exactOptional(),
  comment: z.string().max(1_000).exactOptional(),
  parentVersion: z.number().int().min(0).max(2_147_483_647).exactOptional(),
});

/** Throws a Problem that names the first faulty member. */
export function readNewVersion(value: unknown): NewVersion {
  const read = versionSchema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Problem('invalid_prompt', `${issue?.path.join('.') || 'It'}: ${issue?.message}.`);
}

const langfuseMessage = z.looseObject({
  type: z.string().optional(),
  role: z.string().optional(),
  name: z.string().optional(),
  content: z.string().optional(),
});

const langfuse = z.looseObject({
  name: z.string(),
  version: z.number().int().positive().optional(),
  prompt: z.union([z.string(), z.array(langfuseMessage)]),
  config: z.unknown().optional(),
  labels: z.array(z.string()).nullish(),
  commitMessage: z.string().nullish(),
});

const openaiPart = z.looseObject({ type: z.string().optional(), text: z.string().optional() });
const openaiMessage = z.looseObject({
  role: z.string().optional(),
  content: z.union([z.string(), z.array(openaiPart)]).optional(),
});

const openai = z.looseObject({
  id: z.string().optional(),
  prompt_id: z.string().optional(),
  name: z.string().nullish(),
  version: z.union([z.string(), z.number()]).optional(),
  instructions: z.union([z.string(), z.array(openaiMessage)]).nullish(),
  input: z.union([z.string(), z.array(openaiMessage)]).nullish(),
  messages: z.array(openaiMessage).nullish(),
});

/** From one version, a list of them, or an object with such a list. Throws a ZodError. */
export function readExport(format: Format, value: unknown): Exported[] {
  const entries = listOf(value);
  const found =
    format === 'langfuse'
      ? z.array(langfuse).parse(entries).map(fromLangfuse)
      : z.array(openai).parse(entries).map(fromOpenai);
  return found.toSorted((a, b) =>
    a.name < b.name ? -1 : a.name > b.name ? 1 : a.version - b.version,
  );
}

function listOf(value: unknown): unknown {
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return value;
  const { prompts, data } = value as { prompts?: unknown; data?: unknown };
  return prompts ?? data ?? [value];
}

function fromLangfuse(one: z.infer<typeof langfuse>): Exported {
  const { prompt, version = 1, config, commitMessage, labels } = one;
  const leftOut = [
    ...(hasForm(config) ? [] : ['config: is not an object']),
    ...(commitMessage && commitMessage.length > MOST_COMMENT
      ? [`commitMessage: has more than ${MOST_COMMENT} characters, and is cut there`]
      : []),
  ];
  const facts = {
    ...{ name: nameOf(one.name), version, labels: (labels ?? []).filter(isMovable) },
    ...(isFilled(config) && { config }),
    ...(commitMessage && { comment: commitMessage.slice(0, MOST_COMMENT) }),
    ...(leftOut.length > 0 && { leftOut }),
  };
  if (typeof prompt === 'string') return { ...facts, text: prompt };
  const placeholder = prompt.find(({ type }) => type === 'placeholder');
  const fault = `has a placeholder for messages, ${placeholder?.name ?? ''}: send those behind the rendered ones`;
  return {
    ...facts,
    messages: prompt.map(({ role, content = '' }) => ({ role: roleOf(role), content })),
    ...(placeholder && { fault }),
  };
}

function fromOpenai(one: z.infer<typeof openai>): Exported {
  const { id, prompt_id, name, version = 1, instructions, input, messages, ...config } = one;
  // Values of a single request, and members that only name the object.
  const { variables: _, object: _1, created_at: _2, is_default: _3, ...kept } = config;
  const said = [
    ...openaiMessagesOf(instructions ?? [], 'system'),
    ...openaiMessagesOf(input ?? [], 'user'),
    ...openaiMessagesOf(messages ?? [], 'user'),
  ];
  return {
    name: nameOf(name ?? id ?? prompt_id ?? ''),
    version: Number(version),
    messages: said.map(({ role, content }) => ({ role, content: content ?? '' })),
    ...(isFilled(kept) && { config: kept }),
    labels: [],
    ...(said.some(({ content }) => content === undefined) && {
      fault: 'has an image, a file or another part that is no text',
    }),
  };
}

function openaiMessagesOf(
  given: string | z.infer<typeof openaiMessage>[],
  usual: string,
): { role: string; content: string | undefined }[] {
  if (typeof given === 'string') return [{ role: usual, content: given }];
  return given.map(({ role = usual, content = [] }) => ({
    role: roleOf(role),
    content: typeof content === 'string' ? content : joined(content.map(({ text }) => text)),
  }));
}

/** Undefined if a part has no text. */
function joined(texts: readonly (string | undefined)[]): string | undefined {
  return texts.includes(undefined) ? undefined : texts.join('\n');
}

/** The developer of an application takes the system role. */
function roleOf(role = ''): string {
  return role === 'developer' ? 'system' : role;
}

/** `latest` moves automatically. */
function isMovable(label: string): boolean {
  return label !== 'latest';
}

function isFilled(value: unknown): value is Record<string, unknown> {
  return isObject(value) && Object.keys(value).length > 0;
}

/** What a configuration can be; none is one as well. */
function hasForm(value: unknown): boolean {
  return value === undefined || value === null || isObject(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Replaces what a name cannot contain with a hyphen. */
function nameOf(name: string): string {
  if (PROMPT_NAME.test(name)) return name;
  return name
    .replaceAll(/[^A-Za-z0-9_./-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 128);
}

const REFERENCE = /@@@langfusePrompt:name=([^|@]+)(?:\|(version|label)=([^@|]+))?@@@/g;

/** The names of prompts that a Langfuse version refers to. */
function referencesOf({ text = '', messages = [] }: Exported): string[] {
  const texts = [text, ...messages.map(({ content }) => content)];
  return texts.flatMap((one) => [...one.matchAll(REFERENCE)].map(([, name = '']) => nameOf(name)));
}

/** The same in our format, with new version numbers. */
function withReferences(
  text: string,
  versionOf: (name: string, version: number) => number | undefined,
): string {
  return text.replaceAll(REFERENCE, (_, name: string, by = 'label', at = 'production') => {
    const ours = nameOf(name);
    if (by === 'label') return `{{> ${ours}@${at}}}`;
    return `{{> ${ours}@${versionOf(ours, Number(at)) ?? at}}}`;
  });
}
