/**
 * One of a workspace's two endpoints is down for an hour while hundreds of runs end, with two processes that send. The
 * test simulates the hour: it ages what waits in steps, so that the real pauses pass.
 */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import { createLog } from '../../server/platform/telemetry/log.ts';
import {
  createWebhooks,
  type Delivering,
  ENDPOINT_PREFIX,
  startDelivering,
} from '../../server/webhooks/index.ts';
import { request, runOf, startService, type Tenant, type TestService } from '../support/service.ts';
import { createMessageLog, EVENTS, type MessageLog, TYPES } from './message-log.ts';
import { type Receiver, startReceiver } from './receiver.ts';

const MODELS = Object.keys(TYPES);
const ILLNESSES = ['fails', 'dies', 'redirects', 'cuts'] as const;
const STEP_MINUTES = 5;
const STEPS = 12;
const RUNS_PER_STEP = 20;
/** The well endpoint answers within it even on a busy machine: it must not lose an attempt. */
const ANSWER_WITHIN_MS = 10_000;

let service: TestService;
let tenant: Tenant;
let senders: Delivering[];
beforeEach(async () => {
  // There is no worker, which would also send. So nobody takes over after a lost lease: it is too long to be lost.
  const environment = { SERVE_CARRIES_OUT: 'on', LEASE_MS: '60000' };
  service = await startService({ parts: ['api'], environment });
  tenant = await service.tenant();
  const { db } = service.database;
  senders = Array.from({ length: 2 }, () =>
    startDelivering({
      ...{ db, allowsPrivate: true, everyMs: 20, answerWithinMs: ANSWER_WITHIN_MS },
      disableAfterMs: 5 * 24 * 3_600_000,
      idPrefixes: new Map([['model_run', 'run']]),
      unit: { currency: 'USD', scale: 9 },
      log: createLog({ level: 'silent' }),
    }),
  );
});
afterEach(async () => {
  await Promise.all(senders.map((sender) => sender.stop(5_000)));
  await service.close();
});

it('an endpoint that is out of order for an hour gets all of it afterwards, each run in its order', async () => {
  const webhooks = createWebhooks({ db: service.database.db, allowsPrivate: true });
  const well = await startReceiver();
  let ill = await startReceiver();
  const { port, url } = ill;
  const { endpoint } = await webhooks.create(tenant, { url, eventTypes: EVENTS });
  await webhooks.create(tenant, { url: well.url, eventTypes: EVENTS });
  const [received, wanted] = [createMessageLog(), createMessageLog()];
  well.answer(wanted.taking());
  const expected: string[] = [];

  for (let step = 0; step < STEPS; step++) {
    ill = await turnIll(ill, step, received);
    expected.push(...(await endRuns(RUNS_PER_STEP)));
    await untilNothingIsDue();
    // The other endpoint does not wait for it.
    expect(wanted.taken()).toEqual(expected.toSorted());
    await pass(STEP_MINUTES);
  }
  expect(received.taken()).toEqual([]);
  expect(received.attempts()).toBeGreaterThan(expected.length);

  await ill.close();
  ill = await startReceiver(port);
  ill.answer(received.taking());
  // Its first accepted message makes the service send all others at once, however long they would have paused.
  expected.push(...(await endRuns(1)));
  await expect.poll(waiting).toBe(0);
  for (const messages of [received, wanted]) {
    expect(messages.taken()).toEqual(expected.toSorted());
    expect(messages.faults()).toEqual([]);
  }
  const after = await webhooks.get(tenant.workspace, uuidToId(ENDPOINT_PREFIX, endpoint.id));
  expect(after).toMatchObject({ disabledReason: null, failingSince: null });
  await Promise.all([ill.close(), well.close()]);
}, 600_000);

/** Another fault for each step. */
async function turnIll(ill: Receiver, step: number, received: MessageLog): Promise<Receiver> {
  const illness = ILLNESSES[step % ILLNESSES.length];
  // A hang takes the whole time limit of an answer, one after the other: once is enough.
  let hangs = step === 0;
  await ill.close();
  if (illness === 'dies') return ill;
  const next = await startReceiver(ill.port);
  next.answer(
    received.refusing((response) => {
      if (hangs) {
        hangs = false;
        return;
      }
      if (illness === 'fails') response.writeHead(500).end();
      if (illness === 'redirects') response.writeHead(307, { Location: '/elsewhere' }).end();
      if (illness === 'cuts') response.destroy();
    }),
  );
  return next;
}

/** The expected messages about the runs that it ends, each as `<run> <type>`. */
async function endRuns(count: number): Promise<string[]> {
  const created = await Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const model = MODELS[i % MODELS.length]!;
      return { model, run: runOf(await tenant.create(request(model))) };
    }),
  );
  await Promise.all(created.map(({ run }) => tenant.end(run.id)));
  return created.flatMap(({ model, run }) => TYPES[model]!.map((type) => `${run.id} ${type}`));
}

/** Resolves once nothing is under way and everything due waits for an earlier state of its run. */
async function untilNothingIsDue(): Promise<void> {
  const due = () =>
    countOf(`d.due_at <= now() and not exists (
        select from webhook_delivery e
        where e.endpoint = d.endpoint and e.run = d.run and e.version < d.version and e.due_at is not null)
      or d.due_at is not null and d.attempts > 0 and d.last_error is null`);
  await expect.poll(due).toBe(0);
}

const waiting = () => countOf('d.due_at is not null');

async function countOf(condition: string): Promise<number> {
  const { db } = service.database;
  const rows = await db.query(`select from webhook_delivery d where ${condition}`);
  return rows.length;
}

async function pass(minutes: number): Promise<void> {
  const { db } = service.database;
  const span = `${minutes} minutes`;
  await db.query(
    `update webhook_delivery set due_at = due_at - $1::interval, last_attempt_at = last_attempt_at - $1::interval
     where due_at is not null`,
    [span],
  );
  await db.query('update webhook_endpoint set failing_since = failing_since - $1::interval', [
    span,
  ]);
}
