/**
 * Arbitrary charges over the end of a month and the change of clocks, as pages print them in three time zones: each column
 * adds up as it is printed, to what the ledger has of that month there.
 */
import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { newUuid } from '../../server/platform/lib/ids.ts';
import { type Charge, insertCharges } from '../dashboard/charged-runs.ts';
import type { Customer } from '../dashboard/fixtures.ts';
import { seed } from '../fuzz/seed.ts';
import { consoleOf } from '../operator/fixtures.ts';
import { BROWSER_TIMEOUT_MS } from '../support/browser.ts';
import { startService } from '../support/service.ts';
import { eventually } from './actions.ts';
import { type Fixtures, openFixtures, pathOf } from './fixtures.ts';
import { added, printed } from './printed.ts';

const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata'];
const WAYS = ['Customer', 'Key', 'Model or tool', 'Kind', 'Day', 'Label'];
const DAY = 86_400_000;
/** The end of a month, and the change of clocks in Berlin and New York. To come, so that its entries follow the fixtures'. */
const YEAR = new Date().getUTCFullYear() + 1;
const SPAN = { from: Date.UTC(YEAR, 9, 24, 12), to: Date.UTC(YEAR, 10, 8) };
const MONTHS = [SPAN.from, SPAN.to].map((at) => new Date(at).toISOString().slice(0, 7));

/** The browser's clock is after the charges. */
const AHEAD = `{
  const ahead = ${SPAN.to + 12 * DAY} - Date.now();
  const Here = Date;
  globalThis.Date = class extends Here {
    constructor(...given) {
      if (given.length > 0) super(...given);
      else super(Here.now() + ahead);
    }
    static now() {
      return Here.now() + ahead;
    }
  };
}`;

/** Ended months and changes of clocks, one of which is always within the last twelve months, in every time zone. */
const PAST = [
  { from: Date.UTC(YEAR - 1, 9, 24, 12), to: Date.UTC(YEAR - 1, 10, 8) },
  { from: Date.UTC(YEAR - 2, 9, 24, 12), to: Date.UTC(YEAR - 2, 10, 8) },
  { from: Date.UTC(YEAR - 1, 2, 5), to: Date.UTC(YEAR - 1, 3, 5) },
].find(({ from, to }) => from > Date.now() - 335 * DAY && to < Date.now())!;

const chargeIn = (span: typeof SPAN): fc.Arbitrary<Omit<Charge, 'id'>> =>
  fc.record({
    ...{ at: fc.integer({ min: span.from, max: span.to - 1 }), of: fc.constant(0) },
    ...{ key: fc.nat({ max: 1 }), subject: fc.constantFrom('a', 'b') },
    kind: fc.constantFrom('model_run', 'tool_run', 'compute_job'),
    endUser: fc.constantFrom(null, 'ada', 'bob'),
    labels: fc.constantFrom(null, { team: 'x' }),
    provider: fc.integer({ min: 0, max: 40_000_000 }),
    fee: fc.integer({ min: 1, max: 2_000_000 }),
  });

let fixtures: Fixtures;
let customer: Customer;
/** Whose charges are in the past. */
let former: Customer;
let page: Page;

beforeAll(async () => {
  fixtures = await openFixtures();
  // First, because charges of a month are found in the order of their entries.
  former = await charged(PAST);
  customer = await charged(SPAN);
  page = await fixtures.visit(customer.owner, { script: AHEAD });
}, BROWSER_TIMEOUT_MS);
afterAll(() => fixtures?.close());

async function charged(span: typeof SPAN): Promise<Customer> {
  const made = await fixtures.dashboard.customer();
  await made.tenant.topUp(100_000_000_000);
  await made.tenant.newKey({ credit: 20_000 });
  const some = fc.array(chargeIn(span), { minLength: 80, maxLength: 120 });
  const charges = fc
    .sample(some, { seed, numRuns: 1 })[0]!
    .toSorted((a, b) => a.at - b.at)
    .map((one) => {
      const time = one.at.toString(16).padStart(12, '0');
      return { ...one, id: time + newUuid().replaceAll('-', '').slice(12) };
    });
  await insertCharges(fixtures.dashboard.service.database, [made], charges);
  return made;
}

/** What the ledger has of a month there, by the rules of PostgreSQL. */
async function bookedIn(
  zone: string,
  month: string,
  endUser?: string,
  of = customer,
): Promise<number> {
  const [row] = await fixtures.dashboard.service.database.db.query<{ sum: number }>(
    `select coalesce(sum(e.amount), 0)::bigint as sum
     from ledger_entry e join run r on r.workspace = e.workspace and r.id = e.run
     where e.workspace = $1 and e.kind in ('capture_provider', 'capture_fee')
       and to_char(e.created_at at time zone $2, 'YYYY-MM') = $3
       and ($4::text is null or r.end_user_id = $4)`,
    [of.tenant.workspace, zone, month, endUser ?? null],
  );
  return row!.sum;
}

/** Once the sum of the column is what is expected: a page shows the last answer until the next one arrives. */
async function addsUp(column: string, sum: string, expected: number): Promise<void> {
  await eventually(async () => added(await printed(page, sum))).toBe(expected);
  await eventually(async () => added(await printed(page, column))).toBe(expected);
}

async function showMonth(month: string): Promise<void> {
  const words = new Date(`${month}-15`).toLocaleDateString('en-US', {
    ...{ month: 'long', year: 'numeric' },
  });
  await page.getByRole('button', { name: /Month$/ }).click();
  await page.getByRole('option', { name: words, exact: true }).click();
  await page.getByText(`Spent in ${words}`).waitFor();
}

