/**
 * The server of one data folder while this process is its owner: taken over from a killed owner, and restarted at the
 * same address if it dies.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '../../lib/errors.ts';
import type { Address } from './address.ts';
import type { Server } from './server.ts';

interface OwnServerOptions {
  server: Server;
  /** The folder's name in messages. */
  dataDir: string;
  /** How the superuser connects. */
  urlAt: (address: Address) => string;
  /** Port on loopback. Default: a socket inside the data folder. */
  port: number | undefined;
  log: (message: string) => void;
}

interface OwnedServer {
  /** The same as long as this process owns the server. */
  address: Address;
  stop(): Promise<void>;
}

export class FolderInUse extends StartError {
  constructor(dataDir: string) {
    super(`the data folder ${dataDir} is in use by another process`);
  }
}

const LONGEST_PAUSE_MS = 5_000;

/** Throws FolderInUse if another process owns the folder. */
export async function ownServer(options: OwnServerOptions): Promise<OwnedServer> {
  const { server, dataDir, urlAt, log } = options;
  let ownership: Ownership | undefined;
  let stopping = false;
  let recovering: Promise<void> = Promise.resolve();

  /** Starts the server and makes this process its owner. */
  async function takeOver(port: number | undefined): Promise<Address> {
    const { address, isAsStartedNow } = await server.ensureRunning(port);
    ownership = await claimOwnership(urlAt(address), () => {
      if (!stopping) recovering = recover(address);
    });
    if (ownership === undefined) {
      throw new FolderInUse(dataDir);
    }
    if (isAsStartedNow) return address;
    log('restarting the PostgreSQL that a killed process left: it was started in another way');
    await ownership.release();
    await server.stop();
    return takeOver(port);
  }

  async function recover(address: Address): Promise<void> {
    for (let pause = 100; !stopping; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      log('the embedded PostgreSQL went away: bringing it back');
      try {
        await takeOver(address.kind === 'tcp' ? address.port : undefined);
        log('the embedded PostgreSQL is back');
        return;
      } catch (error) {
        log(error instanceof Error ? error.message : String(error));
        await sleep(pause);
      }
    }
  }

  return {
    address: await takeOver(options.port),
    async stop() {
      stopping = true;
      await recovering;
      // Keeps the ownership to the end: nobody may take over a server that is about to stop.
      await server.stop();
      await ownership?.release();
    },
  };
}

/*
 * One owner per data folder: an advisory lock on a connection of its own while the owner lives. The lock ends with the
 * connection, so a killed owner blocks nobody.
 */

interface Ownership {
  release(): Promise<void>;
}

export const OWNER_LOCK = 5_201_604_118;
/** The server may take a moment to notice that a killed owner's connection is gone. */
const PATIENCE_MS = 2_000;
const PAUSE_MS = 50;

/** Undefined if another process owns the folder. Calls `onLost` if the connection ends by itself. */
async function claimOwnership(url: string, onLost: () => void): Promise<Ownership | undefined> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'model-run owner',
    keepAlive: true,
  });
  let owned = false;
  const lost = (): void => {
    if (owned) onLost();
    owned = false;
  };
  client.on('error', lost);
  client.on('end', lost);
  const release = async (): Promise<void> => {
    owned = false;
    await client.end().catch(() => {});
  };
  await client.connect();
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const { rows } = await client.query<{ got: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS got',
      [OWNER_LOCK],
    );
    if (rows[0]?.got === true) break;
    if (performance.now() > giveUpAt) {
      await release();
      return undefined;
    }
    await sleep(PAUSE_MS);
  }
  owned = true;
  return { release };
}
