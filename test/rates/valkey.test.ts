/** The same limits with windows in Redis, also when it is killed and comes back empty. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { chunkOf } from '../../server/platform/rates/index.ts';
import { openValkeyStore } from '../../server/platform/rates/valkey.ts';
import { INSTALL_TIMEOUT_MS } from '../support/installed.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { admitted, type Sharing, startSharing } from './processes.ts';
import { startValkey, type ValkeyServer } from './valkey-server.ts';

const PROCESSES = 4;
const LIMIT = 30;

let database: TestDatabase;
let valkey: ValkeyServer;
let sharing: Sharing;
beforeAll(async () => {
  database = await createTestDatabase();
  valkey = await startValkey();
}, INSTALL_TIMEOUT_MS);
afterAll(async () => {
  await valkey.kill();
  await database.drop();
});
beforeEach(async () => {
  const log = pino({ level: 'silent' });
  sharing = await startSharing(database.url, PROCESSES, () =>
    openValkeyStore({ url: valkey.url, log }),
  );
});
afterEach(() => sharing.close());

const countersOf = (limit: number) => {
  const name = randomUUID();
  return sharing.rates.map((rates) => rates.counter({ name, limit }));
};

async function ask(counters: ReturnType<typeof countersOf>, requests: number): Promise<number> {
  const verdicts = Array.from({ length: requests }, () =>
    counters[Math.floor(Math.random() * PROCESSES)]!.take('a', 1),
  );
  return admitted(await Promise.all(verdicts));
}

test.each([30, 6_000])(
  'four processes at %i a minute admit no more than that, and at most a chunk each less',
  async (limit) => {
    const all = await ask(countersOf(limit), 2 * limit);
    expect(all).toBeLessThanOrEqual(limit);
    expect(all).toBeGreaterThanOrEqual(limit - PROCESSES * chunkOf(limit));
  },
);

test('a server that is killed in the middle of a window, and forgets it, gives no second one', async () => {
  const counters = countersOf(LIMIT);
  const before = await ask(counters, 13);
  await sleep(100);
  await valkey.kill();
  const meanwhile = await ask(counters, 100);
  await valkey.start();
  // Long enough for the processes to reach it again.
  await sleep(2_500);
  const after = await ask(counters, 100);
  expect(before).toBe(13);
  expect(meanwhile).toBeGreaterThan(0);
  expect(before + meanwhile + after).toBeLessThanOrEqual(LIMIT);
});

test('while it is away, each process gives a new caller its share', async () => {
  await valkey.kill();
  await sleep(100);
  const counters = countersOf(LIMIT);
  expect(await ask(counters, 400)).toBe(PROCESSES * Math.floor(LIMIT / PROCESSES));
  await valkey.start();
});
