import { expect, test } from 'vitest';
import { createDb } from '../../server/platform/db/pool.ts';
import { asOwner, createTestDatabase } from '../support/postgres.ts';

test('each test database is its own, and starts empty', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await asOwner(one, (owner) => owner.query('CREATE TABLE mine ()'));
  expect(await other.db.query(`SELECT to_regclass('mine') AS mine`)).toEqual([{ mine: null }]);
  await one.drop();
  await other.drop();
});

test('a connection that a test leaves open is found, and named', async () => {
  const database = await createTestDatabase();
  const leaked = createDb({ url: database.url, max: 1, applicationName: 'the forgotten one' });
  await leaked.query('SELECT 1');
  await expect(database.drop()).rejects.toThrow('left open: the forgotten one');
  await leaked.close();
});
