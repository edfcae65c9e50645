/** The statement of a month beside the wallet and its entries, and entries of a time. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLedger } from '../../server/money/index.ts';
import { problemOf, request, runOf } from '../support/service.ts';
import { type BodyOf, type Customer, type Dashboard, startDashboard } from './fixtures.ts';

type Statement = BodyOf<'getStatement'>;
type Entry = BodyOf<'listEntries'>['data'][number];

let dashboard: Dashboard;
let customer: Customer;

const now = new Date();
const monthOf = (shift: number) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + shift, 15)).toISOString().slice(0, 7);

beforeAll(async () => {
  dashboard = await startDashboard();
  customer = await dashboard.customer();
  const { tenant } = customer;
  const db = dashboard.service.database.db;
  await createLedger({ db }).topUp({
    ...{ workspace: tenant.workspace, amount: 7_000_000, reference: 'last month' },
  });
  await tenant.end(runOf(await tenant.create(request('sandbox/echo'))).id);
  await tenant.end(runOf(await tenant.create(request('sandbox/refused'))).id);
  await tenant.newKey({ credit: 9_000 });
});
afterAll(() => dashboard.close());

const statement = (month: string) =>
  customer.owner.get<Statement>(`${customer.path}/wallet/statement?month=${month}`);
const entries = async (query: string) =>
  (
    await customer.owner.get<BodyOf<'listEntries'>>(
      `${customer.path}/wallet/entries?limit=100&${query}`,
    )
  ).data;

test('the present month is what the wallet and its entries say', async () => {
  const wallet = await customer.owner.get<BodyOf<'getWallet'>>(`${customer.path}/wallet`);
  const all: Entry[] = await entries('');
  const sum = (kind: string) =>
    all.filter((entry) => entry.kind === kind).reduce((total, { amount }) => total + amount, 0);
  const found = await statement(monthOf(0));
  expect(found).toMatchObject({
    ...{ isOver: false, openingAmount: 0, creditedAmount: sum('top_up'), runs: 1 },
    ...{ providerAmount: sum('capture'), feeAmount: sum('fee') },
    closingAmount: wallet.availableAmount + wallet.keyCreditAmount + wallet.heldAmount,
  });
  expect(found.credits.map(({ reference }) => reference)).toContain('last month');
  expect(found.creditedAmount - found.providerAmount - found.feeAmount).toBe(found.closingAmount);
});

test('what is of another month opens or closes it', async () => {
  const present = await statement(monthOf(0));
  const nothing = { creditedAmount: 0, providerAmount: 0, feeAmount: 0, runs: 0, credits: [] };
  expect(await statement(monthOf(-1))).toMatchObject({
    ...{ isOver: true, openingAmount: 0, closingAmount: 0, ...nothing },
  });
  expect(await statement(monthOf(1))).toMatchObject({
    ...{ openingAmount: present.closingAmount, closingAmount: present.closingAmount, ...nothing },
  });
});

test('what is no month is refused', async () => {
  for (const query of ['', '?month=2026-13', '?month=2026']) {
    const answer = await customer.owner.send({
      path: `${customer.path}/wallet/statement${query}`,
    });
    problemOf(answer, 'invalid_request');
  }
});

test('entries of a time are those of the list that were made then', async () => {
  const all = await entries('');
  const middle = all[Math.floor(all.length / 2)]!.createdAt;
  const ids = (some: Entry[]) => some.map(({ id }) => id);
  expect(ids(await entries(`createdFrom=${middle}`))).toEqual(
    ids(all.filter(({ createdAt }) => createdAt >= middle)),
  );
  expect(ids(await entries(`createdBefore=${middle}&kind=hold`))).toEqual(
    ids(all.filter(({ createdAt, kind }) => createdAt < middle && kind === 'hold')),
  );
  expect(await entries('createdBefore=2020-01-01T00:00:00Z')).toEqual([]);
  expect(await entries('createdFrom=2090-01-01T00:00:00Z')).toEqual([]);
});
