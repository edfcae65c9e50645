/**
 * Payments by card through the sandbox, which speaks Stripe's protocol to Stripe's own package: the wallet is credited
 * once, by whichever comes first of the event, a read of the payment and a look-up.
 */
import { describe, expect, test } from 'vitest';
import { giveGrant } from '../../server/money/index.ts';
import { readConfig } from '../../server/platform/config/index.ts';
import { idToUuid } from '../../server/platform/lib/ids.ts';
import { resumeWorkspace } from '../../server/workspaces/index.ts';
import { type BodyOf, bodyOf, type Customer, startDashboard } from '../dashboard/fixtures.ts';
import { PLAYS_ALL } from '../fuzz/seed.ts';
import { PLENTY, problemOf, request, runOf, unique } from '../support/service.ts';
import {
  AMOUNT,
  audited,
  available,
  change,
  click,
  create,
  DOLLAR,
  dashboard,
  type Entries,
  EVENTS,
  entries,
  eventOf,
  type Payment,
  paidCheckout,
  payInSilence,
  paymentsOf,
  press,
  read,
  sendEvent,
  sessionOf,
  started,
  startPaymentsForFile,
  withPayments,
} from './fixtures.ts';

startPaymentsForFile();

describe('a payment', () => {
  test('succeeds on the page of the provider, and credits the wallet once', async () => {
    const customer = await dashboard.customer();
    const payment = await started(customer);
    expect(payment).toMatchObject({ state: 'open', amount: AMOUNT, currency: 'USD', scale: 9 });
    expect(await (await fetch(payment.checkoutUrl!)).text()).toContain('Pay $20.00');

    expect(await (await click(payment, 'declined')).text()).toContain('The card was declined');
    expect(await (await click(payment, 'second-step')).text()).toContain('Confirm $20.00');
    expect(await read(customer, payment)).toMatchObject({ state: 'open' });
    expect(await available(customer)).toBe(PLENTY);

    const back = await click(payment, 'succeeds');
    expect(back.status).toBe(303);
    expect(back.headers.get('location')).toMatch(
      new RegExp(`/dashboard/${customer.id}/wallet\\?payment=${payment.id}$`),
    );
    // The event came before the browser was sent back.
    expect(await available(customer)).toBe(PLENTY + AMOUNT);
    const ended = await read(customer, payment);
    expect(ended).toMatchObject({ id: payment.id, state: 'succeeded' });
    expect(await (await fetch(ended.receiptUrl!)).text()).toContain('$20.00');
    expect(await entries(customer)).toMatchObject([
      { kind: 'payment', amount: AMOUNT, direction: 'in', reference: payment.id },
    ]);
    const list = await customer.owner.get<BodyOf<'listPayments'>>(`${customer.path}/payments`);
    expect(list.data).toEqual([ended]);
    await audited();
  });

  test('of which no event comes is credited by a read, or by a look-up', async () => {
    const customer = await dashboard.customer();
    const [first, second, third] = [
      await started(customer),
      await started(customer),
      await started(customer),
    ];
    for (const payment of [first, second, third]) await payInSilence(payment);
    expect(await read(customer, first)).toMatchObject({ state: 'succeeded' });
    expect(await available(customer)).toBe(PLENTY + AMOUNT);

    const { db } = dashboard.service.database;
    const due = `update payment set next_look_up = now() where checkout = $1`;
    await db.query(due, [sessionOf(second)]);
    await withPayments((payments) => payments.lookUp());
    expect(await available(customer)).toBe(PLENTY + 2 * AMOUNT);

    // The answer with the checkout was lost: only the provider's list knows of it.
    await db.query('update payment set checkout = null where checkout = $1', [sessionOf(third)]);
    await withPayments(async (payments) => {
      await payments.find();
      await payments.find();
    });
    expect(await available(customer)).toBe(PLENTY + 3 * AMOUNT);
    expect(await entries(customer)).toHaveLength(3);
  });

  test('expires when nobody has paid in time, and still succeeds if somebody did', async () => {
    const customer = await dashboard.customer();
    const payment = await started(customer);
    const { db } = dashboard.service.database;
    await change(sessionOf(payment), () => ({ expires_at: 1 }));
    expect(await read(customer, payment)).toMatchObject({ state: 'expired' });
    await payInSilence(payment);
    expect((await sendEvent(eventOf(payment))).status).toBe(204);
    expect(await read(customer, payment)).toMatchObject({ state: 'succeeded' });
    expect(await available(customer)).toBe(PLENTY + AMOUNT);
    const [row] = await db.query<{ count: number }>(
      `select count(*)::int as count from ledger_entry where kind = 'payment' and external_reference = $1`,
      [payment.id],
    );
    expect(row).toEqual({ count: 1 });
  });

  test('is not the checkout of somebody else who named it', async () => {
    const customer = await dashboard.customer();
    const payment = await started(customer);
    const id = `cs_test_${'a'.repeat(40)}`;
    const client_reference_id = idToUuid('pay', payment.id);
    const free = { status: 'complete', payment_status: 'no_payment_required', amount_total: 0 };
    await change(sessionOf(payment), () => ({ ...free, id, client_reference_id, metadata: {} }));
    const foreign = eventOf(payment).replaceAll(sessionOf(payment), id);
    expect((await sendEvent(foreign)).status).toBe(204);
    expect(await available(customer)).toBe(PLENTY);
  });

  test('that cannot be settled leaves the others alone', async () => {
    const customer = await dashboard.customer();
    const [bad, good] = [await started(customer), await started(customer)];
    const checkouts = [
      { ...paidCheckout(bad, sessionOf(bad)), returned: -1 },
      paidCheckout(good, sessionOf(good)),
    ];
    await paymentsOf({
      checkoutsSince: () => Promise.resolve({ checkouts, next: undefined }),
    }).find();
    expect(await available(customer)).toBe(PLENTY + AMOUNT);
  });
});

