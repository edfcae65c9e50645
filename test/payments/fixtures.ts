/** Payments by card of a whole service, with the sandbox of payments as their provider. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect } from 'vitest';
import { openPayments } from '../../server/compose/payments.ts';
import {
  type Checkout,
  createPayments,
  type PaymentProvider,
} from '../../server/payments/index.ts';
import { readConfig } from '../../server/platform/config/index.ts';
import { idToUuid } from '../../server/platform/lib/ids.ts';
import { createLog } from '../../server/platform/telemetry/log.ts';
import {
  type BodyOf,
  bodyOf,
  type Customer,
  contract,
  type Dashboard,
  startDashboard,
} from '../dashboard/fixtures.ts';
import { faultsInBooks } from '../support/books.ts';
import { paymentProviderOf } from '../support/payment-provider.ts';
import { unique } from '../support/service.ts';

export type Payment = BodyOf<'getPayment'>;
export type Entries = BodyOf<'listEntries'>;
type Wallet = BodyOf<'getWallet'>;

export const DOLLAR = 1_000_000_000;
export const AMOUNT = 20 * DOLLAR;
export const EVENTS = '/v1/dashboard/payment-events';
const SECRET = 'whsec_sandbox';
export const DATA_DIR = `/tmp/model-run-payments-${process.pid}`;
let environment: Record<string, string> = {};
/** Where the sandbox has its records. */
export const RECORDS = join(DATA_DIR, 'sandbox-payments');

/** Of the test file that is played, from its first test to its last one. */
export let dashboard: Dashboard;

/** Called by each test file itself: files in one process load this one once. */
export function startPaymentsForFile(settings: Record<string, string> = {}): void {
  beforeAll(async () => {
    environment = { DATA_DIR, SUSPEND_AT_CHARGEBACKS: '2', ...settings };
    dashboard = await startDashboard({ environment });
    await takeTurns("now() + interval '1 day'");
  });
  afterAll(async () => {
    await dashboard.close();
    await rm(DATA_DIR, { recursive: true, force: true });
  });
}

/** The worker of the service looks payments up and charges cards only from then on: before, a test does it itself. */
export const letWorkerTakeTurns = () => takeTurns('null::timestamptz');

async function takeTurns(until: string): Promise<void> {
  await dashboard.service.database.db.query(
    `insert into chore (name, every_ms, turn, taken_until)
     select name, 1, gen_random_uuid(), ${until} from unnest('{recharge,look-up-payments}'::text[]) as c (name)
     on conflict (name) do update set turn = excluded.turn, taken_until = excluded.taken_until`,
  );
}

export const create = ({ owner, path }: Customer, amount = AMOUNT, key = unique('payment')) =>
  owner.send({
    path: `${path}/payments`,
    body: { amount },
    headers: { 'Idempotency-Key': key },
  });
export const started = async (customer: Customer) => bodyOf<Payment>(await create(customer));
export const read = ({ owner, path }: Customer, { id }: Payment) =>
  owner.get<Payment>(`${path}/payments/${id}`);
export const available = async ({ owner, path }: Customer) =>
  (await owner.get<Wallet>(`${path}/wallet`)).availableAmount;
export const entries = async ({ owner, path }: Customer) =>
  (await owner.get<Entries>(`${path}/wallet/entries?kind=payment`)).data;

/** What a click on a button of the checkout page does. */
export const click = ({ checkoutUrl }: Payment, card: string) =>
  fetch(checkoutUrl!, {
    method: 'POST',
    body: new URLSearchParams({ card }),
    redirect: 'manual',
  });

/** As the shop, the payer or the bank, on the receipt of the sandbox. */
export const press = ({ receiptUrl }: Payment, act: string) =>
  fetch(receiptUrl!, { method: 'POST', body: new URLSearchParams({ act }), redirect: 'manual' });

export const sessionOf = ({ checkoutUrl }: Payment) => checkoutUrl!.split('/').at(-1)!;

/** Pays without an event: as if it had been lost. */
export async function payInSilence(payment: Payment): Promise<void> {
  const paid = { status: 'complete', payment_status: 'paid', url: null };
  await change(sessionOf(payment), () => paid);
}

export function eventOf(payment: Payment, type = 'checkout.session.completed'): string {
  const object = { id: sessionOf(payment), object: 'checkout.session' };
  return JSON.stringify({ id: unique('evt'), object: 'event', type, data: { object } });
}

export async function sendEvent(
  payload: string,
  options: { secret?: string; timestamp?: number } = {},
) {
  const signature = new Stripe('sk_test_x').webhooks.generateTestHeaderString({
    ...{ payload, secret: SECRET },
    ...options,
  });
  const { url, publicUrl } = dashboard.service;
  const response = await fetch(url + EVENTS, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Stripe-Signature': signature },
    body: payload,
  });
  const { status, headers } = response;
  const answer = { status, headers, text: await response.text() };
  contract.check({ ...answer, method: 'POST', target: EVENTS, publicUrl });
  return answer;
}

/** The same payments without the timers of a service. */
export async function withPayments(
  use: (payments: ReturnType<typeof openPayments>) => Promise<void>,
  log = createLog({ level: 'silent' }),
) {
  const config = readConfig({ NODE_ENV: 'test', SANDBOX: 'on', ...environment });
  const { db } = dashboard.service.database;
  const payments = openPayments(config, { db, log });
  try {
    await use(payments);
  } finally {
    await payments.close();
  }
}

/** The record of the sandbox, changed without an event. */
export async function change(session: string, by: (now: Record<string, unknown>) => object) {
  const now = JSON.parse(await readFile(join(RECORDS, `${session}.json`), 'utf8')) as object;
  const changed = { ...now, ...by(now as Record<string, unknown>) } as { id: string };
  await writeFile(join(RECORDS, `${changed.id}.json`), JSON.stringify(changed));
}

/** With a provider that says what a test wants. */
export function paymentsOf(does: Partial<PaymentProvider>) {
  return createPayments({
    db: dashboard.service.database.db,
    provider: () => Promise.resolve(paymentProviderOf(does)),
    unit: { currency: 'USD', scale: 9 },
    bounds: { least: 1, most: 1, step: 1 },
    suspendAt: 0,
    log: createLog({ level: 'silent' }),
  });
}

export const paidCheckout = ({ id }: Payment, reference: string): Checkout => ({
  ...{ reference, payment: idToUuid('pay', id), state: 'paid', amount: AMOUNT, tax: 0 },
  ...{ currency: 'USD', returned: 0, isDisputed: false, isChargedBack: false },
  ...{ url: undefined, receiptUrl: undefined, invoiceUrl: undefined },
});

export async function audited(): Promise<void> {
  expect(await faultsInBooks(dashboard.service.database.db)).toEqual([]);
}
