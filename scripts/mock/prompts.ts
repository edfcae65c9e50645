/**
 * The prompts of the mock: versions and labels in memory, compiled, refused, rendered and compared by the rules of the
 * service. Runs of the mock have no sums, so the usage of a prompt is always an example.
 */
import { exactHash } from '../../server/platform/lib/canonical-hash.ts';
import { NOT_FOUND, Problem } from '../../server/platform/lib/problem.ts';
import {
  diffVersions,
  type Prompt,
  type Prompts,
  type Version,
  type Which,
  wholeSpan,
} from '../../server/prompts/index.ts';
import { moved, noVersion, refuseLatest, refuseLatestAmong } from '../../server/prompts/labels.ts';
import { DEFAULT_LABEL, isTagOf, LATEST } from '../../server/prompts/prompt.ts';
import { render } from '../../server/prompts/rendering.ts';
import {
  compileNew,
  contentHashOf,
  differentVersion,
  MOST_PROMPTS,
  refuseParent,
} from '../../server/prompts/saving.ts';

import { show } from './kernel.ts';

interface Kept extends Version {
  depth: number;
}

interface KeptPrompt {
  /** Oldest first. */
  versions: Kept[];
  labels: Map<string, number>;
  updatedAt: Date;
}

/** What programs reach of prompts, and the mock keeps. */
export type MemoryPrompts = Pick<
  Prompts,
  'save' | 'get' | 'list' | 'versions' | 'moveLabel' | 'render' | 'diff' | 'usage'
>;

export function createMemoryPrompts({ maxPromptChars }: { maxPromptChars: number }): MemoryPrompts {
  const prompts = new Map<string, KeptPrompt>();
  const byKey = new Map<string, { hash: Buffer; name: string; version: number }>();

  function promptOf(name: string): KeptPrompt {
    const prompt = prompts.get(name);
    if (!prompt) throw new Problem('not_found', NOT_FOUND);
    return prompt;
  }

  function find(name: string, { version, label = DEFAULT_LABEL }: Which): Kept | undefined {
    const { versions = [], labels } = prompts.get(name) ?? {};
    const number = version ?? (label === LATEST ? versions.length : labels?.get(label));
    const found = number === undefined ? undefined : versions[number - 1];
    return found && { ...found, labels: labelsOf(labels, found.version) };
  }

  function get(name: string, which: Which): Kept {
    const found = find(name, which);
    if (!found) throw new Problem('not_found', NOT_FOUND);
    return found;
  }

  const newestFirst = ({ versions, labels }: KeptPrompt) =>
    versions.map((each) => ({ ...each, labels: labelsOf(labels, each.version) })).reverse();

  return {
    get: async (_, name, which) => get(name, which),

    async save({ apiKey = null }, requestKey, input) {
      const hash = exactHash(input);
      const known = byKey.get(requestKey);
      if (known) {
        if (!known.hash.equals(hash)) throw differentVersion();
        return { version: get(known.name, known), replayed: true };
      }
      const referred = async (wanted: readonly { name: string; at: string }[]) =>
        wanted.flatMap(({ name, at }, i) => {
          const which = /^\d+$/.test(at) ? { version: Number(at) } : { label: at };
          const found = find(name, which);
          return found
            ? [{ ...found, ord: i + 1, hasMessages: found.content.messages !== undefined }]
            : [];
        });
      const { content, compiled } = await compileNew(input, referred, (now) => now());
      const { name, labels = [], comment = null, parentVersion, variables, config } = input;
      refuseLatestAmong(labels);
      if (!prompts.has(name) && prompts.size >= MOST_PROMPTS) {
        const detail = `A workspace has ${MOST_PROMPTS} prompts at the most.`;
        throw new Problem('prompt_limit_reached', detail);
      }
      const before = prompts.get(name) ?? { versions: [], labels: new Map<string, number>() };
      refuseParent(parentVersion, before.versions.length);
      const { messages, ...reach } = compiled;
      const createdAt = new Date();
      const version = before.versions.length + 1;
      const saved: Kept = {
        ...{ name, version, labels: [], content, compiled: messages, ...reach },
        ...{ variables, config, comment, parentVersion: parentVersion ?? null, createdAt },
        ...{ apiKey, person: null, contentHash: contentHashOf(content, input, compiled) },
      };
      const moves = labels.map((label) => [label, version] as const);
      prompts.set(name, {
        versions: [...before.versions, saved],
        labels: new Map([...before.labels, ...moves]),
        updatedAt: createdAt,
      });
      byKey.set(requestKey, { hash, name, version });
      return { version: get(name, { version }), replayed: false };
    },

    async list({ after, limit }) {
      const names = [...prompts.keys()].filter((name) => name > after).sort();
      return names.slice(0, limit).map((name): Prompt => {
        const { versions, labels, updatedAt } = promptOf(name);
        const last = versions.at(-1)!;
        const placed = [...labels].map(([label, version]) => ({ label, version }));
        return {
          ...{ name, latestVersion: last.version, updatedAt, savedAt: last.createdAt },
          labels: placed.sort((one, other) => (one.label < other.label ? -1 : 1)),
          ...{ createdAt: versions[0]!.createdAt, apiKey: last.apiKey, person: null },
        };
      });
    },

    async versions({ name, before, limit }) {
      const all = newestFirst(promptOf(name));
      return all.filter(({ version }) => version < before).slice(0, limit);
    },

    async moveLabel(_, { name, label, version, isExpected }) {
      refuseLatest(label);
      const prompt = promptOf(name);
      const from = find(name, { label });
      if (isExpected && !(from && isExpected((tag) => isTagOf(tag, from)))) throw moved(label);
      if (version > prompt.versions.length) throw noVersion(version);
      prompt.labels.set(label, version);
      prompt.updatedAt = new Date();
      return get(name, { version });
    },

    async render(_, name, which, values) {
      const version = get(name, which);
      return { version, messages: render(version, values, maxPromptChars) };
    },

    async usage(_, { name, from, to }) {
      promptOf(name);
      wholeSpan(from, to);
      return show();
    },

    diff: async (_, name, from, to) =>
      diffVersions(get(name, { version: from }), get(name, { version: to })),
  };
}

function labelsOf(labels: ReadonlyMap<string, number> | undefined, version: number): string[] {
  return [...(labels ?? [])].flatMap(([label, at]) => (at === version ? label : [])).sort();
}
