/** A release as an operator has it: made, unpacked into an empty folder, and installed by npm as the README says. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { buildServed, writeRelease } from '../../scripts/release/index.ts';

const run = promisify(execFile);

export interface Release {
  archive: string;
  /** The folder of the release. */
  folder: string;
  install(...options: string[]): Promise<void>;
  /** Runs the command that adds a library, after the installation. */
  add(what: string): Promise<void>;
  remove(): Promise<void>;
}

export async function unpackRelease(): Promise<Release> {
  await buildServed();
  const home = await mkdtemp(join(tmpdir(), 'model-run-release-'));
  const { file: archive } = await writeRelease(home);
  await run('tar', ['-xzf', archive, '-C', home]);
  const folder = join(home, basename(archive, '.tgz'));
  return {
    ...{ archive, folder },
    async install(...options) {
      const args = ['ci', '--omit=dev', '--prefer-offline', ...options];
      await run('npm', args, { cwd: folder, env: bareEnvironment() });
    },
    async add(what) {
      await run('npm', ['run', `add:${what}`], { cwd: folder, env: bareEnvironment() });
    },
    remove: () => rm(home, { recursive: true, force: true }),
  };
}

/** The environment of an operator's shell: nothing of this checkout, and nothing that npm sets for its scripts. */
export function bareEnvironment(): Record<string, string> {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const own = Object.entries(process.env).filter(
    ([name, value]) => value !== undefined && !/^(npm_|INIT_CWD|NODE_(?!EXTRA))/.test(name),
  ) as [string, string][];
  const PATH = folders.filter((folder) => !folder.includes('node_modules')).join(delimiter);
  return { ...Object.fromEntries(own), PATH };
}

/** The size of the files on the disk; a file with two names counts once. */
export function bytesOf(folder: string, without: readonly string[] = []): number {
  const seen = new Set<number>();
  let sum = 0;
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (without.some((name) => path.startsWith(join(folder, name)))) continue;
    const { ino, blocks } = lstatSync(path);
    if (!seen.has(ino)) sum += 512 * blocks;
    seen.add(ino);
  }
  return sum;
}

export interface StartedRelease {
  url: string;
  output: () => string;
  /** Tells it to stop; resolves with its exit code. */
  stop(): Promise<number>;
}

/** Resolves once it is ready. */
export async function startRelease(
  command: string[],
  { folder, environment }: { folder: string; environment: Record<string, string> },
): Promise<StartedRelease> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { cwd: folder, env: environment, detached: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const ended = once(child, 'close');
  while (!output.includes('Ctrl-C stops.')) {
    const isOver = await Promise.race([
      ended.then(() => true),
      once(child.stdout, 'data').then(() => false),
    ]);
    if (isOver) throw new Error(`it ended: ${output}`);
  }
  return {
    url: /http:\/\/localhost:\d+/.exec(output)?.[0] ?? '',
    output: () => output,
    async stop() {
      // npm forwards no signal.
      process.kill(-child.pid!, 'SIGTERM');
      const [code] = await ended;
      return code as number;
    },
  };
}

/** As the first start prints it. */
export async function firstKey(dataDir: string): Promise<string> {
  const kept = await readFile(join(dataDir, 'first-key.txt'), 'utf8');
  return /mrk_\w{38}/.exec(kept)?.[0] ?? '';
}

export async function buyRun(url: string, key: string) {
  const response = await fetch(`${url}/v1/developer/model-runs`, {
    method: 'POST',
    headers: {
      ...{ Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...{ 'Idempotency-Key': crypto.randomUUID(), Prefer: 'wait=30' },
    },
    body: JSON.stringify({
      model: 'sandbox/echo',
      messages: [{ role: 'user', content: 'Hello, ledger!' }],
      maxOutputTokens: 50,
    }),
  });
  return (await response.json()) as { state: string; text: string };
}
