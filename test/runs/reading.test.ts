import { expect, it } from 'vitest';
import { RUN_COLUMNS } from '../../server/runs/run-row.ts';
import { createTestDatabase } from '../support/postgres.ts';

it('reads by id give every column that lists give', async () => {
  const database = await createTestDatabase();
  const returned = await database.db.query<{ name: string }>(
    `select unnest(proargnames) as name from pg_proc where proname = 'read_runs'`,
  );
  await database.drop();
  const listed = RUN_COLUMNS.split(',').map((column) => column.trim().replace('r.', ''));
  expect(returned.map(({ name }) => name)).toEqual(expect.arrayContaining(listed));
});
