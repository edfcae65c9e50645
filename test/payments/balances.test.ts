/** The balance of the payment provider, compared with what it must be by the payments here, in `drift` and behind it. */
import { expect, test } from 'vitest';
import type { ComparedBalance } from '../../server/payments/index.ts';
import { idToUuid, uuidToId } from '../../server/platform/lib/ids.ts';
import { asOwner } from '../support/postgres.ts';
import { run } from '../support/program.ts';
import {
  change,
  click,
  DATA_DIR,
  dashboard,
  type Payment,
  paymentsOf,
  press,
  read,
  sessionOf,
  started,
  startPaymentsForFile,
  withPayments,
} from './fixtures.ts';

startPaymentsForFile({ SUSPEND_AT_CHARGEBACKS: '0' });

const CENT = 10_000_000n;
const DAY_S = 86_400;
const dayOf = (ago: number) =>
  new Date(Date.now() - ago * DAY_S * 1_000).toISOString().slice(0, 10);

async function paid(): Promise<Payment> {
  const customer = await dashboard.customer();
  const payment = await started(customer);
  await click(payment, 'succeeds');
  return { ...payment, ...(await read(customer, payment)) };
}

/** In cents. */
const inCents = ({ available, pending, moved, booked }: ComparedBalance) => {
  const cents = (amounts: object) =>
    Object.values(amounts).map((amount: bigint) => Number(amount / CENT));
  return {
    held: cents([available + pending])[0],
    moved: cents(moved),
    booked: cents(booked ?? {}),
  };
};

async function balances() {
  let found: ComparedBalance[] = [];
  await withPayments(async ({ comparison }) => {
    const { currencies, unread } = await comparison!.balances();
    expect(unread).toEqual([]);
    found = currencies;
  });
  expect(found).toMatchObject([{ currency: 'USD', scale: 9, meanwhile: 0n }]);
  return inCents(found[0]!);
}

interface Shown {
  payments: {
    currencies: { difference: string; expected: string; unlisted: string; moved: object }[];
  };
}

const drift = (...args: string[]) =>
  run(['drift', ...args], {
    ...{ DATABASE_URL: dashboard.service.database.url, DATA_DIR, SANDBOX: 'on', NODE_ENV: 'test' },
  });
const shown = async () => (JSON.parse((await drift('--json')).stdout) as Shown).payments;

test('what was paid, went back, was kept and paid out is the balance, to the unit', async () => {
  expect((await drift()).stdout).not.toContain('Payments by card');
  const [refunded, won, lost, old] = [await paid(), await paid(), await paid(), await paid()];
  await press(refunded, 'refund-half');
  for (const payment of [won, lost]) await press(payment, 'contest');
  await press(won, 'won');
  await press(lost, 'lost');
  const fees = -4 * 88 - 2 * 1_500;
  expect(await balances()).toEqual({
    ...{ held: 8_000 - 3_000 + fees, moved: [8_000, -3_000, fees, 0, 0] },
    booked: [8_000, -3_000],
  });
  expect((await drift()).stdout).toMatch(
    /payments and taxes +80\.00 USD +80\.00 USD +0\.00 USD\n.*\n?refunds and disputes +-30\.00 USD +-30\.00 USD +0\.00 USD/,
  );

  // It was paid four days ago, and paid out two days ago.
  await change(sessionOf(old), (now) => {
    const intent = now.payment_intent as { created: number };
    return { payment_intent: { ...intent, created: intent.created - 4 * DAY_S } };
  });
  await asOwner(dashboard.service.database, (owner) =>
    owner.query(
      `update payment set created_at = created_at - interval '4 days', ended_at = ended_at - interval '4 days'
       where id = $1`,
      [idToUuid('pay', old.id)],
    ),
  );
  const later = {
    ...{ held: 8_000 - 3_000 + fees - 1_912, moved: [8_000, -3_000, fees, -1_912, 0] },
    booked: [8_000, -3_000],
  };
  expect(await balances()).toEqual(later);
  await withPayments(async ({ comparison }) => {
    for (let turn = 0; turn < 2; turn += 1) await comparison!.compareDue();
  });
  // Days that were compared are not read again.
  const asked: string[] = [];
  const { comparison } = paymentsOf({
    readBalances: async () => [],
    async movementsBetween({ from }) {
      asked.push(from.toISOString().slice(0, 10));
      return { movements: [], next: undefined };
    },
  });
  const [beside] = (await comparison!.balances()).currencies;
  expect(asked.length).toBeLessThan(3);
  expect(asked).not.toContain(dayOf(4));
  expect(inCents(beside!)).toMatchObject({ held: 0, moved: [2_000, 0, -88, -1_912, 0] });
  expect(await balances()).toEqual(later);
});

test('what explains a difference is shown with it', async () => {
  const before = (await shown()).currencies[0]!;
  expect(before).toMatchObject({ difference: '0.000000000', unlisted: '0.000000000' });
  // A payment of which nobody here knows, on the same account.
  const payment = await paid();
  await asOwner(dashboard.service.database, (owner) =>
    owner.query(`update payment set state = 'expired' where id = $1`, [
      idToUuid('pay', payment.id),
    ]),
  );
  expect((await shown()).currencies[0]).toMatchObject({ difference: '20.000000000' });
  const { stdout } = await drift();
  expect(stdout).toMatch(/payments and taxes .* 20\.00 USD\n/);
  expect(stdout).toMatch(/balance .* 20\.00 USD\n/);
  const { workspace } = (await dashboard.customer()).tenant;
  const ofOne = await drift(uuidToId('wsp', workspace));
  expect([ofOne.code, ofOne.stdout]).toEqual([0, expect.not.stringContaining('by card')]);
});

test('what is not known is said, and other currencies have their own sums', async () => {
  await paid();
  const dollars = { currency: 'USD', scale: 2 };
  const yen = { currency: 'JPY', scale: 0 };
  let pages = 0;
  let reads = 0;
  const { comparison } = paymentsOf({
    readBalances: async () => [
      { ...dollars, available: 100 + 5 * reads++, pending: -30 },
      { ...yen, available: 700, pending: 0 },
    ],
    async movementsBetween({ from }, cursor) {
      pages += 1;
      const isToday = from.toISOString().slice(0, 10) === dayOf(0);
      if (isToday) return { movements: [], next: String(pages) };
      return { movements: cursor ? [] : [{ ...yen, kind: 'payment', amount: 1 }], next: undefined };
    },
  });
  const { currencies, unread } = await comparison!.balances();
  expect(unread).toEqual([dayOf(0)]);
  expect(pages).toBeGreaterThanOrEqual(1_000);
  const [first, second] = currencies;
  expect(first).toMatchObject({
    available: 105n * CENT,
    pending: -30n * CENT,
    meanwhile: 5n * CENT,
  });
  expect(second).toMatchObject({ currency: 'JPY', scale: 0, available: 700n, booked: undefined });

  const away = paymentsOf({ readBalances: () => Promise.reject(new Error('away')) });
  await expect(away.comparison!.balances()).rejects.toMatchObject({
    ...{ code: 'overloaded', detail: 'The payment provider does not say its balance now.' },
  });
});
