/** The operator's books of months: they follow one another, agree with the ledger, and do not change once they are final. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  audit,
  type Books,
  chargeStorage,
  closeBalances,
  createLedger,
  creditPayment,
  giveGrant,
  insertTax,
  readBooks,
  reverseRefund,
  revokeGrant,
  takeRefund,
} from '../../server/money/index.ts';
import { readConfig } from '../../server/platform/config/index.ts';
import type { Db } from '../../server/platform/db/pool.ts';
import { recordLateOutcome } from '../../server/runs/look-up-store.ts';
import { run } from '../support/program.ts';
import { admitRuns, endRuns, type Fixtures, makeFixtures } from './fixtures.ts';
import { openSpoiling, type Spoiling } from './spoiling.ts';

let spoiling: Spoiling;
let db: Db;
let tenants: Fixtures[];

const now = new Date();
const monthOf = (ago: number) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1)).toISOString().slice(0, 7);
/** Consecutive; nothing happens in the last but one, which may not be final yet. */
const MONTHS = [4, 3, 2, 1, 0].map(monthOf);
const ZONE = 'Asia/Kathmandu';

const booksOf = (month: string, timeZone = 'UTC') => readBooks(db, { month, timeZone });
const amountOf = (books: Books, name: string) =>
  books.lines.find((line) => line.name === name)!.amount;

beforeAll(async () => {
  spoiling = await openSpoiling();
  ({ db } = spoiling);
  tenants = [await makeFixtures(db, 10_000), await makeFixtures(db, 500)];
  for (const [at, fixtures] of tenants.entries()) await live(fixtures, at);
  // As if the entries were of four months, as many in each, the first at midnight of UTC.
  await spoiling.corrupt(
    `update ledger_entry e set created_at =
       date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' - (4 - t.tile) * interval '1 month'
     from (select id, ntile(4) over (order by id) - 1 as tile from ledger_entry) t where t.id = e.id and t.tile < 3`,
    `insert into audit_event (workspace, kind, detail, created_at) values
       (null, 'outcome_given_up', '{}', now() - interval '4 months'),
       (null, 'answer_lost', '{"loss_amount": 5}', now()), (null, 'answer_lost', '{}', now()),
       (null, 'completed_uncharged', '{}', now()), (null, 'late_outcome', '{}', now())`,
    // The first instant of a month, and the last one before it.
    `insert into tax_entry (workspace, reference, amount, created_at)
     select gen_random_uuid(), 'pay', amount, date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' + at * interval '1 ms'
     from (values (1000, 0), (-300, 0), (500, -1)) as t (amount, at)`,
  );
  await closeBalances(db);
});
afterAll(() => spoiling.close());

/** Something of every kind. */
async function live({ workspace, wallet, key }: Fixtures, at: number): Promise<void> {
  const runs = await admitRuns(db, { workspace, apiKey: key.id, account: wallet, reserved: 90 }, 4);
  await endRuns(db, [
    { workspace, id: runs[0]!.id, charged: 60 + at, fee: 7 },
    { workspace, id: runs[1]!.id },
    { workspace, id: runs[2]!.id, charged: 90 },
  ]);
  const late = { workspace, id: runs[1]!.id, ran: true, amount: 13, reference: undefined };
  await recordLateOutcome(db, late);
  const grant = { workspace, amount: 300, reason: 'goodwill', reference: 'sorry' } as const;
  const expiresAt = new Date(Date.now() + 86_400_000);
  const { id } = (await db.transaction((tx) => giveGrant(tx, { ...grant, expiresAt }))).grant;
  const onFault = (error: unknown) => {
    throw error;
  };
  await chargeStorage(db, {
    // The second one can't pay it.
    stored: [{ workspace, bytes: at === 0 ? 1e9 : 1e10 }],
    ...{ price: '0.0000002', scale: 9, onFault },
  });
  await db.transaction((tx) => revokeGrant(tx, id));
  await db.transaction(async (tx) => {
    await creditPayment(tx, { workspace, amount: 200, reference: 'pay' });
    await insertTax(tx, { workspace, amount: 40, reference: 'pay' });
    await takeRefund(tx, { workspace, atMost: 150, reference: 'pay/1' });
    await insertTax(tx, { workspace, amount: -30, reference: 'pay' });
    await reverseRefund(tx, { workspace, amount: 50, reference: 'pay/2' });
  });
}

