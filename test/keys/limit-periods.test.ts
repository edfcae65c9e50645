/**
 * Spending limits from one day and month to the next. The tests move rows back in time, which no audit would accept.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { type LimitFixtures, makeLimitFixtures } from './limit-fixtures.ts';

let database: TestDatabase;
let fixtures: LimitFixtures;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  fixtures = await makeLimitFixtures(database.db);
});
afterAll(() => database.drop());

/** Moves runs and counts of today back by `days`; those of a month stay in it unless `days` leaves it. */
async function pass(days: number): Promise<void> {
  await database.db.query(
    `update run set created_at = created_at - $2 * interval '1 day' where workspace = $1`,
    [fixtures.workspace, days],
  );
  await database.db.query('update key_spending set day = day - $2::integer where workspace = $1', [
    fixtures.workspace,
    days,
  ]);
}

test('a run counts on the day on which it was created', async () => {
  const key = await fixtures.make({ dayLimit: 100 });
  const { id } = await fixtures.admit(key, 60);
  await pass(1);
  expect(await fixtures.outcome(key, 100)).toBe('created');
  await fixtures.end(id, 50);
  expect(await fixtures.used(key)).toEqual({ day: [100, 0, 100, 0] });
  const rows = await database.db.query(
    'select spent, held from key_spending where workspace = $1 order by day',
    [fixtures.workspace],
  );
  expect(rows).toEqual([
    { spent: 50, held: 0 },
    { spent: 0, held: 100 },
  ]);
});

test('a run of the last month leaves the whole limit to this one', async () => {
  const key = await fixtures.make({ monthLimit: 100 });
  const { id } = await fixtures.admit(key, 100);
  await pass(31);
  expect(await fixtures.outcome(key, 100)).toBe('created');
  await fixtures.end(id, 100);
  expect(await fixtures.used(key)).toEqual({ month: [100, 0, 100, 0] });
});

test('a first limit counts hours that are closed once', async () => {
  const key = await fixtures.make();
  await fixtures.end((await fixtures.admit(key, 60)).id, 20);
  await database.db.query("select close_usage(10, interval '-2 hours')");
  await fixtures.change(key, { monthLimit: 100 });
  expect(await fixtures.used(key)).toEqual({ month: [100, 20, 0, 80] });
});
