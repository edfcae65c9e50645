/** Files and folders of the service on the disk of its machine. */
import {
  chmod,
  chown,
  lstat,
  mkdir,
  open,
  readFile,
  realpath,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartError } from './errors.ts';
import { newUuid } from './ids.ts';

export type ReadText = (path: string) => Promise<string>;

export const readText: ReadText = (path) => readFile(path, 'utf8');

/**
 * A file of JSON that an operator writes, such as the tools file. Its faults name it, and quote nothing of it: it may
 * contain a secret.
 */
export function operatorFile(what: string, path: string, read: ReadText = readText) {
  const named = `The ${what} file ${path}`;
  return {
    /** `missing` stands for a file that does not exist. */
    read: (missing?: string): Promise<string> =>
      read(path).catch((cause: NodeJS.ErrnoException) => {
        if (missing !== undefined && cause.code === 'ENOENT') return missing;
        throw new StartError(`${named} cannot be read (${cause.code}).`, { cause });
      }),
    parse(text: string): unknown {
      try {
        return JSON.parse(text);
      } catch (error) {
        const why = (error as Error).message.replace(/, (\.\.\.)?".*is not valid JSON$/s, '');
        // Without its cause, whose message would be logged and quotes the text.
        throw new StartError(`${named} is not JSON: ${why}.`);
      }
    },
    notValid: (faults: readonly string[]) =>
      new StartError(`${named} is not valid: ${faults.join('; ')}.`),
    write: (text: string): Promise<void> =>
      writeOwnFile(path, text).catch((cause: NodeJS.ErrnoException) => {
        throw new StartError(`${named} cannot be written (${cause.code ?? String(cause)}).`, {
          cause,
        });
      }),
  };
}

/**
 * Replaces the text of a file that the service owns in one step, so that nobody reads half of it. Its mode and its
 * owner stay.
 */
async function writeOwnFile(given: string, text: string): Promise<void> {
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
