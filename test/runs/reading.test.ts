import { expect, it } from 'vitest';
import { RUN_COLUMNS } from '../../server/runs/columns.ts';
import { createTestDatabase } from '../support/postgres.ts';

/** What no reader of a run shows: its terms, its history, and what only claims, settlements and spans use. */
const NOT_READ = [
  'account',
  'customer',
  'history',
  'parent_span',
  'service_span',
  'spender',
  'terms',
  'traceparent',
];

it('reads by id give every column that lists give, which is every column of the table but a few', async () => {
  const database = await createTestDatabase();
  const returned = await database.db.query<{ name: string }>(
    `select unnest(proargnames) as name from pg_proc where proname = 'read_runs'`,
  );
  const saved = await database.db.query<{ name: string }>(
    `select attname::text as name from pg_attribute
     where attrelid = 'run'::regclass and attnum > 0 and not attisdropped`,
  );
  await database.drop();
  const listed = RUN_COLUMNS.split(',').map((column) => column.trim().replace('r.', ''));
  expect(returned.map(({ name }) => name)).toEqual(expect.arrayContaining(listed));
  expect(saved.map(({ name }) => name).sort()).toEqual([...listed, ...NOT_READ].sort());
});
