/** Receivers that are slow, or never answer: nobody else waits for them. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLog } from '../../server/platform/telemetry/log.ts';
import { createWebhooks, startDelivering, type Webhooks } from '../../server/webhooks/index.ts';
import {
  RUNS,
  request,
  runOf,
  startService,
  type Tenant,
  type TestService,
} from '../support/service.ts';
import { type Receiver, startReceiver } from './receiver.ts';

const ALL = ['run.completed', 'run.failed', 'run.needs_reconciliation', 'credit.low'] as const;

/** Only what the test starts delivers anything. */
let service: TestService;
let webhooks: Webhooks;
let quick: Receiver;
let slow: Receiver;
beforeEach(async () => {
  service = await startService({ parts: ['api'] });
  webhooks = createWebhooks({ db: service.database.db, allowsPrivate: true });
  [quick, slow] = [await startReceiver(), await startReceiver()];
  slow.answer(() => {});
});
afterEach(async () => {
  await Promise.all([quick.close(), slow.close()]);
  await service.close();
});

const deliver = (answerWithinMs: number) =>
  startDelivering({
    ...{ db: service.database.db, allowsPrivate: true, everyMs: 20, answerWithinMs },
    ...{ disableAfterMs: 1_000_000, idPrefixes: new Map([['model_run', 'run']]) },
    unit: { currency: 'USD', scale: 9 },
    log: createLog({ level: 'silent' }),
  });

/** A run that ends at once. */
async function endRun(tenant: Tenant): Promise<string> {
  const { id } = runOf(await tenant.create(request('sandbox/echo')));
  await tenant.send({ method: 'POST', path: `${RUNS}/${id}/cancel` });
  return id;
}

const received = ({ received: messages }: Receiver, count: number) =>
  expect.poll(() => messages.length).toBeGreaterThanOrEqual(count);

it('a receiver that hangs has not taken the message, and does not delay others', async () => {
  const tenant = await service.tenant();
  await webhooks.create(tenant, { url: slow.url, eventTypes: ALL });
  await webhooks.create(tenant, { url: quick.url, eventTypes: ALL });
  const id = await endRun(tenant);
  const delivering = deliver(300);
  await received(quick, 1);
  expect(quick.received[0]!.event).toMatchObject({ type: 'run.failed', data: { id } });
  const errors = () =>
    service.database.db.query('select from webhook_delivery where last_error = $1', [
      'The endpoint did not answer in time.',
    ]);
  await expect.poll(errors).toHaveLength(1);
  await delivering.stop(5_000);
});

it('receivers of one workspace that answer nothing for an hour leave slots to others', async () => {
  const [one, other] = [await service.tenant(), await service.tenant()];
  for (let i = 0; i < 10; i++) await webhooks.create(one, { url: slow.url, eventTypes: ALL });
  await webhooks.create(other, { url: quick.url, eventTypes: ALL });
  for (let i = 0; i < 20; i++) await endRun(one);
  const delivering = deliver(3_600_000);
  await received(slow, 20);
  for (let i = 1; i <= 3; i++) {
    await endRun(other);
    await received(quick, i);
  }
  await delivering.stop(0);
});
