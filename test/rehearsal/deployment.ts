/**
 * What an operator has: the tarball that `npm run release` makes, unpacked and installed by the commands of the README,
 * the site that is upgraded and that has incidents, with a database, a workspace with money and a provider, and
 * processes of the release whose logs are read as they come.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../../server/platform/db/embedded/index.ts';
import { createDb } from '../../server/platform/db/pool.ts';
import { makeTenant } from '../crash/tenant.ts';
import { execute } from '../languages/execute.ts';
import { startFront } from '../recovery/provider-front.ts';
import { bareEnvironment, type StartedRelease, startRelease } from '../release/unpacked.ts';
import { freePort } from '../support/free-port.ts';
import { makeDataDir, removeDataDir } from '../support/postgres-folder.ts';
import { startOutside } from '../support/process.ts';
import { ROOT } from '../support/sources.ts';
import { scriptBelow } from './pages.ts';

const READY_MS = 120_000;
const PATIENCE_MS = 180_000;

export type Environment = Record<string, string>;

export interface Installed {
  /** The folder of the release. */
  folder: string;
  /** The service that the last command of the README started, with everything of its own. */
  started: StartedRelease;
  /** Where its probes and metrics are. */
  probes: string;
}

export async function installAsWritten(): Promise<Installed> {
  const made = await execute('npm', ['run', 'release'], { folder: ROOT });
  const archive = /^(\S+\.tgz): /m.exec(made)?.[1];
  if (!archive) throw new Error(`npm run release named no archive: ${made}`);
  const home = mkdtempSync(join(tmpdir(), 'rehearsal-'));
  copyFileSync(join(ROOT, archive), join(home, basename(archive)));
  const script = scriptBelow(readFileSync(join(ROOT, 'README.md'), 'utf8'), 'Run it in production');
  const probePort = await freePort();
  const started = await startRelease(['sh', '-ec', script], {
    folder: home,
    environment: {
      ...{ ...bareEnvironment(), PORT: String(await freePort()), PROBE_PORT: String(probePort) },
      npm_config_prefer_offline: 'true',
    },
  });
  return {
    folder: join(home, basename(archive, '.tgz')),
    started,
    probes: `http://127.0.0.1:${probePort}`,
  };
}

export interface Part {
  url: string;
  probes: string;
  pid: number;
  /** Everything that it has written, as lines. */
  lines(): string[];
  /** Sends a signal; resolves with the exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  isAlive(): boolean;
}

const started: ChildProcess[] = [];

/** Starts a process of the release as a supervisor does; resolves when its probe says that it is ready. */
export async function startPart(
  folder: string,
  command: 'serve' | 'work',
  environment: Environment,
): Promise<Part> {
  const [port, probe] = [await freePort(), await freePort()];
  const child = spawn(join(folder, 'server/model-run-api'), [command], {
    cwd: folder,
    env: { ...bareEnvironment(), ...environment, PORT: String(port), PROBE_PORT: String(probe) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const ended = once(child, 'close');
  const part: Part = {
    ...{ url: `http://127.0.0.1:${port}`, probes: `http://127.0.0.1:${probe}`, pid: child.pid! },
    lines: () => output.split('\n').filter((line) => line !== ''),
    async end(signal) {
      child.kill(signal);
      const [code] = await ended;
      return code as number | null;
    },
    isAlive: () => child.exitCode === null && child.signalCode === null,
  };
  await until(`${command} is up`, READY_MS, async () => {
    if (!part.isAlive()) throw new Error(`${command} ended: ${output.slice(-2_000)}`);
    const listening = command === 'serve' ? [part.probes, part.url] : [part.probes];
    const answers = listening.map((url) => fetch(`${url}/livez`).catch(() => undefined));
    return (await Promise.all(answers)).every((answer) => answer?.ok === true);
  });
  return part;
}

/** Ends what a failure has left running. */
export function killParts(): void {
  for (const child of started) if (child.exitCode === null) child.kill('SIGKILL');
}

/** Executes one command in a shell, in the folder of the release. */
export async function sh(
  folder: string,
  command: string,
  environment: Environment,
): Promise<{ code: number | null; stdout: string; output: string }> {
  const child = spawn('timeout', [String(PATIENCE_MS / 1_000), 'sh', '-c', command], {
    cwd: folder,
    env: { ...bareEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code: code as number | null, stdout, output: stdout + stderr };
}

export async function until(
  what: string,
  milliseconds: number,
  look: () => Promise<boolean>,
): Promise<void> {
  const last = performance.now() + milliseconds;
  while (!(await look())) {
    if (performance.now() > last) throw new Error(`not within ${milliseconds / 1_000} s: ${what}`);
    await sleep(200);
  }
}

const PLENTY = 1_000_000_000_000;
const KEY_OF_PROVIDER = 'secret';

export type Site = Awaited<ReturnType<typeof openSite>>;

export async function openSite(folder: string) {
  const dataDir = await makeDataDir();
  const port = await freePort();
  const startDatabase = () => startEmbeddedPostgres({ dataDir, port });
  let postgres = await startDatabase();
  const outside = await startOutside({ slowMs: 300, apiKey: KEY_OF_PROVIDER });
  const provider = await startFront({ url: outside.sandbox.url, key: KEY_OF_PROVIDER });
  const own = await mkdtemp(join(tmpdir(), 'rehearsal-site-'));
  const keys = join(own, 'content-keys');
  await writeFile(keys, `2026-01:${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
  const environment: Environment = {
    ...outside.environment,
    ...{ NODE_ENV: 'production', LOG_LEVEL: 'info', DATABASE_URL: postgres.url },
    ...{ CONTENT_KEYS_FILE: keys, DATA_DIR: join(own, 'data'), OPENROUTER_BASE_URL: provider.url },
    ...{ LAME_DUCK_MS: '5000', LEASE_MS: '5000', RUN_DEADLINE_MS: '300000' },
    ...{ RECONCILE_GRACE_MS: '20000', RECONCILE_DEADLINE_MS: '30000' },
  };
  const ownersEnvironment = { MIGRATION_DATABASE_URL: postgres.ownerUrl };
  const { code, output } = await sh(folder, 'npm run cli -- migrate', {
    ...environment,
    ...ownersEnvironment,
  });
  if (code !== 0) throw new Error(`the database cannot be migrated: ${output}`);
  const db = createDb({ url: postgres.url, max: 1, applicationName: 'rehearsal' });
  const tenant = await makeTenant(db, PLENTY).finally(() => db.close());
  return {
    ...{ folder, environment, ownersEnvironment, provider, ...tenant },
    posts: (id: string) => outside.sandbox.posts(id),
    superuserUrl: () => postgres.superuserUrl,
    stopDatabase: () => postgres.stop(),
    async startDatabase() {
      postgres = await startDatabase();
    },
    async close() {
      await postgres.stop();
      await provider.goAway();
      await outside.close();
      await Promise.all([removeDataDir(dataDir), rm(own, { recursive: true })]);
    },
  };
}
