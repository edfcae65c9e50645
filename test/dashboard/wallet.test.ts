/** The wallet as people see it: what there is, what moved, and crediting it once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PLENTY, problemOf, request, runOf } from '../support/service.ts';
import { type BodyOf, bodyOf, type Customer, type Dashboard, startDashboard } from './fixtures.ts';

type Wallet = BodyOf<'getWallet'>;
type Entries = BodyOf<'listEntries'>;

let dashboard: Dashboard;

beforeAll(async () => {
  dashboard = await startDashboard();
});
afterAll(() => dashboard.close());

const walletOf = ({ owner, path }: Customer) => owner.get<Wallet>(`${path}/wallet`);
const entriesOf = ({ owner, path }: Customer, query = '') =>
  owner.get<Entries>(`${path}/wallet/entries?limit=100${query}`);
const credit = ({ owner, path }: Customer, body: object) =>
  owner.send({ path: `${path}/wallet/credits`, body });

test('one reference credits once, and never another amount', async () => {
  const customer = await dashboard.customer();
  const body = { amount: 7_000, reference: 'invoice 7' };
  const answers = await Promise.all([1, 2, 3].map(() => credit(customer, body)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
  expect(await walletOf(customer)).toMatchObject({ availableAmount: PLENTY + 7_000, isLow: false });
  const { detail, errors } = problemOf(
    await credit(customer, { ...body, amount: 8_000_000_000 }),
    'conflict',
  );
  const words = 'has credited 0.000007 USD before, and cannot be used for 8.00 USD';
  expect(detail).toBe(`This reference ${words}.`);
  expect(errors).toMatchObject([{ pointer: '#/reference', detail: words }]);
  for (const amount of [0, -1, 1.5, Number.MAX_SAFE_INTEGER + 2]) {
    problemOf(await credit(customer, { ...body, amount }), 'invalid_request');
  }
});

test('the wallet is low below the amount that admins have set, and not without one', async () => {
  const customer = await dashboard.customer();
  const set = (lowBalanceAmount: number | null) =>
    customer.owner.send({
      ...{ method: 'PATCH', path: `${customer.path}/alert-settings`, body: { lowBalanceAmount } },
    });
  bodyOf(await set(PLENTY));
  expect(await walletOf(customer)).toMatchObject({ lowBalanceAmount: PLENTY, isLow: false });
  bodyOf(await set(PLENTY + 1));
  expect(await walletOf(customer)).toMatchObject({ isLow: true });
  const updated = bodyOf<BodyOf<'updateWorkspaceAlertSettings'>>(await set(null));
  expect(updated).not.toHaveProperty('lowBalanceAmount');
  expect(await walletOf(customer)).toMatchObject({ isLow: false });
});

test('every movement is listed once, newest first, and all add up to the balance', async () => {
  const customer = await dashboard.customer();
  const { tenant } = customer;
  const run = await tenant.end(runOf(await tenant.create(request('sandbox/echo'))).id);
  const key = await tenant.newKey({ credit: 9_000 });
  const { data } = await entriesOf(customer);
  const ofWallet = data.filter(({ account }) => account === 'wallet');
  const sum = ofWallet.reduce(
    (total, { direction, amount }) =>
      total + (direction === 'in' ? amount : direction === 'out' ? -amount : 0),
    0,
  );
  const wallet = await walletOf(customer);
  expect(sum).toBe(wallet.availableAmount);
  expect(wallet).toMatchObject({
    ...{ heldAmount: 0, spentAmount: run.chargedAmount, keyCreditAmount: 9_000 },
    ...{ currency: 'USD', scale: 9 },
  });
  expect(data.map(({ kind }) => kind)).toEqual([
    ...['transfer_in', 'transfer_out', 'release', 'fee', 'capture', 'hold', 'top_up'],
  ]);
  const [arrived, left] = data;
  expect(arrived!.keyId).toBe(left!.keyId);
  expect(arrived!.keyId).not.toBe(run.keyId);
  expect(key.last4).toHaveLength(4);
});

test('what key credit pays and holds is spent and held like what the wallet pays', async () => {
  const customer = await dashboard.customer();
  const { tenant } = customer;
  const rich = tenant.as(await tenant.newKey({ credit: 900_000 }));
  const run = await rich.end(runOf(await rich.create(request('sandbox/echo'))).id);
  const pending = runOf(await rich.create(request('sandbox/slow')));
  const wallet = await walletOf(customer);
  expect(wallet).toMatchObject({
    ...{ availableAmount: PLENTY - 900_000, spentAmount: run.chargedAmount },
    heldAmount: pending.reservedAmount,
  });
  const { spentAmount, heldAmount, keyCreditAmount } = wallet;
  expect(spentAmount + heldAmount + keyCreditAmount).toBe(900_000);
});

test('insufficient_credit for the credit of a key names amounts as money', async () => {
  const customer = await dashboard.customer();
  const { detail } = problemOf(
    await customer.owner.send({
      path: `${customer.path}/keys`,
      headers: { 'Idempotency-Key': 'once' },
      body: { name: 'rich', scopes: ['models:run'], creditAmount: 8_000_000_000 },
    }),
    'insufficient_credit',
  );
  expect(detail).toBe('The wallet has 1.00 USD available, and the key is to get 8.00 USD.');
});

test('entries are narrowed to a kind, a run and a key', async () => {
  const customer = await dashboard.customer();
  const { tenant } = customer;
  const first = await tenant.end(runOf(await tenant.create(request('sandbox/echo'))).id);
  const second = tenant.as(await tenant.newKey());
  const other = await second.end(runOf(await second.create(request('sandbox/echo'))).id);
  const kindsOf = async (query: string) =>
    (await entriesOf(customer, query)).data.map(({ kind, runId }) => [kind, runId]);
  expect(await kindsOf('&kind=hold')).toEqual([
    ['hold', other.id],
    ['hold', first.id],
  ]);
  expect(await kindsOf('&kind=top_up')).toEqual([['top_up', undefined]]);
  expect(await kindsOf(`&runId=${first.id}&kind=fee`)).toEqual([['fee', first.id]]);
  expect(await kindsOf(`&keyId=${other.keyId}&kind=capture`)).toEqual([['capture', other.id]]);
  expect(await kindsOf('&kind=loss')).toEqual([]);
  expect(await kindsOf('&runId=run_nonsense')).toEqual([]);
});

test('the list goes on where a page has ended', async () => {
  const customer = await dashboard.customer();
  for (let i = 0; i < 4; i++) await customer.tenant.topUp(1_000 + i);
  const whole = (await entriesOf(customer)).data.map(({ id }) => id);
  const pages: string[] = [];
  for (let cursor = ''; ; ) {
    const path = `${customer.path}/wallet/entries?limit=2&kind=top_up${cursor}`;
    const page = await customer.owner.get<Entries>(path);
    pages.push(...page.data.map(({ id }) => id));
    if (page.nextCursor === null) break;
    cursor = `&cursor=${page.nextCursor}`;
  }
  expect(pages).toEqual(whole);
});
