/** Changes of the tools file: one server comes or goes, and all else of the file stays as it is. */
import { chmod, chown, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { newUuid } from '../kernel/ids.ts';
import { makeFolders } from '../kernel/make-folders.ts';
import { StartError } from '../kernel/start-error.ts';
import { parseFileText } from './tools-file.ts';

type Servers = Record<string, unknown>;

/** The text of the file with this server, in the place of the one that has its name. */
export async function withServer(path: string, name: string, server: object): Promise<string> {
  const file = await readObject(path);
  return toText({ ...file, servers: { ...file.servers, [name]: server } });
}

/** The text without the server; undefined where the file has none of the name. */
export async function withoutServer(path: string, name: string): Promise<string | undefined> {
  const file = await readObject(path);
  if (!Object.hasOwn(file.servers, name)) return undefined;
  const { [name]: _, ...servers } = file.servers;
  return toText({ ...file, servers });
}

export async function hasServer(path: string, name: string): Promise<boolean> {
  return Object.hasOwn((await readObject(path)).servers, name);
}

/** Takes the place of the file at once, so that nobody reads half of it. Its mode and its owner stay. */
export async function writeToolsFile(given: string, text: string): Promise<void> {
  try {
    await makeFolders(dirname(given));
    // A link goes on pointing to the file.
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
      // The service may work as another user than whoever runs the command.
      await chown(fresh, uid, gid).catch(() => {});
      await rename(fresh, path);
    } catch (error) {
      await rm(fresh, { force: true });
      throw error;
    }
  } catch (cause) {
    const reason = (cause as NodeJS.ErrnoException).code ?? String(cause);
    throw new StartError(`The tools file ${given} cannot be written (${reason}).`, { cause });
  }
}

async function readObject(path: string): Promise<{ servers: Servers }> {
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return '{}';
    throw new StartError(`The tools file ${path} cannot be read (${cause.code}).`, { cause });
  });
  const file = parseFileText(text, path);
  const servers = isObject(file) ? (file.servers ?? {}) : undefined;
  if (isObject(file) && isObject(servers)) return { ...file, servers };
  throw new StartError(`The tools file ${path} is not valid: it is to be an object with servers.`);
}

function isObject(value: unknown): value is Servers {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toText(file: object): string {
  return `${JSON.stringify(file, null, 2)}\n`;
}
