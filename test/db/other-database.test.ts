/**
 * Processes that were led to a copy of their database and back: the known one is known by itself, nothing is created in
 * the copy, and whoever worked in the copy after it had been acknowledged objects.
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDb, type Db, type PooledDb } from '../../server/platform/db/pool.ts';
import { type Deployment, openDeployment } from '../../server/platform/deployment/index.ts';
import { copyTestDatabase, createTestDatabase, type TestDatabase } from '../support/postgres.ts';

const OBJECT_WITHIN_MS = 300;

let known: TestDatabase;
let copy: TestDatabase;
let pools: PooledDb[];
beforeEach(async () => {
  known = await createTestDatabase();
  pools = [];
});
afterEach(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
  await Promise.all([known.drop(), copy.drop()]);
});

/** What a process reaches at its address. */
let at: Db;
const address: Db = {
  get cipher() {
    return at.cipher;
  },
  query: (text, values, name) => at.query(text, values, name),
  readBytes: (query) => at.readBytes(query),
  transaction: (work) => at.transaction(work),
  close: async () => {},
};

function open({ url }: TestDatabase): PooledDb {
  const pool = createDb({ url, max: 3, applicationName: 'test' });
  pools.push(pool);
  return pool;
}

const start = () => openDeployment(address, { objectWithinMs: OBJECT_WITHIN_MS });
const count = (process: Deployment, times = 3) => repeat(times, () => process.counting.query(ONE));
const ONE = 'select 1 as one';

async function repeat(times: number, work: () => Promise<unknown>): Promise<void> {
  for (let i = 0; i < times; i += 1) await work();
}

/** Two processes that worked before the copy was made and, with `after`, went on in the known database. */
async function worked({ after = 0 } = {}) {
  const first = open(known);
  at = first;
  const processes = [await start(), await start()] as const;
  for (const process of processes) {
    expect(await process.isKnown()).toBe(true);
    await count(process);
  }
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
  copy = await copyTestDatabase(known);
  const [right, wrong] = [open(known), open(copy)];
  at = right;
  for (const process of processes) {
    await count(process, after);
    expect(await process.isKnown()).toBe(true);
  }
  return { processes, right, wrong };
}

const isKnownSoon = (process: Deployment) =>
  expect.poll(process.isKnown, { interval: 50 }).toBe(true);

test.each([
  ['as new as the known one', 0],
  ['older than the known one', 5],
])('processes that come back from a copy which is %s know their database', async (_, after) => {
  const { processes, right, wrong } = await worked({ after });
  at = wrong;
  for (const process of processes) {
    // Outcomes are saved there before the process has noticed, and also afterwards.
    await count(process, 20);
    expect(await process.isKnown()).toBe(false);
    await count(process, 20);
    expect(await process.isKnown()).toBe(false);
    expect(process.isStale()).toBe(true);
  }
  at = right;
  await count(processes[0], 2);
  for (const process of processes) await isKnownSoon(process);
  expect(processes.map((process) => process.isStale())).toEqual([false, false]);
  expect(await processes[0].history()).toBe('known');
  expect(await right.query('select from refusal')).toEqual([]);
  for (const process of processes) await process.leave();
  expect(await right.query('select from witness')).toEqual([]);
  expect(await right.query('select went_back from deployment')).toEqual([{ went_back: false }]);
});

test('a process that stops on its way back marks nothing, and one that begins there then claims', async () => {
  const { processes, right, wrong } = await worked();
  at = wrong;
  for (const process of processes) expect(await process.isKnown()).toBe(false);
  at = right;
  for (const process of processes) await process.leave();
  expect(await (await start()).isKnown()).toBe(true);
});

test('a process that began at the copy knows the known one as soon as it is there', async () => {
  const { right, wrong } = await worked();
  at = wrong;
  const process = await start();
  expect(await process.isKnown()).toBe(false);
  await count(process);
  at = right;
  await isKnownSoon(process);
});

test('creates fail in the copy before any process has asked, and counting statements count there for nothing', async () => {
  const { processes, right, wrong } = await worked();
  at = wrong;
  const create = () => processes[0].creating.query(ONE);
  await expect(create()).rejects.toMatchObject({ code: 'MRS01' });
  await count(processes[0]);
  at = right;
  await create();
  expect(await processes[0].isKnown()).toBe(true);
  // The same database without what it acknowledged, before anybody has asked.
  await right.query('update witness_lane set count = 1');
  await expect(create()).rejects.toMatchObject({ code: 'MRS01' });
  expect(await processes[0].isKnown()).toBe(false);
  expect(processes[0].isStale()).toBe(true);
});

test('a process that worked in the acknowledged copy objects to going back, for all of them', async () => {
  const { processes, right, wrong } = await worked();
  const [waiting, working] = processes;
  at = wrong;
  for (const process of processes) expect(await process.isKnown()).toBe(false);
  await working.acknowledge();
  expect(await working.isKnown()).toBe(true);
  await count(working);
  at = right;
  expect(await waiting.isKnown()).toBe(false);
  expect(waiting.mayBeProven()).toBe(true);
  expect(await working.isKnown()).toBe(false);
  expect(await waiting.history()).toBe('other');
  expect(await waiting.isKnown()).toBe(false);
});

test('a database that lost commits while its processes were at a copy stays refused', async () => {
  const { processes, right, wrong } = await worked({ after: 2 });
  at = wrong;
  for (const process of processes) expect(await process.isKnown()).toBe(false);
  await right.query('update witness_lane set count = 1');
  at = right;
  expect(await processes[0].isKnown()).toBe(false);
  expect(await processes[1].history()).toBe('other');
});

test('an acknowledged copy is the known database of all processes that were there', async () => {
  const { processes, wrong } = await worked({ after: 2 });
  at = wrong;
  for (const process of processes) expect(await process.isKnown()).toBe(false);
  await processes[0].acknowledge();
  for (const process of processes) {
    expect(await process.isKnown()).toBe(true);
    await count(process);
    expect(await process.isKnown()).toBe(true);
  }
});
