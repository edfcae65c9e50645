/** Messages of a disabled endpoint: the service gives them up, including those under way. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import { createWebhooks, ENDPOINT_PREFIX, type Webhooks } from '../../server/webhooks/index.ts';
import { claimDeliveries, saveAttempt } from '../../server/webhooks/store.ts';
import { request, runOf, startService, type Tenant, type TestService } from '../support/service.ts';

let service: TestService;
let tenant: Tenant;
let webhooks: Webhooks;
let endpoint: string;
beforeEach(async () => {
  service = await startService({ parts: ['api'] });
  tenant = await service.tenant();
  webhooks = createWebhooks({ db: service.database.db, allowsPrivate: true });
  const input = { url: 'http://127.0.0.1:9/', eventTypes: ['run.reserved' as never] };
  const made = await webhooks.create(tenant, input);
  endpoint = uuidToId(ENDPOINT_PREFIX, made.endpoint.id);
});
afterEach(() => service.close());

const turn = (isDisabled: boolean) => webhooks.change(tenant, endpoint, { isDisabled });

/** Writes a message for the endpoint, if one is due. */
async function notify(): Promise<void> {
  runOf(await tenant.create(request('sandbox/echo')));
  await service.database.db.query(
    'select tell_of_runs(array[id], array[workspace]) from run order by created_at desc limit 1',
  );
}

const claim = () =>
  claimDeliveries(service.database.db, {
    ...{ atMost: 8, atOnce: 8, hideMs: 30_000, held: new Map() },
  });

async function fail({ id, attempts }: { id: number; attempts: number }): Promise<void> {
  await saveAttempt(service.database.db, {
    ...{ delivery: id, attempt: attempts, status: 500, error: 'No.', isDelivered: false },
    ...{ isGone: false, nextInMs: 0, disableAfterMs: 1_000_000 },
  });
}

it('nothing is written, and what waits is given up', async () => {
  await notify();
  await turn(true);
  await notify();
  await turn(false);
  expect(await claim()).toEqual([]);
  await notify();
  expect(await claim()).toHaveLength(1);
});

it.each([
  ['before', 'it is enabled again', false],
  ['after', 'it was enabled again', true],
])('a message under way that fails %s %s is given up', async (_, __, isEnabledFirst) => {
  await notify();
  const [underWay] = await claim();
  await turn(true);
  if (isEnabledFirst) await turn(false);
  await fail(underWay!);
  if (!isEnabledFirst) await turn(false);
  expect(await claim()).toEqual([]);
});

it('a message that was written while the endpoint was being disabled is given up', async () => {
  await service.database.db.transaction(async (tx) => {
    runOf(await tenant.create(request('sandbox/echo')));
    await tx.query('select tell_of_runs(array[id], array[workspace]) from run');
    await turn(true);
  });
  await turn(false);
  expect(await claim()).toEqual([]);
});

it('one that is enabled already keeps what waits for it', async () => {
  await notify();
  await turn(false);
  expect(await claim()).toHaveLength(1);
});
