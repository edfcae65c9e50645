/**
 * The database that the configuration asks for, ready for use: the one at DATABASE_URL, or the embedded
 * PostgreSQL, brought up. Schema up to date, or one clear line why not. Closing stops what was started here.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { useEmbeddedPostgres } from '../db/embedded/guest.ts';
import { startEmbeddedPostgres } from '../db/embedded/index.ts';
import { describeConnectionError, isConnectionLost } from '../db/errors.ts';
import { migrate, pendingMigrations } from '../db/migrate.ts';
import { createDb, type Db } from '../db/pool.ts';
import { StartError } from '../kernel/start-error.ts';

export interface Database {
  url: string;
  db: Db;
  /** For people: where the data is. */
  place: string;
  /** Names of the migrations that opening has applied. */
  migrated: string[];
  /** Stops the server without waiting for anyone, where it was started here. */
  stopServer(): Promise<void>;
  close(): Promise<void>;
}

export interface OpenDatabaseOptions {
  config: Config;
  applicationName: string;
  /** `owner`: alone on the data folder. `guest`: also beside an owner that runs. */
  as: 'owner' | 'guest';
  /** What to do with an outdated schema at DATABASE_URL; the embedded one is always brought up to date. */
  schema: 'migrate' | 'check';
  log: (message: string) => void;
}

const STATEMENT_TIMEOUT_MS = 30_000;
const READS_AT_ONCE = 3;
const READ_TIMEOUT_MS = 5_000;

export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const { config, applicationName } = options;
  const server = await findServer(options);
  try {
    const migrated = await withDb(server.url, (db) => bringUpToDate(db, options, server.isOwn));
    const db = createDb({
      url: server.url,
      max: config.database.pool,
      applicationName,
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    });
    return {
      ...{ url: server.url, db, place: server.place, migrated },
      stopServer: server.stop,
      async close() {
        await db.close();
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    if (!isConnectionLost(error) && !isRefusal(error)) throw error;
    throw new StartError(describeConnectionError(error, server.url), { cause: error });
  }
}

/**
 * For what people ask to be added up: few connections with little patience, so that no number of such
 * questions takes those that the API works with. Opened when first used.
 */
export function openReads({ url }: Pick<Database, 'url'>): Db {
  return createDb({
    ...{ url, max: READS_AT_ONCE, statementTimeoutMs: READ_TIMEOUT_MS },
    applicationName: 'model-run dashboard reads',
  });
}

interface FoundServer {
  url: string;
  place: string;
  /** Nobody else works with it now. */
  isOwn: boolean;
  stop(): Promise<void>;
}

async function findServer({ config, as, log }: OpenDatabaseOptions): Promise<FoundServer> {
  const { url, dataDir } = config.database;
  if (url !== undefined) {
    return { url, place: 'the database at DATABASE_URL', isOwn: false, stop: async () => {} };
  }
  const place = `${dataDir} (embedded PostgreSQL)`;
  if (as === 'owner') {
    const own = await whileItStops(() => startEmbeddedPostgres({ dataDir, log }));
    return { ...own, place, isOwn: true };
  }
  const { owner, ...server } = await whileItStops(() => useEmbeddedPostgres({ dataDir, log }));
  return { ...server, place, isOwn: owner };
}

/** A server that somebody is just stopping is first met and then lost: the next look finds none. */
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

async function bringUpToDate(
  db: Db,
  { schema }: OpenDatabaseOptions,
  isOwn: boolean,
): Promise<string[]> {
  if (isOwn || schema === 'migrate') return (await migrate(db)).applied;
  const pending = await pendingMigrations(db);
  if (pending.length === 0) return [];
  throw new StartError(
    `The database is behind this version by ${pending.join(', ')}: run npm run cli -- migrate.`,
  );
}

/** On a connection without timeouts of its own: a migration takes what it takes. */
async function withDb<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = createDb({ url, max: 1, applicationName: 'model-run set-up' });
  return work(db).finally(() => db.close());
}

/** Wrong password, no such role or database: classes 28 and 3D of PostgreSQL's error codes. */
function isRefusal(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^(28|3D)/.test(code);
}
