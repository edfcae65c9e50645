/** Spending limits from one day and month to the next. Rows are moved back in time, which no audit would believe. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Queryable } from '../../server/db/pool.ts';
import { uuidToId } from '../../server/kernel/ids.ts';
import {
  changeKey,
  createKey,
  type KeyChange,
  limitsOf,
  listKeys,
} from '../../server/keys/index.ts';
import { admitRun, endRun, makeScene, type Scene } from '../ledger/scene.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

let database: TestDatabase;
let scene: Scene;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  scene = await makeScene(database.db, 100_000);
});
afterAll(() => database.drop());

const publicId = (uuid: string) => uuidToId('key', uuid);

async function make(limits: { dayLimit?: number; monthLimit?: number } = {}): Promise<string> {
  const { workspace } = scene;
  const scopes = ['models:run'];
  return (await createKey(database.db, { workspace, name: 'limited', scopes, ...limits })).id;
}

const hold = (apiKey: string, reserved: number) => ({
  ...{ workspace: scene.workspace, account: scene.wallet },
  ...{ apiKey, reserved },
});

function admit(apiKey: string, reserved: number, db: Queryable = database.db) {
  return admitRun(db, hold(apiKey, reserved));
}

const end = (id: string, charged?: number) =>
  endRun(database.db, {
    ...{ workspace: scene.workspace, id },
    ...(charged !== undefined && { charged }),
  });

const change = (apiKey: string, wanted: KeyChange) =>
  changeKey(database.db, { id: publicId(apiKey), change: wanted });

/** By period, without when they reset. */
async function used(apiKey: string) {
  const key = (await listKeys(database.db, scene.workspace)).find(({ id }) => id === apiKey)!;
  return Object.fromEntries(
    limitsOf(key).map(({ period, limit, spent, held, available }) => [
      period,
      [limit, spent, held, available],
    ]),
  );
}

async function outcome(apiKey: string, reserved: number): Promise<string> {
  return (await admit(apiKey, reserved)).outcome;
}

/** What was created, and counts, today becomes yesterday's; a month's stays within it unless `days` leaves it. */
async function pass(days: number): Promise<void> {
  await database.db.query(
    `update run set created_at = created_at - $2 * interval '1 day' where workspace = $1`,
    [scene.workspace, days],
  );
  await database.db.query('update key_spending set day = day - $2::integer where workspace = $1', [
    scene.workspace,
    days,
  ]);
}

test('a run counts on the day on which it was created', async () => {
  const key = await make({ dayLimit: 100 });
  const { id } = await admit(key, 60);
  await pass(1);
  expect(await outcome(key, 100)).toBe('created');
  await end(id, 50);
  expect(await used(key)).toEqual({ day: [100, 0, 100, 0] });
  const rows = await database.db.query(
    'select spent, held from key_spending where workspace = $1 order by day',
    [scene.workspace],
  );
  expect(rows).toEqual([
    { spent: 50, held: 0 },
    { spent: 0, held: 100 },
  ]);
});

test('a run of the last month leaves the whole limit to this one', async () => {
  const key = await make({ monthLimit: 100 });
  const { id } = await admit(key, 100);
  await pass(31);
  expect(await outcome(key, 100)).toBe('created');
  await end(id, 100);
  expect(await used(key)).toEqual({ month: [100, 0, 100, 0] });
});
test('a first limit counts hours that are closed once', async () => {
  const key = await make();
  await end((await admit(key, 60)).id, 20);
  await database.db.query("select close_usage_1(10, interval '-2 hours')");
  await change(key, { monthLimit: 100 });
  expect(await used(key)).toEqual({ month: [100, 20, 0, 80] });
});
