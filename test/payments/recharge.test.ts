/**
 * Auto-recharge through the sandbox, which speaks Stripe's protocol to Stripe's own package, beside the worker of a
 * service that does the same: one charge for each time that a wallet is low, whatever dies and whoever else looks.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CardSetup } from '../../openapi/generated/dashboard.ts';
import { checkAlerts, writeAlert } from '../../server/alerts/index.ts';
import { createPayments, type PaymentProvider } from '../../server/payments/index.ts';
import { createStripeProvider } from '../../server/payments/stripe.ts';
import { createLog } from '../../server/platform/telemetry/log.ts';
import { type PaymentSandbox, startPaymentSandbox } from '../../server/sandbox/payments.ts';
import { resumeWorkspace, suspendWorkspace } from '../../server/workspaces/index.ts';
import { type BodyOf, bodyOf, type Customer, startDashboard } from '../dashboard/fixtures.ts';
import { problemOf, request, unique } from '../support/service.ts';
import {
  AMOUNT,
  audited,
  available,
  change,
  DOLLAR,
  dashboard,
  entries,
  letWorkerTakeTurns,
  type Payment,
  RECORDS,
  read,
  startPaymentsForFile,
  withPayments,
} from './fixtures.ts';

startPaymentsForFile();

type AutoRecharge = BodyOf<'getAutoRecharge'>;

const TERMS = {
  ...{ thresholdAmount: 10 * DOLLAR, rechargeAmount: AMOUNT, monthCapAmount: 5 * AMOUNT },
};
const SECRETS = { secretKey: 'sk_test_sandbox', webhookSecret: 'whsec_sandbox' };
const UNIT = { currency: 'USD', scale: 9 };

let sandbox: PaymentSandbox;
beforeAll(async () => {
  sandbox = await startPaymentSandbox({ port: 0, folder: RECORDS, ...SECRETS });
});
afterAll(() => sandbox.close());

const db = () => dashboard.service.database.db;
const get = ({ owner, path }: Customer) => owner.get<AutoRecharge>(`${path}/auto-recharge`);
const put = ({ owner, path }: Customer, more: Partial<typeof TERMS> = {}) =>
  owner.send({ method: 'PUT', path: `${path}/auto-recharge`, body: { ...TERMS, ...more } });
const startCard = ({ owner, path }: Customer) =>
  owner.send({ method: 'POST', path: `${path}/auto-recharge/card` });
const remove = ({ owner, path }: Customer) =>
  owner.send({ method: 'DELETE', path: `${path}/auto-recharge` });
const payments = async ({ owner, path }: Customer) =>
  (await owner.get<BodyOf<'listPayments'>>(`${path}/payments`)).data;

/** What a click on a button of the provider's page does. */
async function saveCard(customer: Customer, card: 'succeeds' | 'declined' | 'second-step') {
  const { checkoutUrl } = bodyOf<CardSetup>(await startCard(customer));
  const body = new URLSearchParams({ card });
  const back = await fetch(checkoutUrl, { method: 'POST', body, redirect: 'manual' });
  expect(back.headers.get('location')).toMatch(/\/wallet\?card=saved$/);
  return checkoutUrl.split('/').at(-1)!;
}

/** A customer whose wallet is not low before `makeLow`: until then, no worker charges anything. */
async function ready(
  card: 'succeeds' | 'declined' | 'second-step' = 'succeeds',
  more: Partial<typeof TERMS> = {},
) {
  const customer = await dashboard.customer();
  await credit(customer, 50 * DOLLAR);
  expect((await put(customer, more)).status).toBe(200);
  const session = await saveCard(customer, card);
  return { customer, session };
}

async function credit({ owner, path }: Customer, amount: number): Promise<void> {
  const body = { amount, reference: unique('credit') };
  expect((await owner.send({ path: `${path}/wallet/credits`, body })).status).toBe(201);
}

/** Leaves this much available, and the rest to a key. */
async function makeLow(customer: Customer, left = DOLLAR): Promise<void> {
  const { owner, path } = customer;
  const creditAmount = (await available(customer)) - left;
  const headers = { 'Idempotency-Key': unique('key') };
  const body = { name: unique('key'), scopes: ['models:run'], creditAmount };
  expect((await owner.send({ path: `${path}/keys`, headers, body })).status).toBe(201);
}

