/**
 * A real PostgreSQL of our own, from npm, for whoever brings none: data that survives, one owner per data
 * folder, no account or privilege needed. It outlives a killed owner, and the next one takes it over; if
 * it dies under a living owner it is brought back on the same port. Refusals are one line (StartError).
 */
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { StartError } from '../../kernel/start-error.ts';
import { accountFor } from './account.ts';
import { findBinaries } from './binaries.ts';
import { clusterPath, prepareCluster, SUPERUSER } from './cluster.ts';
import { APPLICATION, prepareDatabase } from './database.ts';
import { claimOwnership, type Ownership } from './ownership.ts';
import { createServer } from './server.ts';

export interface EmbeddedPostgresOptions {
  dataDir: string;
  /** Default: any free one. */
  port?: number;
  log?: (message: string) => void;
}

export interface EmbeddedPostgres {
  /** For the service: an ordinary role that owns its database. */
  url: string;
  /** For administration only. */
  superuserUrl: string;
  binDir: string;
  /** Ends every connection and stops the server. */
  stop(): Promise<void>;
}

const LONGEST_PAUSE_MS = 5_000;

export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { log = () => {} } = options;
  const dataDir = resolve(options.dataDir);
  const folder = join(dataDir, 'postgresql');
  const cluster = clusterPath(folder);
  const account = await accountFor(cluster);
  const binaries = await findBinaries(account);
  const passwords = await prepareCluster({ folder, binaries, account, log });
  const urlAt = (port: number): string =>
    `postgres://${SUPERUSER}:${passwords.superuser}@127.0.0.1:${port}/postgres`;
  const server = createServer({ cluster, binaries, account, log, urlAt });

  let ownership: Ownership | undefined;
  let stopping = false;
  let recovering: Promise<void> = Promise.resolve();

  /** Brings the server up and makes this process its owner; answers the port. */
  async function takeOver(wish: number | undefined): Promise<number> {
    const { port, found, version } = await server.ensureRunning(wish);
    ownership = await claimOwnership(urlAt(port), () => {
      if (!stopping) recovering = recover(port);
    });
    if (ownership === undefined) {
      throw new StartError(`the data folder ${dataDir} is in use by another process`);
    }
    if (!found || (port === (wish ?? port) && version === binaries.version)) return port;
    log('restarting the PostgreSQL that a killed process left: its port or version is another');
    await ownership.release();
    await server.stop();
    return takeOver(wish);
  }

  async function recover(port: number): Promise<void> {
    for (let pause = 100; !stopping; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      log('the embedded PostgreSQL went away: bringing it back');
      try {
        await takeOver(port);
        log('the embedded PostgreSQL is back');
        return;
      } catch (error) {
        log(error instanceof Error ? error.message : String(error));
        await sleep(pause);
      }
    }
  }

  const port = await takeOver(options.port);
  try {
    await prepareDatabase(urlAt(port), passwords.application);
  } catch (error) {
    stopping = true;
    await server.stop();
    throw error;
  }

  return {
    url: `postgres://${APPLICATION}:${passwords.application}@127.0.0.1:${port}/${APPLICATION}`,
    superuserUrl: urlAt(port),
    binDir: binaries.binDir,
    async stop() {
      stopping = true;
      await recovering;
      // Owner to the last: nobody may take over a server that is about to stop.
      await server.stop();
      await ownership?.release();
    },
  };
}
