/** How somebody could misuse the service's own password: each way to change the past, one at a time. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { createDb } from '../../server/platform/db/pool.ts';
import { bringUpToDate, canRewriteLedger } from '../../server/platform/db/schema.ts';
import { type Fixtures, makeFixtures } from '../ledger/fixtures.ts';
import { asOwner, createTestDatabase, type TestDatabase } from '../support/postgres.ts';

const ROLE = new URL(inject('postgres').templateUrl).username;
const OWNER = new URL(inject('postgres').templateOwnerUrl).username;

let database: TestDatabase;
let fixtures: Fixtures;
beforeAll(async () => {
  database = await createTestDatabase();
  fixtures = await makeFixtures(database.db);
});
afterAll(() => database.drop());

const entries = () => database.db.query('select * from ledger_entry order by id');
/** On a separate connection: a statement may leave a transaction open. */
async function attempt(statement: string): Promise<string> {
  const db = createDb({ url: database.url, max: 1, applicationName: 'attempt' });
  return db
    .query(statement)
    .then(
      () => 'was done',
      (error: { code?: string; message: string }) => error.code ?? error.message,
    )
    .finally(() => db.close());
}

/** For any append-only table, statements like those for the ledger. */
const CHANGES = [
  'update ledger_entry set amount = 1',
  'delete from ledger_entry',
  'truncate ledger_entry',
  'truncate ledger_entry, run, account cascade',
  `merge into ledger_entry e using account a on a.id = e.account when matched then delete`,
  'select * from ledger_entry for update',
  'do $$ begin lock table ledger_entry in access exclusive mode; end $$',
  `do $$ begin execute 'delete from ledger_entry'; end $$`,
  `insert into ledger_entry (id, workspace, account, kind, debit_bucket, credit_bucket, amount, external_reference)
   overriding system value select 0, workspace, account, kind, debit_bucket, credit_bucket, amount, 'x' from ledger_entry`,
  `insert into ledger_entry (created_at, workspace, account, kind, debit_bucket, credit_bucket, amount, external_reference)
   select '2020-01-01', workspace, account, kind, debit_bucket, credit_bucket, amount, 'x' from ledger_entry`,
  `select setval(pg_get_serial_sequence('ledger_entry', 'id'), 1)`,
  `update audit_event set detail = '{}'`,
  'delete from audit_event',
  'update closed_balance set available = available + 1',
  'delete from closed_balance',
  `insert into closed_balance select workspace, id, 1, 0, 0 from account`,
  'update ledger_closed set until = 0',
  'update ledger_closed set horizon = 1000000',
  'truncate audit_event',
  `insert into audit_event (kind, created_at) values ('x', '2020-01-01')`,
  'delete from schema_migration',
  `update schema_migration set checksum = 'x'`,
];

const WAYS_AROUND = [
  'alter table ledger_entry disable trigger all',
  'alter table ledger_entry disable trigger ledger_entry_append_only',
  `alter table ledger_entry owner to ${ROLE}`,
  'alter table ledger_entry add column note text',
  'alter table ledger_entry alter column amount type numeric',
  'alter table ledger_entry enable row level security',
  'alter table ledger_entry rename to was',
  'drop trigger ledger_entry_append_only on ledger_entry',
  'drop table ledger_entry',
  'drop index ledger_entry_once_per_run',
  'reindex table ledger_entry',
  `create trigger mine before insert on ledger_entry for each row execute function note_run_state()`,
  'create rule mine as on insert to ledger_entry do instead nothing',
  'create policy mine on ledger_entry using (true)',
  `create or replace function refuse_change() returns trigger language plpgsql as 'begin return new; end'`,
  'alter function refuse_change() rename to was',
  'drop function refuse_change() cascade',
  'drop function advance_runs(json, text[])',
  `create or replace function close_balances(at_most integer) returns boolean language sql as 'select true'`,
  'alter function close_balances(integer) security invoker',
  'alter function close_balances(integer) set search_path = pg_temp, public',
  `create function now() returns timestamptz language sql as 'select null::timestamptz'`,
  `create function pg_temp.length(text) returns integer language sql as 'select 1'`,
  'create temporary table ledger_entry (id bigint)',
  'create temporary view account as select 1',
  'create table mine ()',
  'create schema mine',
  `create schema ${OWNER}`,
  'set session_replication_role = replica',
  `select set_config('session_replication_role', 'replica', false)`,
  `set role ${OWNER}`,
  `set session authorization ${OWNER}`,
  'set role postgres',
  `grant ${OWNER} to ${ROLE}`,
  `grant pg_write_all_data to ${ROLE}`,
  `alter role ${ROLE} superuser`,
  `alter role ${ROLE} createrole`,
  `alter role ${OWNER} password 'mine'`,
  `alter role ${OWNER} set session_replication_role = 'replica'`,
  'create role mine',
  `reassign owned by ${OWNER} to ${ROLE}`,
  `drop owned by ${OWNER}`,
  `alter default privileges for role ${OWNER} grant all on tables to ${ROLE}`,
  'alter system set fsync = off',
  `update pg_class set relowner = 10 where relname = 'ledger_entry'`,
  `delete from pg_trigger`,
  `update pg_authid set rolsuper = true`,
  `select rolpassword from pg_authid`,
  `copy (select 1) to program 'true'`,
  `copy audit_event (kind) from program 'echo x'`,
  `copy ledger_entry to '/tmp/ledger'`,
  `select pg_read_file('postmaster.pid')`,
  `select lo_import('/etc/passwd')`,
  `select pg_reload_conf()`,
];

