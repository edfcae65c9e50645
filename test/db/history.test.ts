/** A database made from another one is not taken for it, however similar they are. */
import { beforeEach, expect, inject, test } from 'vitest';
import { createDb, type Db } from '../../server/platform/db/pool.ts';
import { openDeployment } from '../../server/platform/deployment/index.ts';
import { asOwner, createTestDatabase } from '../support/postgres.ts';

let admin: Db;
beforeEach(() => {
  admin = createDb({ url: inject('postgres').superuserUrl, max: 1, applicationName: 'admin' });
  return () => admin.close();
});

test('a copied database is not known until it is acknowledged', async () => {
  const original = await createTestDatabase();
  await openDeployment(original.db);
  const { url } = original;
  await original.db.close();
  const [name, copyName] = [
    new URL(url).pathname.slice(1),
    `${new URL(url).pathname.slice(1)}_copy`,
  ];
  await admin.query(`create database ${copyName} template ${name}`);

  const copy = createDb({ url: `${url}_copy`, max: 2, applicationName: 'test' });
  const deployment = await openDeployment(copy);
  expect(await deployment.isKnown()).toBe(false);
  await deployment.acknowledge();
  expect(await deployment.isKnown()).toBe(true);
  await copy.close();
  await admin.query(`drop database ${copyName}`);
  await admin.query(`drop database ${name}`);
});

test('a dump that is loaded into the same database is not known', async () => {
  const database = await createTestDatabase();
  const deployment = await openDeployment(database.db);
  expect(await deployment.isKnown()).toBe(true);
  // What a dump with --clean does.
  const role = new URL(database.url).username;
  await asOwner(database, async (tx) => {
    await tx.query('alter table deployment rename to was');
    await tx.query('create table deployment (like was including all)');
    await tx.query('insert into deployment select * from was');
    await tx.query('drop table was');
    await tx.query(`grant select, insert, update on deployment to ${role}`);
  });
  expect(await deployment.isKnown()).toBe(false);
  await database.drop();
});

test('a process that finds less than it has written marks the database for every other', async () => {
  const { db, drop } = await createTestDatabase();
  const [one, other] = [await openDeployment(db), await openDeployment(db)];
  for (const each of [one, one, other, one]) expect(await each.isKnown()).toBe(true);
  // How restored files affect everything that came after them.
  const [count] = await db.query<{ id: string }>('select id from witness order by count desc');
  await db.query('update witness set count = count - 2 where id = $1', [count!.id]);
  expect(await other.isKnown()).toBe(true);
  expect(await one.isKnown()).toBe(false);
  for (const each of [one, other]) expect(await each.isKnown()).toBe(false);
  expect(await other.history()).toBe('other');
  await other.acknowledge();
  for (const each of [one, other]) expect(await each.isKnown()).toBe(true);
  await drop();
});

test('a server that starts to identify itself is learned; if it did before, nothing changes', async () => {
  const { db, drop } = await createTestDatabase();
  await openDeployment(db);
  await db.query('update deployment set system_identifier = null, timeline = null');
  expect(await (await openDeployment(db)).isKnown()).toBe(true);
  const [row] = await db.query('select system_identifier is not null as learned from deployment');
  expect(row).toEqual({ learned: true });
  await db.query("update deployment set system_identifier = 'another'");
  expect(await (await openDeployment(db)).isKnown()).toBe(false);
  await drop();
});

test('creates and claims work on a server that does not show its write-ahead log to the role', async () => {
  const database = await createTestDatabase();
  const url = new URL(new URL(database.url).pathname, inject('postgres').superuserUrl).href;
  const strict = createDb({ url, max: 1, applicationName: 'a strict operator' });
  for (const name of ['pg_control_system()', 'pg_current_wal_lsn()', 'pg_walfile_name(pg_lsn)'])
    await strict.query(`revoke execute on function ${name} from public`);
  await strict.close();
  const deployment = await openDeployment(database.db);
  expect(await deployment.isKnown()).toBe(true);
  for (const counted of [deployment.creating, deployment.counting])
    expect(await counted.query('select 1 as one')).toMatchObject([{ one: 1 }]);
  // It still notices what it can.
  await database.db.query('update deployment set went_back = true');
  await expect(deployment.creating.query('select 1 as one')).rejects.toThrow(/not the known one/);
  await database.drop();
});
