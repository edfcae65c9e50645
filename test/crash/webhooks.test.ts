/** The test kills the process that sends webhooks while some are under way, twice: each message still arrives. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import { createWebhooks } from '../../server/webhooks/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import {
  type Client,
  clientOf,
  kill,
  type Outside,
  type Process,
  request,
  startOutside,
  startProcess,
} from '../support/process.ts';
import { createMessageLog, EVENTS, TYPES } from '../webhooks/message-log.ts';
import { type Receiver, startReceiver } from '../webhooks/receiver.ts';
import { createForSure } from './promises.ts';
import { makeTenant } from './tenant.ts';

const ENOUGH = 1_000_000_000;
const MODELS = Object.keys(TYPES);
const RUNS = 150;
/** Messages that one endpoint receives at once. */
const AT_ONCE = 8;

let outside: Outside;
let database: TestDatabase;
let receiver: Receiver;
let running: Process[];
beforeEach(async () => {
  [outside, database, receiver] = await Promise.all([
    startOutside({ slowMs: 1_000 }),
    createTestDatabase(),
    startReceiver(),
  ]);
  running = [];
});
afterEach(async () => {
  for (const one of running) kill(one, 'SIGKILL');
  await Promise.all(running.map(({ ended }) => ended));
  await Promise.all([outside.close(), receiver.close()]);
  await database.drop();
});

async function start(command: 'serve' | 'work') {
  const environment = { ...outside.environment, DATABASE_URL: database.url };
  const started = await startProcess(command, environment);
  running.push(started);
  return started;
}

it('a process that is killed while it sends webhooks loses none, and the order of none', async () => {
  const [api, first] = await Promise.all([start('serve'), start('work')]);
  const { key, workspace } = await makeTenant(database.db, ENOUGH);
  const webhooks = createWebhooks({ db: database.db, allowsPrivate: true });
  await webhooks.create({ workspace }, { url: receiver.url, eventTypes: EVENTS });
  const messages = createMessageLog();
  receiver.answer(messages.taking(20));

  const ending = endMany(clientOf(api, key));
  await killAt(first, 40);
  const second = await start('work');
  await hiddenAreDue();
  await killAt(second, 100);
  await start('work');
  await hiddenAreDue();
  await ending;
  await expect.poll(waiting).toBe(0);

  const expected = await statesToTell();
  expect(expected.length).toBeGreaterThan(RUNS);
  expect(messages.taken()).toEqual(expected.toSorted());
  expect(messages.faults()).toEqual([]);
  expect(messages.attempts() - expected.length).toBeLessThanOrEqual(2 * AT_ONCE);
});

/** Kills the process once this many messages have arrived and one is under way. */
async function killAt(service: Process, count: number): Promise<void> {
  while (receiver.received.length < count) await sleep(5);
  kill(service, 'SIGKILL');
  await service.ended;
}

async function endMany(client: Client): Promise<void> {
  const end = async (_: unknown, i: number) => {
    const { id } = await createForSure(client, `run-${i}`, request(MODELS[i % MODELS.length]!));
    await client.end(id);
  };
  await Promise.all(Array.from({ length: RUNS }, end));
}

/** The states of all runs, each as `<run> <type>`, including those that a kill caused. */
async function statesToTell(): Promise<string[]> {
  const rows = await database.db.query<{ id: string; state: string }>(
    `select distinct m.id, s.state
     from run m cross join lateral (
       select m.state union all select h ->> 'state' from jsonb_array_elements(m.history) h) s (state)
     where s.state in ('completed', 'failed', 'needs_reconciliation')`,
  );
  return rows.map(({ id, state }) => `${uuidToId('run', id)} run.${state}`);
}

/** What the killed process had under way is hidden for half a minute; the test does not wait for that. */
async function hiddenAreDue(): Promise<void> {
  await database.db.query('update webhook_delivery set due_at = now() where due_at > now()');
}

async function waiting(): Promise<number> {
  const rows = await database.db.query('select from webhook_delivery where due_at is not null');
  return rows.length;
}
