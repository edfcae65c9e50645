/**
 * Folders for clusters that live as long as a test run. A killed run cannot clean up, so the folder's name contains the
 * process, and the next run stops and removes what dead processes left.
 */
import { execFile } from 'node:child_process';
import { existsSync, statfsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '../../server/platform/db/embedded/index.ts';

const PREFIX = 'model-run-test-';
const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 4 * 2 ** 30;
const LEFTOVER_PATIENCE_MS = 15_000;

/** For a measurement, which needs a disk. */
export const ON_DISK = tmpdir();

/**
 * In memory if the system has room for it: test databases are hundreds of files that are created and removed, on which
 * a disk's file system spends a fifth of a test's time.
 */
export function makeDataDir(parent = hasMemory() ? MEMORY : ON_DISK): Promise<string> {
  return mkdtemp(join(parent, `${PREFIX}${process.pid}-`));
}

function hasMemory(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ENOUGH_BYTES;
}

/** Keeps owners and modes. */
export async function copyDataDir(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', `${from}/.`, to]);
}

export function removeDataDir(dataDir: string): Promise<void> {
  return rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
}

export async function removeLeftovers(): Promise<void> {
  for (const parent of [MEMORY, ON_DISK]) {
    for (const name of await readdir(parent).catch(() => [])) {
      if (!name.startsWith(PREFIX)) continue;
      const pid = Number.parseInt(name.slice(PREFIX.length), 10);
      if (Number.isNaN(pid) || isAlive(pid)) continue;
      // A cluster that no longer accepts connections must not delay the run.
      const giveUp = sleep(LEFTOVER_PATIENCE_MS, undefined, { ref: false });
      await Promise.race([stopAndRemove(join(parent, name)).catch(() => {}), giveUp]);
    }
  }
}

/** Taking over a cluster is the reliable way to stop it in any state. */
async function stopAndRemove(dataDir: string): Promise<void> {
  const folders: string[] = await readdir(join(dataDir, 'postgresql')).catch(() => []);
  if (folders.includes('cluster')) {
    const postgres = await startEmbeddedPostgres({ dataDir });
    await postgres.stop();
  }
  await removeDataDir(dataDir);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
