/**
 * Secrets that a start shows once, if its output is not a terminal: others read a log, and it is kept for long. So the
 * start writes them to files in the data folder that only the owner can read, and prints where they are.
 */
import { open, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { makeFolders } from '../platform/lib/files.ts';

/** The path of the file, or why there is none. */
export type Kept = { path: string } | { reason: string };

export const KEY_FILE = 'first-key.txt';
export const LINK_FILE = 'owner-link.txt';

export async function keepSecret(dataDir: string, name: string, text: string): Promise<Kept> {
  const path = join(resolve(dataDir), name);
  try {
    await makeFolders(resolve(dataDir));
    await rm(path, { force: true });
    // Creates a new file, even if one exists by now, so that nobody else can have it open.
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(`${text}\n`).finally(() => file.close());
    return { path };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Once there is an owner, a saved link is of no use. */
export async function forgetLink(dataDir: string): Promise<void> {
  await rm(join(resolve(dataDir), LINK_FILE), { force: true }).catch(() => {});
}
