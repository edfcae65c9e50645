/**
 * What a start shows once, where its output is no terminal: a log is read by others and kept for long. So it goes
 * into files of the data folder that their owner alone may read, and the output says where they are.
 */
import { open, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { makeFolders } from '../kernel/make-folders.ts';

/** The path of the file, or why there is none. */
export type Kept = { path: string } | { reason: string };

export const KEY_FILE = 'first-key.txt';
export const LINK_FILE = 'owner-link.txt';

export async function keepSecret(dataDir: string, name: string, text: string): Promise<Kept> {
  const path = join(resolve(dataDir), name);
  try {
    await makeFolders(resolve(dataDir));
    await rm(path, { force: true });
    // A new file, whatever was put there meanwhile: nobody else can have it open.
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(`${text}\n`).finally(() => file.close());
    return { path };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

/** A link that was kept before is of no use once there is an owner. */
export async function forgetLink(dataDir: string): Promise<void> {
  await rm(join(resolve(dataDir), LINK_FILE), { force: true }).catch(() => {});
}
