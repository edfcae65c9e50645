/**
 * Variables whose values are in files, named by the same variable with the suffix `_FILE`: orchestrators mount such
 * files. If a file has changed, the process reads it again when it next needs the value; if it cannot be read then, the
 * last value stays.
 */

import { readFileSync } from 'node:fs';

export type Environment = Record<string, string | undefined>;

export type FoundSecret =
  | { source: 'environment' | 'file'; text: string }
  | { source: 'default' }
  /** The problem, with the variable `at`. */
  | { source: 'file'; at: string; fault: string };

const LOOK_EVERY_MS = 1_000;

/** An empty variable counts as unset. */
export function findSecret(name: string, environment: Environment): FoundSecret {
  const text = environment[name];
  const fileName = fileVariable(name);
  const path = environment[fileName];
  if (!path) return text ? { source: 'environment', text } : { source: 'default' };
  if (text) return { source: 'file', at: name, fault: `and ${fileName} are both set: unset one` };
  try {
    const read = readSecret(path);
    if (read !== '') return { source: 'file', text: read };
    return { source: 'file', at: fileName, fault: 'names an empty file' };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown reason';
    return { source: 'file', at: fileName, fault: `names a file that cannot be read (${code})` };
  }
}

export function fileVariable(name: string): string {
  return `${name}_FILE`;
}

/** The current value, or the value within the last `everyMs`. */
export function followSecret(
  name: string,
  environment: Environment,
  everyMs = LOOK_EVERY_MS,
): () => string | undefined {
  const path = environment[fileVariable(name)];
  if (!path) return () => environment[name] || undefined;
  let text: string | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - lookedAt < everyMs) return text;
    lookedAt = performance.now();
    try {
      text = readSecret(path) || text;
    } catch {
      // Somebody may be replacing it right now.
    }
    return text;
  };
}

/** Without the line ending that editors append. */
function readSecret(path: string): string {
  return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
}
