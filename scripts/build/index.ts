/**
 * Builds elsewhere and moves the files one by one, the page last: a service that starts meanwhile finds the old
 * dashboard or the new one, complete. Two simultaneous builds of the same sources do no harm.
 */
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { app, dist, fingerprint, page } from './sources.ts';

export { isFresh } from './sources.ts';

/** kB of a thousand bytes, gzip. */
export const FIRST_LOAD_LIMIT_KB = 250;

export async function buildFresh(): Promise<void> {
  const made = mkdtempSync(join(tmpdir(), 'dashboard-'));
  try {
    // Taken before the build: a file that changes during it makes the result stale.
    const sources = fingerprint();
    // Any other value builds React for developers, three times as large.
    process.env.NODE_ENV = 'production';
    // Only now: a check that the dashboard is fresh needs none of this.
    const vite = await import('vite');
    await vite.build({
      configFile: join(app, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: made, emptyOutDir: false },
    });
    putIntoDist(made, sources);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

function putIntoDist(made: string, sources: string): void {
  const files = filesIn(made);
  for (const file of files.filter((name) => name !== 'index.html')) {
    replace(file, (target) => copyFileSync(join(made, file), target));
  }
  const html = readFileSync(join(made, 'index.html'), 'utf8');
  const marked = html.replace(
    '</head>',
    `  <meta name="sources" content="${sources}" />\n  </head>`,
  );
  replace('index.html', (target) => writeFileSync(target, marked));
  for (const file of filesIn(dist)) {
    if (!files.includes(file) && !UNFINISHED.test(file)) rmSync(join(dist, file), { force: true });
  }
}

/** From a simultaneous build. */
const UNFINISHED = /\.\d+$/;

/** No reader sees an incomplete file. */
function replace(file: string, write: (target: string) => void): void {
  const target = join(dist, file);
  const beside = `${target}.${process.pid}`;
  mkdirSync(dirname(target), { recursive: true });
  write(beside);
  renameSync(beside, target);
}

interface FileSize {
  name: string;
  /** Compressed. */
  bytes: number;
  /** Loaded before the first page shows. */
  isFirst: boolean;
}

export function sizesOf(): FileSize[] {
  const named = [
    ...readFileSync(page, 'utf8').matchAll(/(?:src|href)="\/dashboard\/([^"]+\.(?:js|css))"/g),
  ].map((match) => match[1]);
  return filesIn(dist)
    .filter((name) => /\.(?:html|js|css)$/.test(name))
    .map((name) => ({
      name,
      bytes: gzipSync(readFileSync(join(dist, name))).length,
      isFirst: name === 'index.html' || named.includes(name),
    }));
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}
