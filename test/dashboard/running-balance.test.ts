/** The wallet's balance after each entry: correct at every line, over pages, between days, and while money moves. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Entry, EntryList } from '../../openapi/generated/dashboard.ts';
import { request, runOf, unique } from '../support/service.ts';
import { bodyOf, type Customer, type Dashboard, startDashboard } from './fixtures.ts';

let dashboard: Dashboard;
let customer: Customer;

beforeAll(async () => {
  dashboard = await startDashboard();
  customer = await dashboard.customer();
  const { tenant, owner, path } = customer;
  for (const model of ['sandbox/echo', 'sandbox/refused', 'sandbox/echo']) {
    await tenant.end(runOf(await tenant.create(request(model))).id);
  }
  const key = { name: 'with credit', scopes: ['models:run'], creditAmount: 1_000_000 };
  const headers = { 'Idempotency-Key': unique('click') };
  bodyOf(await owner.send({ path: `${path}/keys`, headers, body: key }));
  await credit();
});
afterAll(() => dashboard.close());

async function credit(): Promise<void> {
  const body = { amount: 7_000_000, reference: unique('payment') };
  bodyOf(await customer.owner.send({ path: `${customer.path}/wallet/credits`, body }));
}

async function read(limit: number, query = '', between = async () => {}): Promise<Entry[]> {
  const found: Entry[] = [];
  for (let cursor = ''; ; ) {
    const path = `${customer.path}/wallet/entries?limit=${limit}${query}${cursor}`;
    const { data, nextCursor } = await customer.owner.get<EntryList>(path);
    found.push(...data);
    if (nextCursor === null) return found;
    cursor = `&cursor=${nextCursor}`;
    await between();
  }
}

/** From the oldest, by what each entry did. */
function replayed(entries: Entry[]): number[] {
  let balance = 0;
  return entries
    .toReversed()
    .map(({ account, direction, amount }) => {
      if (account === 'wallet') balance += { in: amount, out: -amount, none: 0 }[direction];
      return balance;
    })
    .toReversed();
}

const balancesIn = (entries: Entry[]) => entries.map((entry) => entry.walletBalanceAmount);

it('is what all entries up to there add up to, and the newest is what is available', async () => {
  const entries = await read(100);
  expect(entries.length).toBeGreaterThan(8);
  expect(balancesIn(entries)).toEqual(replayed(entries));
  const { availableAmount } = await customer.owner.get<{ availableAmount: number }>(
    `${customer.path}/wallet`,
  );
  expect(entries[0]?.walletBalanceAmount).toBe(availableAmount);
});

it.each([1, 2, 3])('is the same by pages of %i, while money moves', async (limit) => {
  const whole = await read(100);
  const paged = await read(limit, '', credit);
  expect(paged).toEqual(whole);
});

it('is the same within days', async () => {
  const whole = await read(100);
  const [, , from, , , to] = whole.toReversed();
  const span = `&createdFrom=${from!.createdAt}&createdBefore=${to!.createdAt}`;
  const part = await read(2, span);
  expect(part).toEqual(
    whole.filter(({ createdAt }) => createdAt >= from!.createdAt && createdAt < to!.createdAt),
  );
});

it('is left out where the list has only some of what changes it', async () => {
  const [entry] = await read(100, '&kind=hold');
  expect(entry).toBeDefined();
  expect(entry).not.toHaveProperty('walletBalanceAmount');
});
