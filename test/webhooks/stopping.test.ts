/** The end of sending webhooks: in time, and even if a message can't be made. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLog } from '../../server/platform/telemetry/log.ts';
import { createWebhooks, startDelivering } from '../../server/webhooks/index.ts';
import {
  RUNS,
  request,
  runOf,
  startService,
  type Tenant,
  type TestService,
} from '../support/service.ts';
import { type Receiver, startReceiver } from './receiver.ts';

let service: TestService;
let tenant: Tenant;
let receiver: Receiver;
beforeEach(async () => {
  service = await startService({ parts: ['api'] });
  tenant = await service.tenant();
  receiver = await startReceiver();
  const webhooks = createWebhooks({ db: service.database.db, allowsPrivate: true });
  await webhooks.create(tenant, { url: receiver.url, eventTypes: ['run.failed'] });
});
afterEach(async () => {
  await service.close();
  await receiver.close();
});

async function failRun(): Promise<void> {
  const { id } = runOf(await tenant.create(request('sandbox/echo')));
  await tenant.send({ method: 'POST', path: `${RUNS}/${id}/cancel` });
}

const start = (idPrefixes: ReadonlyMap<string, string> = new Map([['model_run', 'run']])) =>
  startDelivering({
    ...{ db: service.database.db, allowsPrivate: true, everyMs: 20, disableAfterMs: 1_000_000 },
    ...{ idPrefixes, unit: { currency: 'USD', scale: 9 }, log: createLog({ level: 'silent' }) },
  });

const received = (count: number) => expect.poll(() => receiver.received.length).toBe(count);

it('an unanswered attempt is aborted when the time is over, and stays due', async () => {
  receiver.answer(() => {});
  await failRun();
  const delivering = start();
  await received(1);
  await delivering.stop(300);
  const { db } = service.database;
  const due = 'select last_error from webhook_delivery where due_at is not null';
  expect(await db.query(due)).toEqual([{ last_error: null }]);
  expect(await db.query('select from webhook_endpoint where failing_since is not null')).toEqual(
    [],
  );
});

it('an attempt that is answered within the time is saved', async () => {
  receiver.answer((response) => void setTimeout(() => response.end(), 300));
  await failRun();
  const delivering = start();
  await received(1);
  await delivering.stop(10_000);
  const due = 'select from webhook_delivery where due_at is not null';
  expect(await service.database.db.query(due)).toEqual([]);
});

it('a message that can not be made keeps no other from being sent', async () => {
  let lookUps = 0;
  const prefixes = new Map([['model_run', 'run']]);
  prefixes.get = () => {
    lookUps += 1;
    if (lookUps === 1) throw new Error('no prefix');
    return 'run';
  };
  await failRun();
  const delivering = start(prefixes);
  await expect.poll(() => lookUps).toBe(1);
  await failRun();
  await received(1);
  await delivering.stop(1_000);
});
