/** Payments by card beside the provider's own list: what differs is found in both directions, told, and forgotten once it agrees. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { alarmsOf, readOverview } from '../../server/operator/health.ts';
import { comparedDays, type Difference } from '../../server/payments/index.ts';
import { idToUuid } from '../../server/platform/lib/ids.ts';
import { asOwner } from '../support/postgres.ts';
import { run } from '../support/program.ts';
import {
  AMOUNT,
  change,
  click,
  DATA_DIR,
  DOLLAR,
  dashboard,
  type Payment,
  read,
  sessionOf,
  started,
  startPaymentsForFile,
  withPayments,
} from './fixtures.ts';

startPaymentsForFile();

const database = () => dashboard.service.database;
const dayOf = (ago = 0) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

/** Those of today; of yesterday as well, because midnight may pass meanwhile. */
async function compared() {
  const found: Difference[] = [];
  await withPayments(async ({ comparison }) => {
    for (const day of [dayOf(1), dayOf()])
      found.push(...(await comparison!.compareDay(day)).differences);
  });
  return found.map(({ kind, payment, here, there }) => ({ kind, payment, here, there }));
}

async function paid(): Promise<Payment> {
  const customer = await dashboard.customer();
  const payment = await started(customer);
  await click(payment, 'succeeds');
  expect(await read(customer, payment)).toMatchObject({ state: 'succeeded' });
  return payment;
}

type Record = { [name: string]: unknown; payment_intent: { [name: string]: unknown } };

/** Changes the record of the provider, and returns how to undo that. */
async function tamper(payment: Payment, by: (now: Record) => object): Promise<() => Promise<void>> {
  let before = {};
  await change(sessionOf(payment), (now) => {
    before = structuredClone(now);
    return by(now as Record);
  });
  return () => change(sessionOf(payment), () => before);
}

const intent = ({ payment_intent }: Record, more: object) => ({
  payment_intent: { ...payment_intent, ...more },
});

test('each way in which a payment can differ is found, and nothing else', async () => {
  const payment = await paid();
  const uuid = idToUuid('pay', payment.id)!;
  // Somebody else's, on the same account, and one that nobody has paid.
  await tamper(await paid(), (now) => ({ metadata: {}, ...intent(now, { metadata: {} }) }));
  await started(await dashboard.customer());
  expect(await compared()).toEqual([]);

  const stranger = randomUUID();
  const cases: [by: (now: Record) => object, found: object[]][] = [
    [
      (now) => ({
        metadata: { payment: stranger },
        ...intent(now, { metadata: { payment: stranger } }),
      }),
      [{ kind: 'missing_here', payment: stranger, here: undefined, there: AMOUNT }],
    ],
    [
      () => ({ status: 'expired', payment_status: 'unpaid', payment_intent: null }),
      [{ kind: 'missing_there', payment: uuid, here: AMOUNT, there: undefined }],
    ],
    [
      (now) => ({ amount_subtotal: 1_900, amount_total: 1_900, ...intent(now, { amount: 1_900 }) }),
      [{ kind: 'amount', payment: uuid, here: AMOUNT, there: 19 * DOLLAR }],
    ],
    // With taxes, the total is more than the credit.
    [(now) => ({ amount_total: 2_380, ...intent(now, { amount: 2_380 }) }), []],
  ];
  for (const [by, found] of cases) {
    const undo = await tamper(payment, by);
    expect(await compared()).toEqual(found);
    await undo();
  }
  expect(await compared()).toEqual([]);
});

test('a refund and a payment that were missed for long are settled', async () => {
  const customer = await dashboard.customer();
  const payment = await started(customer);
  const lost = { status: 'complete', payment_status: 'paid', url: null };
  const paidIntent = { object: 'payment_intent', id: `pi_${sessionOf(payment).split('_')[2]}` };
  await change(sessionOf(payment), (now) => ({
    ...lost,
    payment_intent: {
      ...paidIntent,
      ...{ metadata: now.metadata, created: now.created, amount: 2_000, currency: 'usd' },
      status: 'succeeded',
      latest_charge: { object: 'charge', id: 'ch_x', amount_refunded: 500, disputed: false },
    },
  }));
  expect(await compared()).toEqual([]);
  const { state, returnedAmount } = await read(customer, payment);
  expect({ state, returnedAmount }).toEqual({ state: 'succeeded', returnedAmount: 5 * DOLLAR });
});

test('a worker compares days that are over, tells the operator, and again until they agree', async () => {
  const payment = await paid();
  const DAYS = 3;
  await asOwner(database(), (owner) =>
    owner.query(
      `update payment set created_at = created_at - $2 * interval '1 day', ended_at = ended_at - $2 * interval '1 day'
       where id = $1`,
      [idToUuid('pay', payment.id), DAYS],
    ),
  );
  const back = (at: unknown) => Number(at) - DAYS * 86_400;
  await tamper(payment, (now) => ({
    created: back(now.created),
    ...intent(now, { created: back(now.payment_intent.created) }),
  }));
  const undo = await tamper(payment, () => ({
    status: 'expired',
    payment_status: 'unpaid',
    payment_intent: null,
  }));
  const turn = async () => {
    await withPayments(async ({ comparison }) => {
      for (let i = 0; i < DAYS; i += 1) await comparison!.compareDue();
    });
    const { db } = database();
    const overview = await readOverview(
      db,
      { history: async () => 'known' },
      { hours: 24, atMost: 1 },
    );
    const days = await comparedDays(db);
    const differences = days.flatMap(({ day, differences: its }) =>
      its.map(({ kind }) => [day, kind]),
    );
    return { differences, alarms: alarmsOf(overview).includes('payments_differ') };
  };
  expect(await turn()).toEqual({ differences: [[dayOf(DAYS), 'missing_there']], alarms: true });
  const command = () =>
    run(['payments', 'compare', '--day', dayOf(DAYS)], {
      ...{ DATABASE_URL: database().url, DATA_DIR, SANDBOX: 'on', NODE_ENV: 'test' },
    });
  const differs = await command();
  expect([differs.code, differs.stdout]).toEqual([
    1,
    expect.stringMatching(/credited here and not paid there +20\.00 USD +- /),
  ]);
  await undo();
  const agrees = await command();
  expect([agrees.code, agrees.stdout]).toEqual([0, expect.stringContaining('Nothing differs.')]);
  expect(await turn()).toEqual({ differences: [], alarms: false });
});
