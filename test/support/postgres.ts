/**
 * A migrated database for a test file, used by the same unprivileged role that the service runs as. A test that leaves
 * a connection open fails at `drop`.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import { createDb, type Db } from '../../server/platform/db/pool.ts';
import { askPooler, pooled } from './pooler.ts';
import { copyDataDir, makeDataDir } from './postgres-folder.ts';

export interface TestDatabase {
  url: string;
  db: Db;
  /** For what the service may not do: the role that owns the tables. */
  ownerUrl: string;
  /** Closes `db`, then drops the database; fails if other connections to it are still open. */
  drop(): Promise<void>;
}

const LEAK_PATIENCE_MS = 10_000;
/** On a machine with many tests, one of them may have to wait. */
export const PATIENT = { connectTimeoutMs: 60_000 };

export async function createTestDatabase(): Promise<TestDatabase> {
  const { templateUrl, templateOwnerUrl } = inject('postgres');
  return createDatabase({
    url: templateUrl,
    template: new URL(templateOwnerUrl).pathname.slice(1),
  });
}

/** Without tables, which its owner may create, and without rights for the role of the service. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase({ url: inject('postgres').templateUrl, template: 'template1' });
}

/** As it is now. Nobody may be connected to it meanwhile. */
export async function copyTestDatabase({ url }: Pick<TestDatabase, 'url'>): Promise<TestDatabase> {
  return createDatabase({ url, template: new URL(url).pathname.slice(1) });
}

/** What is at the address of one of them is at that of the other from now on; sessions of both end. */
export function exchangeDatabases(one: TestDatabase, other: TestDatabase): Promise<void> {
  const [first, second] = [one, other].map(({ url }) => new URL(url).pathname.slice(1));
  return asSuperuser(async (admin) => {
    for (const name of [first, second])
      await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await renameDatabase(admin, first!, `${first}_aside`);
    await renameDatabase(admin, second!, first!);
    await renameDatabase(admin, `${first}_aside`, second!);
    for (const name of [first, second])
      await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
  });
}

async function renameDatabase(admin: Db, from: string, to: string): Promise<void> {
  await admin.query(
    'SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1',
    [from],
  );
  await admin.query(`ALTER DATABASE ${from} RENAME TO ${to}`);
}

async function createDatabase(of: { url: string; template: string }): Promise<TestDatabase> {
  const { templateOwnerUrl } = inject('postgres');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const { username } = new URL(templateOwnerUrl);
  await asSuperuser(async (admin) => {
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${of.template} OWNER ${username}`);
    // A copy has the content of its template, but the rights of a new database.
    await admin.query(`REVOKE TEMPORARY ON DATABASE ${name} FROM PUBLIC`);
  });
  const url = new URL(`/${name}`, of.url).href;
  const through = pooled(url, inject('pooler'));
  const db = createDb({
    ...{ url: through ?? url, isPooled: through !== undefined },
    ...{ ...PATIENT, max: 10, applicationName: 'test' },
  });
  return {
    url,
    db,
    ownerUrl: new URL(`/${name}`, templateOwnerUrl).href,
    async drop() {
      await db.close();
      await leavePooler(name);
      await asSuperuser(async (admin) => {
        const leaked = await openConnections(admin, name);
        await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
        if (leaked.length > 0) throw new Error(`connections left open: ${leaked.join(', ')}`);
      });
    },
  };
}

/** A data folder as a first start leaves it: copying one takes a small part of the time of making one. */
export async function makeStartedDataDir(): Promise<string> {
  const dataDir = await makeDataDir();
  await copyDataDir(inject('postgres').startedDataDir, dataDir);
  return dataDir;
}

/** On a separate connection, as the owner of the tables. */
export async function asOwner<T>(
  { ownerUrl }: Pick<TestDatabase, 'ownerUrl'>,
  work: (owner: Db) => Promise<T>,
): Promise<T> {
  const owner = createDb({ ...PATIENT, url: ownerUrl, max: 1, applicationName: 'owner' });
  return work(owner).finally(() => owner.close());
}

/** The pooler keeps connections to the database for later clients. */
async function leavePooler(database: string): Promise<void> {
  const pooler = inject('pooler');
  // The pooler does not know a database that nobody reached through it.
  if (pooler) await askPooler(pooler.consoleUrl, `KILL ${database}`).catch(() => {});
}

/** The names of the applications still connected, after a delay for those that are closing. */
async function openConnections(admin: Db, database: string): Promise<string[]> {
  const giveUpAt = performance.now() + LEAK_PATIENCE_MS;
  for (;;) {
    const rows = await admin.query<{ name: string }>(
      `SELECT application_name AS name FROM pg_stat_activity
        WHERE datname = $1 AND backend_type = 'client backend'`,
      [database],
    );
    if (rows.length === 0 || performance.now() > giveUpAt) return rows.map(({ name }) => name);
    await sleep(20);
  }
}

let admin: Db | undefined;

/** One connection for all files of this process; it ends with the process. */
function asSuperuser<T>(work: (admin: Db) => Promise<T>): Promise<T> {
  const { superuserUrl } = inject('postgres');
  admin ??= createDb({
    ...PATIENT,
    url: superuserUrl,
    max: 1,
    applicationName: 'test administration',
  });
  return work(admin);
}
