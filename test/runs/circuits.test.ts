import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNotifications, createNotifier } from '../../server/platform/db/notifications.ts';
import { createLog } from '../../server/platform/telemetry/log.ts';
import { takeRetries } from '../../server/runs/circuit-store.ts';
import { createCircuits } from '../../server/runs/circuits.ts';
import { createRetryBudget } from '../../server/runs/upstreams.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

const log = createLog({ level: 'silent' });
const TIMES = { firstPauseMs: 200, longestPauseMs: 400, probeWithinMs: 1_000, freshMs: 60_000 };
let database: TestDatabase;
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await Promise.all(closing.map((close) => close()));
  await database.drop();
});

/** What another process knows of the same circuits. */
async function openCircuits() {
  const { db, url } = database;
  const notifications = createNotifications({ url });
  const notifier = createNotifier({ url });
  const circuits = createCircuits({ db, notifications, notifier, log, times: TIMES });
  await notifications.start();
  await circuits.known();
  closing.push(async () => {
    await notifications.close();
    await notifier.close();
  });
  return circuits;
}

/** A queue with a waiting run, which can be a probe. */
async function makeQueue(): Promise<string> {
  const queue = `model_run/${randomUUID().slice(0, 8)}`;
  await database.db.query(
    `insert into run_queue (workspace, run, queue, step, due_at, give_up_at)
     values ($1, $2, $3, 'submit', now(), now() + interval '1 hour')`,
    [randomUUID(), randomUUID(), queue],
  );
  return queue;
}

type Circuits = Awaited<ReturnType<typeof openCircuits>>;

function fail(circuits: Circuits, queue: string, count = 5): void {
  for (let i = 0; i < count; i++) circuits.watch(queue, randomUUID()).ended('dead');
}

/** The probe, from whichever process gets it. */
async function probe(all: Circuits[], queue: string) {
  for (;;) {
    const taken = await Promise.all(all.map((each) => each.takeProbe(queue)));
    expect(taken.filter(Boolean).length).toBeLessThan(2);
    const i = taken.findIndex(Boolean);
    if (i >= 0) return { by: all[i]!, name: taken[i]! };
    await sleep(20);
  }
}

describe('the circuit of a provider', () => {
  it('opens for all processes where most submissions fail, and not where few do', async () => {
    const [one, other] = [await openCircuits(), await openCircuits()];
    const [bad, fair] = [await makeQueue(), await makeQueue()];
    for (let i = 0; i < 20; i++) one.watch(fair, randomUUID()).ended(i % 2 ? 'dead' : 'alive');
    fail(one, bad, 4);
    expect([one.isOpen(bad), one.isOpen(fair)]).toEqual([false, false]);
    fail(one, bad, 1);
    expect(one.isOpen(bad)).toBe(true);
    await expect.poll(() => other.isOpen(bad)).toBe(true);
    expect(other.isOpen(fair)).toBe(false);
  });

  it('is probed by one process at a time, later and later, and closes for all with what arrives', async () => {
    const all = [await openCircuits(), await openCircuits(), await openCircuits()];
    const queue = await makeQueue();
    fail(all[0]!, queue);
    await expect.poll(() => all.every((each) => each.isOpen(queue))).toBe(true);
    const times: number[] = [];
    for (let i = 0; i < 4; i++) {
      const { by, name } = await probe(all, queue);
      times.push(performance.now());
      await by.probeWith(queue, name, 'run');
      by.watch(queue, 'run').ended('dead');
    }
    const pauses = times.slice(1).map((at, i) => at - times[i]!);
    for (const pause of pauses) expect(pause).toBeGreaterThan(350);
    const { by, name } = await probe(all, queue);
    await by.probeWith(queue, name, 'run');
    by.watch(queue, 'run').alive();
    expect(by.isOpen(queue)).toBe(false);
    await expect.poll(() => all.some((each) => each.isOpen(queue))).toBe(false);
  });

  it('is probed again where a probe has no end, or nothing was sent as it', async () => {
    const circuits = await openCircuits();
    const queue = await makeQueue();
    fail(circuits, queue);
    const first = await probe([circuits], queue);
    await circuits.probeWith(queue, first.name, undefined);
    const began = performance.now();
    await (await openCircuits()).takeProbe(queue).then((name) => expect(name).toBeDefined());
    const other = await openCircuits();
    await probe([other], queue);
    expect(performance.now() - began).toBeGreaterThan(900);
  });

  it('is not opened by what was sent before it closed, nor by what says nothing', async () => {
    const circuits = await openCircuits();
    const queue = await makeQueue();
    const old = Array.from({ length: 10 }, () => circuits.watch(queue, randomUUID()));
    fail(circuits, queue);
    const { by, name } = await probe([circuits], queue);
    await by.probeWith(queue, name, 'run');
    by.watch(queue, 'run').ended('alive');
    for (const each of old) each.ended('dead');
    for (let i = 0; i < 10; i++) circuits.watch(queue, randomUUID()).ended('unclear');
    for (let i = 0; i < 10; i++) circuits.watch(queue, randomUUID()).ended(undefined);
    expect(circuits.isOpen(queue)).toBe(false);
  });
});

describe('the budget of retries', () => {
  it('gives what was saved at once, and then one after another, for all processes', async () => {
    const queue = await makeQueue();
    const { db } = database;
    const budgets = [createRetryBudget({ db, log }), createRetryBudget({ db, log })];
    const waits = await Promise.all(
      Array.from({ length: 100 }, (_, i) => budgets[i % 2]!.take(queue)),
    );
    const sorted = waits.toSorted((a, b) => a - b);
    expect(sorted.filter((wait) => wait === 0).length).toBeGreaterThanOrEqual(50);
    expect(sorted.at(-1)).toBeGreaterThan(3_500);
    // PostgreSQL counts in microseconds, and a wait is the difference of two moments.
    expect(sorted.at(-1)).toBeLessThan(5_001);
  });

  it('earns a fifth of a retry with each request', async () => {
    const queue = await makeQueue();
    const taken = { queue, count: 100, earned: 0, spacingMs: 100, atOnce: 50 };
    const spent = await takeRetries(database.db, taken);
    const after = await takeRetries(database.db, { ...taken, count: 0, earned: 20 });
    expect(spent - after).toBeGreaterThan(1_900);
  });
});
