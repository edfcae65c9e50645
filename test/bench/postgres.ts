/**
 * The database of the benchmark: the embedded PostgreSQL as the service starts it, fsync on, in a temporary folder,
 * with a fresh, migrated database for every section.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createKey, SCOPES } from '../../server/keys/index.ts';
import { createLedger } from '../../server/money/index.ts';
import { startEmbeddedPostgres } from '../../server/platform/db/embedded/index.ts';
import { createDb, type Db } from '../../server/platform/db/pool.ts';
import { bringUpToDate } from '../../server/platform/db/schema.ts';
import { newUuid } from '../../server/platform/lib/ids.ts';
import { createWorkspace } from '../../server/workspaces/index.ts';

import {
  makeDataDir,
  ON_DISK,
  removeDataDir,
  removeLeftovers,
} from '../support/postgres-folder.ts';
import { parentOf } from './cpu.ts';
import { addOldRuns, type OldRuns } from './old-runs.ts';
import { beginStatistics, type Statistics } from './statistics.ts';

export interface BenchPostgres {
  /** The version as the server reports it. */
  version: string;
  /** The process that started all others of the server; undefined if the system does not report it. */
  postmaster: number | undefined;
  createDatabase(): Promise<BenchDatabase>;
  /** The address of a database, by name, for the role of the service. */
  urlOf(name: string): string;
  /** Without tables, for a version that brings its own. */
  createEmptyDatabase(): Promise<BenchDatabase>;
  /** For work that writes much and need not survive a crash: a short log, and checkpoints far apart. */
  whileLoading<T>(work: () => Promise<T>): Promise<T>;
  /** Begins now; the returned call returns the statistics up to then. */
  beginStatistics(): Promise<() => Promise<Statistics>>;
  close(): Promise<void>;
}

export interface BenchDatabase {
  url: string;
  /** For the role that owns the tables. */
  ownerUrl: string;
  /** A workspace with more money than a benchmark spends, and the text of a key. */
  createTenant(): Promise<Tenant>;
  /** Another database with the same content, and with statistics of it. Nothing may be connected to this one. */
  copy(): Promise<BenchDatabase>;
  /** Deletes every run and ledger entry; workspaces, keys and balances stay. */
  forgetRuns(): Promise<void>;
  /** Adds copies of an ended run, spread over the past years. */
  addOldRuns(runs: OldRuns, onStep: (step: string) => void): Promise<void>;
  /** Since the server started; the log is that of the whole server. */
  counters(): Promise<Counters>;
  /** The processes of its connections. */
  backends(): Promise<number[]>;
  /** Provides the smallest durable write: one narrow row and its commit. */
  withCommits<T>(work: (commit: () => Promise<void>) => Promise<T>): Promise<T>;
  /** Resolves once every run is terminal. */
  untilNoneIsPending(): Promise<void>;
  drop(): Promise<void>;
}

export interface Counters {
  commits: number;
  statements: number;
  walBytes: number;
}

export interface Tenant {
  workspace: string;
  wallet: string;
  apiKey: string;
  key: string;
}

const PLENTY = 1_000_000_000_000_000;

