/**
 * What works behind PgBouncer in transaction mode, and what is reported about it. `npm run check:connections` runs it.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createDb, type Db } from '../../server/platform/db/pool.ts';
import { pooled } from '../support/pooler.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { launch, run } from '../support/program.ts';
import { request, runOf, startService } from '../support/service.ts';

const AT_ONCE = 40;

let database: TestDatabase;
let url: string;
beforeAll(async () => {
  database = await createTestDatabase();
  url = pooled(database.url, inject('pooler'))!;
});
afterAll(() => database.drop());

async function rejection(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

test('a statement and a transaction are ended after their time, and nothing of it stays', async () => {
  const db = createDb({
    ...{ url, isPooled: true, max: 4, applicationName: 'test' },
    ...{ statementTimeoutMs: 200, lockTimeoutMs: 100, synchronousCommit: 'off' },
  });
  const settings = `select current_setting('statement_timeout') as statement,
    current_setting('lock_timeout') as lock, current_setting('synchronous_commit') as commit`;
  expect(await db.query(settings, [], 'named')).toEqual([
    { statement: '200ms', lock: '100ms', commit: 'off' },
  ]);
  const slow = (by: Pick<Db, 'query'>) => by.query('select pg_sleep(20)');
  expect(await rejection(slow(db))).toMatchObject({ code: '57014' });
  expect(await rejection(db.transaction(slow))).toMatchObject({ code: '57014' });
  await Promise.all(Array.from({ length: AT_ONCE }, () => db.query('select 1', [], 'named')));
  await db.close();
  expect(await ofEverySession('show statement_timeout')).toEqual(['0']);
  expect(await ofEverySession('show lock_timeout')).toEqual(['0']);
  expect(await ofEverySession('show synchronous_commit')).toEqual(['on']);
});

test('a service leaves no state in the sessions that it shares', async () => {
  const service = await startService({ database });
  const tenant = await service.tenant();
  const runs = await Promise.all(
    Array.from({ length: AT_ONCE }, () =>
      tenant.create(request('sandbox/echo'), { headers: { Prefer: 'wait=20' } }),
    ),
  );
  expect(new Set(runs.map((answer) => runOf(answer).state))).toEqual(new Set(['completed']));
  for (const query of [
    'select count(*)::text as left from pg_prepared_statements',
    "select count(*)::text as left from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()",
    'select count(*)::text as left from pg_listening_channels()',
  ]) {
    expect(await ofEverySession(query), query).toEqual(['0']);
  }
  expect(await ofEverySession('show statement_timeout')).toEqual(['0']);
  const direct = await database.db.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity
      where datname = current_database() and application_name like 'model-run%'`,
  );
  expect(direct).toEqual([{ name: 'model-run listener' }]);
  await service.stop();
});

/** The distinct values that a statement returns in the sessions of the pooler. */
async function ofEverySession(statement: string): Promise<string[]> {
  const clients = Array.from({ length: AT_ONCE }, () => new pg.Client({ connectionString: url }));
  const values = await Promise.all(
    clients.map(async (client) => {
      await client.connect();
      const { rows } = await client.query(statement);
      await client.end();
      return String(Object.values(rows[0] as object)[0]);
    }),
  );
  return [...new Set(values)];
}

test('an undeclared pooler gives one line that says what to set', async () => {
  const { code, stderr } = await run(['serve'], { DATABASE_URL: url, PORT: '0' });
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^error: cannot use the database at \S+: there is a pooler .+ set DATABASE_LISTEN_URL .+\n$/,
  );
});

test('a pooler without a direct connection is one line', async () => {
  const { code, stderr } = await run(['serve'], {
    ...{ DATABASE_URL: url, DATABASE_POOLER: 'transaction', PORT: '0' },
  });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^error: .+ DATABASE_POOLER=transaction needs DATABASE_LISTEN_URL.+\n$/);
});

test('a direct connection that leads to a pooler does not start, and says so', async () => {
  const { code, stderr } = await run(['serve'], {
    ...{ DATABASE_URL: url, DATABASE_LISTEN_URL: url, PORT: '0' },
  });
  expect(code).toBe(1);
  expect(stderr).toMatch(/error: a notification .+ does not come back.+without a pooler.+\n$/);
});

test('several processes work through it as well', async () => {
  const started = launch(['start'], { DATABASE_URL: database.url, PROCESSES: '2', PORT: '0' });
  await started.until(/Ctrl-C stops/);
  started.process.kill('SIGTERM');
  expect((await started.ended).code).toBe(0);
});
