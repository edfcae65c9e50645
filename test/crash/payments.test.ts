/**
 * The test kills the worker at every point between the decision to recharge a wallet and the credit: the card is charged
 * once, and credited once. The payment provider is outside of the processes, so it remembers what it was asked.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../../server/money/index.ts';
import { createPayments } from '../../server/payments/index.ts';
import { createStripeProvider } from '../../server/payments/stripe.ts';
import { newUuid } from '../../server/platform/lib/ids.ts';
import { createLog } from '../../server/platform/telemetry/log.ts';
import { type PaymentSandbox, startPaymentSandbox } from '../../server/sandbox/payments.ts';
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

/** When the worker is killed. `credit` means as soon as the wallet shows the credit. */
const SEAMS: [string, DatabaseTrigger | ProviderTrigger | 'credit'][] = [
  ['while the payment commits', { statement: 'insert_due', when: 'during', withRows: true }],
  ['when the invoice is final, before the charge', { to: 'first_submission', at: 'executed' }],
  ['after the charge, before the answer', { to: 'submission', at: 'executed' }],
  ['in the middle of the answer', { to: 'submission', at: 'headers' }],
  ['before the credit commits', { statement: 'end_payment', when: 'before' }],
  ['while the credit commits', { statement: 'end_payment', when: 'after' }],
  ['after the credit has committed', 'credit'],
];

let outside: Outside;
let database: TestDatabase;
let sandbox: PaymentSandbox;
let folder: string;
let databaseTap: DatabaseTap;
let providerTap: ProviderTap;
let worker: Process;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'model-run-payments-'));
  [outside, database, sandbox] = await Promise.all([
    startOutside({ slowMs: 100 }),
    createTestDatabase(),
    startPaymentSandbox({ port: 0, folder, ...SECRETS }),
  ]);
  databaseTap = await openDatabaseTap(database.url);
  providerTap = await openProviderTap(sandbox.url, ({ method, url = '' }) => {
    const [, step] = /^\/v1\/invoices\/\w+\/(\w+)$/.exec(url) ?? [];
    if (method !== 'POST' || step === undefined) return undefined;
    return step === 'pay' ? 'submission' : step === 'finalize' ? 'first_submission' : undefined;
  });
  worker = await startWorker();
}, MOST_MS);
afterAll(async () => {
  kill(worker, 'SIGKILL');
  await worker.ended;
  await Promise.all([outside.close(), databaseTap.close(), providerTap.close(), sandbox.close()]);
  await database.drop();
  await rm(folder, { recursive: true });
});

const startWorker = () =>
  startProcess('work', {
    ...outside.environment,
    DATABASE_URL: databaseTap.url,
    PUBLIC_URL: 'http://localhost:1',
    STRIPE_SECRET_KEY: SECRETS.secretKey,
    STRIPE_WEBHOOK_SECRET: SECRETS.webhookSecret,
    STRIPE_BASE_URL: providerTap.url,
  });

/** A workspace whose wallet is low and whose card is saved, which nothing recharges yet. */
async function lowWallet(): Promise<string> {
  const { db } = database;
  const provider = createStripeProvider({
    ...{ ...SECRETS, name: 'a test', baseUrl: new URL(sandbox.url), unit: UNIT, isTaxed: false },
  });
  const { recharge } = createPayments({
    ...{ db, unit: UNIT, log: createLog({ level: 'silent' }) },
    provider: () => Promise.resolve(provider),
    bounds: { least: 1, most: 100 * DOLLAR, step: 1 },
    suspendAt: 0,
  });
  const { workspace } = await makeTenant(db, DOLLAR);
  const actor = newUuid();
  await recharge.set({ workspace, actor, terms: TERMS });
  const returnUrl = 'http://localhost:1/wallet';
  const { url } = await recharge.setUpCard({ workspace, actor, returnUrl });
  await fetch(url, {
    ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams({ card: 'succeeds' }) },
  });
  await hold(workspace, "'infinity'");
  expect(await recharge.get(workspace)).toMatchObject({ state: 'on' });
  return workspace;
}

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

test.each(SEAMS)(
  'a worker that is killed %s leaves one charge and one credit',
  async (_, at) => {
    const { db } = database;
    const workspace = await lowWallet();
    const dead = new Promise<void>((resolve) => {
      const die = () => {
        kill(worker, 'SIGKILL');
        void worker.ended.then(() => resolve());
      };
      if (at === 'credit') void untilCredited(workspace).then(die);
      else if ('statement' in at) databaseTap.arm(at, die);
      else providerTap.arm(at, die);
    });
    await hold(workspace, 'now()');
    await dead;
    // The turns of a dead worker would end by themselves, and so would its pauses.
    await db.query('update chore set taken_until = null');
    await db.query(`update payment set next_look_up = now() where state = 'open'`);
    worker = await startWorker();
    await untilCredited(workspace);
    expect(await states(workspace)).toEqual(['succeeded']);

    const [payment] = await db.query<{ id: string }>(
      'select id from payment where workspace = $1',
      [workspace],
    );
    expect(await charges()).toContain(payment!.id);
    expect(new Set(await charges()).size).toBe((await charges()).length);
    const [wallet] = await db.query<{ available: number }>(
      `select available from account where workspace = $1 and kind = 'wallet'`,
      [workspace],
    );
    expect(wallet).toEqual({ available: DOLLAR + TERMS.amount });
    for await (const result of audit(db)) expect(result).toMatchObject({ faults: [] });
  },
  MOST_MS,
);

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
