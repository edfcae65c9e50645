/**
 * The PostgreSQL server of one data folder: brought up if it is down, found again if a killed process left
 * it running, and stopped. Waits for a crash recovery or a shutdown under way. Knows nothing of roles and
 * databases, and does not judge who may use the server.
 */

import { once } from 'node:events';
import { readFile, rename, stat } from 'node:fs/promises';
import { createServer as createSocket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '../../kernel/start-error.ts';
import { type Account, gist, pathInside, runCommand } from './account.ts';
import type { Binaries } from './binaries.ts';
import { findServer } from './pid-file.ts';
import { settings } from './settings.ts';

export interface ServerOptions {
  cluster: string;
  binaries: Binaries;
  account: Account | undefined;
  log: (message: string) => void;
  /** How the superuser connects, given the port. */
  urlAt: (port: number) => string;
}

export interface Running {
  port: number;
  /** It ran before: its settings are those of whoever started it. */
  found: boolean;
  version: string;
}

export interface Server {
  /** Without a port any free one is taken; a server that runs already keeps its own. */
  ensureRunning(port: number | undefined): Promise<Running>;
  stop(): Promise<void>;
}

/** A recovery replays what was written since the last checkpoint: minutes at most. */
const PATIENCE_S = 300;
const PAUSE_MS = 50;
const LOG_LIMIT_BYTES = 10_000_000;

export function createServer(options: ServerOptions): Server {
  const { cluster, binaries, account, log, urlAt } = options;
  const logFile = join(cluster, 'server.log');

  async function ensureRunning(port: number | undefined): Promise<Running> {
    const giveUpAt = performance.now() + PATIENCE_S * 1000;
    let failure = new StartError('PostgreSQL did not come up in time');
    while (performance.now() < giveUpAt) {
      const found = await findServer(cluster);
      if (found !== undefined) {
        const version = found.ready ? await askVersion(urlAt(found.port)) : undefined;
        if (version !== undefined) return { port: found.port, found: true, version };
      } else {
        const wish = port ?? (await freePort());
        const problem = await start(wish);
        if (problem === undefined) return { port: wish, found: false, version: binaries.version };
        failure = problem.error;
        if (!(await mayHelpToRepeat(problem, port))) throw failure;
      }
      await sleep(PAUSE_MS);
    }
    throw failure;
  }

  /** Another process may just have started it, a killed one's last children may still hold memory. */
  async function mayHelpToRepeat(
    problem: StartProblem,
    port: number | undefined,
  ): Promise<boolean> {
    if (problem.kind === 'orphans') return true;
    if (problem.kind === 'port-taken' && port === undefined) return true;
    return (await findServer(cluster)) !== undefined;
  }

  async function start(port: number): Promise<StartProblem | undefined> {
    const logged = await keepLogSmall();
    const result = await control('start', ['-l', 'server.log', '-o', settings(port)]);
    if (result.code === 0) return undefined;
    const text = (await readFile(logFile).catch(() => Buffer.alloc(0))).subarray(logged).toString();
    if (/pre-existing shared memory block/.test(text)) {
      return {
        kind: 'orphans',
        error: new StartError('processes of a killed PostgreSQL still run'),
      };
    }
    if (/Address already in use/.test(text)) {
      return {
        kind: 'port-taken',
        error: new StartError(`port ${port}, wanted for the embedded PostgreSQL, is in use`),
      };
    }
    const reason = gist(text) || gist(result.stderr);
    return { kind: 'other', error: new StartError(`PostgreSQL does not start: ${reason}`) };
  }

  /** The size of the log before this start. */
  async function keepLogSmall(): Promise<number> {
    const size = (await stat(logFile).catch(() => undefined))?.size ?? 0;
    if (size < LOG_LIMIT_BYTES) return size;
    await rename(logFile, `${logFile}.1`);
    return 0;
  }

  async function stop(): Promise<void> {
    if ((await findServer(cluster)) === undefined) return;
    const result = await control('stop', ['-m', 'fast', '-t', '60']);
    if (result.code === 0 || (await findServer(cluster)) === undefined) return;
    log('PostgreSQL takes long to stop: cutting it short, the next start recovers');
    await control('stop', ['-m', 'immediate', '-t', '30']);
  }

  function control(command: string, args: string[]): ReturnType<typeof runCommand> {
    const flags = ['-D', pathInside(cluster, account), '-w', '-s', '-t', String(PATIENCE_S)];
    return runCommand(join(binaries.binDir, 'pg_ctl'), [command, ...flags, ...args], {
      cwd: cluster,
      account,
    });
  }

  return { ensureRunning, stop };
}

interface StartProblem {
  kind: 'orphans' | 'port-taken' | 'other';
  error: StartError;
}

/** Undefined while the server does not take connections: it starts, recovers or stops. */
async function askVersion(url: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    return rows[0]?.server_version.split(' ')[0];
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '28P01') {
      throw new StartError(
        'the password kept beside the data does not open the embedded PostgreSQL',
      );
    }
    return undefined;
  } finally {
    await client.end().catch(() => {});
  }
}

async function freePort(): Promise<number> {
  const socket = createSocket().listen(0, '127.0.0.1');
  await once(socket, 'listening');
  const address = socket.address();
  socket.close();
  await once(socket, 'close');
  if (address === null || typeof address === 'string') throw new StartError('no free port');
  return address.port;
}
