/**
 * Request keys in files, for Node, Bun and Deno: one small file per name in one folder. A key is on the disk
 * before it is used; of two processes that race for a name, both get the same key. Names can be anything:
 * they are hashed, and never become a path.
 */
import { createHash, randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { UsageError } from './errors.ts';
import { checkRequestKey, type RequestKeyStore } from './request-keys.ts';

/** A store in this folder, which is made where it is missing. Processes on one machine can share it. */
export function createFileRequestKeys(folder: string): RequestKeyStore {
  if (typeof folder !== 'string' || folder === '') {
    throw new UsageError(
      'Give createFileRequestKeys the folder that the request keys are kept in.',
    );
  }
  // The working directory can change later; the folder must not.
  const home = resolve(folder);
  const pathOf = (name: string) =>
    join(home, `${createHash('sha256').update(name).digest('hex')}.json`);

  return {
    get: (name) => read(pathOf(name)),

    async put(name, key) {
      const path = pathOf(name);
      await mkdir(home, { recursive: true, mode: 0o700 });
      const draft = `${path}.${randomUUID()}.new`;
      await write(draft, `${JSON.stringify({ name, key })}\n`);
      try {
        // Unlike a rename, a link never replaces: the first one stays, whole.
        await link(draft, path);
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error;
      } finally {
        await unlink(draft);
      }
      await syncFolder(home);
      return (await read(path)) ?? key;
    },
  };
}

async function read(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  try {
    const { key } = JSON.parse(text) as { key: string };
    return checkRequestKey(key);
  } catch (cause) {
    const advice = 'restore it. Without it, the same work can be bought a second time.';
    throw new UsageError(`The saved request key in ${path} is damaged: ${advice}`, { cause });
  }
}

async function write(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes the new name survive a power cut, where the system can do that. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
