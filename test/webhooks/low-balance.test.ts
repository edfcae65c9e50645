/** When endpoints get a low balance: once for what is left, whatever is held. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import {
  createWebhooks,
  ENDPOINT_PREFIX,
  type EventType,
  type Webhooks,
} from '../../server/webhooks/index.ts';
import {
  RUNS,
  request,
  runOf,
  startService,
  type Tenant,
  type TestService,
} from '../support/service.ts';

let service: TestService;
let tenant: Tenant;
let webhooks: Webhooks;
beforeAll(async () => {
  service = await startService({ parts: ['api'] });
  webhooks = createWebhooks({ db: service.database.db, allowsPrivate: true });
});
beforeEach(async () => {
  tenant = await service.tenant();
});
afterAll(() => service.close());

const endpoint = (...eventTypes: EventType[]) =>
  webhooks.create(tenant, { url: 'http://127.0.0.1:9/', eventTypes });

async function warnBelow(amount: number): Promise<void> {
  const set = 'update workspace set low_balance_amount = $2 where id = $1';
  await service.database.db.query(set, [tenant.workspace, amount]);
}

/** The messages for endpoints after one more look. */
async function deliveries(): Promise<object[]> {
  const { db } = service.database;
  await db.query('select tell_of_low_balances()');
  const rows = await db.query<{ data: object }>(
    "select data from webhook_delivery where workspace = $1 and type = 'credit.low' order by id",
    [tenant.workspace],
  );
  return rows.map(({ data }) => data);
}

it('holds and their release send nothing', async () => {
  await endpoint('credit.low');
  const { available } = await tenant.wallet();
  await warnBelow(available);
  for (let i = 0; i < 4; i++) {
    const { id } = runOf(await tenant.create(request('sandbox/echo')));
    expect(await deliveries()).toEqual([]);
    await tenant.send({ method: 'POST', path: `${RUNS}/${id}/cancel` });
    expect(await deliveries()).toEqual([]);
  }
});

it('a low balance is sent once, however much of it is held, and again after a credit', async () => {
  await endpoint('credit.low');
  const { available } = await tenant.wallet();
  await warnBelow(available + 1);
  const run = runOf(await tenant.create(request('sandbox/echo')));
  const low = {
    availableAmount: available - run.reservedAmount,
    heldAmount: run.reservedAmount,
    lowBalanceAmount: available + 1,
  };
  expect(await deliveries()).toEqual([low]);
  await tenant.send({ method: 'POST', path: `${RUNS}/${run.id}/cancel` });
  expect(await deliveries()).toEqual([low]);
  await tenant.topUp(1);
  expect(await deliveries()).toEqual([low]);
  await warnBelow(available + 2);
  expect(await deliveries()).toHaveLength(2);
});

it('an endpoint that subscribes later gets it then', async () => {
  await endpoint('run.completed');
  const { endpoint: disabled } = await endpoint('credit.low');
  await webhooks.change(tenant, uuidToId(ENDPOINT_PREFIX, disabled.id), { isDisabled: true });
  await warnBelow(Number.MAX_SAFE_INTEGER);
  expect(await deliveries()).toEqual([]);
  await endpoint('credit.low');
  expect(await deliveries()).toHaveLength(1);
});
