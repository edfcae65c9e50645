/** The list of customers by spending: its runs and sums are those of the entries, however a charge is divided. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCustomerSpending } from '../../server/customers/http.ts';
import { selectCustomersBySpending } from '../../server/customers/spending-store.ts';
import { createCursors, createPaging } from '../../server/platform/lib/cursor.ts';
import { endRun } from '../ledger/fixtures.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { makeBudgetFixtures } from './fixtures.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a run counts once, with a provider’s part, a fee or both, and one that cost nothing does not', async () => {
  const { db } = database;
  const { workspace, admit } = await makeBudgetFixtures(db);
  const charges = [
    ['bakery', { charged: 63, fee: 3 }],
    ['bakery', { charged: 4, fee: 4 }],
    ['bakery', { charged: 7, fee: 0 }],
    ['bakery', { charged: 0, fee: 0 }],
    ['florist', { charged: 5, fee: 5 }],
    ['idle', {}],
  ] as const;
  for (const [endUser, charge] of charges) {
    const { id } = await admit(endUser, 100);
    await endRun(db, { workspace, id, ...charge });
  }
  const span = { from: new Date(Date.now() - 60_000), to: new Date(Date.now() + 60_000) };
  const { customers, sums } = await selectCustomersBySpending(db, {
    ...{ workspace, ...span, state: null, hasBudgets: null, search: null },
    ...{ sort: 'spent', after: null, limit: 10 },
  });
  expect(customers.map(({ endUserId, runs, charged }) => [endUserId, runs, charged])).toEqual([
    ['bakery', 3, 74],
    ['florist', 1, 5],
    ['idle', 0, 0],
  ]);
  expect(sums).toMatchObject({ customers: 3, runs: 4, charged: 79, allRuns: 4, allCharged: 79 });
  const books = await db.query<{ runs: number; charged: number }>(
    `select count(distinct run)::integer as runs, sum(amount)::bigint as charged from ledger_entry
     where workspace = $1 and kind in ('capture_provider', 'capture_fee')`,
    [workspace],
  );
  expect(books).toEqual([{ runs: 4, charged: 79 }]);
});

test('pages of a month that goes on have each customer once, as charged when the first page was read', async () => {
  const { db } = database;
  const { workspace, admit } = await makeBudgetFixtures(db);
  const charge = async (endUser: string, charged: number) => {
    const { id } = await admit(endUser, 100);
    await endRun(db, { workspace, id, charged });
  };
  const unit = { currency: 'USD', scale: 9 };
  const paging = createPaging(createCursors(Buffer.from('spending')));
  const { list } = createCustomerSpending({ reads: db, unit, paging });
  const month = new Date().toISOString().slice(0, 7);
  for (const [at, endUser] of ['bakery', 'florist', 'butcher'].entries()) {
    await charge(endUser, 30 - at);
  }
  const pages = [await list(workspace, { month, limit: 1 })];
  // Now the last one is the first.
  await charge('butcher', 50);
  await charge('tailor', 90);
  for (let cursor = pages[0]!.nextCursor; cursor !== null; cursor = pages.at(-1)!.nextCursor) {
    pages.push(await list(workspace, { month, limit: 1, cursor }));
  }
  const listed = pages.flatMap(({ data }) => data);
  expect(listed.map(({ endUserId, chargedAmount }) => [endUserId, chargedAmount])).toEqual([
    ['bakery', 30],
    ['florist', 29],
    ['butcher', 28],
    ['tailor', 0],
  ]);
  expect(new Set(pages.map(({ total }) => total.allChargedAmount))).toEqual(new Set([87]));
  const [first] = (await list(workspace, { month, limit: 1 })).data;
  expect(first).toMatchObject({ endUserId: 'tailor', chargedAmount: 90 });
});
