/**
 * The user that PostgreSQL runs as. It refuses root, so root runs it as an unprivileged user, for which no account has
 * to exist; any other user runs it as themselves. Each data folder has a different user, because processes of one user
 * can access each other's files and memory. That user may be unable to enter the folders above the data: PostgreSQL is
 * started inside the data folder and never gets its path (`pathInside`). `runCommand` runs its programs as that user.
 */

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { lstat, readdir, readFile, stat } from 'node:fs/promises';
import { StartError } from '../../lib/errors.ts';

export interface Account {
  uid: number;
  gid: number;
}

interface AccountOptions {
  /** Contains the cluster; exists. */
  folder: string;
  cluster: string;
  /** The user that the operator asks for. */
  uid: number | undefined;
}

/** Many programs run as this user, so it keeps no data. */
const NOBODY = 65_534;

/**
 * Ranges without accounts of people, best first: far above all that systems assign, between their accounts and the
 * users of containers, and among those that systemd lends, for containers that have only 65,536 users.
 */
const RANGES = [
  { first: 1_879_048_192, last: 2_013_265_919 },
  { first: 65_536, last: 524_287 },
  { first: 61_184, last: 65_519 },
] as const;

/** Undefined: the user of this process. Data that an ordinary user created before keeps that user. */
export async function accountFor({
  folder,
  cluster,
  uid,
}: AccountOptions): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  if (process.platform !== 'linux') {
    throw new StartError(
      'PostgreSQL does not run as root here: start as an ordinary user, or set DATABASE_URL',
    );
  }
  if (uid !== undefined) return { uid, gid: uid };
  const owner = await lstat(cluster).catch(() => undefined);
  if (owner !== undefined && isOrdinary(owner.uid)) return { uid: owner.uid, gid: owner.gid };
  const { dev, ino } = await stat(folder, { bigint: true });
  return ownAccount(`${dev}:${ino}`);
}

/** Whether this user may be something other than the server of one data folder. */
function isOrdinary(uid: number): boolean {
  const isOurs = RANGES.some(({ first, last }) => uid >= first && uid <= last);
  return uid !== 0 && uid !== NOBODY && !isOurs;
}

/** The same for the same folder, so that concurrent starts agree, and different for its copy. */
function ownAccount(folder: string): Account {
  const range = RANGES.find(isUsable);
  if (range === undefined) {
    throw new StartError(
      'there is no unprivileged user for PostgreSQL here: set POSTGRES_UID to one, or DATABASE_URL',
    );
  }
  const number = createHash('sha256').update(folder).digest().readUInt32BE();
  const uid = range.first + (number % (range.last - range.first + 1));
  return { uid, gid: uid };
}

/** In a user namespace, as containers may have, only the mapped users and groups exist. */
function isUsable({ first, last }: (typeof RANGES)[number]): boolean {
  return ['uid_map', 'gid_map'].every((map) =>
    readFileSync(`/proc/self/${map}`, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number))
      .some(([from = 0, , count = 0]) => from <= first && last < from + count),
  );
}

/**
 * The user that creates the data: initdb requires a user with an account, though the server does not. It is an account
 * without processes at the moment, because its processes could access what initdb creates.
 */
export async function accountForInitdb(account: Account): Promise<Account> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const accounts = text.split('\n').flatMap((line) => {
    const [, , uid = '', gid = ''] = line.split(':');
    return /^\d+$/.test(uid) && Number(uid) !== 0 ? [{ uid: Number(uid), gid: Number(gid) }] : [];
  });
  if (accounts.some(({ uid }) => uid === account.uid)) return account;
  const busy = await usersOfProcesses();
  // The account intended for this comes first, and accounts of people last.
  const rank = ({ uid }: Account) => (uid === NOBODY ? -1 : uid);
  const [idle] = accounts.filter(({ uid }) => !busy.has(uid)).sort((a, b) => rank(a) - rank(b));
  return idle ?? { uid: NOBODY, gid: NOBODY };
}

async function usersOfProcesses(): Promise<Set<number>> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const users = await Promise.all(
    pids.map((pid) =>
      stat(`/proc/${pid}`).then(
        ({ uid }) => uid,
        () => 0,
      ),
    ),
  );
  return new Set(users);
}

/** The user of a process, on Linux. */
export async function userOf(pid: number): Promise<Account> {
  const { uid, gid } = await stat(`/proc/${pid}`);
  return { uid, gid };
}

/** The path by which a process that starts in `folder` reaches it, even if it may not enter the parent folders. */
export function pathInside(folder: string, account: Account | undefined): string {
  return account === undefined ? folder : '/proc/self/cwd';
}

interface CommandOptions {
  cwd: string;
  account: Account | undefined;
  /** An open file for standard input. */
  stdin?: number;
}

interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/**
 * Runs a program of PostgreSQL to its end; rejects only if it cannot be started. The program gets its own session, so
 * that a Ctrl-C in the terminal reaches only this process, and none of the caller's variables.
 */
export function runCommand(
  file: string,
  args: string[],
  options: CommandOptions,
): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: options.cwd,
      ...options.account,
      detached: true,
      env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' },
      stdio: [options.stdin ?? 'ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      stdout += chunk;
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** The relevant part of a program's output, on one line. */
export function gist(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.replace(/^\d{4}-\d\d-\d\d [\d:.]+ \S+ \[\d+\] /, '').trim())
    .filter((line) => line !== '');
  const telling = lines.filter((line) => /error|fatal|panic|could not|cannot|denied/i.test(line));
  return (telling.length > 0 ? telling.slice(0, 3) : lines.slice(-1)).join('; ');
}
