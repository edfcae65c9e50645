/** The prompts of the mock: versions and labels in memory, saved, moved and read by the rules of the service. */
import type { Prompt, PromptStore, Version, Which } from '../../server/prompts/index.ts';
import { DEFAULT_LABEL, LATEST } from '../../server/prompts/index.ts';

interface Kept extends Version {
  depth: number;
  requestHash: Buffer;
}

interface KeptPrompt {
  /** Oldest first. */
  versions: Kept[];
  labels: Map<string, number>;
  updatedAt: Date;
}

export function createMemoryPrompts(): PromptStore {
  const prompts = new Map<string, KeptPrompt>();
  const byKey = new Map<string, Kept>();
  let last: Promise<unknown> = Promise.resolve();

  function labelled<Of extends Version>(version: Of): Of {
    const labels = [...prompts.get(version.name)!.labels];
    const own = labels.flatMap(([label, at]) => (at === version.version ? label : []));
    return { ...version, labels: own.sort() };
  }

  function find(name: string, { version, label = DEFAULT_LABEL }: Which): Kept | undefined {
    const { versions = [], labels } = prompts.get(name) ?? {};
    const number = version ?? (label === LATEST ? versions.length : labels?.get(label));
    const found = number === undefined ? undefined : versions[number - 1];
    return found && labelled(found);
  }

  function promptOf(name: string): Prompt {
    const { versions, labels, updatedAt } = prompts.get(name)!;
    const { version, createdAt, apiKey, person } = versions.at(-1)!;
    const placed = [...labels].map(([label, at]) => ({ label, version: at }));
    return {
      ...{ name, latestVersion: version, updatedAt, savedAt: createdAt, apiKey, person },
      labels: placed.sort((one, other) => (one.label < other.label ? -1 : 1)),
      createdAt: versions[0]!.createdAt,
    };
  }

  const latestOf = (name: string) => prompts.get(name)?.versions.length;

  const store: Omit<PromptStore, 'transaction'> = {
    version: async (_, name, which) => find(name, which),
    async versionOfKey(_, requestKey, hash) {
      const kept = byKey.get(requestKey);
      return kept && { version: labelled(kept), isSame: kept.requestHash.equals(hash) };
    },
    referred: async (_, wanted) =>
      wanted.flatMap(({ name, at }, i) => {
        const found = find(name, /^\d+$/.test(at) ? { version: Number(at) } : { label: at });
        const hasMessages = found?.content.messages !== undefined;
        return found ? [{ ...found, ord: i + 1, hasMessages }] : [];
      }),
    has: async (_, name) => prompts.has(name),
    prompt: async (_, name) => (prompts.has(name) ? promptOf(name) : undefined),
    async prompts({ after, limit }) {
      const names = [...prompts.keys()].filter((name) => name > after).sort();
      return names.slice(0, limit).map(promptOf);
    },
    async versions({ name, before, limit }) {
      const older = prompts.get(name)!.versions.slice(0, before - 1);
      return older.reverse().slice(0, limit).map(labelled);
    },
    lock: async (_, name) => latestOf(name),
    lockToSave: async (_, name, most) => latestOf(name) ?? (prompts.size < most ? 0 : undefined),
    async insert({ workspace: _, idempotencyKey, ...saved }) {
      const updatedAt = new Date();
      const version: Kept = { ...saved, labels: [], createdAt: updatedAt };
      const { versions = [], labels = new Map() } = prompts.get(saved.name) ?? {};
      prompts.set(saved.name, { versions: [...versions, version], labels, updatedAt });
      byKey.set(idempotencyKey, version);
    },
    labels: async (_, name) => [...(prompts.get(name)?.labels.keys() ?? [])],
    async moveLabels({ name, version, labels }) {
      const prompt = prompts.get(name)!;
      for (const label of labels) prompt.labels.set(label, version);
      prompt.updatedAt = new Date();
      // Only the audit trail has what is returned, and the mock has none.
      return {};
    },
    note: async () => {},
    // Only the pages of people protect labels.
    protectedLabels: async () => [],
    protect: async () => false,
    unprotect: async () => false,
  };

  return {
    ...store,
    /** One after the other, and without a failure after the first change. */
    transaction(work) {
      const result = last.then(() => work(store));
      last = result.catch(() => {});
      return result;
    },
  };
}
