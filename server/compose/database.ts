/**
 * The database that the configuration names, ready for use: the one at DATABASE_URL, or the embedded PostgreSQL, which
 * this starts. The schema is up to date, or one clear line says why not. The database is reached in three ways: for
 * statements, for a session, and as the owner of its tables. Closing stops what this started.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { MOST_EXPORTS } from '../exports/index.ts';
import type { Config } from '../platform/config/index.ts';
import { createPasswordCommand, type DatabaseAddress } from '../platform/db/address.ts';
import { useEmbeddedPostgres } from '../platform/db/embedded/attached.ts';
import { startEmbeddedPostgres } from '../platform/db/embedded/index.ts';
import {
  assertKeysGiven,
  createEncryption,
  createKeyring,
  type Encryption,
} from '../platform/db/encryption/index.ts';
import { describeConnectionError, isConnectionLost } from '../platform/db/errors.ts';
import { migrate, pendingMigrations } from '../platform/db/migrate.ts';
import { createDb, type Db, type PooledDb, ping } from '../platform/db/pool.ts';
import { bringUpToDate, ownsSchema, withSetUp } from '../platform/db/schema.ts';
import { StartError } from '../platform/lib/errors.ts';

export interface Database {
  /** The address for statements. */
  address: DatabaseAddress;
  /** The address for a session: without a pooler that shares connections. */
  direct: DatabaseAddress;
  db: PooledDb;
  encryption: Encryption;
  /** Where the data is, for people. */
  location: string;
  /** Names of the migrations that were applied at opening. */
  migrated: string[];
  /** Stops the server without waiting for anyone, if this process started it. */
  stopServer(): Promise<void>;
  close(): Promise<void>;
}

interface OpenDatabaseOptions {
  config: Config;
  applicationName: string;
  /** `owner`: alone on the data folder. `attached`: can also use the server of a running owner. */
  as: 'owner' | 'attached';
  /** What to do about an outdated schema at DATABASE_URL; the embedded one is always migrated. */
  schema: 'migrate' | 'check';
  /** By default, opening fails without a key that content is encrypted under. */
  needsKeys?: false;
  log: (message: string) => void;
}

const STATEMENT_TIMEOUT_MS = 30_000;
const KEYS_TIMEOUT_MS = 5_000;

