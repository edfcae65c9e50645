import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { faultsInBooks } from '../support/books.ts';
import { balances } from '../support/model-runs.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import {
  type Client,
  clientOf,
  kill,
  type Outside,
  type Process,
  request,
  sentTooOften,
  startOutside,
  startProcess,
} from '../support/process.ts';
import { createForSure } from './promises.ts';
import { makeTenant } from './tenant.ts';

const ENOUGH = 1_000_000_000;
const MODELS = ['sandbox/echo', 'sandbox/slow', 'sandbox/busy'];

let outside: Outside;
let database: TestDatabase;
let running: Process[];
beforeAll(async () => {
  outside = await startOutside({ slowMs: 1_000 });
});
beforeEach(async () => {
  database = await createTestDatabase();
  running = [];
});
afterEach(async () => {
  for (const one of running) kill(one, 'SIGKILL');
  await Promise.all(running.map(({ ended }) => ended));
  await database.drop();
});
afterAll(() => outside.close());

async function start(command: 'serve' | 'work', more: Record<string, string> = {}) {
  const environment = { ...outside.environment, DATABASE_URL: database.url, ...more };
  const started = await startProcess(command, environment);
  running.push(started);
  return started;
}

async function createMany(client: Client, count: number): Promise<string[]> {
  const created = await Promise.all(
    Array.from({ length: count }, (_, i) =>
      createForSure(client, `run-${i}`, request(MODELS[i % MODELS.length]!, `Number ${i}`)),
    ),
  );
  return created.map(({ id }) => id);
}

const endAll = (client: Client, ids: string[]) => Promise.all(ids.map((id) => client.end(id)));

async function untilPosts(count: number): Promise<void> {
  const before = outside.sandbox.posts();
  while (outside.sandbox.posts() - before < count) await sleep(2);
}

async function expectCleanBooks(workspace: string): Promise<void> {
  expect(await faultsInBooks(database.db, { fromTheStart: true })).toEqual([]);
  const accounts = await balances(database.db, workspace);
  expect(accounts.map(({ held, pending }) => ({ held, pending }))).toEqual([
    { held: 0, pending: 0 },
  ]);
}

describe('of two workers on one database', () => {
  it('one is killed, the other ends all runs, and none is sent twice', async () => {
    const [api, doomed] = await Promise.all([start('serve'), start('work'), start('work')]);
    const { key, workspace } = await makeTenant(database.db, ENOUGH);
    const client = clientOf(api, key);
    const sent = untilPosts(40);
    const ids = await createMany(client, 150);
    await sent;
    kill(doomed, 'SIGKILL');
    const ended = await endAll(client, ids);
    expect(sentTooOften(ended, outside.sandbox)).toEqual([]);
    await expectCleanBooks(workspace);
  });

  it('one sleeps beyond its lease, and nothing is sent twice when it wakes', async () => {
    const [api, sleeper] = await Promise.all([start('serve'), start('work'), start('work')]);
    const { key, workspace } = await makeTenant(database.db, ENOUGH);
    const client = clientOf(api, key);
    const sent = untilPosts(20);
    const ids = await createMany(client, 100);
    await sent;
    kill(sleeper, 'SIGSTOP');
    await sleep(2_500);
    kill(sleeper, 'SIGCONT');
    const { id } = await createForSure(client, 'after-the-sleep', request('sandbox/echo'));
    const ended = await endAll(client, [...ids, id]);
    // Gives what the sleeper was still about to send time to go out.
    await sleep(500);
    expect(sentTooOften(ended, outside.sandbox)).toEqual([]);
    await expectCleanBooks(workspace);
  });
});

describe('a worker that is asked to stop', () => {
  it('ends with 0 and leaves no run half done; the next one ends the rest', async () => {
    const [api, worker] = await Promise.all([
      start('serve'),
      start('work', { MAX_IN_FLIGHT: '10' }),
    ]);
    const { key, workspace } = await makeTenant(database.db, ENOUGH);
    const client = clientOf(api, key);
    const sent = untilPosts(20);
    const ids = await createMany(client, 100);
    await sent;
    kill(worker, 'SIGTERM');
    expect(await worker.ended).toMatchObject({ code: 0 });
    const states = await database.db.query<{ state: string; claimed: boolean }>(
      `select distinct m.state, q.claim is not null as claimed
       from run m left join run_queue q on q.run = m.id order by m.state`,
    );
    expect(states.filter(({ claimed }) => claimed)).toEqual([]);
    const names = states.map(({ state }) => state);
    expect(names).toContain('reserved');
    expect(['completed', 'queued', 'reserved']).toEqual(expect.arrayContaining(names));
    expect(await database.db.query('select from worker')).toEqual([]);

    await start('work');
    const ended = await endAll(client, ids);
    expect(new Set(ended.map(({ state }) => state))).toEqual(new Set(['completed']));
    expect(sentTooOften(ended, outside.sandbox)).toEqual([]);
    await expectCleanBooks(workspace);
  });
});
