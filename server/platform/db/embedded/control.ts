/**
 * Starts and stops the server of one data folder with PostgreSQL's own `pg_ctl`, which waits until that is done, and
 * finds the cause of a failed start in the server's log.
 */
import { lchownSync, lstatSync, readdirSync, type Stats } from 'node:fs';
import { readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../../lib/errors.ts';
import { type Account, gist, pathInside, runCommand, userOf } from './account.ts';
import { type Address, type Settings, settings, socketAddress, socketLockFile } from './address.ts';
import type { Binaries } from './binaries.ts';

interface ControlOptions {
  cluster: string;
  binaries: Binaries;
  account: Account | undefined;
  /** Settings besides the fixed ones. */
  changes: Settings | undefined;
  log: (message: string) => void;
}

interface Control {
  /** Resolves when the server accepts connections, or with the reason why it does not. */
  start(address: Address): Promise<StartProblem | undefined>;
  stop(): Promise<void>;
}

export interface StartProblem {
  kind: 'orphans' | 'port-taken' | 'no-socket' | 'other';
  error: StartError;
}

/** A recovery replays the WAL since the last checkpoint: minutes at most. */
export const PATIENCE_S = 300;
const LOG_LIMIT_BYTES = 10_000_000;

export function createControl(options: ControlOptions): Control {
  const { cluster, binaries, account, changes, log } = options;
  const logFile = join(cluster, 'server.log');

  async function start(address: Address): Promise<StartProblem | undefined> {
    if (account !== undefined) handOver(cluster, account);
    const logged = await keepLogSmall();
    const result = await run(account, 'start', [
      '-l',
      'server.log',
      '-o',
      settings(address, changes),
    ]);
    if (result.code === 0) return undefined;
    const text = (await readFile(logFile).catch(() => Buffer.alloc(0))).subarray(logged).toString();
    return problemOf(text, result.stderr, address);
  }

  /** The size of the log before this start. */
  async function keepLogSmall(): Promise<number> {
    const size = (await stat(logFile).catch(() => undefined))?.size ?? 0;
    if (size < LOG_LIMIT_BYTES) return size;
    await rename(logFile, `${logFile}.1`);
    return 0;
  }

  async function stop(): Promise<void> {
    const running = await findServer(cluster);
    if (running === undefined) return;
    // An earlier server may run as another user, and only that user may stop it.
    const theirs = account && (await userOf(running.pid).catch(() => account));
    const result = await run(theirs, 'stop', ['-m', 'fast', '-t', '60']);
    if (result.code === 0 || (await findServer(cluster)) === undefined) return;
    log('PostgreSQL takes long to stop: cutting it short, the next start recovers');
    await run(theirs, 'stop', ['-m', 'immediate', '-t', '30']);
  }

  function run(as: Account | undefined, command: string, args: string[]) {
    const flags = ['-D', pathInside(cluster, as), '-w', '-s', '-t', String(PATIENCE_S)];
    return runCommand(join(binaries.binDir, 'pg_ctl'), [command, ...flags, ...args], {
      cwd: cluster,
      account: as,
    });
  }

  return { start, stop };
}

function problemOf(logged: string, stderr: string, { kind, port }: Address): StartProblem {
  if (/pre-existing shared memory block/.test(logged)) {
    return { kind: 'orphans', error: new StartError('processes of a killed PostgreSQL still run') };
  }
  if (kind === 'tcp' && /Address already in use/.test(logged)) {
    return {
      kind: 'port-taken',
      error: new StartError(`port ${port}, wanted for the embedded PostgreSQL, is in use`),
    };
  }
  const error = new StartError(`PostgreSQL does not start: ${gist(logged) || gist(stderr)}`);
  const lacksSocket = kind === 'socket' && /Unix(-domain socket| address)/.test(logged);
  return { kind: lacksSocket ? 'no-socket' : 'other', error };
}

/*
 * Gives a folder and its content to the account that PostgreSQL runs as, whoever created it: an
 * operator who restored it, or a start that was killed halfway. Only while no server runs.
 */

/** No effect on files that the account already owns. */
function handOver(path: string, account: Account): void {
  try {
    visit(path, account);
  } catch (error) {
    if (error instanceof StartError) throw error;
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new StartError(
      `the data cannot be given to user ${account.uid} (${code}): set POSTGRES_UID to one that PostgreSQL may run as here, or DATABASE_URL`,
      { cause: error },
    );
  }
}

/**
 * While the process is in a folder, root owns it: the user who had it before may still have processes, which could put
 * a link to somebody else's file where the process is about to change an owner.
 */
function visit(path: string, account: Account): void {
  const found = look(path);
  if (found === undefined) return;
  const isTheirs = found.uid === account.uid && found.gid === account.gid;
  if (found.isDirectory()) {
    if (!isTheirs) lchownSync(path, 0, 0);
    for (const name of readdirSync(path)) visit(join(path, name), account);
  } else if (!isTheirs && found.nlink > 1) {
    throw new StartError(`${path} has a second name elsewhere: remove it`);
  }
  if (!isTheirs) lchownSync(path, account.uid, account.gid);
}

function look(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

/*
 * Reads `postmaster.pid` and trusts it only if the named process runs in this folder: after a crash of the machine, or
 * in a container, which counts from one again, any process may have the number.
 */

export interface ServerProcess {
  pid: number;
  address: Address;
  /** The server accepts connections, or did when it last wrote the file. */
  ready: boolean;
}

/** The server that runs on the data folder, if any. */
export async function findServer(cluster: string): Promise<ServerProcess | undefined> {
  const file = join(cluster, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Math.abs(Number(lines[0]));
  // PostgreSQL itself removes a file whose PID nobody has, and checks for orphans when it does.
  if (!Number.isInteger(pid) || pid === 0 || !isTaken(pid)) return undefined;
  if (await livesIn(pid, cluster)) {
    const [port, socketFolder] = [Number(lines[3]), lines[4]];
    return {
      pid,
      address: socketFolder ? socketAddress(cluster) : { kind: 'tcp', port },
      ready: lines[7] === 'ready',
    };
  }
  // PostgreSQL would mistake the other process, or its own zombie, for the server and refuse to start.
  await rm(file, { force: true });
  await rm(socketLockFile(cluster), { force: true });
  return undefined;
}

function isTaken(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function livesIn(pid: number, cluster: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const [own, theirs] = await Promise.all([
      stat(cluster),
      stat(`/proc/${pid}/cwd`).catch(() => undefined),
    ]);
    return theirs?.ino === own.ino && theirs.dev === own.dev;
  }
  const options = { cwd: cluster, account: undefined };
  const { stdout } = await runCommand('ps', ['-o', 'stat=,comm=', '-p', String(pid)], options);
  return /^[^Z]\S*\s.*postgres$/.test(stdout.trim());
}
