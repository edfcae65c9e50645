/**
 * Replaces the text of a file that the service owns in one step, so that nobody reads half of it. Its mode and its
 * owner stay.
 */
import { chmod, chown, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { newUuid } from './ids.ts';
import { makeFolders } from './make-folders.ts';

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
