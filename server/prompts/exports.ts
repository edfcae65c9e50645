/**
 * Reads prompts in the formats of Langfuse and OpenAI. Langfuse exports a list of versions. OpenAI exports nothing:
 * this code reads a prompt in the form of a request to its Responses API, with the id and the version of the prompt.
 */
import { z } from 'zod';
import { PROMPT_NAME } from './template.ts';

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

const MOST_COMMENT = 1_000;

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
    ...messagesOf(instructions ?? [], 'system'),
    ...messagesOf(input ?? [], 'user'),
    ...messagesOf(messages ?? [], 'user'),
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

function messagesOf(
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
export function referencesOf({ text = '', messages = [] }: Exported): string[] {
  const texts = [text, ...messages.map(({ content }) => content)];
  return texts.flatMap((one) => [...one.matchAll(REFERENCE)].map(([, name = '']) => nameOf(name)));
}

/** The same in our format, with new version numbers. */
export function withReferences(
  text: string,
  versionOf: (name: string, version: number) => number | undefined,
): string {
  return text.replaceAll(REFERENCE, (_, name: string, by = 'label', at = 'production') => {
    const ours = nameOf(name);
    if (by === 'label') return `{{> ${ours}@${at}}}`;
    return `{{> ${ours}@${versionOf(ours, Number(at)) ?? at}}}`;
  });
}
