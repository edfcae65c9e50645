/**
 * Reads `postmaster.pid` and trusts it only if the named process runs in this folder: after a crash of the machine, or
 * in a container, which counts from one again, any process may have the number.
 */
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Address, socketAddress, socketLockFile } from './address.ts';
import { runCommand } from './command.ts';

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
