/** What looks after payments by card when something goes wrong: an operator, a later reading, a restart. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { topUpWallet } from '../../server/money/index.ts';
import { MAX_AMOUNT } from '../../server/platform/lib/money.ts';
import { createLog } from '../../server/platform/telemetry/log.ts';
import { startPaymentSandbox } from '../../server/sandbox/payments.ts';
import { PLENTY, unique } from '../support/service.ts';
import {
  AMOUNT,
  audited,
  available,
  change,
  dashboard,
  entries,
  eventOf,
  paidCheckout,
  payInSilence,
  paymentsOf,
  RECORDS,
  read,
  sendEvent,
  sessionOf,
  started,
  startPaymentsForFile,
  withPayments,
} from './fixtures.ts';

startPaymentsForFile();

/** The alerts of look-ups that come again and again. */
async function alertsOf(times: number): Promise<string[]> {
  const lines: string[] = [];
  const log = createLog({ level: 'error', to: { write: (line) => void lines.push(line) } });
  await withPayments(async (payments) => {
    for (let i = 0; i < times; i += 1) {
      await dashboard.service.database.db.query(
        `update payment set next_look_up = now() where state = 'open'`,
      );
      await payments.lookUp();
      await payments.find();
    }
  }, log);
  return lines.filter((line) => line.includes('ALERT'));
}

test('an amount that nobody asked for credits nothing, and an operator is told once', async () => {
  const customer = await dashboard.customer();
  const payment = await started(customer);
  await payInSilence(payment);
  await change(sessionOf(payment), () => ({ amount_subtotal: 1 }));
  const alerts = await alertsOf(3);
  expect(alerts).toEqual([expect.stringContaining('another amount was paid')]);
  expect(await available(customer)).toBe(PLENTY);

  await change(sessionOf(payment), () => ({ amount_subtotal: 2_000 }));
  expect(await read(customer, payment)).toMatchObject({ state: 'succeeded' });
  expect(await available(customer)).toBe(PLENTY + AMOUNT);
});

test('a payment that does not fit into the wallet waits, and an operator is told once', async () => {
  const customer = await dashboard.customer();
  const { workspace } = customer.tenant;
  const amount = MAX_AMOUNT - PLENTY - AMOUNT + 1;
  await dashboard.service.database.db.transaction((tx) =>
    topUpWallet(tx, { workspace, amount, reference: unique('most') }),
  );
  const payment = await started(customer);
  await payInSilence(payment);
  expect(await alertsOf(3)).toEqual([expect.stringContaining('is not credited')]);
  expect(await read(customer, payment)).toMatchObject({ state: 'open' });
  await audited();
});

test("a turn reads a bounded part of the provider's lists, and the next one goes on", async () => {
  const customer = await dashboard.customer();
  const payment = await started(customer);
  const read: (string | null)[] = [];
  const payments = paymentsOf({
    checkoutsSince(_, cursor) {
      read.push(cursor);
      const at = Number(cursor ?? 0);
      const checkouts = at === 29 ? [paidCheckout(payment, sessionOf(payment))] : [];
      return Promise.resolve({ checkouts, next: at === 29 ? undefined : String(at + 1) });
    },
  });
  await payments.find();
  expect(read).toHaveLength(20);
  expect(await available(customer)).toBe(PLENTY);
  await payments.find();
  expect(read).toHaveLength(30);
  expect(new Set(read).size).toBe(30);
  expect(await available(customer)).toBe(PLENTY + AMOUNT);
});

test("each page of the provider's lists is read", async () => {
  const customer = await dashboard.customer();
  const payment = await started(customer);
  await payInSilence(payment);
  await dashboard.service.database.db.query(
    'update payment set checkout = null, next_look_up = null where checkout = $1',
    [sessionOf(payment)],
  );
  // The oldest of more than a page.
  await change(sessionOf(payment), ({ created }) => ({ created: Number(created) - 60 }));
  for (let i = 0; i < 230; i += 1) {
    const id = `cs_test_${i.toString(16).padStart(40, 'e')}`;
    const session = { id, object: 'checkout.session', created: Math.floor(Date.now() / 1_000) };
    await writeFile(join(RECORDS, `${id}.json`), JSON.stringify({ ...session, refunds: [] }));
  }
  await withPayments((payments) => payments.find());
  expect(await available(customer)).toBe(PLENTY + AMOUNT);
});

test('a thousand racing events of one payment, over a few connections, credit once', async () => {
  const customer = await dashboard.customer();
  const payment = await started(customer);
  await payInSilence(payment);
  const statuses: number[] = [];
  const senders = Array.from({ length: 20 }, async (_, sender) => {
    for (let i = 0; i < 50; i += 1) {
      const type = (sender + i) % 3 === 0 ? 'expired' : 'completed';
      const sent = await sendEvent(eventOf(payment, `checkout.session.${type}`));
      statuses.push(sent.status);
    }
  });
  await Promise.all(senders);
  expect(statuses).toEqual(Array(1_000).fill(204));
  expect(await available(customer)).toBe(PLENTY + AMOUNT);
  expect(await entries(customer)).toHaveLength(1);
  await audited();
});

test('the sandbox serves open checkouts at their address after a restart', async () => {
  const folder = await mkdtemp('/tmp/model-run-sandbox-');
  const start = () =>
    startPaymentSandbox({ port: 0, folder, secretKey: 'sk_test_x', webhookSecret: 'whsec_x' });
  const first = await Promise.all([start(), start()]);
  for (const sandbox of first) await sandbox.close();
  const second = [await start(), await start()];
  expect(second.map(({ url }) => url).sort()).toEqual(first.map(({ url }) => url).sort());
  for (const sandbox of second) await sandbox.close();
  await rm(folder, { recursive: true });
});
