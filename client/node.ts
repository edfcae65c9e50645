/**
 * Request keys in files, for Node, Bun and Deno: one small file per name in one folder. A key is on the disk before it
 * is used; two processes that race for a name get the same key. A name can be any text: the store hashes it, and never
 * uses it as a path.
 */
import { createHash, randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from './errors.ts';
import { checkName, checkRequestKey, type RequestKeyStore } from './request-keys.ts';

/** A store in this folder, which it makes if needed. Processes on one machine can share it. */
export function createFileRequestKeys(folder: string): RequestKeyStore {
  if (typeof folder !== 'string' || folder === '') {
    throw new UsageError(
      'Give createFileRequestKeys the folder that the request keys are kept in.',
    );
  }
  // The working directory can change later; the folder must not.
  const home = resolve(folder);
  const pathOf = (name: string) => {
    checkName(name);
    return join(home, `${createHash('sha256').update(name).digest('hex')}.json`);
  };

  return {
    async get(name) {
      const key = await read(pathOf(name), name);
      // The process that put the key there may not have synced the folder yet.
      if (key !== undefined) await syncFolder(home);
      return key;
    },

    async put(name, key) {
      const path = pathOf(name);
      const made = await mkdir(home, { recursive: true, mode: 0o700 });
      const draft = `${path}.${randomUUID()}.new`;
      try {
        await write(draft, `${JSON.stringify({ name, key })}\n`);
        // Unlike a rename, a link never replaces a file: the first one stays, complete.
        await link(draft, path);
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error;
      } finally {
        await rm(draft, { force: true });
      }
      // A new folder is a new name in its parent folder.
      const top = made === undefined ? home : dirname(made);
      await syncFolder(home);
      for (let at = home; at.length > top.length; ) {
        at = dirname(at);
        await syncFolder(at);
      }
      return (await read(path, name)) ?? key;
    },
  };
}

async function read(path: string, name: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  let saved: { name: string; key: string };
  try {
    saved = JSON.parse(text) as typeof saved;
    checkRequestKey(saved.key);
  } catch (cause) {
    const advice = 'restore it. Without it, the same work can be bought a second time.';
    throw new UsageError(`The saved request key in ${path} is damaged: ${advice}`, { cause });
  }
  if (saved.name === name) return saved.key;
  throw new UsageError(
    `The saved request key in ${path} is about another name: restore the file that belongs there.`,
  );
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

/** Makes the new name survive a power cut, if the system can do that. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