const chargeDue = () => withPayments(({ recharge }) => recharge.chargeDue());
const recharged = (customer: Customer, times: number) =>
  expect
    .poll(async () => (await entries(customer)).length, { timeout: 60_000, interval: 200 })
    .toBe(times);

/** The process that charged the card may have ended, but all have the same records. */
const receiptOf = ({ receiptUrl }: Pick<Payment, 'receiptUrl'>) =>
  new URL(new URL(receiptUrl!).pathname, sandbox.url);

/** Payments with the provider of the sandbox, changed as a test wants. */
function withProvider(over: (real: PaymentProvider) => Partial<PaymentProvider>) {
  const baseUrl = new URL(sandbox.url);
  const real = createStripeProvider({
    ...SECRETS,
    name: 'a test',
    baseUrl,
    unit: UNIT,
    isTaxed: false,
  });
  return createPayments({
    ...{ db: db(), unit: UNIT, log: createLog({ level: 'silent' }) },
    provider: () => Promise.resolve({ ...real, ...over(real) }),
    bounds: { least: 5 * DOLLAR, most: 2_000 * DOLLAR, step: DOLLAR / 100 },
    suspendAt: 0,
  });
}

describe('a wallet that is low', () => {
  test('is recharged once with the saved card, however many workers look while runs spend', async () => {
    const { customer } = await ready();
    expect(await get(customer)).toMatchObject({
      ...{ ...TERMS, state: 'on', monthAmount: 0, card: { brand: 'visa', last4: '4242' } },
    });
    await makeLow(customer);
    const runs = Array.from({ length: 20 }, () => customer.tenant.create(request('sandbox/echo')));
    const workers = Array.from({ length: 8 }, chargeDue);
    await Promise.all([...runs, ...workers]);
    await Promise.all(Array.from({ length: 4 }, chargeDue));
    await recharged(customer, 1);
    const [payment, ...more] = await payments(customer);
    expect(more).toEqual([]);
    expect(payment).toMatchObject({ state: 'succeeded', amount: AMOUNT, isAutomatic: true });
    expect(await (await fetch(receiptOf(payment!))).text()).toContain('$20.00');
    expect(await get(customer)).toMatchObject({ state: 'on', monthAmount: AMOUNT });
    await audited();
  });

  test('is recharged up to the cap of the month, and again when the cap is raised', async () => {
    const { customer } = await ready('succeeds', { monthCapAmount: 2 * AMOUNT });
    for (const times of [1, 2]) {
      await makeLow(customer);
      await Promise.all([chargeDue(), chargeDue(), chargeDue()]);
      await recharged(customer, times);
    }
    await makeLow(customer);
    await Promise.all([chargeDue(), chargeDue()]);
    expect(await get(customer)).toMatchObject({ pausedBy: 'cap', monthAmount: 2 * AMOUNT });
    const [{ next } = { next: '' }] = await db().query<{ next: string }>(
      `select extract(day from not_before at time zone 'UTC')::text as next from auto_recharge where workspace = $1`,
      [customer.tenant.workspace],
    );
    expect(next).toBe('1');
    expect(await entries(customer)).toHaveLength(2);

    await put(customer, { monthCapAmount: 3 * AMOUNT });
    await chargeDue();
    await recharged(customer, 3);
  });

  test('is not recharged while the workspace is suspended, and is again once it is resumed', async () => {
    const { customer } = await ready();
    const { workspace } = customer.tenant;
    const lost = withProvider(() => ({ charge: () => Promise.reject(new Error('away')) }));
    await makeLow(customer);
    await lost.recharge.chargeDue();
    await suspendWorkspace(db(), { workspace, why: 'a reason' });
    // Not even a charge whose answer was lost is asked for again.
    await db().query('update payment set next_look_up = now() where workspace = $1', [workspace]);
    await withPayments((payments) => payments.lookUp());
    await chargeDue();
    expect(await payments(customer)).toMatchObject([{ state: 'expired' }]);
    expect(await get(customer)).toMatchObject({ state: 'on', pausedBy: 'suspension' });
    expect(await available(customer)).toBe(DOLLAR);
    await resumeWorkspace(db(), { workspace, why: 'a reason' });
    await chargeDue();
    await recharged(customer, 1);
    expect(await available(customer)).toBe(DOLLAR + AMOUNT);
    await audited();
  });

  test('is not recharged while a payment is contested or owed', async () => {
    const { customer } = await ready();
    await makeLow(customer);
    await chargeDue();
    await recharged(customer, 1);
    const [payment] = await payments(customer);
    const press = (act: string) =>
      fetch(receiptOf(payment!), { method: 'POST', body: new URLSearchParams({ act }) });
    await press('contest');
    // What the payer contests was taken from the wallet, so it is low.
    expect(await available(customer)).toBe(DOLLAR);
    await chargeDue();
    expect(await get(customer)).toMatchObject({ state: 'on', pausedBy: 'dispute' });
    expect(await entries(customer)).toHaveLength(1);
    await makeLow(customer, 0);
    await press('lost');
    await db().query('update payment set taken_back = taken_back - 1 where workspace = $1', [
      customer.tenant.workspace,
    ]);
    await chargeDue();
    expect(await get(customer)).toMatchObject({ state: 'on', pausedBy: 'debt' });
    expect(await entries(customer)).toHaveLength(1);
    await db().query('update payment set taken_back = returned where workspace = $1', [
      customer.tenant.workspace,
    ]);
    // The events of the payment may still be read.
    await expect
      .poll(async () => {
        await chargeDue();
        return (await entries(customer)).length;
      })
      .toBe(2);
    await audited();
  });
});

