/**
 * The tests kill the worker at every point between the decision to recharge a wallet and the credit, and the process that
 * gets the event of a payment at every point until the credit: the card is charged once, and credited once. The payment
 * provider is outside of the processes, so it remembers what it was asked.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPayments } from '../../server/payments/index.ts';
import { createStripeProvider } from '../../server/payments/stripe.ts';
import { newUuid } from '../../server/platform/lib/ids.ts';
import { createLog } from '../../server/platform/telemetry/log.ts';
import { type PaymentSandbox, startPaymentSandbox } from '../../server/sandbox/payments.ts';
import { faultsInBooks } from '../support/books.ts';
import { freePort } from '../support/free-port.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import {
  kill,
  type Outside,
  type Process,
  startOutside,
  startProcess,
} from '../support/process.ts';
import { type DatabaseTap, type DatabaseTrigger, openDatabaseTap } from './matrix/database-tap.ts';
import { openProviderTap, type ProviderTap, type ProviderTrigger } from './matrix/provider-tap.ts';
import { makeTenant } from './tenant.ts';

const SECRETS = { secretKey: 'sk_test_sandbox', webhookSecret: 'whsec_sandbox' };
const UNIT = { currency: 'USD', scale: 9 };
const DOLLAR = 10 ** UNIT.scale;
const TERMS = { threshold: 10 * DOLLAR, amount: 20 * DOLLAR, monthCap: 100 * DOLLAR };
const MOST_MS = 240_000;

type Seam = DatabaseTrigger | ProviderTrigger | 'payment' | 'credit';

/** When the worker is killed. `credit` means as soon as the wallet shows the credit. */
const SEAMS_OF_RECHARGES: [string, Seam][] = [
  ['while the payment commits', { statement: 'insert_due', when: 'during', withRows: true }],
  ['when the invoice is final, before the charge', { to: 'first_submission', at: 'executed' }],
  ['after the charge, before the answer', { to: 'submission', at: 'executed' }],
  ['in the middle of the answer', { to: 'submission', at: 'headers' }],
  ['before the credit commits', { statement: 'end_payment', when: 'before' }],
  ['while the credit commits', { statement: 'end_payment', when: 'after' }],
  ['after the credit has committed', 'credit'],
];

/** When the process is killed to which the events go. `payment` means before somebody pays: the event never comes. */
const SEAMS_OF_EVENTS: [string, Seam][] = [
  ['between the payment and its event', 'payment'],
  ['after the event, before the record is read', { to: 'look_up', at: 'executed' }],
  ['in the middle of the record', { to: 'look_up', at: 'headers' }],
  ['before the credit of the event commits', { statement: 'end_payment', when: 'before' }],
  ['while the credit of the event commits', { statement: 'end_payment', when: 'after' }],
  ['after the credit of the event has committed', 'credit'],
];

let outside: Outside;
let database: TestDatabase;
let sandbox: PaymentSandbox;
let folder: string;
/** Of the process that gets events, each time that it begins. */
let port: number;
let databaseTap: DatabaseTap;
let providerTap: ProviderTap;
/** The process that is killed. */
let running: Process;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'model-run-payments-'));
  port = await freePort();
  [outside, database, sandbox] = await Promise.all([
    startOutside({ slowMs: 100 }),
    createTestDatabase(),
    startPaymentSandbox({ port: 0, folder, ...SECRETS }),
  ]);
  databaseTap = await openDatabaseTap(database.url);
  providerTap = await openProviderTap(sandbox.url, ({ method, url = '' }) => {
    const [, step] = /^\/v1\/invoices\/\w+\/(\w+)$/.exec(url) ?? [];
    if (method === 'GET' && url.startsWith('/v1/checkout/sessions/')) return 'look_up';
    if (method !== 'POST' || step === undefined) return undefined;
    return step === 'pay' ? 'submission' : step === 'finalize' ? 'first_submission' : undefined;
  });
}, MOST_MS);
afterAll(async () => {
  await die();
  await Promise.all([outside.close(), databaseTap.close(), providerTap.close(), sandbox.close()]);
  await database.drop();
  await rm(folder, { recursive: true });
});

async function begin(command: 'start' | 'work'): Promise<void> {
  running = await startProcess(command, {
    ...outside.environment,
    PORT: String(port),
    DATABASE_URL: databaseTap.url,
    PUBLIC_URL: 'http://localhost:1',
    STRIPE_SECRET_KEY: SECRETS.secretKey,
    STRIPE_WEBHOOK_SECRET: SECRETS.webhookSecret,
    STRIPE_BASE_URL: providerTap.url,
  });
}

async function die(): Promise<void> {
  kill(running, 'SIGKILL');
  await running.ended;
}

/** Resolves once the process has been killed there. */
function killAt(at: Seam, workspace: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => void die().then(resolve, reject);
    if (at === 'payment') end();
    else if (at === 'credit') void untilCredited(workspace).then(end, reject);
    else if ('statement' in at) databaseTap.arm(at, end);
    else providerTap.arm(at, end);
  });
}

const RETURN_URL = 'http://localhost:1/wallet';