describe('events', () => {
  test('credit once, however often and in whatever order they come', async () => {
    const customer = await dashboard.customer();
    const payment = await started(customer);
    await sendEvent(eventOf(payment));
    expect(await available(customer)).toBe(PLENTY);
    await payInSilence(payment);
    const types = ['completed', 'expired', 'async_payment_succeeded', 'completed'];
    const sent = Array.from({ length: PLAYS_ALL ? 1_000 : 60 }, (_, i) =>
      sendEvent(eventOf(payment, `checkout.session.${types[i % types.length]}`)),
    );
    const answers = await Promise.all([...sent, read(customer, payment)]);
    expect(
      new Set(answers.slice(0, -1).map((answer) => (answer as { status: number }).status)),
    ).toEqual(new Set([204]));
    expect(await available(customer)).toBe(PLENTY + AMOUNT);
    expect(await entries(customer)).toHaveLength(1);
  });

  test('that are too large, or no JSON by their type, are not read', async () => {
    const send = (headers: Record<string, string>, body: string) =>
      fetch(dashboard.service.url + EVENTS, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Stripe-Signature': 'x', ...headers },
        body,
      });
    expect((await send({}, 'x'.repeat(1_048_577))).status).toBe(413);
    expect((await send({ 'Content-Type': 'text/plain' }, '{}')).status).toBe(415);
  });

  test('that are forged, old or about nothing known change nothing', async () => {
    const customer = await dashboard.customer();
    const payment = await started(customer);
    await payInSilence(payment);
    const hourAgo = Math.floor(Date.now() / 1_000) - 3_600;
    for (const options of [{ secret: 'whsec_other' }, { timestamp: hourAgo }]) {
      const { errors } = problemOf(await sendEvent(eventOf(payment), options), 'invalid_request');
      expect(errors).toMatchObject([{ header: 'Stripe-Signature' }]);
    }
    const unknown = eventOf(payment).replaceAll(sessionOf(payment), `cs_test_${'0'.repeat(40)}`);
    expect((await sendEvent(unknown)).status).toBe(204);
    expect((await sendEvent(eventOf(payment, 'invoice.paid'))).status).toBe(204);
    expect(await available(customer)).toBe(PLENTY);
  });
});

