/** Changes of the tools file: adds or removes one server, and leaves the rest of the file unchanged. */
import { readFile } from 'node:fs/promises';
import { StartError } from '../../platform/lib/errors.ts';
import { writeOwnFile } from '../../platform/lib/files.ts';
import { parseFileText } from './tools-file.ts';

type Servers = Record<string, unknown>;

/** The text of the file with this server, which replaces the one with the same name. */
export async function withServer(path: string, name: string, server: object): Promise<string> {
  const file = await readObject(path);
  return toText({ ...file, servers: { ...file.servers, [name]: server } });
}

/** The text without the server; undefined if the file has no server with this name. */
export async function withoutServer(path: string, name: string): Promise<string | undefined> {
  const file = await readObject(path);
  if (!Object.hasOwn(file.servers, name)) return undefined;
  const { [name]: _, ...servers } = file.servers;
  return toText({ ...file, servers });
}

export async function hasServer(path: string, name: string): Promise<boolean> {
  return Object.hasOwn((await readObject(path)).servers, name);
}

export async function writeToolsFile(path: string, text: string): Promise<void> {
  await writeOwnFile(path, text).catch((cause: NodeJS.ErrnoException) => {
    const reason = cause.code ?? String(cause);
    throw new StartError(`The tools file ${path} cannot be written (${reason}).`, { cause });
  });
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
