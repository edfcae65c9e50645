/**
 * The PostgreSQL server of one data folder: started if it is down, found again if a killed process left it running, and
 * stopped. Waits for a crash recovery or a shutdown in progress. Knows nothing of roles and databases, and does not
 * decide who may use the server.
 */
import { once } from 'node:events';
import { createServer as createSocket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '../../lib/errors.ts';
import { type Account, userOf } from './account.ts';
import {
  type Address,
  fitsSocket,
  isSameAddress,
  type Settings,
  socketAddress,
} from './address.ts';
import type { Binaries } from './binaries.ts';
import {
  createControl,
  findServer,
  PATIENCE_S,
  type ServerProcess,
  type StartProblem,
} from './control.ts';

interface ServerOptions {
  cluster: string;
  binaries: Binaries;
  account: Account | undefined;
  /** Settings besides the fixed ones. */
  changes?: Settings | undefined;
  log: (message: string) => void;
  /** How the superuser connects. */
  urlAt: (address: Address) => string;
}

export interface Running {
  address: Address;
  /** False if a killed process left it, and a start now would use different settings. */
  isAsStartedNow: boolean;
}

export interface Server {
  /** At this port on loopback, otherwise at a socket if possible; a running server stays as it is. */
  ensureRunning(port: number | undefined): Promise<Running>;
  stop(): Promise<void>;
}

const PAUSE_MS = 50;

export function createServer(options: ServerOptions): Server {
  const { cluster, binaries, account, changes, log, urlAt } = options;
  const control = createControl({ cluster, binaries, account, changes, log });
  let takesSocket = fitsSocket(cluster);
  let hasRun = false;

  async function ensureRunning(port: number | undefined): Promise<Running> {
    const giveUpAt = performance.now() + PATIENCE_S * 1000;
    let failure = new StartError('PostgreSQL did not come up in time');
    while (performance.now() < giveUpAt) {
      const found = await findServer(cluster);
      if (found !== undefined) {
        const running = await adopt(found, port);
        if (running !== undefined) return running;
      } else {
        const address = await wantedAddress(port);
        const problem = await control.start(address);
        hasRun ||= problem === undefined;
        if (problem === undefined) return { address, isAsStartedNow: true };
        failure = problem.error;
        if (!(await mayHelpToRepeat(problem, port))) throw failure;
      }
      await sleep(PAUSE_MS);
    }
    throw failure;
  }

  /** Undefined while it does not accept connections. */
  async function adopt(
    { address, pid, ready }: ServerProcess,
    port: number | undefined,
  ): Promise<Running | undefined> {
    const version = ready ? await askVersion(urlAt(address)) : undefined;
    if (version === undefined) return undefined;
    hasRun = true;
    const isAsStartedNow =
      version === binaries.version &&
      (await isRunBy(pid, account)) &&
      isSameAddress(address, await wantedAddress(port, address));
    return { address, isAsStartedNow };
  }

  /** Any free port works, including that of a server that was found. */
  async function wantedAddress(port: number | undefined, found?: Address): Promise<Address> {
    if (port !== undefined) return { kind: 'tcp', port };
    if (takesSocket) return socketAddress(cluster);
    return { kind: 'tcp', port: found?.port ?? (await freePort()) };
  }

  /** Another process may have just started it, or the last children of a killed one may still hold memory. */
  async function mayHelpToRepeat(
    problem: StartProblem,
    port: number | undefined,
  ): Promise<boolean> {
    if (problem.kind === 'orphans') return true;
    if (problem.kind === 'port-taken' && port === undefined) return true;
    // Later, a full disk would leave processes without the address of the socket.
    if (problem.kind === 'no-socket' && takesSocket && !hasRun) {
      log('no socket can be made in the data folder: PostgreSQL listens on 127.0.0.1 instead');
      takesSocket = false;
      return true;
    }
    return (await findServer(cluster)) !== undefined;
  }

  return { ensureRunning, stop: control.stop };
}

async function isRunBy(pid: number, account: Account | undefined): Promise<boolean> {
  return account === undefined || (await userOf(pid)).uid === account.uid;
}

/** Undefined while the server does not accept connections: it starts, recovers or stops. */
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
