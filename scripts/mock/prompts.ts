/**
 * The prompts of the mock: those of the examples, and those that a caller saves. The mock reads, lists, labels and
 * renders a saved version as the service does, except that it does not replace references.
 */
import { canonicalHash } from '../../server/platform/lib/canonical-hash.ts';
import { parseTemplate } from '../../server/prompts/compiling.ts';
import { tagOf } from '../../server/prompts/prompt.ts';
import { first, type Operation, readExamples } from './operations.ts';
import type { Pages } from './pages.ts';
import {
  type Decision,
  type MockRequest,
  play,
  type Query,
  type Resource,
  refuse,
  requestKeyOf,
} from './requests.ts';
import { createStore, isRefused, type Saved } from './store.ts';

interface Message {
  role: string;
  content: string;
}

interface Version {
  name: string;
  version: number;
  labels: string[];
  createdAt: string;
  contentHash: string;
  text?: string;
  messages?: Message[];
  variables?: object;
  config?: object;
}

interface Save extends Partial<Version> {
  name: string;
}

interface SavedVersion extends Saved {
  version: Version;
  /** When the version was saved or last got a label. */
  updatedAt: string;
}

export function createPrompts(operations: readonly Operation[], pages: Pages): Resource {
  const { find, versionsOf, listed, label, save } = createVersions(operations);

  function create(request: MockRequest): Decision {
    const saved = save(requestKeyOf(request), request.body as Save);
    if (isRefused(saved)) return saved;
    const { version, isReplay } = saved;
    return play(first(request.operation.answers[0]), { body: () => version, isReplay });
  }

  function list({ operation, query }: MockRequest): Decision {
    const body = () => pageOf(operation, query, listed(), ({ name }) => name);
    return play(first(operation.answers[0]), { body });
  }

  /** Makes a page of rows that have no identifier in the contract. */
  function pageOf<Of>({ id }: Operation, query: Query, all: Of[], idOf: (row: Of) => string) {
    const rows = all.map((row) => ({ id: idOf(row), row }));
    return pages.page(id, query, rows, ({ row }) => row);
  }

  /** Answers a request about a prompt that exists. */
  function ofOne(request: MockRequest, name: string): Decision | undefined {
    const { operation, params, query, body } = request;
    const usual = first(operation.answers[0]);
    const missing = refuse('not_found', 'The mock has no such prompt, version or label.');
    if (versionsOf(name).length === 0) return missing;
    if (operation.id === 'listPromptVersions') {
      const all = versionsOf(name).map(summaryOf);
      const body = () => pageOf(operation, query, all, ({ version }) => String(version));
      return play(usual, { body });
    }
    if (!['getPrompt', 'renderPrompt', 'updatePromptLabel'].includes(operation.id))
      return undefined;
    const version = find(name, operation.id === 'getPrompt' ? query : (body as object));
    if (!version) return missing;
    if (operation.id === 'renderPrompt') {
      return refuseValues(version, body) ?? play(usual, { body: () => rendered(version, body) });
    }
    if (operation.id === 'updatePromptLabel') label(name, [params[1] ?? ''], version);
    return play(usual, { body: () => version });
  }

  return {
    decide(request) {
      const { operation, params } = request;
      if (operation.id === 'createPromptVersion') return create(request);
      if (operation.id === 'listPrompts') return list(request);
      if (!operation.path.includes('/prompts/{name}')) return undefined;
      return ofOne(request, decodeURIComponent(params[0] ?? ''));
    },
  };
}

function createVersions(operations: readonly Operation[]) {
  const store = createStore<SavedVersion>();
  const add = (requestKey: string | undefined, body: unknown, version: Version) => {
    const id = `${version.name} ${version.version}`;
    return store.save({ id, requestKey, body, version, updatedAt: version.createdAt });
  };
  const shown = [...readExamples(operations, 'getPrompt').values()] as Version[];
  const [canned] = shown;
  for (const version of shown.toReversed()) add(undefined, {}, structuredClone(version));

  const savedOf = (name: string) => store.newest().filter(({ version }) => version.name === name);
  const versionsOf = (name: string): Version[] =>
    savedOf(name)
      .map(({ version }) => version)
      .sort((a, b) => b.version - a.version);

  function find(name: string, which: { version?: unknown; label?: unknown }): Version | undefined {
    const versions = versionsOf(name);
    const { version, label = 'production' } = which;
    if (version != null) return versions.find((one) => String(one.version) === String(version));
    return label === 'latest'
      ? versions[0]
      : versions.find(({ labels }) => labels.includes(String(label)));
  }

  function label(name: string, names: readonly string[], to: Version): void {
    for (const saved of savedOf(name)) {
      const { version } = saved;
      version.labels = version.labels.filter((each) => !names.includes(each));
      if (version !== to || names.length === 0) continue;
      version.labels = [...version.labels, ...names].sort();
      saved.updatedAt = new Date().toISOString();
    }
  }

  function save(requestKey: string, body: Save) {
    const known = store.known(requestKey, body);
    if (isRefused(known)) return known;
    if (known) return { version: known.version, isReplay: true };
    const present = Object.entries(body).filter(([, value]) => value !== null);
    const { labels = [], ...input } = Object.fromEntries(present) as unknown as Save;
    const { text, messages, variables, config } = input;
    const content = JSON.parse(JSON.stringify({ text, messages, variables, config })) as object;
    const { keyId } = canned as Version & { keyId?: string };
    const version = {
      ...input,
      ...{ version: (versionsOf(body.name)[0]?.version ?? 0) + 1, labels: [], keyId },
      ...{ variableNames: variablesOf(input), references: [] },
      ...{ contentHash: canonicalHash(content).toString('hex') },
      createdAt: new Date().toISOString(),
    };
    add(requestKey, body, version);
    label(body.name, labels, version);
    return { version, isReplay: false };
  }

  /** Returns the prompts, in the order of their names. */
  function listed() {
    const prompts = Object.groupBy(store.newest(), ({ version }) => version.name);
    return Object.entries(prompts)
      .map(([name, saved = []]) => promptOf(name, saved))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  return { find, label, save, versionsOf, listed };
}

function promptOf(name: string, saved: readonly SavedVersion[]) {
  const versions = saved.map(({ version }) => version);
  const labels = versions.flatMap(({ version, labels: all }) =>
    all.map((label) => ({ label, version })),
  );
  return {
    name,
    latestVersion: Math.max(...versions.map(({ version }) => version)),
    labels: labels.sort((a, b) => (a.label < b.label ? -1 : 1)),
    createdAt: versions.map(({ createdAt }) => createdAt).sort()[0]!,
    updatedAt: saved
      .map(({ updatedAt }) => updatedAt)
      .sort()
      .at(-1)!,
  };
}

/** Returns a version without its content. */
function summaryOf(version: Version) {
  const { name, version: number, labels, contentHash, createdAt } = version;
  const { comment, parentVersion, keyId } = version as Version & Record<string, unknown>;
  return { name, version: number, labels, contentHash, comment, parentVersion, createdAt, keyId };
}

/** Returns the location and the ETag of a version, if the example has such headers. */
export function promptHeadersOf(
  { etag, location }: Record<string, string>,
  body: unknown,
): Record<string, string> {
  if (!isVersion(body)) return {};
  const { name, version } = body;
  const path = `/v1/developer/observability/prompts/${encodeURIComponent(name)}?version=${version}`;
  return {
    ...(etag !== undefined && { etag: tagOf(body) }),
    ...(location !== undefined && { location: path }),
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