interface Entry {
  month: string;
  kind: string;
  to: string;
  amount: number;
}

const inMonths = (timeZone: string) =>
  db.query<Entry>(
    `select to_char(created_at at time zone $1, 'YYYY-MM') as month, kind, credit_bucket as to, amount
     from ledger_entry
     union all
     select to_char(created_at at time zone $1, 'YYYY-MM'), k.kind, k.kind, abs(amount)
     from tax_entry cross join lateral (select case when amount > 0 then 'tax' else 'tax_returned' end) as k (kind)`,
    [timeZone],
  );

test.each(['UTC', ZONE])(
  'in %s, a month has what its entries say and follows the one before',
  async (zone) => {
    const entries = await inMonths(zone);
    let before = 0n;
    for (const month of MONTHS) {
      const books = await booksOf(month, zone);
      expect(books.opening).toBe(before);
      const sumOf = (kind: string, to?: string) =>
        entries
          .filter(
            (each) => each.month === month && each.kind === kind && (to ?? each.to) === each.to,
          )
          .reduce((sum, { amount }) => sum + BigInt(amount), 0n);
      const {
        provider_cost: cost,
        loss_provider,
        loss_storage,
        ...moved
      } = Object.fromEntries(books.lines.map(({ name, amount }) => [name, amount]));
      for (const [kind, amount] of Object.entries(moved)) expect(amount, kind).toBe(sumOf(kind));
      expect([cost, loss_provider, loss_storage]).toEqual([
        ...[sumOf('capture_provider'), sumOf('loss', 'provider'), sumOf('loss', 'storage')],
      ]);
      const change = books.lines.reduce(
        (sum, { effect, amount }) =>
          effect === 'none' ? sum : effect === 'in' ? sum + amount : sum - amount,
        0n,
      );
      expect(books.closing, month).toBe(books.opening + change);
      expect(books.difference).toBe(0n);
      if (month !== MONTHS[3]) expect(books.state).toBe(month === MONTHS[4] ? 'open' : 'final');
      before = books.closing;
    }
    const balances = await Promise.all(
      tenants.map(({ workspace }) => createLedger({ db }).balances(workspace)),
    );
    const credit = balances.flat().reduce((sum, { available, held }) => sum + available + held, 0);
    expect(before).toBe(BigInt(credit));
    // Otherwise a kind of line was not tested.
    const all = await Promise.all(MONTHS.map((month) => booksOf(month, zone)));
    for (const { name } of all[0]!.lines)
      expect(
        all.reduce((sum, books) => sum + amountOf(books, name), 0n),
        name,
      ).toBeGreaterThan(0n);
  },
);

test('a month is what a time zone says, and counts the costs that nobody told', async () => {
  const [first] = MONTHS;
  const { from, to, opening, closing } = await booksOf(first!, ZONE);
  expect([from.toISOString().slice(11), to.toISOString().slice(11)]).toEqual([
    ...['18:15:00.000Z', '18:15:00.000Z'],
  ]);
  expect([opening, closing]).toEqual([0n, (await booksOf(first!)).closing]);
  const berlin = await booksOf('2026-10', 'Europe/Berlin');
  expect([berlin.from, berlin.to]).toEqual([
    ...[new Date('2026-09-30T22:00:00.000Z'), new Date('2026-10-31T23:00:00.000Z')],
  ]);
  const counts = await Promise.all(
    MONTHS.map(async (month) => (await booksOf(month)).unknownCosts),
  );
  expect(counts).toEqual([1, 0, 0, 0, 2]);
});

