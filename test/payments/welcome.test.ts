/** Welcome credit is for one workspace for each card, whether it pays once or is saved. */
import { expect, test } from 'vitest';
import type { CardSetup } from '../../openapi/generated/dashboard.ts';
import { giveWelcome } from '../../server/money/index.ts';
import { type BodyOf, bodyOf, type Customer } from '../dashboard/fixtures.ts';
import { PLENTY, request, runOf, unique } from '../support/service.ts';
import {
  AMOUNT,
  audited,
  available,
  change,
  click,
  DOLLAR,
  dashboard,
  type Payment,
  read,
  sessionOf,
  started,
  startPaymentsForFile,
} from './fixtures.ts';

startPaymentsForFile();

const WELCOME = 5 * DOLLAR;

/** With welcome credit, as a sign-up gives it. */
async function welcomed(): Promise<Customer> {
  const customer = await dashboard.customer();
  const { workspace } = customer.tenant;
  await dashboard.service.database.db.transaction((tx) =>
    giveWelcome(tx, { workspace, amount: WELCOME, days: 30 }),
  );
  return customer;
}

async function paid(customer: Customer, card: string): Promise<Payment> {
  const payment = await started(customer);
  await click(payment, card);
  expect(await read(customer, payment)).toMatchObject({ state: 'succeeded' });
  return payment;
}

const leftOf = async ({ owner, path }: Customer) =>
  (await owner.get<BodyOf<'getWallet'>>(`${path}/wallet`)).grants.map(
    ({ leftAmount }) => leftAmount,
  );

/** The card of the payment, as the provider knows it. */
async function paidWith(payment: Payment, fingerprint: string): Promise<void> {
  const hash = sessionOf(payment).split('_')[2];
  const charge = {
    ...{ object: 'charge', id: `ch_${hash}`, amount_refunded: 0, disputed: false },
    payment_method_details: { type: 'card', card: { fingerprint } },
  };
  await change(sessionOf(payment), () => ({
    ...{ status: 'complete', payment_status: 'paid', url: null },
    payment_intent: { object: 'payment_intent', id: `pi_${hash}`, latest_charge: charge },
  }));
}

test('a second workspace that pays with a card loses what is left of its welcome credit, and its people read why', async () => {
  const [first, second] = [await welcomed(), await welcomed()];
  await paid(first, 'shared');
  expect(await leftOf(first)).toEqual([WELCOME]);

  // What is spent stays spent.
  const { tenant, owner, path } = second;
  const run = await tenant.end(runOf(await tenant.create(request('sandbox/echo'))).id);
  expect(run.chargedAmount).toBeGreaterThan(0);
  await paid(second, 'shared');
  expect(await leftOf(second)).toEqual([]);
  expect(await available(second)).toBe(PLENTY + AMOUNT);
  const { data } = await owner.get<BodyOf<'listAuditEvents'>>(`${path}/audit-events`);
  const revoked = data.filter(({ kind }) => kind === 'grant_revoked');
  expect(revoked).toMatchObject([
    { detail: { why: expect.stringContaining('another one before') } },
  ]);
  const acts = await dashboard.service.database.db.query(
    'select via, kind, reason from operator_act where workspace = $1',
    [tenant.workspace],
  );
  expect(acts).toMatchObject([{ via: 'rule', kind: 'grant_revoked' }]);

  // Again: there is nothing to lose, and the first one keeps its own.
  for (const customer of [second, first]) await paid(customer, 'shared');
  expect(await leftOf(first)).toEqual([WELCOME]);
  expect(await available(second)).toBe(PLENTY + 2 * AMOUNT);
  await audited();
});

test('a card of its own costs no welcome credit, and one without welcome credit claims no card', async () => {
  const [own, none, third] = [await welcomed(), await dashboard.customer(), await welcomed()];
  await paid(own, 'succeeds');
  await paid(own, 'succeeds');
  expect(await leftOf(own)).toEqual([WELCOME]);
  const fingerprint = unique('card');
  for (const customer of [none, third]) {
    const payment = await started(customer);
    await paidWith(payment, fingerprint);
    expect(await read(customer, payment)).toMatchObject({ state: 'succeeded' });
  }
  expect(await leftOf(third)).toEqual([WELCOME]);
});

test('a card that is saved counts as one that pays', async () => {
  await paid(await welcomed(), 'shared');
  const customer = await welcomed();
  const { owner, path } = customer;
  const body = { thresholdAmount: DOLLAR, rechargeAmount: AMOUNT, monthCapAmount: AMOUNT };
  await owner.send({ method: 'PUT', path: `${path}/auto-recharge`, body });
  const card = await owner.send({ method: 'POST', path: `${path}/auto-recharge/card` });
  const form = new URLSearchParams({ card: 'shared' });
  await fetch(bodyOf<CardSetup>(card).checkoutUrl, {
    ...{ method: 'POST', redirect: 'manual', body: form },
  });
  expect(await owner.get(`${path}/auto-recharge`)).toMatchObject({ state: 'on' });
  expect(await leftOf(customer)).toEqual([]);
  await audited();
});

test('of workspaces that pay with one card at the same moment, one keeps its welcome credit', async () => {
  const fingerprint = unique('card');
  const customers = await Promise.all(Array.from({ length: 5 }, welcomed));
  const payments = await Promise.all(customers.map(started));
  for (const payment of payments) await paidWith(payment, fingerprint);
  await Promise.all(customers.map((customer, i) => read(customer, payments[i]!)));
  const left = (await Promise.all(customers.map(leftOf))).flat();
  expect(left).toEqual([WELCOME]);
  for (const customer of customers)
    expect(await available(customer)).toBeGreaterThanOrEqual(PLENTY + AMOUNT);
  await audited();
});
