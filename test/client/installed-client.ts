/**
 * The client as a stranger gets it: built, packed by npm, and unpacked into the node_modules of a folder of
 * its own. The work tree is only read. The tarball is made once for the same sources, whoever asks.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const ROOT = resolve(import.meta.dirname, '../..');
const CLIENT = join(ROOT, 'client');
const MODULES = join(ROOT, 'node_modules');
const TSC = join(MODULES, '@typescript', 'native', 'bin', 'tsc');
const run = promisify(execFile);

const DEPENDENCIES = [
  ...['openapi-fetch', 'openapi-typescript-helpers'],
  ...['standardwebhooks', '@stablelib/base64', 'fast-sha256'],
];

export interface InstalledClient {
  /** Files here can import `model-run-client`, and Node runs them as they are. */
  folder: string;
  remove(): Promise<void>;
}

export async function installClient(): Promise<InstalledClient> {
  const tarball = await packClient();
  const folder = await mkdtemp(join(tmpdir(), 'model-run-client-use-'));
  const modules = join(folder, 'node_modules');
  const home = join(modules, 'model-run-client');
  await mkdir(home, { recursive: true });
  await run('tar', ['-xzf', tarball, '-C', home, '--strip-components=1']);
  for (const name of DEPENDENCIES) {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(join(MODULES, name), join(modules, name), 'dir');
  }
  await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }\n');
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** The path of the tarball that `npm pack` makes of the client as it is now. */
export async function packClient(): Promise<string> {
  const kept = join(tmpdir(), `model-run-client-${await hashOfSources()}`);
  if (!existsSync(kept)) await makeTarball(kept);
  const [name] = await readdir(kept);
  return join(kept, name!);
}

/** Appears under its name only when it is whole; of two who make it, one is too late and says nothing. */
async function makeTarball(kept: string): Promise<void> {
  const stage = await mkdtemp(join(tmpdir(), 'model-run-client-build-'));
  const packed = join(stage, 'packed');
  try {
    await run(process.execPath, [TSC, '-p', CLIENT, '--outDir', join(stage, 'dist')]);
    for (const name of ['package.json', 'README.md', 'CHANGELOG.md', 'LICENSE']) {
      await copyFile(join(CLIENT, name), join(stage, name));
    }
    await mkdir(packed);
    const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', packed];
    await run('npm', args, { cwd: stage });
    await rename(packed, kept).catch((error: unknown) => {
      if (!existsSync(kept)) throw error;
    });
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

async function hashOfSources(): Promise<string> {
  const names = (await readdir(CLIENT, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.parentPath.startsWith(join(CLIENT, 'dist')))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const hash = createHash('sha256');
  for (const path of [...names, join(ROOT, 'openapi', 'generated', 'developer.ts')]) {
    hash.update(path).update(await readFile(path));
  }
  return hash.digest('hex').slice(0, 16);
}