export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const { config, applicationName } = options;
  const server = await findServer(options);
  try {
    const migrated = await prepareSchema(server, options);
    const { address, direct } = server;
    const encryption = openEncryption(config, address);
    const db = createDb({
      ...{ ...address, cipher: encryption.cipher },
      max: config.database.pool,
      applicationName,
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    });
    await answers(db, options.needsKeys ?? true, encryption);
    return {
      ...{ address, direct, db, encryption, location: server.location, migrated },
      stopServer: server.stop,
      async close() {
        await Promise.all([db.close(), encryption.close()]);
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    if (sqlState(error) === INSUFFICIENT_PRIVILEGE)
      throw new StartError(NO_RIGHTS, { cause: error });
    throw inWords(error, server.address.url);
  }
}

/** Another connection has checked the schema. It bypasses a pooler and changes nothing in the pooler's sessions. */
async function answers(db: Db, needsKeys: boolean, encryption: Encryption): Promise<void> {
  try {
    await (needsKeys ? assertKeysGiven(db, encryption.keyring) : ping(db));
  } catch (error) {
    await Promise.all([db.close(), encryption.close()]);
    throw error;
  }
}

/** Opens a connection when a data key is first needed. */
function openEncryption({ encryption }: Config, address: DatabaseAddress): Encryption {
  const { keys, keysNow, isOn } = encryption;
  return createEncryption({
    keyring: keys === undefined ? undefined : createKeyring(() => keysNow() ?? keys),
    isOn,
    open: () =>
      createDb({
        ...{ ...address, max: 1, statementTimeoutMs: KEYS_TIMEOUT_MS },
        applicationName: 'model-run data keys',
      }),
  });
}

/** Says in one line what is wrong with a connection to this URL, if the error is about that. */
export function inWords(error: unknown, url: string): unknown {
  if (!isConnectionLost(error) && !isRefusal(error)) return error;
  return new StartError(describeConnectionError(error, url), { cause: error });
}

/** How many connections read what. */
const READS = {
  /** Sums that people request. */
  'dashboard reads': 3,
  /** A page of traces reads runs and spans of programs at once. */
  'trace reads': 4,
  /** Files that are read in one transaction each, for as long as the download takes. */
  exports: MOST_EXPORTS,
};

/**
 * For reads that take long: few connections with short time-outs, so that any number of such requests takes no
 * connections from creating, settling and reading runs. Opened when first used.
 */
export function openReads(
  of: keyof typeof READS,
  { address, encryption }: Pick<Database, 'address' | 'encryption'>,
  { database: { readTimeoutMs } }: Config,
): Db {
  return createDb({
    ...{ ...address, cipher: encryption.cipher, max: READS[of] },
    statementTimeoutMs: readTimeoutMs,
    applicationName: `model-run ${of}`,
  });
}

interface FoundServer extends Pick<Database, 'address' | 'direct'> {
  /** The same database as the owner of its tables; undefined if no owner is configured. */
  owner: DatabaseAddress | undefined;
  location: string;
  /** No other process uses it now. */
  isOwn: boolean;
  stop(): Promise<void>;
}

async function findServer({ config, as, log }: OpenDatabaseOptions): Promise<FoundServer> {
  const { dataDir, uid } = config.database;
  const outside = addressesOf(config.database);
  if (outside !== undefined) {
    const location = 'the database at DATABASE_URL';
    return { ...outside, location, isOwn: false, stop: async () => {} };
  }
  const location = `${dataDir} (embedded PostgreSQL)`;
  const isOwner = as === 'owner';
  const open = isOwner
    ? () => startEmbeddedPostgres({ dataDir, uid, log }).then((own) => ({ ...own, owner: true }))
    : () => useEmbeddedPostgres({ dataDir, uid, log });
  const { url, ownerUrl, owner: isOwn, stop } = await whileItStops(open);
  const address = { url };
  return { address, direct: address, owner: { url: ownerUrl }, location, isOwn, stop };
}

/** The first attempt may find a stopping server and lose it: the next attempt finds none. */
async function whileItStops<T>(open: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await open();
    } catch (error) {
      if (!isConnectionLost(error) || attempt === LOOKS) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

const LOOKS = 10;
const PAUSE_MS = 200;

/** Returns the names of the applied migrations. */
async function prepareSchema(
  { address: { url }, direct, owner, isOwn }: FoundServer,
  { schema }: OpenDatabaseOptions,
): Promise<string[]> {
  const mayMigrate = isOwn || schema === 'migrate';
  if (mayMigrate && owner !== undefined) {
    const ownerUrl = owner.url;
    return bringUpToDate({ url, ownerUrl }, owner).catch((error: unknown) => {
      throw inWords(error, ownerUrl);
    });
  }
  const prepared = withSetUp(direct, async (db) => {
    const pending = await pendingMigrations(db);
    if (pending.length === 0) return [];
    const isOwner = await ownsSchema(db);
    if (mayMigrate && isOwner) return (await migrate(db)).applied;
    const how = isOwner ? '' : ', with MIGRATION_DATABASE_URL for the owner of its tables';
    throw new StartError(
      `The database is behind this version by ${pending.join(', ')}: run npm run cli -- migrate${how}.`,
    );
  });
  return prepared.catch((error: unknown) => {
    throw inWords(error, direct.url);
  });
}

/** Wrong password, no such role or database: classes 28 and 3D of PostgreSQL's error codes. */
function isRefusal(error: unknown): boolean {
  return /^(28|3D)/.test(sqlState(error) ?? '');
}

function sqlState(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

const INSUFFICIENT_PRIVILEGE = '42501';
const NO_RIGHTS =
  'the role of DATABASE_URL lacks rights in its database: run npm run cli -- migrate, with MIGRATION_DATABASE_URL for the owner of its tables';

interface Addresses {
  address: DatabaseAddress;
  direct: DatabaseAddress;
  owner: DatabaseAddress | undefined;
}

/** Undefined if the service runs its own PostgreSQL. */
function addressesOf(config: Config['database']): Addresses | undefined {
  const { url, listenUrl, ownerUrl, now, isPooled } = config;
  if (url === undefined) return undefined;
  const access = accessOf(config);
  const at = (
    address: string,
    addressNow: (() => string | undefined) | undefined,
  ): DatabaseAddress => ({
    url: address,
    ...access,
    ...(addressNow && { urlNow: () => addressNow() ?? address }),
  });
  const direct = listenUrl === undefined ? at(url, now.url) : at(listenUrl, now.listenUrl);
  return {
    address: { ...at(url, now.url), isPooled },
    direct,
    owner: ownerUrl === undefined ? undefined : at(ownerUrl, now.ownerUrl),
  };
}

function accessOf({ passwords: { command, environment }, now }: Config['database']) {
  if (command === undefined) {
    // Each connection reads the file again: it may have changed during the first attempt.
    return now.url || now.listenUrl || now.ownerUrl ? { renew: () => {} } : {};
  }
  const passwords = createPasswordCommand({ command, environment });
  return { passwordOf: passwords.of, renew: passwords.renew };
}
