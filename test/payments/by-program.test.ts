/** The money of a workspace by program: what a key with `billing:*` reads and starts, and what takes a person on a page. */
import { describe, expect, test } from 'vitest';
import type {
  AutoRecharge,
  CardSetup,
  EntryList,
  GrantList,
  Payment,
  PaymentList,
  Wallet,
} from '../../openapi/generated/developer.ts';
import { giveGrant } from '../../server/money/index.ts';
import { BILLING } from '../support/management.ts';
import { type Answer, jsonOf, PLENTY, problemOf, type Tenant, unique } from '../support/service.ts';
import { AMOUNT, audited, click, DOLLAR, dashboard, startPaymentsForFile } from './fixtures.ts';

startPaymentsForFile({ PAYMENT_TAX: 'automatic' });

const PAYMENTS = `${BILLING}/payments`;
const RECHARGE = `${BILLING}/auto-recharge`;
const TERMS = { thresholdAmount: 10 * DOLLAR, rechargeAmount: AMOUNT, monthCapAmount: 2 * AMOUNT };

const newTenant = () => dashboard.service.tenant();
const start = (by: Tenant, amount: unknown = AMOUNT, requestKey = unique('payment')) =>
  by.create({ amount }, { path: PAYMENTS, requestKey });
const read = async <T>(by: Tenant, path: string) => jsonOf(await by.get(`${BILLING}${path}`)) as T;
const put = (by: Tenant, terms: object = TERMS) =>
  by.send({ method: 'PUT', path: RECHARGE, body: terms });
const post = (by: Tenant, path: string) => by.send({ method: 'POST', path: `${BILLING}${path}` });

async function started(by: Tenant): Promise<Payment> {
  const answer = await start(by);
  expect(answer.status, answer.text).toBe(201);
  return jsonOf(answer) as Payment;
}

async function actsOf({ workspace, key }: Tenant): Promise<string[]> {
  const rows = await dashboard.service.database.db.query<{ kind: string }>(
    `select kind from audit_event where workspace = $1 and detail ->> 'by_key' = $2 and actor is null order by id`,
    [workspace, key.id],
  );
  return rows.map(({ kind }) => kind);
}