describe('a charge', () => {
  test.each([
    ['whose answer is lost', true],
    ['that is lost on its way', false],
  ])('%s is asked for again, and charges once', async (_, arrives) => {
    const { customer } = await ready();
    await makeLow(customer);
    const lossy = withProvider((real) => ({
      async charge(charge) {
        if (arrives) await real.charge(charge);
        throw new Error('the connection broke');
      },
    }));
    await Promise.all([lossy.recharge.chargeDue(), lossy.recharge.chargeDue()]);
    await Promise.all([chargeDue(), chargeDue()]);
    expect(await payments(customer)).toHaveLength(1);
    await db().query(`update payment set next_look_up = now() where workspace = $1`, [
      customer.tenant.workspace,
    ]);
    await Promise.all([1, 2, 3].map(() => withPayments((payments) => payments.lookUp())));
    await recharged(customer, 1);
    expect(await payments(customer)).toMatchObject([{ state: 'succeeded' }]);
    await audited();
  });

  test.each([
    ['credits what had arrived', true],
    ['charges nothing any more', false],
  ])('whose auto-recharge was removed meanwhile %s', async (_, arrives) => {
    const { customer } = await ready();
    await makeLow(customer);
    const lost = withProvider((real) => ({
      async charge(charge) {
        if (arrives) await real.charge(charge);
        throw new Error('the connection broke');
      },
    }));
    await lost.recharge.chargeDue();
    expect((await remove(customer)).status).toBe(204);
    await db().query(`update payment set next_look_up = now() where workspace = $1`, [
      customer.tenant.workspace,
    ]);
    const asked: string[] = [];
    await withProvider((real) => ({
      charge: (charge) => {
        asked.push(charge.id);
        return real.charge(charge);
      },
    })).lookUp();
    expect(asked).toEqual([]);
    const state = arrives ? 'succeeded' : 'expired';
    await expect.poll(async () => (await payments(customer))[0]?.state).toBe(state);
    expect(await entries(customer)).toHaveLength(arrives ? 1 : 0);
    await audited();
  });

  test('that is declined waits longer each time, and turns it off the third time', async () => {
    const { customer } = await ready('declined');
    const { workspace } = customer.tenant;
    const hook = { url: 'https://example.com/hook', eventTypes: ['recharge.off'] };
    const webhooks = `${customer.path}/webhook-endpoints`;
    expect((await customer.owner.send({ path: webhooks, body: hook })).status).toBe(201);
    await makeLow(customer);
    const hours = async () => {
      const { nextAttemptAt } = await get(customer);
      return Math.round((Date.parse(nextAttemptAt!) - Date.now()) / 3_600_000);
    };
    const again = () =>
      db().query('update auto_recharge set not_before = now() where workspace = $1', [workspace]);
    const declined = (times: number) =>
      expect.poll(async () => (await get(customer)).declines, { timeout: 30_000 }).toBe(times);
    await Promise.all([chargeDue(), chargeDue(), chargeDue()]);
    await declined(1);
    expect(await get(customer)).toMatchObject({ state: 'on', pausedBy: 'decline' });
    expect(await hours()).toBe(1);
    // Neither the same terms nor other ones end the pause.
    expect((await put(customer)).status).toBe(200);
    expect((await put(customer, { monthCapAmount: TERMS.monthCapAmount + 1 })).status).toBe(200);
    expect(await hours()).toBe(1);
    await chargeDue();
    await declined(1);
    await again();
    await Promise.all([chargeDue(), chargeDue()]);
    await declined(2);
    expect(await hours()).toBe(6);
    await again();
    await Promise.all([chargeDue(), chargeDue()]);
    await declined(3);
    const off = await get(customer);
    expect(off).toMatchObject({ state: 'off', declineReason: 'card_declined', monthAmount: 0 });
    expect(off).not.toHaveProperty('pausedBy');
    await again();
    await chargeDue();
    const made = await payments(customer);
    expect(made.map(({ state, declineReason }) => [state, declineReason])).toEqual(
      Array(3).fill(['failed', 'card_declined']),
    );
    expect(await read(customer, made[0] as Payment)).toEqual(made[0]);
    expect(await entries(customer)).toEqual([]);

    await checkAlerts(db(), true);
    const { owner, path } = customer;
    const alerts = () => owner.get<BodyOf<'listWorkspaceAlerts'>>(`${path}/alerts`);
    expect((await alerts()).data).toMatchObject([
      { kind: 'recharge.off', detail: { declines: 3, declineReason: 'card_declined' } },
    ]);
    const [mail] = await db().query<{ about: string; recipient: string }>(
      `select m.about, m.recipient from mail m join alert a on a.reference = m.about where a.workspace = $1`,
      [workspace],
    );
    const written = await writeAlert(
      { db: db(), unit: UNIT, publicUrl: 'https://runs.example.com' },
      mail!.about,
      mail!.recipient,
    );
    expect(written).toMatchObject({ to: owner.email });
    expect(written!.text).toContain('declined 3 times');
    const [message] = await db().query<{ type: string; data: object }>(
      'select type, data from webhook_delivery where workspace = $1',
      [workspace],
    );
    expect(message).toMatchObject({ type: 'recharge.off', data: { rechargeAmount: AMOUNT } });
    const trail = await owner.get<BodyOf<'listAuditEvents'>>(`${path}/audit-events`);
    const kinds = trail.data.map(({ kind }) => kind);
    expect(kinds).toEqual(
      expect.arrayContaining(['auto_recharge_set', 'card_saved', 'auto_recharge_turned_off']),
    );
    // Not by the repeat, which changed nothing.
    expect(kinds.filter((kind) => kind === 'auto_recharge_set')).toHaveLength(2);

    // Another card turns it on, and its success is a new beginning.
    await saveCard(customer, 'succeeds');
    expect(await get(customer)).not.toHaveProperty('declines');
    await chargeDue();
    await recharged(customer, 1);
    await checkAlerts(db(), true);
    expect((await alerts()).data[0]).toHaveProperty('recoveredAt');
    await audited();
  });

  test('that the bank wants to be confirmed, or whose card is gone, says why', async () => {
    const { customer } = await ready('second-step');
    await makeLow(customer);
    await chargeDue();
    await expect
      .poll(async () => (await get(customer)).declineReason, { timeout: 30_000 })
      .toBe('authentication_required');
    const session = await saveCard(customer, 'succeeds');
    await change(session, () => ({ is_detached: true }));
    await chargeDue();
    await expect
      .poll(async () => (await get(customer)).declineReason, { timeout: 30_000 })
      .toMatch(/card_removed/);
    await audited();
  });
});

