/**
 * A kill of the process that broadcasts spans, twice, with batches under way: each span arrives, unchanged if twice.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDestinationKeeping } from '../../server/broadcast/index.ts';
import { type OtlpReceiver, startOtlpReceiver, takeAll } from '../broadcast/receiver.ts';
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
import { createForSure } from './promises.ts';
import { makeTenant } from './tenant.ts';

const ENOUGH = 1_000_000_000;
const MODELS = ['sandbox/echo', 'sandbox/refused'];
const RUNS = 150;

let outside: Outside;
let database: TestDatabase;
let receiver: OtlpReceiver;
let running: Process[];
beforeEach(async () => {
  [outside, database, receiver] = await Promise.all([
    startOutside({ slowMs: 1_000 }),
    createTestDatabase(),
    startOtlpReceiver(),
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

it('a process that is killed while it broadcasts loses no span, and makes none twice', async () => {
  const [api, first] = await Promise.all([start('serve'), start('work')]);
  const { key, workspace } = await makeTenant(database.db, ENOUGH);
  const destinations = createDestinationKeeping({ db: database.db, allowsPrivate: true });
  const input = { name: 'Collector', url: receiver.url };
  const { id } = await destinations.create({ workspace }, input);
  // The batch has arrived, but the receiver has not answered.
  receiver.answer((response, batch) => void setTimeout(() => takeAll(response, batch), 100));

  const ending = endMany(clientOf(api, key));
  await killAt(first, 1);
  const second = await start('work');
  await hiddenAreDue();
  await killAt(second, 60);
  await start('work');
  await hiddenAreDue();
  await ending;
  const waiting = () => database.db.query('select from broadcast_span');
  await expect.poll(waiting).toEqual([]);

  const ended = await database.db.query<{ id: string }>(
    "select id from run where state in ('completed', 'failed')",
  );
  expect(ended).toHaveLength(RUNS);
  const expected = ended.map(({ id: run }) => run.replaceAll('-', '')).toSorted();
  const byTrace = Map.groupBy(receiver.spans(), ({ traceId }) => traceId);
  expect([...byTrace.keys()].toSorted()).toEqual(expected);
  for (const same of byTrace.values()) {
    for (const span of same) expect(span).toEqual(same[0]);
  }
  // Batches that were under way at a kill arrived again.
  expect(receiver.spans().length).toBeGreaterThan(RUNS);
  const [row] = await database.db.query<{ delivered: number }>(
    'select delivered from broadcast_destination where id = $1',
    [id],
  );
  expect(row!.delivered).toBe(RUNS);
});

/** Kills the process once this many spans have arrived and a batch is under way. */
async function killAt(service: Process, count: number): Promise<void> {
  while (receiver.spans().length < count) await sleep(5);
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

/** The claims of the killed process are hidden from others for a minute; the test does not wait for that. */
async function hiddenAreDue(): Promise<void> {
  await database.db.query('update broadcast_destination set claimed_until = null, due_at = now()');
}
