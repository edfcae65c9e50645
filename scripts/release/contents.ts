/**
 * The files that a release copies: the program, both contracts, the built pages, the client's package, and the documents
 * for operators.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../fingerprint.ts';
import { withoutDeadLinks } from './links.ts';
import { LAUNCHER, operatorsReadme } from './operators.ts';

export interface Entry {
  /** The path from the root of the release. */
  path: string;
  content: Buffer;
  isProgram: boolean;
}

/** Patterns from the root of the checkout. Files that only the compiler needs are excluded. */
const COPIED = [
  ...['.npmrc', 'CHANGELOG.md', 'LICENSE', 'SECURITY.md'],
  ...['server/**/*.{ts,sql,md}', 'server/deploy/**/*.*'],
  ...['openapi/generated/*.json', 'openapi/generated/docs/**/*.*', 'openapi/generated/scopes.ts'],
  'openapi/CHANGELOG.md',
  ...['client/dashboard/dist/**/*.*', 'client/packed/*.{tgz,whl}'],
];

/** Returns all files of a release. `made` has the generated files by path. */
export function entriesOf(made: Record<string, string>): Entry[] {
  const entries = [...copiedEntries(), ...madeEntries(made)];
  const paths = entries.map(({ path }) => path);
  return entries.map((each) => {
    const { path, content } = each;
    if (!path.endsWith('.md')) return each;
    return { ...each, content: Buffer.from(withoutDeadLinks(String(content), path, paths)) };
  });
}

/** Returns the copied files in the order of their paths, so that the same sources make the same archive. */
function copiedEntries(): Entry[] {
  const paths = globSync(COPIED, { cwd: root });
  return [...new Set(paths)].map((path) => ({
    path,
    content: readFileSync(join(root, path)),
    isProgram: false,
  }));
}

function madeEntries(made: Record<string, string>): Entry[] {
  const texts = { ...made, 'README.md': operatorsReadme() };
  return [
    ...Object.entries(texts).map(([path, text]) => entry(path, text)),
    { ...entry('server/model-run-api', readFileSync(LAUNCHER, 'utf8')), isProgram: true },
  ];
}

function entry(path: string, text: string): Entry {
  return { path, content: Buffer.from(text), isProgram: false };
}