/** A workspace that nothing but the test credits yet, and its payments without a process. */
async function beforeCrash() {
  const { db } = database;
  const provider = createStripeProvider({
    ...{ ...SECRETS, name: 'a test', baseUrl: new URL(sandbox.url), unit: UNIT, isTaxed: false },
  });
  const payments = createPayments({
    ...{ db, unit: UNIT, log: createLog({ level: 'silent' }) },
    provider: () => Promise.resolve(provider),
    bounds: { least: 1, most: 100 * DOLLAR, step: 1 },
    suspendAt: 0,
  });
  const { workspace } = await makeTenant(db, DOLLAR);
  return { payments, workspace, actor: newUuid() };
}

/** A workspace whose wallet is low and whose card is saved, which nothing recharges yet. */
async function lowWallet(): Promise<string> {
  const { payments, workspace, actor } = await beforeCrash();
  const { recharge } = payments;
  await recharge.set({ workspace, actor, terms: TERMS });
  const { url } = await recharge.setUpCard({ workspace, actor, returnUrl: RETURN_URL });
  await press(url, 'succeeds');
  await hold(workspace, "'infinity'");
  expect(await recharge.get(workspace)).toMatchObject({ state: 'on' });
  return workspace;
}

const press = (url: string, card: string) =>
  fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ card }) });

async function hold(workspace: string, until: string): Promise<void> {
  const update = `update auto_recharge set not_before = ${until} where workspace = $1`;
  await database.db.query(update, [workspace]);
}

const states = async (workspace: string) =>
  (
    await database.db.query<{ state: string }>('select state from payment where workspace = $1', [
      workspace,
    ])
  ).map(({ state }) => state);

describe('a recharge', () => {
  beforeAll(() => begin('work'));
  afterAll(die);

  test.each(SEAMS_OF_RECHARGES)(
    'whose worker is killed %s is one charge and one credit',
    async (_, at) => {
      const workspace = await lowWallet();
      const dead = killAt(at, workspace);
      await hold(workspace, 'now()');
      await dead;
      await lookUpSoon();
      await begin('work');
      const payment = await creditedOnce(workspace);
      expect(await charges()).toContain(payment);
      expect(new Set(await charges()).size).toBe((await charges()).length);
    },
    MOST_MS,
  );
});

describe('a payment on a page', () => {
  beforeAll(() => begin('start'));

  test.each(SEAMS_OF_EVENTS)(
    'whose event finds a process that is killed %s is one credit',
    async (_, at) => {
      const { payments, workspace, actor } = await beforeCrash();
      const { payment } = await payments.create({
        ...{ workspace, amount: TERMS.amount, requestKey: 'a', actor },
        returnUrl: () => RETURN_URL,
      });
      await database.db.query(`update payment set next_look_up = 'infinity' where id = $1`, [
        payment.id,
      ]);
      const dead = killAt(at, workspace);
      if (at === 'payment') await dead;
      // The event of the sandbox finds nobody.
      await press(payment.checkoutUrl!, 'succeeds');
      if (at !== 'payment') await sendEvent(payment.checkout!).catch(() => {});
      await dead;
      await lookUpSoon();
      await begin('start');
      // Nobody acknowledged it, so it comes again.
      if (at !== 'payment') expect((await sendEvent(payment.checkout!)).status).toBe(204);
      expect(await creditedOnce(workspace)).toBe(payment.id);
    },
    MOST_MS,
  );
});

function sendEvent(id: string): Promise<Response> {
  const data = { object: { id, object: 'checkout.session' } };
  const event = { id: `evt_${newUuid()}`, object: 'event', type: 'checkout.session.completed' };
  const payload = JSON.stringify({ ...event, data });
  const signature = new Stripe(SECRETS.secretKey).webhooks.generateTestHeaderString({
    ...{ payload, secret: SECRETS.webhookSecret },
  });
  return fetch(`http://localhost:${port}/v1/dashboard/payment-events`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Stripe-Signature': signature },
    body: payload,
  });
}

/** The turns of a dead process would end by themselves, and so would its pauses. */
async function lookUpSoon(): Promise<void> {
  await database.db.query('update chore set taken_until = null');
  await database.db.query(`update payment set next_look_up = now() where state = 'open'`);
}

/** The id of its payment. */
async function creditedOnce(workspace: string): Promise<string> {
  const { db } = database;
  await untilCredited(workspace);
  const [wallet] = await db.query<{ available: number }>(
    `select available from account where workspace = $1 and kind = 'wallet'`,
    [workspace],
  );
  expect(wallet).toEqual({ available: DOLLAR + TERMS.amount });
  expect(await faultsInBooks(db)).toEqual([]);
  const payments = await db.query<{ id: string }>('select id from payment where workspace = $1', [
    workspace,
  ]);
  expect(payments).toHaveLength(1);
  return payments[0]!.id;
}

async function untilCredited(workspace: string): Promise<void> {
  await expect
    .poll(() => states(workspace), { interval: 10, timeout: MOST_MS })
    .toEqual(['succeeded']);
}

interface ChargeRecord {
  is_automatic?: true;
  payment_status: string;
  metadata: { payment: string };
}

/** The payments that the provider has charged a card for. */
async function charges(): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const records = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return records
    .map((text) => JSON.parse(text) as ChargeRecord)
    .filter((record) => record.is_automatic && record.payment_status === 'paid')
    .map(({ metadata }) => metadata.payment);
}
