/**
 * The data folder: created once, completely or not at all. A killed first start leaves a draft, which the next start
 * removes; a rename turns the finished draft into the folder. The process creates random passwords, in a file that only
 * the owner can read.
 */
import { randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../../lib/errors.ts';
import { makeFolders } from '../../lib/files.ts';
import { type Account, accountForInitdb, gist, pathInside, runCommand } from './account.ts';
import type { Binaries } from './binaries.ts';

export interface Passwords {
  superuser: string;
  /** The password of the role that owns the tables. */
  owner: string;
  /** The password of the service's role. */
  application: string;
}

interface ClusterOptions {
  /** Contains the cluster and the passwords. */
  folder: string;
  binaries: Binaries;
  account: Account | undefined;
  log: (message: string) => void;
}

export const SUPERUSER = 'postgres';

export function clusterPath(folder: string): string {
  return join(folder, 'cluster');
}

export function passwordsPath(folder: string): string {
  return join(folder, 'passwords.json');
}

/** The folder of the cluster and the passwords: private, whoever created it. */
export function prepareFolder(folder: string): Promise<void> {
  return refusingInOneLine(async () => {
    await makeFolders(folder);
    await chmod(folder, 0o700);
    await removeDrafts(folder);
  });
}

/** Creates the cluster if there is none; returns its passwords. */
export function prepareCluster(options: ClusterOptions): Promise<Passwords> {
  const { folder, binaries } = options;
  const cluster = clusterPath(folder);
  return refusingInOneLine(async () => {
    const exists = (await lstat(cluster).catch(absent)) !== undefined;
    const passwords = await readPasswords(folder, exists);
    if (exists) await checkCluster(cluster, binaries);
    else await initialise(options, passwords);
    return passwords;
  });
}

async function refusingInOneLine<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StartError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`the data folder cannot be used: ${reason}`, { cause: error });
  }
}

async function checkCluster(cluster: string, binaries: Binaries): Promise<void> {
  // PostgreSQL requires it, and a copied or restored checkout may have lost it.
  await chmod(cluster, 0o700);
  const text = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(absent);
  const major = binaries.version.split('.')[0];
  if (text === undefined) {
    throw new StartError(`${cluster} is not a data folder of PostgreSQL: move it away`);
  }
  if (text.trim() !== major) {
    throw new StartError(
      `${cluster} was written by PostgreSQL ${text.trim()} and this is ${major}: move the data by dump and restore, or set DATABASE_URL`,
    );
  }
}

async function readPasswords(folder: string, clusterExists: boolean): Promise<Passwords> {
  const file = passwordsPath(folder);
  const text = await readFile(file, 'utf8').catch(absent);
  if (text !== undefined) return JSON.parse(text) as Passwords;
  if (clusterExists) {
    throw new StartError(`${file} is missing: without it the database beside it cannot be opened`);
  }
  const passwords: Passwords = {
    superuser: newPassword(),
    owner: newPassword(),
    application: newPassword(),
  };
  const draft = join(folder, `${DRAFT}${process.pid}.json`);
  await writeFile(draft, `${JSON.stringify(passwords)}\n`, { mode: 0o600, flush: true });
  // Unlike a rename, this replaces nothing: two concurrent first starts use the same passwords.
  await link(draft, file).catch(unless('EEXIST'));
  await rm(draft);
  await syncFolder(folder);
  return JSON.parse(await readFile(file, 'utf8')) as Passwords;
}

function newPassword(): string {
  return randomBytes(24).toString('base64url');
}

/** The start of the server gives the files to its account, whoever created them. */
async function initialise(options: ClusterOptions, passwords: Passwords): Promise<void> {
  const { folder, binaries, log } = options;
  log('making a new database');
  const account = options.account && (await accountForInitdb(options.account));
  const draft = join(folder, `${DRAFT}${process.pid}`);
  await mkdir(draft, { mode: 0o700 });
  if (account !== undefined) await chown(draft, account.uid, account.gid);
  const result = await withPasswordFile(`${draft}.pw`, passwords.superuser, account, (stdin) =>
    runCommand(join(binaries.binDir, 'initdb'), initdbArguments(pathInside(draft, account)), {
      cwd: draft,
      account,
      stdin,
    }),
  );
  if (result.code !== 0) {
    await rm(draft, { recursive: true, force: true });
    throw new StartError(
      `PostgreSQL cannot make its data folder (${gist(result.stderr)}): remove the cause, or set DATABASE_URL`,
    );
  }
  // A cluster that another process created meanwhile is equivalent, and has the same passwords.
  await rename(draft, clusterPath(folder)).catch(unless('ENOTEMPTY', 'EEXIST'));
  await rm(draft, { recursive: true, force: true });
  await syncFolder(folder);
}

function initdbArguments(path: string): string[] {
  return [
    `--pgdata=${path}`,
    `--username=${SUPERUSER}`,
    '--pwfile=/dev/stdin',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    // Commits wait while a new segment of the WAL is filled with zeros: 16 MB, the default, take a slow disk 0.2 s.
    '--wal-segsize=4',
    '--no-instructions',
  ];
}

/** The process passes an open file, since the account cannot reach it by name. */
async function withPasswordFile<T>(
  path: string,
  password: string,
  account: Account | undefined,
  work: (fd: number) => Promise<T>,
): Promise<T> {
  await writeFile(path, `${password}\n`, { mode: 0o600 });
  if (account !== undefined) await chown(path, account.uid, account.gid);
  const handle = await open(path, 'r');
  try {
    return await work(handle.fd);
  } finally {
    await handle.close();
    await rm(path, { force: true });
  }
}

const DRAFT = 'draft-';

/** Drafts of processes that are gone. A draft that cannot be removed does no harm. */
async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(DRAFT)) continue;
    const pid = Number.parseInt(name.slice(DRAFT.length), 10);
    if (pid !== process.pid && isAlive(pid)) continue;
    await rm(join(folder, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

const absent = unless('ENOENT');

/** Converts the named failures to `undefined`. */
function unless(...codes: string[]): (error: NodeJS.ErrnoException) => undefined {
  return (error) => {
    if (!codes.includes(error.code ?? '')) throw error;
  };
}