test('an entry that comes after its month is final counts in a later one, and in no sum twice', async () => {
  const before = await Promise.all(MONTHS.map((month) => booksOf(month)));
  const [{ workspace }] = tenants as [Fixtures];
  await createLedger({ db }).topUp({ workspace, amount: 77, reference: 'late' });
  // As if its transaction had lasted for months.
  await spoiling.corrupt(
    `update ledger_entry set created_at = now() - interval '3 months' where external_reference = 'late'`,
  );
  const check = async () => {
    const after = await Promise.all(MONTHS.map((month) => booksOf(month)));
    expect(after.slice(0, 3)).toEqual(before.slice(0, 3));
    const last = (all: Books[]) => all.at(-1)!;
    expect(last(after).closing).toBe(last(before).closing + 77n);
    expect(last(after).difference).toBe(0n);
  };
  await check();
  await closeBalances(db);
  await check();
  for await (const { name, faults } of audit(db)) if (name === 'books') expect(faults).toEqual([]);
  await spoiling.corrupt(`update ledger_sum set amount = amount + 1 where kind = 'top_up'`);
  expect(Object.keys(await spoiling.failures())).toContain('books');
  expect((await booksOf(MONTHS[4]!)).difference).toBeLessThan(0n);
  const { code, stdout } = await command();
  expect([code, stdout.includes('more than the books say')]).toEqual([1, true]);
  await spoiling.corrupt(`update ledger_sum set amount = amount - 1 where kind = 'top_up'`);
});

const command = (...more: string[]) =>
  run(['books', 'month', MONTHS[4]!, ...more], { DATABASE_URL: spoiling.url });
/** In billionths of a dollar. */
const exact = (text: string) => BigInt(text.replace('.', ''));

test('the command prints sums that add up as printed, and debits that equal credits', async () => {
  const { stdout: text } = await command();
  expect(text).toMatch(/^Books of .*UTC\. The month is not over.*\n\nLINE .*\nOpening credit/);
  const amounts = [...text.matchAll(/^([-+ OC]).*? {2,}(\d+\.\d{9})\b/gm)];
  const [opening, ...rows] = amounts.map(([, sign, amount]) => ({ sign, amount: exact(amount!) }));
  const closing = rows.find(({ sign }) => sign === 'C')!;
  const moved = rows
    .filter(({ sign }) => sign === '+' || sign === '-')
    .reduce((sum, { sign, amount }) => (sign === '+' ? sum + amount : sum - amount), 0n);
  expect(moved).not.toBe(0n);
  expect(opening!.amount + moved).toBe(closing.amount);
  expect(text).toContain('the cost of 2 runs that no provider told');

  const cellsOf = (csv: string) =>
    csv
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
  const [, ...entries] = cellsOf((await command('--entries')).stdout);
  const sum = (column: number) =>
    entries.reduce((all, row) => all + (row[column] === '' ? 0n : exact(row[column]!)), 0n);
  expect(sum(2)).toBe(sum(3));
  const owed = (column: number) =>
    entries
      .filter(([, account]) => account === 'Workspace credit')
      .reduce((all, row) => all + (row[column] === '' ? 0n : exact(row[column]!)), 0n);
  expect(owed(3) - owed(2)).toBe(moved);

  const [head, first, ...sums] = cellsOf((await command('--csv')).stdout);
  expect(head!.slice(3, 8)).toEqual(['line', 'effect', 'amount', 'currency', 'units']);
  const change = sums
    .slice(0, -1)
    .reduce(
      (all, row) => all + BigInt(row[7]!) * (row[4] === 'in' ? 1n : row[4] === 'out' ? -1n : 0n),
      0n,
    );
  expect(BigInt(first![7]!) + change).toBe(BigInt(sums.at(-1)![7]!));
});

test('a month and a time zone that do not exist are refused', async () => {
  expect((await run(['books', 'month', '2026-13'], {})).stderr).toContain(
    'Write a month, 2026-10.',
  );
  const there = await run(['books', 'month', '2026-10', '--time-zone', 'Mars/Olympus'], {});
  expect(there.stderr).toContain('Write a time zone, Europe/Berlin.');
  expect(readConfig({ BOOKS_TIME_ZONE: ZONE }).booksTimeZone).toBe(ZONE);
  expect(() => readConfig({ BOOKS_TIME_ZONE: '+02:00' })).toThrow('BOOKS_TIME_ZONE must be');
});
