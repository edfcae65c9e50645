/**
 * The client as users get it: built, packed by npm, and unpacked into the node_modules of a separate folder. The work
 * tree is only read. The tarball is built once for the same sources.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { pack } from '../../scripts/client-package/pack.ts';
import { fingerprint } from '../../scripts/client-package/sources.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const MODULES = join(ROOT, 'node_modules');
const run = promisify(execFile);

export const DEPENDENCIES = [
  ...['openapi-fetch', 'openapi-typescript-helpers'],
  ...['standardwebhooks', '@stablelib/base64', 'fast-sha256'],
];

export interface InstalledClient {
  /** Files here can import `model-run-client`, and Node runs them unchanged. */
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

/** The path of the tarball that `npm pack` makes of the current client. */
export async function packClient(): Promise<string> {
  const kept = join(tmpdir(), `model-run-client-${fingerprint().slice(0, 16)}`);
  if (!existsSync(kept)) await makeTarball(kept);
  const [name] = await readdir(kept);
  return join(kept, name!);
}

/** Gets its name only when it is complete; if two processes make it, the later one fails silently. */
async function makeTarball(kept: string): Promise<void> {
  const made = await mkdtemp(join(tmpdir(), 'model-run-client-packed-'));
  await pack(made);
  await rename(made, kept).catch(async (error: unknown) => {
    await rm(made, { recursive: true, force: true });
    if (!existsSync(kept)) throw error;
  });
}