export async function openPostgres(): Promise<BenchPostgres> {
  await removeLeftovers();
  const dataDir = await makeDataDir(ON_DISK);
  await countStatements(dataDir);
  const postgres = await startEmbeddedPostgres({ dataDir });
  const close = async () => {
    await postgres.stop();
    await removeDataDir(dataDir);
  };
  let databases = 0;
  try {
    await bringUpToDate(postgres);
  } catch (error) {
    await close();
    throw error;
  }
  const superuser = (statement: string) =>
    using(postgres.superuserUrl, (db) => db.query(statement));
  const about = await using(postgres.superuserUrl, aboutServer);

  async function create(template: string): Promise<BenchDatabase> {
    const name = `bench_${++databases}`;
    const { username } = new URL(postgres.ownerUrl);
    await superuser(`create database ${name} template ${template} owner ${username}`);
    const url = new URL(`/${name}`, postgres.url).href;
    const ownerUrl = new URL(`/${name}`, postgres.ownerUrl).href;
    const adminUrl = new URL(`/${name}`, postgres.superuserUrl).href;
    return {
      ...{ url, ownerUrl },
      createTenant: () => using(url, createTenant),
      copy: async () => {
        await using(adminUrl, (db) => db.query('vacuum analyze'));
        return create(name);
      },
      forgetRuns: () => using(adminUrl, forgetRuns),
      addOldRuns: (runs, onStep) => using(adminUrl, (db) => addOldRuns(db, runs, onStep)),
      counters: () => using(postgres.superuserUrl, (db) => readCounters(db, name)),
      backends: () => using(postgres.superuserUrl, (db) => backendsOf(db, name)),
      withCommits: (work) => using(ownerUrl, (db) => withCommits(db, work)),
      untilNoneIsPending: () => using(url, untilNoneIsPending),
      drop: async () => {
        await superuser(`drop database ${name} with (force)`);
      },
    };
  }

  return {
    ...about,
    urlOf: (name) => new URL(`/${name}`, postgres.url).href,
    close,
    beginStatistics: async () => {
      const statistics = await using(postgres.superuserUrl, beginStatistics);
      return () => using(postgres.superuserUrl, statistics);
    },
    createDatabase: () => create(new URL(postgres.ownerUrl).pathname.slice(1)),
    createEmptyDatabase: () => create('template1'),
    whileLoading: async (work) => {
      const set = (settings: string[]) =>
        using(postgres.superuserUrl, async (db) => {
          for (const setting of settings) await db.query(`alter system ${setting}`);
          await db.query('select pg_reload_conf()');
        });
      await set(['set full_page_writes = off', "set max_wal_size = '4GB'"]);
      const result = await work();
      await superuser('checkpoint');
      await set(['reset full_page_writes', 'reset max_wal_size']);
      return result;
    },
  };
}

/** Loads the extension that counts statements, which needs a restart of the server. */
async function countStatements(dataDir: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir });
  await using(postgres.superuserUrl, async (db) => {
    await db.query("alter system set shared_preload_libraries = 'pg_stat_statements'");
    await db.query('create extension pg_stat_statements');
  }).finally(() => postgres.stop());
}

async function readCounters(db: Db, database: string): Promise<Counters> {
  // A connection reports its statistics when it is idle, and at most once a second.
  await sleep(1_100);
  const [row] = await db.query<Counters>(
    `select xact_commit::float as commits,
       (select coalesce(sum(calls), 0)::float from pg_stat_statements where dbid = d.datid) as statements,
       (pg_current_wal_insert_lsn() - '0/0')::float as "walBytes"
     from pg_stat_database d where datname = $1`,
    [database],
  );
  return row!;
}

async function backendsOf(db: Db, database: string): Promise<number[]> {
  const rows = await db.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = $1',
    [database],
  );
  return rows.map(({ pid }) => pid);
}

async function aboutServer(db: Db): Promise<Pick<BenchPostgres, 'version' | 'postmaster'>> {
  const [row] = await db.query<{ version: string; pid: number }>(
    "select current_setting('server_version') as version, pg_backend_pid() as pid",
  );
  return { version: row!.version, postmaster: await parentOf(row!.pid) };
}

async function createTenant(db: Db): Promise<Tenant> {
  const { id } = await createWorkspace(db, { name: `bench ${performance.now()}` });
  await createLedger({ db }).topUp({ workspace: id, amount: PLENTY, reference: 'bench' });
  const key = await createKey(db, {
    workspace: id,
    name: 'bench',
    scopes: [...SCOPES],
  });
  const [wallet] = await db.query<{ id: string }>('select id from account where workspace = $1', [
    id,
  ]);
  return { workspace: id, wallet: wallet!.id, apiKey: key.id, key: key.key };
}

/** Needs a superuser: the ledger is append-only for everybody else. */
async function forgetRuns(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query('truncate run, run_payload, run_queue, request_key, ledger_entry');
    await tx.query(
      'update account set available = available + held + spent, held = 0, spent = 0, pending = 0',
    );
  });
}

async function withCommits<T>(
  db: Db,
  work: (commit: () => Promise<void>) => Promise<T>,
): Promise<T> {
  await db.query('create table bench_commit (id uuid primary key)');
  return work(async () => {
    await db.query('insert into bench_commit (id) values ($1)', [newUuid()], 'bench_commit');
  });
}

async function untilNoneIsPending(db: Db): Promise<void> {
  for (;;) {
    const [row] = await db.query<{ pending: number }>(
      'select sum(pending)::integer as pending from account',
    );
    if (!row?.pending) return;
    await sleep(200);
  }
}

async function using<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = createDb({ url, max: 1, applicationName: 'bench' });
  return work(db).finally(() => db.close());
}
