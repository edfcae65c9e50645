/**
 * A real PostgreSQL of our own, from npm, for whoever brings none: data that survives, one owner per data
 * folder, no account or privilege needed. It outlives a killed owner, and the next one takes it over; if
 * it dies under a living owner it is brought back where it was. Refusals are one line (StartError).
 */
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { StartError } from '../../kernel/start-error.ts';
import { accountFor } from './account.ts';
import { type Address, urlOf } from './address.ts';
import { findBinaries } from './binaries.ts';
import {
  clusterPath,
  completePasswords,
  type Passwords,
  prepareCluster,
  prepareFolder,
  SUPERUSER,
} from './cluster.ts';
import { APPLICATION, OWNER, prepareDatabase } from './database.ts';
import { claimOwnership, type Ownership } from './ownership.ts';
import { createServer } from './server.ts';

export interface EmbeddedPostgresOptions {
  dataDir: string;
  /** User that PostgreSQL runs as where this process is root. Default: one of the data folder's own. */
  uid?: number | undefined;
  /** Of loopback. Default: a socket inside the data folder. */
  port?: number;
  log?: (message: string) => void;
}

export interface EmbeddedPostgres extends Urls {
  binDir: string;
  /** Ends every connection and stops the server. */
  stop(): Promise<void>;
}

export interface Urls {
  /** For the service: an ordinary role that may do what it is granted. */
  url: string;
  /** For migrations: the role that owns the tables. */
  ownerUrl: string;
  /** For administration only. */
  superuserUrl: string;
}

const LONGEST_PAUSE_MS = 5_000;

export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { uid, log = () => {} } = options;
  const dataDir = resolve(options.dataDir);
  const folder = join(dataDir, 'postgresql');
  const cluster = clusterPath(folder);
  await prepareFolder(folder);
  const account = await accountFor({ folder, cluster, uid });
  const binaries = await findBinaries(account);
  const { superuser } = await prepareCluster({ folder, binaries, account, log });
  const superuserAt = (address: Address, database = 'postgres'): string =>
    urlOf(address, { role: SUPERUSER, password: superuser, database });
  const server = createServer({ cluster, binaries, account, log, urlAt: superuserAt });

  let ownership: Ownership | undefined;
  let stopping = false;
  let recovering: Promise<void> = Promise.resolve();

  /** Brings the server up and makes this process its owner. */
  async function takeOver(port: number | undefined): Promise<Address> {
    const { address, isAsStartedNow } = await server.ensureRunning(port);
    ownership = await claimOwnership(superuserAt(address), () => {
      if (!stopping) recovering = recover(address);
    });
    if (ownership === undefined) {
      throw new StartError(`the data folder ${dataDir} is in use by another process`);
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

  const address = await takeOver(options.port);
  let passwords: Passwords;
  try {
    passwords = await completePasswords(folder);
    await prepareDatabase((database) => superuserAt(address, database), passwords);
  } catch (error) {
    stopping = true;
    await server.stop();
    throw error;
  }

  return {
    ...urlsAt(address, passwords),
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

/** How the server at this address is reached by each of its roles. */
export function urlsAt(address: Address, passwords: Passwords): Urls {
  const { application, owner, superuser } = passwords;
  const login = (role: string, password: string, database: string) =>
    urlOf(address, { role, password, database });
  return {
    url: login(APPLICATION, application, APPLICATION),
    ownerUrl: login(OWNER, owner, APPLICATION),
    superuserUrl: login(SUPERUSER, superuser, 'postgres'),
  };
}
