/**
 * A real PostgreSQL of our own, from npm, for operators without one: durable data, one owner per data folder, no
 * account or privilege needed. The server outlives a killed owner, and the next owner takes it over; if it dies while
 * the owner lives, the owner restarts it at the same address. Refusals are one line (StartError).
 */
import { join, resolve } from 'node:path';
import pg from 'pg';
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

/*
 * The database of the service, and its two roles. One owns it: migrations run as this role. The other has only what it
 * is granted, and is no superuser: it cannot do what the schema forbids, and cannot grant itself more. The process
 * creates each once; it completes a start that was killed in between.
 */

/** The service's role, and the name of the database. */
export const APPLICATION = 'model_run';
const OWNER = 'model_run_owner';

/** The superuser's URL of any database, and of the service's database. */
type UrlOfDatabase = (database: string) => string;

export async function prepareDatabase(urlOf: UrlOfDatabase, passwords: Passwords): Promise<void> {
  const [application, owner] = [APPLICATION, OWNER].map((name) => pg.escapeIdentifier(name));
  await withClient(urlOf('postgres'), async (client) => {
    await makeRole(client, OWNER, passwords.owner);
    await makeRole(client, APPLICATION, passwords.application);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [
      APPLICATION,
    ]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${application} OWNER ${owner}`);
  });
  await withClient(urlOf(APPLICATION), async (client) => {
    // A temporary table of a session could hide one of ours from it.
    await client.query(`REVOKE TEMPORARY ON DATABASE ${application} FROM PUBLIC`);
  });
}

async function makeRole(client: pg.Client, role: string, password: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
  if (rowCount !== 0) return;
  await client.query(
    `CREATE ROLE ${pg.escapeIdentifier(role)} LOGIN PASSWORD ${pg.escapeLiteral(password)}`,
  );
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}
