/** How much of the usage one call closes: so little that it ends in time, whatever there is to close. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeEndedHours } from '../../server/runs/index.ts';
import { makeFixtures } from '../ledger/fixtures.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { insertRuns, type MadeRun } from './made-runs.ts';

const HOUR_MS = 3_600_000;
const FIRST = (Math.floor(Date.now() / HOUR_MS) - 20) * HOUR_MS;

let database: TestDatabase;
let workspaces: string[];
beforeEach(async () => {
  database = await createTestDatabase();
  workspaces = [];
  for (let i = 0; i < 3; i++) {
    const fixtures = await makeFixtures(database.db, 1_000_000);
    workspaces.push(fixtures.workspace);
    const runs = [0, 1, 2, 9].map(
      (hour): MadeRun => ({
        ...{ createdAt: new Date(FIRST + hour * HOUR_MS), durationMs: 1, state: 'completed' },
        charged: 1,
      }),
    );
    await insertRuns(database.db, fixtures, runs);
  }
});
afterEach(() => database.drop());

const closed = async (): Promise<(number | undefined)[]> => {
  const rows = await database.db.query<{ workspace: string; until: Date }>(
    'select workspace, until from usage_closed',
  );
  const byWorkspace = new Map(rows.map(({ workspace, until }) => [workspace, until]));
  return workspaces.map((one) => byWorkspace.get(one)?.getTime()).sort();
};

test('a call that takes long leaves other workspaces to the next one', async () => {
  const [row] = await database.db.query<{ closed: number }>(
    "select close_usage(10, longest => '0') as closed",
  );
  expect(row).toEqual({ closed: 1 });
  expect((await closed()).filter((until) => until !== undefined)).toHaveLength(1);
});

test('a day of many runs is closed by the hour', async () => {
  await database.db.query('select close_usage(10, most_runs => 3)');
  // The first step begins an hour early, to allow for differences between clocks.
  expect(await closed()).toEqual([FIRST, FIRST, FIRST]);
  await database.db.query('select close_usage(10, most_runs => 3)');
  expect((await closed())[0]).toBe(FIRST + HOUR_MS);
  await closeEndedHours(database.db);
  const [sum] = await database.db.query(
    'select sum(runs)::integer as runs, sum(charged)::integer as charged from usage_hour',
  );
  expect(sum).toEqual({ runs: 12, charged: 12 });
});
