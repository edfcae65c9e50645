/** What proves that a promoted database lacks nothing, and what does not. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Db } from '../../server/platform/db/pool.ts';
import {
  type Deployment,
  type DeploymentOptions,
  openDeployment,
} from '../../server/platform/deployment/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

let database: TestDatabase;
let db: Db;
beforeEach(async () => {
  database = await createTestDatabase();
  db = database.db;
});
afterEach(() => database.drop());

/** A process that has worked on the database, with this many acknowledged commits. */
async function worked(options: DeploymentOptions = {}, times = 3): Promise<Deployment> {
  const process = await openDeployment(db, options);
  expect(await process.isKnown()).toBe(true);
  for (let i = 0; i < times; i += 1) await process.counting.query('select 1 as one');
  return process;
}

/** The state after a promotion: all rows have another timeline than the server. */
async function promote(): Promise<void> {
  await db.query('update deployment set timeline = 0');
  await db.query('update witness set timeline = 0');
}

/** Those that did not live through it. */
function standbyAnsweredFor(isSynchronous: boolean) {
  return db.query('update witness set is_synchronous = $1', [isSynchronous]);
}

test('what is acknowledged counts in its own transaction, and what saves nothing does not', async () => {
  const process = await openDeployment(db);
  expect(await process.counting.query('select 1 as one')).toEqual([{ one: 1 }]);
  expect(await db.query('select from witness_lane')).toEqual([]);
  await process.isKnown();
  expect(await process.counting.query('select 1 as one where false')).toEqual([]);
  // A lane that has acknowledged nothing yet lacks nothing.
  expect(await process.isKnown()).toBe(true);
  expect(await process.counting.query('select 1 as one', [], 'one')).toMatchObject([{ one: 1 }]);
  expect(await process.counting.query('select $1::int as n where false', [1])).toEqual([]);
  await expect(process.counting.query('select 1 / 0 as none')).rejects.toThrow(/zero/);
  expect(await db.query('select lane, count, is_lost from witness_lane')).toEqual([
    { lane: 0, count: 1, is_lost: false },
  ]);
  // Concurrent ones don't wait for each other.
  const both = ['one', 'two'].map((name) =>
    process.counting.query('select pg_sleep(0.1), $1 as name', [name]),
  );
  expect(await Promise.all(both)).toMatchObject([[{ name: 'one' }], [{ name: 'two' }]]);
  expect(await db.query('select count from witness_lane order by lane')).toEqual([
    { count: 2 },
    { count: 1 },
  ]);
  await process.leave();
  expect(await db.query('select from witness_lane')).toEqual([]);
  expect(await db.query('select from witness')).toEqual([]);
});

test('a promotion is accepted once all living processes have found what was acknowledged to them', async () => {
  const [one, other] = [await worked(), await worked()];
  await promote();
  expect(await one.isKnown()).toBe(false);
  expect(one.refusedForMs()).toBeGreaterThanOrEqual(0);
  expect(await db.query('select timeline from refusal')).toEqual([{ timeline: 1 }]);
  expect(await other.isKnown()).toBe(true);
  expect(await one.isKnown()).toBe(true);
  expect(one.refusedForMs()).toBeUndefined();
  expect(await db.query('select from refusal')).toEqual([]);
});

test('a process that ended, or that has been silent for long, is not waited for', async () => {
  const [one, other, silent] = [await worked({ silentMs: 1_000 }), await worked(), await worked()];
  await other.leave();
  await db.query(
    "update witness set seen_at = now() - interval '1 minute' where id = (select id from witness order by seen_at desc limit 1)",
  );
  await one.isKnown();
  await promote();
  expect(await one.isKnown()).toBe(true);
  expect(await silent.isKnown()).toBe(true);
});

test('a commit that is missing in a lane, or with it, stops all of them for good', async () => {
  for (const loss of [
    'update witness_lane set count = count - 1',
    'delete from witness_lane',
    'update witness set count = count - 2',
  ]) {
    const [one, other] = [await worked(), await worked()];
    await db.query(loss);
    await promote();
    expect(await one.isKnown()).toBe(false);
    expect(await other.isKnown()).toBe(false);
    expect(await other.history()).toBe('other');
    await one.acknowledge();
    expect(await other.isKnown()).toBe(true);
    expect(await one.isKnown()).toBe(true);
    for (const each of [one, other]) await each.leave();
  }
});

test('what was missing is not hidden by what is written next', async () => {
  const process = await worked();
  await db.query('update witness_lane set count = count - 2');
  await promote();
  for (let i = 0; i < 5; i += 1) await process.counting.query('select 1 as one');
  expect(await process.isKnown()).toBe(false);
  expect(await process.history()).toBe('other');
});

test('only a synchronous standby vouches for a process that died', async () => {
  const living = await worked({ objectWithinMs: 50 });
  await worked();
  await promote();
  await standbyAnsweredFor(true);
  expect(await living.isKnown()).toBe(false);
  await new Promise((resolve) => setTimeout(resolve, 80));
  // Nobody has declared it.
  expect(await living.isKnown()).toBe(false);

  const declared = { hasSynchronousStandby: true, objectWithinMs: 50 };
  const later = await openDeployment(db, declared);
  // No process waited for the commits of the dead ones.
  await standbyAnsweredFor(false);
  expect(await later.isKnown()).toBe(false);
  await new Promise((resolve) => setTimeout(resolve, 80));
  expect(await later.isKnown()).toBe(false);
  await db.query('update witness set is_synchronous = true where timeline = 0');
  expect(await later.isKnown()).toBe(true);
  expect(await living.isKnown()).toBe(true);
});

test('a process that began after the promotion knows nothing, and decides nothing', async () => {
  const before = await worked();
  await before.leave();
  await promote();
  const later = await openDeployment(db);
  for (let i = 0; i < 2; i += 1) expect(await later.isKnown()).toBe(false);
  expect(later.mayBeProven()).toBe(false);
  await later.acknowledge();
  expect(await later.isKnown()).toBe(true);
});

test('one that lived on elsewhere and finds something missing later revokes the acceptance', async () => {
  const declared = { hasSynchronousStandby: true, objectWithinMs: 0 };
  const [quick, slow] = [await worked(declared), await worked(declared)];
  await promote();
  await standbyAnsweredFor(true);
  await db.query(
    'update witness_lane set count = 1 where witness = (select id from witness order by seen_at desc limit 1)',
  );
  expect(await quick.isKnown()).toBe(true);
  expect(await slow.isKnown()).toBe(false);
  expect(await quick.isKnown()).toBe(false);
});
