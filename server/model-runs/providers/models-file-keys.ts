/**
 * The keys of a server in the models file: each is in a variable, in a file, or printed by a command, and never in the
 * models file itself. The process reads a file and runs a command again while it runs, so that a key can be replaced.
 */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { ProviderKey } from './key-ring.ts';

const NAME = z
  .string()
  .regex(/^[\w.-]{1,40}$/, { error: 'must be up to 40 letters, digits, -, _ and .' })
  .exactOptional();

export const keysSchema = z
  .array(
    z.union([
      z.strictObject({ name: NAME, env: z.string().min(1) }),
      z.strictObject({ name: NAME, file: z.string().min(1) }),
      z.strictObject({
        name: NAME,
        command: z.array(z.string()).min(1, { error: 'must have a program' }),
        everySeconds: z.int().min(10, { error: 'must be at least 10' }).exactOptional(),
      }),
    ]),
  )
  .min(1, { error: 'must have a key' });

type Given = z.output<typeof keysSchema>;

/** By the name of the server. An unreadable key is a fault, and is never quoted. */
export async function readKeys(
  providers: Record<string, { apiKeyEnv?: string; apiKeys?: Given }>,
  { secret }: { secret: (name: string) => string | undefined },
  faults: string[],
): Promise<Record<string, ProviderKey[]>> {
  const found: Record<string, ProviderKey[]> = {};
  for (const [provider, { apiKeyEnv, apiKeys }] of Object.entries(providers)) {
    if (!apiKeys) continue;
    const at = `providers.${provider}`;
    if (apiKeyEnv !== undefined) faults.push(`${at} has both apiKeyEnv and apiKeys`);
    const keys: ProviderKey[] = [];
    for (const [i, given] of apiKeys.entries()) {
      const key = await readKey(given, secret).catch((error: Error) => {
        faults.push(`${at}.apiKeys[${i}] ${error.message}`);
      });
      if (key && keys.some(({ name }) => name === key.name)) {
        faults.push(`${at}.apiKeys[${i}] is called ${key.name}, like another one`);
      }
      if (key) keys.push(key);
    }
    found[provider] = keys;
  }
  return found;
}

async function readKey(
  given: Given[number],
  secret: (name: string) => string | undefined,
): Promise<ProviderKey> {
  if ('env' in given) {
    const value = secret(given.env);
    if (value === undefined) throw new Error(`names ${given.env}, which is not set`);
    return { name: given.name ?? given.env, value };
  }
  if ('command' in given) return readCommand(given);
  const { file, name = basename(file) } = given;
  const reload = async () => (await readFile(file, 'utf8')).trim();
  const value = await reload().catch((error: NodeJS.ErrnoException) => {
    throw new Error(`names ${file}, which cannot be read (${error.code})`);
  });
  if (value === '') throw new Error(`names ${file}, which is empty`);
  return { name, value, reload };
}

/** Access tokens are valid for about an hour. */
const COMMAND_EVERY_S = 600;
const COMMAND_WITHIN_MS = 30_000;

async function readCommand({
  command: [program = '', ...args],
  name = basename(program),
  everySeconds = COMMAND_EVERY_S,
}: Extract<Given[number], { command: string[] }>): Promise<ProviderKey> {
  let value = '';
  let dueAt = 0;
  async function reload(): Promise<string> {
    if (performance.now() < dueAt) return value;
    // While it runs, and after a failure.
    dueAt = performance.now() + COMMAND_WITHIN_MS;
    const { stdout } = await promisify(execFile)(program, args, { timeout: COMMAND_WITHIN_MS });
    const printed = stdout.trim();
    if (printed === '') return value;
    value = printed;
    dueAt = performance.now() + everySeconds * 1_000;
    return value;
  }
  await reload().catch((error: NodeJS.ErrnoException) => {
    throw new Error(`runs ${program}, which failed (${error.code ?? 'no reason'})`);
  });
  if (value === '') throw new Error(`runs ${program}, which prints nothing`);
  return { name, value, reload };
}
