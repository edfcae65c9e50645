/** Files and folders of the service on the disk of its machine. */
import { chmod, chown, lstat, mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { newUuid } from './ids.ts';

/**
 * Replaces the text of a file that the service owns in one step, so that nobody reads half of it. Its mode and its
 * owner stay.
 */
export async function writeOwnFile(given: string, text: string): Promise<void> {
  await makeFolders(dirname(given));
  // A link keeps pointing to the file.
  const path = await realpath(given).catch(() => given);
  const fresh = `${path}.${newUuid()}`;
  const before = await stat(path).catch(() => undefined);
  const { uid, gid } = before ?? (await stat(dirname(path)));
  try {
    const file = await open(fresh, 'wx', 0o600);
    await file
      .writeFile(text)
      .then(() => file.sync())
      .finally(() => file.close());
    if (before) await chmod(fresh, before.mode & 0o777);
    // The service may run as another user than the command.
    await chown(fresh, uid, gid).catch(() => {});
    await rename(fresh, path);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}

/**
 * Creates a folder and its missing parents, for their owner only. Level by level: Node's recursive mkdir never returns
 * if a parent accepts no entries, as in /proc.
 */
export async function makeFolders(folder: string): Promise<void> {
  if (await exists(folder)) return;
  await makeFolders(dirname(folder));
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    // Another process was faster.
    if (error.code !== 'EEXIST') throw error;
  });
}

async function exists(folder: string): Promise<boolean> {
  try {
    await lstat(folder);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}