describe('the terms', () => {
  test.each([
    ['a recharge below the least', { rechargeAmount: 4 * DOLLAR }, 'rechargeAmount', 'minimum'],
    ['a recharge above the most', { rechargeAmount: 3_000 * DOLLAR }, 'rechargeAmount', 'maximum'],
    [
      'a recharge of a part of a cent',
      { rechargeAmount: AMOUNT + 1 },
      'rechargeAmount',
      'unsupported',
    ],
    ['a threshold above a recharge', { thresholdAmount: AMOUNT + 1 }, 'thresholdAmount', 'maximum'],
    ['a cap without room for one', { monthCapAmount: AMOUNT - 1 }, 'monthCapAmount', 'minimum'],
  ])('with %s are refused with a pointer', async (_, more, member, code) => {
    const customer = await dashboard.customer();
    const { errors } = problemOf(await put(customer, more), 'invalid_request');
    expect(errors).toMatchObject([{ pointer: `#/${member}`, code }]);
    expect(await get(customer)).toMatchObject({ state: 'none' });
  });

  test('are for admins, come before the card, and keep the page of the card while it is open', async () => {
    const customer = await dashboard.customer();
    await credit(customer, 50 * DOLLAR);
    const member = await dashboard.person(customer.tenant.workspace, 'member');
    const asMember = { ...customer, owner: member };
    for (const answer of [await put(asMember), await startCard(asMember), await remove(asMember)])
      problemOf(answer, 'forbidden');
    expect(await get(asMember)).toMatchObject({ state: 'none' });
    problemOf(await startCard(customer), 'conflict');

    await put(customer);
    expect(await get(customer)).toMatchObject({ ...TERMS, state: 'needs_card' });
    const pages = await Promise.all([1, 2, 3].map(() => startCard(customer)));
    const urls = pages.map((page) => bodyOf<CardSetup>(page).checkoutUrl);
    expect(new Set(urls).size).toBe(1);
    expect(await (await fetch(urls[0]!)).text()).toContain('Save a card');
  });

  test('are removed with the card, which the provider forgets, also one that is saved later', async () => {
    const { customer, session } = await ready();
    const { checkoutUrl } = bodyOf<CardSetup>(await startCard(customer));
    expect((await remove(customer)).status).toBe(204);
    expect((await remove(customer)).status).toBe(204);
    await fetch(checkoutUrl, {
      ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams({ card: 'succeeds' }) },
    });
    await makeLow(customer);
    const later = checkoutUrl.split('/').at(-1)!;
    for (const each of [session, later]) {
      await expect
        .poll(
          async () => {
            await db().query('update saved_card set next_look_up = now()');
            await chargeDue();
            let seen: unknown;
            await change(each, ({ is_detached }) => {
              seen = is_detached;
              return {};
            });
            return seen;
          },
          { timeout: 30_000 },
        )
        .toBe(true);
    }
    expect(await get(customer)).toEqual({ state: 'none', monthAmount: 0, ...UNIT });
    expect(await payments(customer)).toEqual([]);
  });

  test('are refused by a deployment without payments', async () => {
    const without = await startDashboard({ environment: { SANDBOX: 'off' } });
    try {
      const customer = await without.customer();
      expect(await get(customer)).toMatchObject({ state: 'none' });
      for (const answer of [await put(customer), await startCard(customer)])
        problemOf(answer, 'conflict');
      expect((await remove(customer)).status).toBe(204);
    } finally {
      await without.close();
    }
  });
});

test('a card whose event never came is saved when somebody looks, or by a worker', async () => {
  for (const look of [get, chargeDue]) {
    const customer = await dashboard.customer();
    await credit(customer, 50 * DOLLAR);
    await put(customer);
    const { checkoutUrl } = bodyOf<CardSetup>(await startCard(customer));
    const card = { brand: 'visa', last4: '4242', exp_month: 3, exp_year: 2031 };
    await change(checkoutUrl.split('/').at(-1)!, ({ id }) => ({
      ...{ status: 'complete', url: null },
      setup_intent: { payment_method: { id: `pm_${String(id).slice(8)}`, card } },
    }));
    await db().query('update saved_card set next_look_up = now() where workspace = $1', [
      customer.tenant.workspace,
    ]);
    await look(customer);
    expect(await get(customer)).toMatchObject({
      ...{ state: 'on', card: { last4: '4242', expiresIn: '2031-03' } },
    });
  }
});

test('the worker of a service recharges by itself', async () => {
  const { customer } = await ready();
  await makeLow(customer);
  await letWorkerTakeTurns();
  await recharged(customer, 1);
});
