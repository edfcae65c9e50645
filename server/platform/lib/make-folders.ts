import { lstat, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

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
