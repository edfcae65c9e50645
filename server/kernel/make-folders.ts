import { lstat, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it that are missing, for their owner only. Level by level: Node's recursive mkdir
 * never returns where a parent takes no entries, as /proc does.
 */
export async function makeFolders(folder: string): Promise<void> {
  if (await exists(folder)) return;
  await makeFolders(dirname(folder));
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    // Another process was quicker.
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
