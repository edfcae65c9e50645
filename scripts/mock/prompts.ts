/**
 * The prompts of the mock: those of the examples, and those that a caller saves. A saved version is read, labelled and
 * rendered as the service would, but for references, which stay as they are written.
 */
import { tagOf } from '../../server/prompts/prompt.ts';
import { parseTemplate } from '../../server/prompts/template.ts';
import { type Asked, type Decision, refuse } from './asked.ts';
import { type Operation, readExamples } from './operations.ts';
import type { Pages } from './pages.ts';
import { requestKeyOf } from './runs.ts';

interface Message {
  role: string;
  content: string;
}

interface Version {
  name: string;
  version: number;
  labels: string[];
  text?: string;
  messages?: Message[];
  config?: object;
}

interface Save extends Partial<Version> {
  name: string;
}

const SAVE = 'createPromptVersion';

export function createPrompts(operations: readonly Operation[], pages: Pages) {
  const { find, isThere, label, save, known } = createSaved(operations, pages);
  return {
    decide({ operation, params, headers, query, body }: Asked): Decision | undefined {
      if (operation.id === SAVE) {
        const before = known(requestKeyOf(headers));
        if (!before || before.body === JSON.stringify(body)) return undefined;
        return refuse('idempotency_key_reuse', 'The mock has this key with another body.');
      }
      if (!operation.path.includes('/prompts/{name}')) return undefined;
      const name = decodeURIComponent(params[0] ?? '');
      const which = operation.id === 'renderPrompt' ? (body as object) : query;
      const isOfOne = ['getPrompt', 'renderPrompt'].includes(operation.id);
      const version = isOfOne ? find(name, which) : undefined;
      if (!isThere(name) || (isOfOne && !version)) {
        return refuse('not_found', 'The mock has no such prompt, version or label.');
      }
      return operation.id === 'renderPrompt' ? refuseValues(version!, body) : undefined;
    },

    /** Undefined where nothing of prompts is asked for. */
    applyTo({ operation, params, headers, query, body, preference }: Asked, canned: unknown) {
      const isOwn = preference.status === undefined && preference.example === undefined;
      if (operation.id === SAVE && isVersion(canned)) {
        const made = save(canned, requestKeyOf(headers), body as Save);
        return isOwn ? made : undefined;
      }
      if (!isOwn) return undefined;
      const name = decodeURIComponent(params[0] ?? '');
      if (operation.id === 'getPrompt') return find(name, query);
      if (operation.id === 'renderPrompt') return rendered(find(name, body as object)!, body);
      if (operation.id !== 'updatePromptLabel') return undefined;
      const to = find(name, body as object) ?? (canned as Version);
      label(name, [params[1] ?? ''], to);
      return to;
    },

    /** Whether the request repeats a save. Asked before `applyTo`, which remembers it. */
    isReplay: ({ operation: { id }, headers }: Asked): boolean =>
      id === SAVE && known(requestKeyOf(headers)) !== undefined,
  };
}

/** The versions that a caller has saved, before those of the examples. */
function createSaved(operations: readonly Operation[], pages: Pages) {
  const listed = (pages.rows('listPrompts') as unknown as { name: string }[]).map(
    ({ name }) => name,
  );
  const shown = [...readExamples(operations, 'getPrompt').values()] as Version[];
  const saved: Version[] = [];
  const byKey = new Map<string, { body: string; version: Version }>();

  function find(name: string, which: { version?: unknown; label?: unknown }): Version | undefined {
    const own = saved.filter((one) => one.name === name);
    const versions = own.length > 0 ? own : shown.filter((one) => one.name === name);
    const { version, label = 'production' } = which;
    if (version != null) return versions.find((one) => String(one.version) === String(version));
    if (label === 'latest') return versions.toSorted((a, b) => b.version - a.version)[0];
    return versions.find(({ labels }) => labels.includes(String(label)));
  }

  function label(name: string, names: readonly string[], to: Version): void {
    for (const one of saved.filter((each) => each.name === name)) {
      one.labels = one.labels.filter((each) => !names.includes(each));
    }
    to.labels = [...to.labels, ...names].sort();
  }

  function save(canned: Version, requestKey: string, body: Save): Version {
    const before = byKey.get(requestKey);
    if (before) return before.version;
    const { labels, ...wish } = Object.fromEntries(
      Object.entries(body).filter(([, value]) => value !== null),
    ) as Save;
    const { comment: _, parentVersion: _1, ...rest } = canned as Version & Record<string, unknown>;
    const { text: _2, messages: _3, variables: _4, config: _5, ...facts } = rest;
    const count = saved.filter(({ name }) => name === body.name).length;
    const version = { ...facts, ...wish, version: count + 1, labels: [] as string[] };
    const made = { ...version, variableNames: variablesOf(version) };
    saved.push(made);
    label(body.name, labels ?? [], made);
    byKey.set(requestKey, { body: JSON.stringify(body), version: made });
    return made;
  }

  return {
    ...{ find, label, save },
    isThere: (name: string) => saved.some((one) => one.name === name) || listed.includes(name),
    known: (requestKey: string) => byKey.get(requestKey),
  };
}

/** Where a version is, and its tag, where the canned answer has such headers. */
export function promptHeadersOf(
  { etag, location }: Record<string, string>,
  body: unknown,
): Record<string, string> {
  if (!isVersion(body)) return {};
  const { name, version } = body;
  const place = `/v1/developer/observability/prompts/${encodeURIComponent(name)}?version=${version}`;
  return {
    ...(etag !== undefined && { etag: tagOf(body) }),
    ...(location !== undefined && { location: place }),
  };
}

function isVersion(value: unknown): value is Version {
  return typeof value === 'object' && value !== null && 'labels' in value && 'contentHash' in value;
}

function messagesOf({ text = '', messages }: Pick<Version, 'text' | 'messages'>): Message[] {
  return messages ?? [{ role: 'user', content: text }];
}

function variablesOf(version: Pick<Version, 'text' | 'messages'>): string[] {
  const parts = messagesOf(version).flatMap(({ content }) => parseTemplate(content));
  return [...new Set(parts.flatMap((part) => (part.kind === 'variable' ? part.name : [])))].sort();
}

function valuesOf(body: unknown): Record<string, unknown> {
  return (body as { variables?: Record<string, unknown> | null }).variables ?? {};
}

function refuseValues(version: Version, body: unknown): Decision | undefined {
  const values = valuesOf(body);
  const names = variablesOf(version);
  const missing = names.find((name) => values[name] == null);
  const unknown = Object.keys(values).find((name) => !names.includes(name));
  if (missing === undefined && unknown === undefined) return undefined;
  const fault = missing === undefined ? 'is no variable of this version' : 'is missing';
  return refuse('invalid_variables', `#/variables/${missing ?? unknown} ${fault}.`);
}

function rendered(version: Version, body: unknown) {
  const values = valuesOf(body);
  const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  const { name, config, contentHash, references } = version as Version & Record<string, unknown>;
  const messages = messagesOf(version).map(({ role, content }) => ({
    role,
    content: parseTemplate(content)
      .map((part) => {
        if (part.kind === 'text') return part.text;
        return part.kind === 'variable' ? textOf(values[part.name]) : `{{> ${part.name}}}`;
      })
      .join(''),
  }));
  return {
    ...{ name, version: version.version, messages },
    attribution: { promptId: name, promptVersion: String(version.version) },
    ...(config && { config }),
    ...{ contentHash, references },
  };
}
