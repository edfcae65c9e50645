import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../server/platform/db/pool.ts';
import { asOwner, createTestDatabase, type TestDatabase } from '../support/postgres.ts';

let database: TestDatabase;
let hasLz4: boolean;
beforeAll(async () => {
  database = await createTestDatabase();
  hasLz4 = await asOwner(database, canUseLz4);
});
afterAll(() => database.drop());

function canUseLz4(owner: Db): Promise<boolean> {
  return owner.query('create table compressed (a text compression lz4)').then(
    () => true,
    () => false,
  );
}

/** The columns for requests and answers. Storage `x` allows compression, `e` does not; compression `l` is lz4. */
function columnsOfPartitions() {
  return database.db.query<{ at: string; storage: string; compression: string }>(
    `select c.relname || '.' || a.attname as at, a.attstorage::text as storage, a.attcompression::text as compression
     from pg_partition_tree('run_payload') p join pg_class c on c.oid = p.relid join pg_attribute a on a.attrelid = c.oid
     where a.attname in ('request', 'response') order by 1`,
  );
}

test('every partition of run_payload uses lz4, or no compression where the server has no lz4', async () => {
  const before = await columnsOfPartitions();
  await database.db.query('select * from keep_payload_months(12)');
  const columns = await columnsOfPartitions();
  expect(columns.length).toBeGreaterThan(before.length);
  const choice = hasLz4 ? { storage: 'x', compression: 'l' } : { storage: 'e' };
  for (const column of columns) expect(column).toMatchObject(choice);
});

test('a long request takes less than its length with lz4, and its length without', async () => {
  const request = JSON.stringify({ text: 'the same words '.repeat(2_000) });
  const [saved] = await asOwner(database, async (owner) => {
    const row = [randomUUID(), randomUUID(), request];
    await owner.query('insert into run_payload (workspace, run, request) values ($1, $2, $3)', row);
    return owner.query<{ bytes: number; request: string }>(
      'select pg_column_size(request) as bytes, request from run_payload',
    );
  });
  expect(saved!.request).toBe(request);
  if (hasLz4) expect(saved!.bytes).toBeLessThan(request.length / 2);
  else expect(saved!.bytes).toBeGreaterThanOrEqual(request.length);
});