describe('a payment', () => {
  test('that a program starts is paid by a person, credits the wallet once, and has its taxes and invoice', async () => {
    const tenant = await newTenant();
    const answer = await start(tenant);
    const payment = jsonOf(answer) as Payment;
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`${PAYMENTS}/${payment.id}`);
    expect(payment).toMatchObject({ state: 'open', amount: AMOUNT });

    // A declined card leaves the page open for another one.
    expect(await (await click(payment, 'declined')).text()).toContain('The card was declined');
    expect(await read(tenant, `/payments/${payment.id}`)).toEqual(payment);
    await click(payment, 'succeeds');

    const paid = await read<Payment>(tenant, `/payments/${payment.id}`);
    expect(paid).toMatchObject({ state: 'succeeded', amount: AMOUNT, taxAmount: AMOUNT / 5 });
    for (const url of [paid.receiptUrl, paid.invoiceUrl]) {
      expect((await fetch(url!)).status).toBe(200);
    }
    const wallet = await read<Wallet>(tenant, '/wallet');
    expect(wallet).toMatchObject({
      ...{ availableAmount: PLENTY + AMOUNT, payments: { isTaxed: true, leastAmount: 5 * DOLLAR } },
    });
    const { data: entries } = await read<EntryList>(tenant, '/entries');
    expect(entries).toMatchObject([
      { kind: 'payment', amount: AMOUNT, reference: paid.id, walletBalanceAmount: PLENTY + AMOUNT },
      { kind: 'top_up', amount: PLENTY },
    ]);
    expect(await actsOf(tenant)).toEqual(['wallet_credited']);
    await audited();
  });

  test('is one for 20 requests at once with one request key', async () => {
    const tenant = await newTenant();
    const requestKey = unique('payment');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => start(tenant, AMOUNT, requestKey)),
    );
    const isReplayed = ({ headers }: Answer) => headers.get('idempotent-replayed') === 'true';
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter((each) => each.status === 200 && isReplayed(each))).toHaveLength(19);
    expect(new Set(answers.map((each) => (jsonOf(each) as Payment).id)).size).toBe(1);
    expect((await read<PaymentList>(tenant, '/payments')).data).toHaveLength(1);

    const reuse = problemOf(await start(tenant, 2 * AMOUNT, requestKey), 'idempotency_key_reuse');
    expect(reuse).toMatchObject({ status: 422, errors: [{ header: 'Idempotency-Key' }] });
    expect((await start(await newTenant(), AMOUNT, requestKey)).status).toBe(201);
  });

  test.each([
    ['below the least', 4 * DOLLAR, 'minimum'],
    ['above the most', 9_000_000 * DOLLAR, 'maximum'],
    ['of a fraction of a cent', AMOUNT + 1, 'unsupported'],
    ['of nothing', 0, 'minimum'],
    ['that is a text', '20', 'type'],
  ])('%s is refused, and starts nothing', async (_, amount, code) => {
    const tenant = await newTenant();
    const { errors } = problemOf(await start(tenant, amount), 'invalid_request');
    expect(errors).toMatchObject([{ pointer: '#/amount', code }]);
    expect((await read<PaymentList>(tenant, '/payments')).data).toEqual([]);
  });

  test('of another workspace looks like none', async () => {
    const [tenant, outsider] = [await newTenant(), await newTenant()];
    const { id } = await started(tenant);
    const { detail } = problemOf(await outsider.get(`${PAYMENTS}/${id}`), 'not_found');
    for (const none of ['pay_unknown', id.replace('pay_', 'run_')])
      expect(problemOf(await tenant.get(`${PAYMENTS}/${none}`), 'not_found').detail).toBe(detail);
    expect((await read<PaymentList>(outsider, '/payments')).data).toEqual([]);
    expect((await read<EntryList>(outsider, '/entries?kind=payment')).data).toEqual([]);
  });

  test('is listed newest first, in pages, by state and by time', async () => {
    const tenant = await newTenant();
    const made = [await started(tenant), await started(tenant), await started(tenant)];
    await click(made[1]!, 'succeeds');
    const ids = async (query: string) =>
      (await read<PaymentList>(tenant, `/payments?${query}`)).data.map(({ id }) => id);
    const [first, second, third] = made.map(({ id }) => id);
    expect(await ids('')).toEqual([third, second, first]);
    expect(await ids('state=succeeded')).toEqual([second]);
    expect(await ids('state=open&state=failed')).toEqual([third, first]);
    expect(
      await ids(`createdAfter=${made[0]!.createdAt}&createdBefore=2199-01-01T00:00:00Z`),
    ).not.toContain(first);
    expect(await ids(`createdBefore=${made[0]!.createdAt}`)).toEqual([]);
    const page = await read<PaymentList>(tenant, '/payments?limit=2');
    const cursor = encodeURIComponent(page.nextCursor!);
    expect(await ids(`limit=2&cursor=${cursor}`)).toEqual([first]);
    problemOf(await tenant.get(`${PAYMENTS}?state=open&cursor=${cursor}`), 'invalid_cursor');
    problemOf(await tenant.get(`${PAYMENTS}?state=paid`), 'invalid_request');
  });
});

describe('the auto-recharge', () => {
  test('is set by a program, gets its card from a person, and is turned off by a program', async () => {
    const tenant = await newTenant();
    expect(await read(tenant, '/auto-recharge')).toMatchObject({ state: 'none' });
    problemOf(await post(tenant, '/auto-recharge/card'), 'conflict');
    // The wallet has more than this: nothing is charged.
    const terms = { ...TERMS, thresholdAmount: 1 };
    const set = await put(tenant, terms);
    expect(jsonOf(set)).toMatchObject({ state: 'needs_card', ...terms });

    const page = await post(tenant, '/auto-recharge/card');
    expect(page.headers.get('location')).toBe(RECHARGE);
    const { checkoutUrl } = jsonOf(page) as CardSetup;
    expect(jsonOf(await post(tenant, '/auto-recharge/card'))).toMatchObject({ checkoutUrl });
    const body = new URLSearchParams({ card: 'succeeds' });
    await fetch(checkoutUrl, { method: 'POST', body, redirect: 'manual' });
    const saved = await read<AutoRecharge>(tenant, '/auto-recharge');
    expect(saved).toMatchObject({ state: 'on', card: { last4: '4242' } });

    for (const _ of ['once', 'again']) {
      const removed = await tenant.send({ method: 'DELETE', path: RECHARGE });
      expect(removed.status).toBe(204);
    }
    expect(await read(tenant, '/auto-recharge')).toMatchObject({ state: 'none', monthAmount: 0 });
    expect(await actsOf(tenant)).toEqual([
      ...['auto_recharge_set', 'card_saved', 'auto_recharge_removed'],
    ]);
  });

  test.each([
    ['thresholdAmount', { thresholdAmount: 2 * AMOUNT }, 'maximum'],
    ['monthCapAmount', { monthCapAmount: AMOUNT - DOLLAR }, 'minimum'],
    ['rechargeAmount', { rechargeAmount: DOLLAR, thresholdAmount: 1 }, 'minimum'],
  ])('is refused with its %s out of bounds, and stays as it was', async (member, more, code) => {
    const tenant = await newTenant();
    const { errors } = problemOf(await put(tenant, { ...TERMS, ...more }), 'invalid_request');
    expect(errors).toMatchObject([{ pointer: `#/${member}`, code }]);
    expect(await read(tenant, '/auto-recharge')).toMatchObject({ state: 'none' });
  });
});

