/**
 * A real PostgreSQL of our own, from npm, for operators without one: durable data, one owner per data folder, no
 * account or privilege needed. The server outlives a killed owner, and the next owner takes it over; if it dies while
 * the owner lives, the owner restarts it at the same address. Refusals are one line (StartError).
 */
import { join, resolve } from 'node:path';
import { accountFor } from './account.ts';
import { type Address, type Settings, urlOf } from './address.ts';
import { findBinaries } from './binaries.ts';
import {
  clusterPath,
  type Passwords,
  prepareCluster,
  prepareFolder,
  SUPERUSER,
} from './cluster.ts';
import { APPLICATION, OWNER, prepareDatabase } from './database.ts';
import { ownServer } from './owned-server.ts';
import { createServer } from './server.ts';

export interface EmbeddedPostgresOptions {
  dataDir: string;
  /** The user that PostgreSQL runs as if this process is root. Default: one per data folder. */
  uid?: number | undefined;
  /** Port on loopback. Default: a socket inside the data folder. */
  port?: number;
  /** Other settings of the server, for disposable data: the default settings put durability first. */
  settings?: Settings;
  log?: (message: string) => void;
}

export interface EmbeddedPostgres extends Urls {
  binDir: string;
  /** Ends every connection and stops the server. */
  stop(): Promise<void>;
}

export interface Urls {
  /** For the service: an ordinary role with only the rights that it is granted. */
  url: string;
  /** For migrations: the role that owns the tables. */
  ownerUrl: string;
  /** For administration only. */
  superuserUrl: string;
}

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
  const passwords = await prepareCluster({ folder, binaries, account, log });
  const superuserAt = (address: Address, database = 'postgres'): string =>
    urlOf(address, { role: SUPERUSER, password: passwords.superuser, database });
  const server = createServer({
    ...{ cluster, binaries, account, log, urlAt: superuserAt },
    changes: options.settings,
  });
  const owned = await ownServer({
    ...{ server, dataDir, log },
    urlAt: superuserAt,
    port: options.port,
  });
  try {
    await prepareDatabase((database) => superuserAt(owned.address, database), passwords);
    return { ...urlsAt(owned.address, passwords), binDir: binaries.binDir, stop: owned.stop };
  } catch (error) {
    await owned.stop();
    throw error;
  }
}

/** The URL of each role for the server at this address. */
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
