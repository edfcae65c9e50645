/**
 * One fingerprint of many sources, which shows whether a build from them is stale. It uses content and not time,
 * because a checkout gives every file a new time. It is fast, since every start computes it.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..');

/** Of files, and of all files in folders, by their paths from the root. */
export function fingerprintOf(sources: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesOf)) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesOf(source: string): string[] {
  if (/\.\w+$/.test(source)) return [source];
  return readdirSync(join(root, source), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}
