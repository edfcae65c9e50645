/** A workspace that owes for a returned payment runs or not, as the operator has set. */
import { expect, test } from 'vitest';
import { giveGrant } from '../../server/money/index.ts';
import { readConfig } from '../../server/platform/config/index.ts';
import type { BodyOf, Customer } from '../dashboard/fixtures.ts';
import { owe } from '../support/debts.ts';
import {
  COMPUTE_JOBS,
  PLENTY,
  problemOf,
  request,
  runOf,
  startService,
  TOOL_RUNS,
  unique,
} from '../support/service.ts';
import {
  AMOUNT,
  available,
  click,
  DOLLAR,
  dashboard,
  press,
  read,
  started,
  startPaymentsForFile,
  withPayments,
} from './fixtures.ts';

startPaymentsForFile({ RUNS_IN_DEBT: 'refused' });

async function paid(customer: Customer) {
  const payment = await started(customer);
  await click(payment, 'succeeds');
  return read(customer, payment);
}

const wallet = ({ owner, path }: Customer) => owner.get<BodyOf<'getWallet'>>(`${path}/wallet`);

/** A process learns of a debt, and of its end, with the next look-up of the key. */
const untilAnswered = (create: () => Promise<{ status: number }>, status: number) =>
  expect.poll(async () => (await create()).status, { timeout: 30_000 }).toBe(status);

test('no run of any kind is created with RUNS_IN_DEBT=refused, before anything is held, until the debt is paid', async () => {
  const customer = await dashboard.customer();
  const { tenant } = customer;
  const { db } = dashboard.service.database;
  const { workspace } = tenant;
  const requestKey = unique('request');
  const before = runOf(await tenant.create(request('sandbox/echo'), { requestKey }));
  await tenant.end(before.id);
  const payment = await paid(customer);
  const credit = (await available(customer)) - DOLLAR;
  const spender = tenant.as(await tenant.newKey({ credit }));
  await press(payment, 'refund');
  const expiresAt = new Date(Date.now() + 86_400_000);
  const grant = { workspace, amount: DOLLAR, expiresAt, reference: 'sorry' };
  await db.transaction((tx) => giveGrant(tx, { ...grant, reason: 'goodwill' }));
  expect(await wallet(customer)).toMatchObject({
    ...{ availableAmount: DOLLAR, debtAmount: AMOUNT - DOLLAR, debtStopsRuns: true },
  });

  const creates = [
    () => tenant.create(request('sandbox/echo')),
    () => spender.create(request('sandbox/echo')),
    () => tenant.create({ tool: 'sandbox/echo', input: {} }, { path: TOOL_RUNS }),
    () =>
      tenant.create(
        { environment: 'javascript', timeoutSeconds: 60, source: '1' },
        { path: COMPUTE_JOBS },
      ),
  ];
  const holds = () =>
    db.query(`select count(*)::int as n from ledger_entry where workspace = $1 and kind = 'hold'`, [
      workspace,
    ]);
  for (const create of creates) await untilAnswered(create, 402);
  const held = await holds();
  for (const create of creates) problemOf(await create(), 'workspace_in_debt');
  expect(await holds()).toEqual(held);
  const again = await tenant.create(request('sandbox/echo'), { requestKey });
  expect([again.status, runOf(again).id]).toEqual([200, before.id]);

  await paid(customer);
  await withPayments((payments) => payments.lookUp());
  expect(await wallet(customer)).not.toHaveProperty('debtStopsRuns');
  // This service has models alone.
  for (const create of creates.slice(0, 2)) await untilAnswered(create, 202);
});

test('the credit of a key pays for runs otherwise', async () => {
  const service = await startService();
  try {
    const tenant = await service.tenant();
    const spender = tenant.as(await tenant.newKey({ credit: PLENTY }));
    await owe(service.database.db, tenant.workspace, PLENTY);
    expect((await spender.create(request('sandbox/echo'))).status).toBe(202);
  } finally {
    await service.close();
  }
});

test('another value than allowed and refused is named at the start', () => {
  expect(() => readConfig({ NODE_ENV: 'test', RUNS_IN_DEBT: 'sometimes' })).toThrow(
    /RUNS_IN_DEBT.*allowed.*refused/s,
  );
});