test('only admins give a key the scopes of billing, and no setting lets members give them', async () => {
  const customer = await dashboard.customer();
  const member = await dashboard.person(customer.tenant.workspace, 'member');
  for (const scope of ['billing:read', 'billing:write']) {
    const make = ({ send }: typeof member) =>
      send({
        path: `${customer.path}/keys`,
        headers: { 'Idempotency-Key': unique('key') },
        body: { name: unique('key'), scopes: [scope] },
      });
    problemOf(await make(member), 'forbidden');
    const change = { method: 'PATCH', path: customer.path, body: { memberScopes: [scope] } };
    const { errors } = problemOf(await customer.owner.send(change), 'invalid_request');
    expect(errors).toMatchObject([{ pointer: '#/memberScopes', code: 'forbidden' }]);
    expect((await make(customer.owner)).status).toBe(201);
  }
});

test('billing details are entered by a person on the page that a program opens', async () => {
  const tenant = await newTenant();
  expect(await read(tenant, '/details')).toEqual({ address: [], taxIds: [] });
  const page = await post(tenant, '/details/page');
  const { billingUrl } = jsonOf(page) as { billingUrl: string };
  expect((await fetch(billingUrl)).status).toBe(200);
});

test('entries and grants are listed by kind and by time, in pages', async () => {
  const tenant = await newTenant();
  const { workspace } = tenant;
  const { db } = dashboard.service.database;
  for (const amount of [1, 2, 3]) {
    const expiresAt = new Date(Date.now() + 3_600_000);
    const grant = { workspace, amount, reason: 'goodwill', expiresAt } as const;
    await db.transaction((tx) => giveGrant(tx, { ...grant, reference: unique('grant') }));
  }
  const first = await read<GrantList>(tenant, '/grants?limit=2');
  expect(first.data).toMatchObject([
    { amount: 3, leftAmount: 3, reason: 'goodwill' },
    { amount: 2, leftAmount: 2 },
  ]);
  const cursor = encodeURIComponent(first.nextCursor!);
  const last = await read<GrantList>(tenant, `/grants?limit=2&cursor=${cursor}`);
  expect(last).toMatchObject({ data: [{ amount: 1 }], nextCursor: null });
  const at = last.data[0]!.createdAt;
  expect((await read<GrantList>(tenant, `/grants?createdBefore=${at}`)).data).toEqual([]);

  const kinds = async (query: string) =>
    (await read<EntryList>(tenant, `/entries?${query}`)).data.map(({ kind }) => kind);
  expect(await kinds('kind=grant')).toEqual(['grant', 'grant', 'grant']);
  const topUp = (await read<EntryList>(tenant, '/entries?kind=top_up')).data[0]!.createdAt;
  expect(await kinds(`createdAfter=${topUp}`)).not.toContain('top_up');
  expect(await kinds(`createdBefore=${topUp}`)).toEqual([]);
  problemOf(
    await tenant.get(`${BILLING}/entries?createdAfter=2025-02-30T00:00:60Z`),
    'invalid_request',
  );
  expect((await read<GrantList>(await newTenant(), '/grants')).data).toEqual([]);
});
