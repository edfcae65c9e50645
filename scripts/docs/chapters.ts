/**
 * Texts about a known set of names, one `## name` each in one Markdown file. A name without a text fails, and so does a
 * text about an unknown name.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../fingerprint.ts';

export function readChapters<Name extends string>(
  file: string,
  names: readonly Name[],
): Record<Name, string> {
  const [, ...parts] = readFileSync(join(root, 'openapi', 'docs', file), 'utf8').split(/^## /m);
  const chapters = new Map(
    parts.map((part) => {
      const end = part.indexOf('\n');
      return [part.slice(0, end).trim(), part.slice(end).trim()];
    }),
  );
  const missing = names.filter((name) => !chapters.get(name));
  if (missing.length > 0)
    throw new Error(`openapi/docs/${file} says nothing of ${missing.join(', ')}`);
  const known: readonly string[] = names;
  const extra = [...chapters.keys()].filter((name) => !known.includes(name));
  if (extra.length > 0)
    throw new Error(`openapi/docs/${file} has ${extra.join(', ')}, which is not there`);
  return Object.fromEntries(chapters) as Record<Name, string>;
}