describe('the role that the service works as is refused (42501)', () => {
  let before: unknown[];
  beforeEach(async () => {
    before = await entries();
    expect(before.length).toBeGreaterThan(0);
  });

  test.each([...CHANGES, ...WAYS_AROUND])('%s', async (statement) => {
    expect(await attempt(statement)).toBe('42501');
    expect(await entries()).toEqual(before);
  });
});

describe('what is not refused changes nothing', () => {
  test.each([
    `grant update, delete, truncate, trigger on ledger_entry to ${ROLE}`,
    `grant all on ledger_entry to ${ROLE} with grant option`,
    `grant all on all tables in schema public to ${ROLE}`,
    `grant create on schema public to ${ROLE}`,
    `grant all on database postgres to ${ROLE}`,
    'begin; set local search_path = pg_temp, public; create function pg_temp.now() returns text language sql as $$ select 1 $$; commit',
  ])('%s', async (statement) => {
    await attempt(statement);
    for (const change of ['update ledger_entry set amount = 1', 'create table mine ()']) {
      expect(await attempt(change)).toBe('42501');
    }
  });
});

test('the owner of the tables cannot change an entry either, even with the right to', async () => {
  await asOwner(database, async (owner) => {
    await owner.query(`grant update, delete, truncate on ledger_entry to ${OWNER}`);
    for (const change of ['update ledger_entry set amount = 1', 'truncate ledger_entry']) {
      await expect(owner.query(change)).rejects.toThrow('ledger_entry is append-only');
    }
  });
});

describe('grants.sql', () => {
  const named = async () => {
    const file = new URL('../../server/platform/db/grants.sql', import.meta.url);
    const text = (await readFile(file, 'utf8')).replaceAll(/--.*/g, '');
    const lists = [...text.matchAll(/\bon\s+([\w,\s]+?)\s+to working_role;/g)];
    return lists.flatMap(([, list]) => list!.split(',').map((name) => name.trim()));
  };

  test('names every table, and only tables that exist', async () => {
    const tables = await database.db.query<{ name: string }>(
      `select relname::text as name from pg_class
        where relkind in ('r', 'p', 'v', 'm') and not relispartition and relnamespace = 'public'::regnamespace`,
    );
    expect([...new Set(await named())].sort()).toEqual(tables.map(({ name }) => name).sort());
  });

  test('lets the working role read every table, and own, empty or re-make none', async () => {
    const rows = await database.db.query(
      `select relname as name from pg_class
        where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
          and (pg_has_role(relowner, 'MEMBER') or not has_table_privilege(oid, 'SELECT')
            or has_table_privilege(oid, 'TRUNCATE, TRIGGER, REFERENCES, MAINTAIN'))`,
    );
    expect(rows).toEqual([]);
    expect(await canRewriteLedger(database.db)).toBe(false);
    expect(await asOwner(database, canRewriteLedger)).toBe(true);
  });

  test('replaces rights that were given otherwise', async () => {
    await asOwner(database, (owner) =>
      owner.query(`grant delete, truncate on ledger_entry, account to ${ROLE}`),
    );
    expect(await canRewriteLedger(database.db)).toBe(true);
    expect(await bringUpToDate(database)).toEqual([]);
    expect(await canRewriteLedger(database.db)).toBe(false);
    expect(await attempt(`delete from account where id = '${fixtures.wallet}'`)).toBe('42501');
  });

  test('is applied by several processes at once', async () => {
    await Promise.all([1, 2, 3].map(() => bringUpToDate(database)));
    expect(await attempt('select from ledger_entry')).toBe('was done');
  });
});

test('the roles of the embedded database share no password', async () => {
  const { superuserUrl, templateUrl, templateOwnerUrl } = inject('postgres');
  const url = new URL(database.ownerUrl);
  for (const other of [templateUrl, superuserUrl]) {
    url.password = new URL(other).password;
    const db = createDb({ url: url.href, max: 1, applicationName: 'stranger' });
    await expect(db.query('select 1')).rejects.toMatchObject({ code: '28P01' });
    await db.close();
  }
  expect(new URL(templateOwnerUrl).username).toBe(OWNER);
});
