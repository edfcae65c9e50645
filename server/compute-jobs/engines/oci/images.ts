/** The root file systems of containers: folders of the operator, or archives that the engine unpacks once. */
import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const UNPACKED_WITHIN_MS = 600_000;

/** A changed archive is another one. Any number of processes may unpack one at once: the first result stays. */
export async function rootfsOf(path: string, root: string): Promise<string> {
  const { mtimeMs, size, ino } = await stat(path).then((it) =>
    it.isDirectory() ? { mtimeMs: 0, size: 0, ino: -1 } : it,
  );
  if (ino === -1) return path;
  const name = createHash('sha256').update(`${path}\0${mtimeMs}\0${size}\0${ino}`).digest('hex');
  const unpacked = join(root, '.images', name);
  if (await isFolder(unpacked)) return unpacked;
  const made = `${unpacked}.${randomUUID()}`;
  await mkdir(made, { recursive: true });
  try {
    await promisify(execFile)('tar', ['-x', '--numeric-owner', '-f', path, '-C', made], {
      timeout: UNPACKED_WITHIN_MS,
    });
    await rename(made, unpacked).catch(async (error: unknown) => {
      if (!(await isFolder(unpacked))) throw error;
    });
    return unpacked;
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (it) => it.isDirectory(),
    () => false,
  );
}