it.each(ZONES)('in %s', async (timeZone) => {
  await customer.owner.send({ method: 'PATCH', path: customer.path, body: { timeZone } });
  for (const month of MONTHS) {
    const booked = await bookedIn(timeZone, month);
    await page.goto(pathOf(customer, 'wallet'));
    await showMonth(month);
    const statement = await printed(page, '[aria-label="Table: Statement"] td data');
    expect(added(statement.slice(0, -1))).toBe(statement.at(-1));
    const table = '[aria-label="Table: Charges"]';
    for (const way of WAYS) {
      await page.getByRole('radio', { name: way, exact: true }).click();
      await page.locator(`${table} thead`).getByText(way, { exact: true }).waitFor();
      const column = (part: string, at: number) => `${table} ${part} td:nth-of-type(${at}) data`;
      await addsUp(column('tbody', 4), column('tfoot', 4), booked);
      const parts = await Promise.all([2, 3].map((at) => printed(page, column('tfoot', at))));
      expect(added(parts.flat())).toBe(booked);
    }
    await page.goto(pathOf(customer, `customers?month=${month}`));
    const charged = 'td[data-label="Charged"] data';
    const named =
      (await bookedIn(timeZone, month, 'ada')) + (await bookedIn(timeZone, month, 'bob'));
    await addsUp(`tbody ${charged}`, `tfoot tr:first-child ${charged}`, named);
    await addsUp(`tfoot tr:not(:last-child) ${charged}`, `tfoot tr:last-child ${charged}`, booked);
    await page.goto(pathOf(customer, `customers?id=ada&month=${month}`));
    const ofAda = await bookedIn(timeZone, month, 'ada');
    await addsUp(
      `${table} tbody td:nth-of-type(4) data`,
      `${table} tfoot td:nth-of-type(4) data`,
      ofAda,
    );
    const days = { from: `${month}-01`, to: lastDayOf(month) };
    const usage = new URLSearchParams({ range: 'custom', ...days, group: 'key' });
    await page.goto(pathOf(customer, `usage?${usage}`));
    await eventually(async () => added(await printed(page, 'td[data-label="Cost"] data'))).toBe(
      booked,
    );
  }
});

it.each(ZONES)('the months of a customer in %s', async (timeZone) => {
  const { owner, path } = former;
  await owner.send({ method: 'PATCH', path, body: { timeZone } });
  const theirs = await fixtures.visit(owner, { viewport: { width: 2_560, height: 900 } });
  await theirs.goto(pathOf(former, 'customers?id=ada'));
  const table = '[aria-label="Table: Spend by month"]';
  const column = (part: string, at: string) => printed(theirs, `${table} ${part} td${at} data`);
  const months = [PAST.from, PAST.to].map((at) => new Date(at).toISOString().slice(0, 7));
  const booked = await Promise.all(months.map((month) => bookedIn(timeZone, month, 'ada', former)));
  expect(Math.min(...booked)).toBeGreaterThan(0);
  const charged = await column('tbody', ':last-of-type');
  expect(charged.filter((amount) => amount > 0)).toEqual(booked.toReversed());
  expect(await column('tfoot', ':last-of-type')).toEqual([added(booked)]);
  const [year] = await printed(theirs, '.tile:has(dt:text("Charged in twelve months")) dd data');
  expect(year).toBeGreaterThan(0);
  const kinds = await theirs.locator(`${table} thead .month-kind`).count();
  const ofKinds = await Promise.all(
    Array.from({ length: kinds }, async (_, index) => {
      const at = `:nth-of-type(${index + 1})`;
      const rows = await column('tbody', at);
      expect([added(rows)]).toEqual(await column('tfoot', at));
      return rows;
    }),
  );
  expect(charged).toEqual(charged.map((_, row) => added(ofKinds.map((rows) => rows[row]!))));
});

it.each(ZONES)('the books of the operator in %s', async (timeZone) => {
  const { database } = fixtures.dashboard.service;
  const environment = { BOOKS_TIME_ZONE: timeZone };
  const service = await startService({ database, environment, parts: ['api'] });
  onTestFinished(() => service.stop());
  const { operator } = await consoleOf(fixtures.dashboard);
  const theirs = await fixtures.visit(await operator(customer.tenant.workspace, 'viewer'));
  for (const month of MONTHS) {
    await theirs.goto(`http://localhost:${service.port}/operator/books?month=${month}`);
    const credit = '[aria-label="Table: Credit of workspaces"]';
    const [opening, ...lines] = await printed(theirs, `${credit} tbody td data`);
    expect(opening).toBeGreaterThan(0);
    const booked = await bookedIn(timeZone, month);
    expect(added(lines)).toBe(-booked);
    expect(await printed(theirs, `${credit} tfoot td data`)).toEqual([opening! - booked]);
    const sides = await Promise.all(
      ['Debit', 'Credit'].map(async (side) => {
        const cell = `[aria-label="Table: Entries to book"] @ td[data-label="${side}"] data`;
        const rows = await printed(theirs, cell.replace('@', 'tbody'));
        expect(await printed(theirs, cell.replace('@', 'tfoot'))).toEqual([added(rows)]);
        return added(rows);
      }),
    );
    expect(sides[0]).toBe(sides[1]);
  }
});

function lastDayOf(month: string): string {
  const [year, number] = month.split('-').map(Number);
  return new Date(Date.UTC(year!, number!, 0)).toISOString().slice(0, 10);
}
