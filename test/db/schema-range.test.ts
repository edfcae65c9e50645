/** A schema changes while processes work with it: none waits for it, and older versions start again on it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type Migration,
  migrate,
  pendingMigrations,
  readMigrations,
} from '../../server/platform/db/migrate.ts';
import { createDb, type Db } from '../../server/platform/db/pool.ts';
import { bringUpToDate } from '../../server/platform/db/schema.ts';
import { createWorkspace } from '../../server/workspaces/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

let database: TestDatabase;
let owner: Db;
beforeEach(async () => {
  database = await createTestDatabase();
  owner = createDb({ url: database.ownerUrl, max: 4, applicationName: 'owner' });
});
afterEach(async () => {
  await owner.close();
  await database.drop();
});

/** The files of this version, and one more after them. */
async function andThen(...later: [name: string, sql: string][]): Promise<Migration[]> {
  const more = later.map(([name, sql]) => ({ name, sql, checksum: name }));
  return [...(await readMigrations()), ...more];
}

test('an older program starts on a newer schema within its range, and leaves it as it is', async () => {
  await migrate(owner, await andThen(['9001-more', 'create table more ()']));
  const role = new URL(database.url).username;
  await owner.query(`grant select on more to ${role}`);
  expect(await pendingMigrations(database.db)).toEqual([]);
  expect(await migrate(owner)).toEqual({ applied: [], isAhead: true });
  await bringUpToDate(database);
  expect(await database.db.query('select from more')).toEqual([]);
});

test('below the range it is refused', async () => {
  const contracting = 'update schema_range set oldest = 9001';
  await migrate(owner, await andThen(['9001-less', contracting]));
  await expect(pendingMigrations(database.db)).rejects.toThrow(
    'the database has migration 9001-less, which this version does not know: start a newer version',
  );
  await expect(migrate(owner)).rejects.toThrow('9001-less');
  // A gap is not a newer version.
  const newer = await andThen(['9001-less', contracting], ['9002-more', 'create table more ()']);
  await migrate(owner, newer);
  const known = newer.slice(0, -1);
  await expect(migrate(owner, known)).resolves.toMatchObject({ isAhead: true });
  await owner.query("delete from schema_migration where name = '9001-less'");
  await expect(migrate(owner, known)).rejects.toThrow('comes before one that has been applied');
});

test('a change that has to wait for a reader lets everybody else pass', async () => {
  const reader = createDb({ url: database.url, max: 1, applicationName: 'reader' });
  const { promise: isRead, resolve: haveRead } = Promise.withResolvers<void>();
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const reading = reader.transaction(async (tx) => {
    await tx.query('select from workspace');
    haveRead();
    await mayEnd;
  });
  await isRead;
  let isOver = false;
  const changing = migrate(
    owner,
    await andThen(['9001-wide', 'alter table workspace add column wide text']),
  ).then(() => {
    isOver = true;
  });
  await sleep(600);
  // After a statement that waits without a limit, this one would also wait for the reader.
  for (let i = 0; i < 20; i += 1) await createWorkspace(database.db, { name: `acme-${i}` });
  expect(isOver).toBe(false);
  end();
  await reading;
  await changing;
  expect(await database.db.query('select wide from workspace limit 1')).toEqual([{ wide: null }]);
  await reader.close();
});

test('indexes are built while the table is written to; what broke off is begun again', async () => {
  await migrate(owner, await andThen(['9001-n', 'create table n (a integer, b integer)']));
  await owner.query('insert into n values (1, 1), (2, 1)');
  const before: [string, string] = ['9001-n', 'create table n (a integer, b integer)'];
  const sql = `-- concurrently
-- Two of them; a semicolon ends each.
create index concurrently n_a on n (a);
create unique index concurrently n_b on n (b);
`;
  const both = await andThen(before, ['9002-indexes', sql]);
  await expect(migrate(owner, both)).rejects.toThrow('9002-indexes failed');
  const indexes = () =>
    owner.query<{ name: string; oid: number; valid: boolean }>(
      `select c.relname as name, c.oid::integer, i.indisvalid as valid
       from pg_index i join pg_class c on c.oid = i.indexrelid where c.relname like 'n\\__' order by 1`,
    );
  const [first, broken] = await indexes();
  expect([first!.valid, broken!.valid]).toEqual([true, false]);
  await owner.query('delete from n where a = 2');
  // Two processes migrate at the same time and take turns.
  const [one, other] = await Promise.all([migrate(owner, both), migrate(owner, both)]);
  expect([...one.applied, ...other.applied]).toEqual(['9002-indexes']);
  expect(await indexes()).toMatchObject([first, { name: 'n_b', valid: true }]);
});