describe('a payment that the payer gets back', () => {
  async function paid(customer: Customer): Promise<Payment> {
    const payment = await started(customer);
    await click(payment, 'succeeds');
    return read(customer, payment);
  }

  async function kinds({ owner, path }: Customer) {
    const { data } = await owner.get<Entries>(`${path}/wallet/entries`);
    return data.map(({ kind, amount, reference }) => ({ kind, amount, reference }));
  }

  test('is taken from the wallet, in parts and once, whatever events say', async () => {
    const customer = await dashboard.customer();
    const payment = await paid(customer);
    await press(payment, 'refund-half');
    expect(await available(customer)).toBe(PLENTY + AMOUNT / 2);
    expect(await read(customer, payment)).toMatchObject({ returnedAmount: AMOUNT / 2 });
    await press(payment, 'refund');
    const { id: reference } = payment;
    const refunded = [
      { kind: 'refund', amount: AMOUNT / 2, reference: `${reference}/2` },
      { kind: 'refund', amount: AMOUNT / 2, reference: `${reference}/1` },
    ];
    expect((await kinds(customer)).slice(0, 2)).toEqual(refunded);

    const intent = `pi_${sessionOf({ ...payment, checkoutUrl: payment.receiptUrl! }).slice(8)}`;
    const events = ['charge.refunded', 'charge.dispute.created', 'charge.dispute.closed'].map(
      (type) =>
        JSON.stringify({
          id: unique('evt'),
          object: 'event',
          type,
          data: { object: { id: 'x', payment_intent: intent } },
        }),
    );
    const answers = await Promise.all([...events, ...events].map((event) => sendEvent(event)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    expect((await kinds(customer)).slice(0, 2)).toEqual(refunded);
    expect(await available(customer)).toBe(PLENTY);

    const { owner, path } = customer;
    const month = new Date().toISOString().slice(0, 7);
    const statement = await owner.get<BodyOf<'getStatement'>>(
      `${path}/wallet/statement?month=${month}`,
    );
    expect(statement).toMatchObject({
      creditedAmount: PLENTY + AMOUNT,
      returnedAmount: AMOUNT,
      closingAmount: PLENTY,
    });
    await audited();
  });

  test('because the bank has not decided is credited again if it decides for the service', async () => {
    const customer = await dashboard.customer();
    const [won, lost] = [await paid(customer), await paid(customer)];
    for (const payment of [won, lost]) await press(payment, 'contest');
    expect(await available(customer)).toBe(PLENTY);
    expect(await read(customer, won)).toMatchObject({ returnedAmount: AMOUNT, isDisputed: true });
    await press(won, 'won');
    await press(lost, 'lost');
    expect(await available(customer)).toBe(PLENTY + AMOUNT);
    const after = await read(customer, won);
    expect(after).not.toHaveProperty('isDisputed');
    expect(after).not.toHaveProperty('returnedAmount');
    expect(await read(customer, lost)).toMatchObject({ returnedAmount: AMOUNT });
    expect((await kinds(customer))[0]).toEqual({
      ...{ kind: 'refund_reversed', amount: AMOUNT, reference: `${won.id}/2` },
    });
    await audited();
  });

  test('suspends the workspace at the second chargeback, tells both sides why, and once for each payment', async () => {
    const customer = await dashboard.customer();
    const { owner, path, tenant } = customer;
    const { db } = dashboard.service.database;
    const { workspace } = tenant;
    const [won, first, second] = [await paid(customer), await paid(customer), await paid(customer)];
    await press(won, 'contest');
    await press(won, 'won');
    await press(first, 'contest');
    await tenant.end(runOf(await tenant.create(request('sandbox/echo'))).id);
    await press(second, 'contest');
    await expect.poll(async () => (await tenant.create(request('sandbox/echo'))).status).toBe(403);
    problemOf(await tenant.create(request('sandbox/echo')), 'workspace_suspended');
    const { suspension } = await owner.get<BodyOf<'getWorkspace'>>(path);
    const why = `2 payments by card were charged back, the last one ${second.id}.`;
    expect(suspension).toMatchObject({ reason: why });
    await db.query('select check_alerts(true)');
    const { data } = await owner.get<BodyOf<'listWorkspaceAlerts'>>(`${path}/alerts`);
    expect(data).toMatchObject([{ kind: 'workspace.suspended', detail: { reason: why } }]);
    const acts = () =>
      db.query('select via, actor, reason, detail from operator_act where workspace = $1', [
        workspace,
      ]);
    const act = { via: 'rule', actor: null, reason: why };
    expect(await acts()).toEqual([{ ...act, detail: { payment: second.id, chargedBack: 2 } }]);

    await resumeWorkspace(db, { workspace, why: 'a mistake' });
    await press(second, 'lost');
    await sendEvent(eventOf({ ...second, checkoutUrl: second.receiptUrl! }));
    expect(await owner.get(path)).not.toHaveProperty('suspension');
    expect(await acts()).toHaveLength(1);
    await audited();
  });

  test('leaves a debt if its credit is spent, which the next credit pays, and no grant', async () => {
    const customer = await dashboard.customer();
    const { owner, path } = customer;
    const payment = await paid(customer);
    const credit = AMOUNT - DOLLAR;
    const key = bodyOf<{ key: { id: string } }>(
      await owner.send({
        path: `${path}/keys`,
        headers: { 'Idempotency-Key': unique('key') },
        body: { name: 'spends', scopes: ['models:run'], creditAmount: credit },
      }),
    );
    await press(payment, 'refund');
    const debt = AMOUNT - PLENTY - DOLLAR;
    expect(await read(customer, payment)).toMatchObject({
      returnedAmount: AMOUNT,
      debtAmount: debt,
    });
    expect(await owner.get(`${path}/wallet`)).toMatchObject({
      availableAmount: 0,
      debtAmount: debt,
    });

    const { db } = dashboard.service.database;
    const { workspace } = customer.tenant;
    const expiresAt = new Date(Date.now() + 86_400_000);
    const grant = { workspace, amount: DOLLAR, expiresAt, reference: 'sorry' };
    await db.transaction((tx) => giveGrant(tx, { ...grant, reason: 'goodwill' }));
    await withPayments((payments) => payments.lookUp());
    expect(await owner.get(`${path}/wallet`)).toMatchObject({
      ...{ availableAmount: DOLLAR, debtAmount: debt },
      grants: [{ reason: 'goodwill', leftAmount: DOLLAR }],
    });

    await owner.send({ method: 'POST', path: `${path}/keys/${key.key.id}/revocation` });
    // However long the provider takes to answer about another payment.
    const slow = await started(customer);
    await db.query('update payment set next_look_up = now() where checkout = $1', [
      sessionOf(slow),
    ]);
    const found: number[] = [];
    await paymentsOf({
      async readCheckout() {
        found.push(await available(customer));
        throw new Error('away');
      },
    }).lookUp();
    expect(found[0]).toBe(PLENTY + DOLLAR);
    expect(await owner.get(`${path}/wallet`)).not.toHaveProperty('debtAmount');
    expect(await read(customer, payment)).not.toHaveProperty('debtAmount');
    await audited();
  });

  test('stays taken while the bank hears an appeal', async () => {
    const customer = await dashboard.customer();
    const payment = await paid(customer);
    const session = payment.receiptUrl!.split('/').at(-1)!;
    await press(payment, 'contest');
    await press(payment, 'lost');
    for (const status of ['appeal_under_review', 'prevented']) {
      await change(session, ({ dispute }) => ({ dispute: { ...(dispute as object), status } }));
      await sendEvent(eventOf({ ...payment, checkoutUrl: payment.receiptUrl! }));
      expect(await available(customer)).toBe(PLENTY);
    }
    await audited();
  });

  test('stays taken if a record from before comes late', async () => {
    const customer = await dashboard.customer();
    const payment = await paid(customer);
    await press(payment, 'refund');
    const before = paidCheckout(payment, payment.receiptUrl!.split('/').at(-1)!);
    const now = { ...before, returned: AMOUNT };
    await paymentsOf({
      checkoutsSince: () => Promise.resolve({ checkouts: [before], next: undefined }),
      readCheckout: () => Promise.resolve(now),
    }).find();
    expect(await available(customer)).toBe(PLENTY);
    await audited();
  });

  test('is taken when an inquiry becomes a dispute, and credited again when a refund fails', async () => {
    const customer = await dashboard.customer();
    const payment = await paid(customer);
    const session = payment.receiptUrl!.split('/').at(-1)!;
    const event = (type: string) =>
      JSON.stringify({
        ...{ id: unique('evt'), object: 'event', type },
        data: { object: { id: 'x', payment_intent: `pi_${session.slice(8)}` } },
      });
    await press(payment, 'contest');
    const status = (to: string) =>
      change(session, ({ dispute }) => ({ dispute: { ...(dispute as object), status: to } }));
    await status('warning_needs_response');
    await sendEvent(event('charge.dispute.updated'));
    expect(await available(customer)).toBe(PLENTY + AMOUNT);
    // So it is looked up each day.
    expect(await read(customer, payment)).toMatchObject({ isDisputed: true });
    await status('won');
    await press(payment, 'refund');
    expect(await available(customer)).toBe(PLENTY);
    await change(session, ({ payment_intent: intent }) => {
      const { latest_charge } = intent as { latest_charge: object };
      const charge = { ...latest_charge, amount_refunded: 0 };
      return { payment_intent: { ...(intent as object), latest_charge: charge } };
    });
    await sendEvent(event('refund.failed'));
    expect(await available(customer)).toBe(PLENTY + AMOUNT);
    await audited();
  });

  test('with taxes gives back the same part of its credit, to the cent', async () => {
    const customer = await dashboard.customer();
    const payment = bodyOf<Payment>(await create(customer, 209 * DOLLAR));
    await change(sessionOf(payment), () => ({ amount_total: 24_310 }));
    await click(payment, 'succeeds');
    await change(sessionOf(payment), ({ payment_intent: intent }) => {
      const { latest_charge } = intent as { latest_charge: object };
      const charge = { ...latest_charge, amount_refunded: 8_840 };
      return { payment_intent: { ...(intent as object), latest_charge: charge } };
    });
    await sendEvent(eventOf(payment));
    expect(await read(customer, payment)).toMatchObject({ returnedAmount: 76 * DOLLAR });
  });

  test('is found without an event', async () => {
    const customer = await dashboard.customer();
    const payment = await paid(customer);
    const refund = {
      ...{ object: 'refund', id: 're_1', created: Math.floor(Date.now() / 1_000), amount: 2_000 },
    };
    await change(payment.receiptUrl!.split('/').at(-1)!, ({ payment_intent }) => {
      const intent = payment_intent as { id: string; latest_charge: object };
      const charge = { ...intent.latest_charge, amount_refunded: 2_000 };
      return {
        // As long ago as its list no longer has it.
        created: 1,
        payment_intent: { ...intent, latest_charge: charge },
        refunds: [{ ...refund, payment_intent: intent.id }],
      };
    });
    await withPayments((payments) => payments.find());
    expect(await available(customer)).toBe(PLENTY);
    await audited();
  });
});

describe('a start', () => {
  test('with the same request key is the same payment, and never of another amount', async () => {
    const customer = await dashboard.customer();
    const key = unique('key');
    const answers = await Promise.all([1, 2, 3].map(() => create(customer, AMOUNT, key)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    expect(new Set(answers.map((answer) => bodyOf<Payment>(answer).checkoutUrl)).size).toBe(1);
    const { errors } = problemOf(await create(customer, AMOUNT + DOLLAR, key), 'conflict');
    expect(errors).toMatchObject([{ header: 'Idempotency-Key', code: 'idempotency_key_reuse' }]);
  });

  test.each([
    ['below the least', 4 * DOLLAR, 'minimum'],
    ['above the most', 2_001 * DOLLAR, 'maximum'],
    ['not of whole cents', AMOUNT + 1, 'unsupported'],
  ])('of an amount %s is refused with a pointer', async (_, amount, code) => {
    const customer = await dashboard.customer();
    const { errors } = problemOf(await create(customer, amount), 'invalid_request');
    expect(errors).toMatchObject([{ pointer: '#/amount', code }]);
  });

  test('is for admins, and a workspace has a bounded number of open ones', async () => {
    const customer = await dashboard.customer();
    const member = await dashboard.person(customer.tenant.workspace, 'member');
    problemOf(await create({ ...customer, owner: member }), 'forbidden');
    for (let i = 0; i < 20; i++) await started(customer);
    problemOf(await create(customer), 'conflict');
  });

  test('is refused by a deployment without payments, whose wallet names no amounts', async () => {
    const without = await startDashboard({ environment: { SANDBOX: 'off' } });
    try {
      const customer = await without.customer();
      const { owner, path } = customer;
      problemOf(await create(customer), 'conflict');
      problemOf(await owner.send({ method: 'GET', path: `${path}/billing` }), 'conflict');
      problemOf(await owner.send({ method: 'POST', path: `${path}/billing/pages` }), 'conflict');
      expect(await customer.owner.get(`${customer.path}/wallet`)).not.toHaveProperty('payments');
      const headers = { 'Stripe-Signature': 'x', Origin: '' };
      problemOf(await without.send({ path: '/payment-events', headers, body: {} }), 'conflict');
    } finally {
      await without.close();
    }
  });
});

test('a configuration names every fault of its payments at once', () => {
  const environment = { STRIPE_SECRET_KEY: 'sk', PAYMENT_MINIMUM: '9', PAYMENT_MAXIMUM: '8' };
  expect(() => readConfig(environment)).toThrow(
    /needs STRIPE_WEBHOOK_SECRET[\s\S]*needs PUBLIC_URL[\s\S]*must not be above PAYMENT_MAXIMUM/,
  );
  expect(() => readConfig({ STRIPE_WEBHOOK_SECRET: 'whsec' })).toThrow(/needs STRIPE_SECRET_KEY/);
});
