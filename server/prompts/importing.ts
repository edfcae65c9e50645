/**
 * Saves prompts from other systems: each version under a request key derived from its content, so that importing a file
 * again saves nothing twice.
 */
import { exactHash } from '../kernel/canonical-hash.ts';
import { Problem } from '../kernel/problem.ts';
import { type Exported, type Format, referencesOf, withReferences } from './exports.ts';
import { readNewVersion } from './new-version.ts';
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
}

export type Save = (caller: Caller, idempotencyKey: string, input: NewVersion) => Promise<Saved>;

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
    try {
      const input = inputOf(one, (other, version) => versions.get(`${other}@${version}`));
      const key = `import-${format}-${exactHash([name, from, input]).toString('hex')}`;
      const { version, replayed } = await save(caller, key, input);
      versions.set(`${name}@${from}`, version.version);
      imported.push({ name, from, version: version.version, replayed });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      imported.push({ name, from, version: undefined, replayed: false, fault: error.detail });
    }
  }
  return imported;
}

function inputOf(
  { name, version, text, messages, config, labels, comment, fault }: Exported,
  versionOf: (name: string, version: number) => number | undefined,
): NewVersion {
  if (fault !== undefined) throw new Problem('invalid_prompt', `Version ${version} ${fault}.`);
  return readNewVersion({
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
  });
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
