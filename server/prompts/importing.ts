/**
 * Saves prompts from other systems: each version under a request key derived from its content, so that importing a file
 * again saves nothing twice.
 */
import { exactHash } from '../platform/lib/canonical-hash.ts';
import { Problem } from '../platform/lib/problem.ts';
import { type Exported, type Format, referencesOf, withReferences } from './exports.ts';
import { LABEL, MOST_LABELS, readNewVersion } from './new-version.ts';
import type { Caller, NewVersion } from './prompt.ts';
import type { Saved } from './saving.ts';

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

export type Save = (caller: Caller, idempotencyKey: string, input: NewVersion) => Promise<Saved>;

/** Before it is validated. */
type Wanted = Pick<Exported, 'name' | 'text' | 'messages' | 'config' | 'comment'> & {
  labels?: string[];
};

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
    ...wanted.filter((label) => !LABEL.test(label)).map((label) => `label ${label}: is no label`),
    ...valid.slice(MOST_LABELS).map((label) => `label ${label}: ${MOST_LABELS} labels at the most`),
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
