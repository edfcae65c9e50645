/**
 * Folders for clusters that live as long as a test run. A run that was killed cannot clean up, so the
 * folder's name holds the process, and the next run stops and removes what the dead have left.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '../../server/db/embedded/index.ts';

const PREFIX = 'model-run-test-';

export function makeDataDir(): Promise<string> {
  return mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
}

/** With its owners and modes. */
export async function copyDataDir(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', `${from}/.`, to]);
}

export function removeDataDir(dataDir: string): Promise<void> {
  return rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
}

export async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const pid = Number.parseInt(name.slice(PREFIX.length), 10);
    if (Number.isNaN(pid) || isAlive(pid)) continue;
    await stopAndRemove(join(tmpdir(), name)).catch(() => {});
  }
}

/** Taking a cluster over is the sure way to stop it, whatever state it is in. */
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
