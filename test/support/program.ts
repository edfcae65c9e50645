/**
 * The program itself, `node server/main.ts ...` or its bundle, as a process with its own environment. The caller stops
 * it: what a test leaves running is killed, and its data folder removed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, inject } from 'vitest';
import { clusterPath } from '../../server/platform/db/embedded/cluster.ts';
import { findServer } from '../../server/platform/db/embedded/control.ts';
import { startEmbeddedPostgres } from '../../server/platform/db/embedded/index.ts';
import { type Ended, runCommand } from './commands.ts';
import { pooledEnvironment } from './pooler.ts';
import { makeDataDir, removeDataDir } from './postgres-folder.ts';

/** The program in the sources, as people start it. */
export const SOURCES = fileURLToPath(new URL('../../server/main.ts', import.meta.url));

export interface Running {
  process: ChildProcess;
  /** Resolves with the output once it matches; rejects if the process ends before. */
  until(pattern: RegExp): Promise<string>;
  ended: Promise<Ended>;
}

type Environment = Record<string, string>;

/** What the test run has prepared. Outside a test run, as in the soak, processes run the sources. */
const isTest = process.env.VITEST !== undefined;
const made = isTest ? inject('programs') : undefined;
const poolerOf = () => (isTest ? inject('pooler') : null);

/** The gate overloads its machine, and a test its own thread: few tests are about a service that gives up. */
export const PATIENT_SERVICE = {
  SHED_EVENT_LOOP_DELAY_MS: '60000',
  SHED_POOL_WAIT_MS: '60000',
  DATABASE_READ_TIMEOUT_MS: '60000',
};

/** The variables and the data of the person who runs the tests must not affect them. */
const CLEAN: Environment = {
  PATH: process.env.PATH ?? '',
  NODE_ENV: 'test',
  ...PATIENT_SERVICE,
  // Many short processes load the same code: the cache halves the time of that.
  NODE_COMPILE_CACHE: made?.compileCache ?? join(tmpdir(), 'model-run-compile-cache'),
  DATA_DIR: made?.dataDir ?? join(tmpdir(), `model-run-data-${process.pid}`),
};

/**
 * A process that lives for seconds would spend a fifth of them on needless garbage collection. Outside a test run,
 * processes live long, and collect as in production.
 */
const SHORT_LIFE = isTest
  ? ['--min-semi-space-size=32', '--max-semi-space-size=32', '--single-threaded-gc']
  : [];

/** The bundle of a program in the sources: tests start it unless they ask for the sources. */
export function bundleOf(program: string): string {
  const bundle = made ? made.bundleOf[program] : program;
  if (bundle === undefined) throw new Error(`${program} is not bundled`);
  return bundle;
}

export function launch(
  args: string[],
  environment: Environment,
  main = bundleOf(SOURCES),
): Running {
  const child = spawn(process.execPath, [...SHORT_LIFE, main, ...args], {
    env: pooledEnvironment({ ...CLEAN, ...environment }, poolerOf()),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk) => {
    output.stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    output.stderr += chunk;
  });
  const ended = once(child, 'close').then(([code]): Ended => ({ code, ...output }));
  launched.push(child);
  return {
    process: child,
    ended,
    async until(pattern) {
      const both = () => output.stdout + output.stderr;
      while (!pattern.test(both())) {
        const isOver = await Promise.race([
          ended.then(() => true),
          once(child.stdout!, 'data').then(() => false),
          once(child.stderr!, 'data').then(() => false),
        ]);
        if (isOver && !pattern.test(both())) throw new Error(`ended without ${pattern}: ${both()}`);
      }
      return both();
    },
  };
}

const launched: ChildProcess[] = [];

/** Runs the command in a separate process. */
export function runProcess(
  args: string[],
  environment: Environment,
  main?: string,
): Promise<Ended> {
  return launch(args, environment, main).ended;
}

/** A command that serves until it is stopped gets a process; others run in a process that ran others before. */
export function run(args: string[], environment: Environment): Promise<Ended> {
  if (SERVES.has(args[0] ?? '')) return runProcess(args, environment);
  const file = bundleOf(RUNNER);
  const whole = pooledEnvironment({ ...CLEAN, ...environment }, poolerOf());
  return runCommand(args, whole, { file, flags: SHORT_LIFE, environment: CLEAN });
}

const RUNNER = fileURLToPath(new URL('./commands-subject.ts', import.meta.url));
const SERVES = new Set(['start', 'serve', 'work']);

/** Runs a command that must succeed, and parses its JSON. */
export async function json<T>(args: string[], environment: Environment): Promise<T> {
  const { code, stdout, stderr } = await run([...args, '--json'], environment);
  if (code !== 0) throw new Error(`${args.join(' ')} failed: ${stderr}`);
  return JSON.parse(stdout) as T;
}

/** A data folder, new by default, that is removed after the tests of the file, with what runs in it. */
export async function temporaryData(folder?: string): Promise<string> {
  const dataDir = folder ?? (await makeDataDir());
  afterAll(async () => {
    for (const child of launched) if (child.exitCode === null) child.kill('SIGKILL');
    if (await findServer(clusterPath(join(dataDir, 'postgresql')))) {
      await startEmbeddedPostgres({ dataDir })
        .then((postgres) => postgres.stop())
        .catch(() => {});
    }
    await removeDataDir(dataDir);
  });
  return dataDir;
}
