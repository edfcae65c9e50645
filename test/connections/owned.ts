import { chown, stat } from 'node:fs/promises';

/** Gives a file the owner of another. */
export async function owned(path: string, like: string): Promise<void> {
  const { uid, gid } = await stat(like);
  await chown(path, uid, gid);
}
