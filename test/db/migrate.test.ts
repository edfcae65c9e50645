import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Migration,
  migrate,
  pendingMigrations,
  readFunctions,
  readMigrations,
} from '../../server/platform/db/migrate.ts';

import { createDb, type Db } from '../../server/platform/db/pool.ts';
import { asOwner, createTestDatabase, type TestDatabase } from '../support/postgres.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** An empty schema stands in for an empty database. */
async function inEmptySchema(name: string, work: (db: Db) => Promise<void>): Promise<void> {
  await asOwner(database, (owner) => owner.query(`CREATE SCHEMA ${name}`));
  const url = new URL(database.ownerUrl);
  url.searchParams.set('options', `-c search_path=${name}`);
  const db = createDb({ url: url.href, max: 5, applicationName: name });
  await work(db).finally(() => db.close());
}

const first: Migration = { name: '0001-a', checksum: 'a', sql: 'CREATE TABLE a (); SELECT 1;' };
const second: Migration = { name: '0002-b', checksum: 'b', sql: 'CREATE TABLE b ()' };

test('the database of a test file holds every migration', async () => {
  expect(await pendingMigrations(database.db)).toEqual([]);
  expect((await asOwner(database, (owner) => migrate(owner))).applied).toEqual([]);
  expect((await readMigrations()).length).toBeGreaterThan(0);
});

test('each file is applied once, in order, however many processes start at once', () =>
  inEmptySchema('at_once', async (db) => {
    expect(await pendingMigrations(db, [first, second])).toEqual(['0001-a', '0002-b']);
    const runs = await Promise.all([1, 2, 3, 4].map(() => migrate(db, [first, second])));
    expect(runs.flatMap(({ applied }) => applied).sort()).toEqual(['0001-a', '0002-b']);
    expect(await db.query('SELECT name, checksum FROM schema_migration ORDER BY name')).toEqual([
      { name: '0001-a', checksum: 'a' },
      { name: '0002-b', checksum: 'b' },
    ]);
  }));

test('a file that fails leaves nothing of itself and keeps what came before', () =>
  inEmptySchema('failing', async (db) => {
    const broken = { ...second, sql: 'CREATE TABLE b (); SELECT 1 / 0' };
    await expect(migrate(db, [first, broken])).rejects.toThrow('0002-b failed: division by zero');
    expect(await db.query(`SELECT to_regclass('b') AS b`)).toEqual([{ b: null }]);
    expect((await migrate(db, [first, second])).applied).toEqual(['0002-b']);
  }));

test('a file changed after it was applied is refused', () =>
  inEmptySchema('changed', async (db) => {
    await migrate(db, [first]);
    const changed = [{ ...first, checksum: 'other' }, second];
    await expect(migrate(db, changed)).rejects.toThrow('0001-a was changed');
    await expect(pendingMigrations(db, changed)).rejects.toThrow('0001-a was changed');
  }));

test('a database ahead of the code is refused', () =>
  inEmptySchema('ahead', async (db) => {
    await migrate(db, [first, second]);
    await expect(migrate(db, [first])).rejects.toThrow('start a newer version');
  }));

test('a file that comes before an applied one is refused', () =>
  inEmptySchema('late', async (db) => {
    await migrate(db, [second]);
    await expect(migrate(db, [first, second])).rejects.toThrow('give it a later number');
  }));

test('schema.sql is the only migration until the folder has one', async () => {
  await inFolder(async (folder) => {
    const names = async (of: string) => (await readMigrations(of)).map(({ name }) => name);
    expect(await names(join(folder, 'none'))).toEqual(['0001-schema']);
    expect(await names(folder)).toEqual(['0001-schema']);
    await writeFile(join(folder, '0001-schema.sql'), 'create table a ()');
    await writeFile(join(folder, '0002-b.sql'), 'create table b ()');
    await writeFile(join(folder, 'README.md'), '');
    expect(await names(folder)).toEqual(['0001-schema', '0002-b']);
    expect((await readMigrations(folder))[0]).toMatchObject({ sql: 'create table a ()' });
  });
});

test('a file of a function has the name of the function', async () => {
  await inFolder(async (folder) => {
    const write = (file: string, name: string) =>
      writeFile(join(folder, file), `create function ${name}() returns integer return 1;`);
    await write('count_runs.sql', 'count_runs');
    await write('count_runs_2.sql', 'count_runs_2');
    const read = await readFunctions(folder);
    expect(read.map(({ name }) => name)).toEqual(['count_runs', 'count_runs_2']);
    await write('count_runs_2.sql', 'count_runs');
    await expect(readFunctions(folder)).rejects.toThrow(
      'count_runs_2.sql must create the function of its name',
    );
  });
});

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'model-run-files-'));
  await work(folder).finally(() => rm(folder, { recursive: true }));
}
