/**
 * The database of the benchmark: the embedded PostgreSQL as the service starts it, fsync on, in a folder
 * that is gone afterwards; and a fresh, migrated database in it for every section.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../../server/db/embedded/index.ts';
import { createDb, type Db } from '../../server/db/pool.ts';
import { bringUpToDate } from '../../server/db/schema.ts';
import { newUuid } from '../../server/kernel/ids.ts';
import { createKey } from '../../server/keys/index.ts';
import { createLedger } from '../../server/ledger/index.ts';
import { createWorkspace } from '../../server/workspaces/index.ts';
import { makeDataDir, removeDataDir, removeLeftovers } from '../support/postgres-folder.ts';

export interface BenchPostgres {
  createDatabase(): Promise<BenchDatabase>;
  close(): Promise<void>;
}

export interface BenchDatabase {
  url: string;
  /** As the role that owns the tables. */
  ownerUrl: string;
  /** A workspace with more money than a benchmark spends, and the text of a key. */
  createTenant(): Promise<Tenant>;
  /** Forgets every run and ledger entry; workspaces, keys and balances stay. */
  forgetRuns(): Promise<void>;
  /** Lends the least durable write there is: one narrow row and its commit. */
  withCommits<T>(work: (commit: () => Promise<void>) => Promise<T>): Promise<T>;
  /** Resolves once every run is terminal. */
  untilNoneIsPending(): Promise<void>;
  drop(): Promise<void>;
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
  const dataDir = await makeDataDir();
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
  return {
    close,
    async createDatabase() {
      const name = `bench_${++databases}`;
      const { pathname, username } = new URL(postgres.ownerUrl);
      const superuser = (statement: string) =>
        using(postgres.superuserUrl, (db) => db.query(statement));
      await superuser(`create database ${name} template ${pathname.slice(1)} owner ${username}`);
      const url = new URL(`/${name}`, postgres.url).href;
      const ownerUrl = new URL(`/${name}`, postgres.ownerUrl).href;
      const adminUrl = new URL(`/${name}`, postgres.superuserUrl).href;
      return {
        url,
        ownerUrl,
        createTenant: () => using(url, createTenant),
        forgetRuns: () => using(adminUrl, forgetRuns),
        withCommits: (work) => using(ownerUrl, (db) => withCommits(db, work)),
        untilNoneIsPending: () => using(url, untilNoneIsPending),
        drop: async () => {
          await superuser(`drop database ${name} with (force)`);
        },
      };
    },
  };
}

async function createTenant(db: Db): Promise<Tenant> {
  const { id } = await createWorkspace(db, { name: `bench ${performance.now()}` });
  await createLedger({ db }).topUp({ workspace: id, amount: PLENTY, reference: 'bench' });
  const key = await createKey(db, {
    workspace: id,
    name: 'bench',
    scopes: ['models:read', 'models:run'],
  });
  const [wallet] = await db.query<{ id: string }>('select id from account where workspace = $1', [
    id,
  ]);
  return { workspace: id, wallet: wallet!.id, apiKey: key.id, key: key.key };
}

/** A superuser's right: the ledger is append-only for everybody else. */
async function forgetRuns(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query('truncate model_run, model_run_payload, run_queue, ledger_entry');
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
