/**
 * The pages of money tie: whatever the charges of a month are split by, as a page prints them and in a file, they add up to
 * the statement and to the ledger, in each time zone, over the end of a month and the change of clocks.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decimalsOf, formatMoney } from '../../client/dashboard/src/format/money.ts';
import { runIdOf } from '../../server/kinds.ts';
import { idToUuid, newUuid } from '../../server/platform/lib/ids.ts';
import { seed } from '../fuzz/seed.ts';
import { problemOf } from '../support/service.ts';
import { type Charge, insertCharges } from './charged-runs.ts';
import { type BodyOf, type Customer, type Dashboard, startDashboard } from './fixtures.ts';

type Statement = BodyOf<'getStatement'>;
type Charges = BodyOf<'getCharges'>;
type Spending = BodyOf<'listWorkspaceCustomers'>;

const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata'] as const;
/** To come, so that the entries follow those that the fixtures make. The clocks change in each of them. */
const SPANS = [
  { from: '2027-03-12T00:00:00Z', hours: 22 * 24 },
  { from: '2027-10-29T00:00:00Z', hours: 10 * 24 },
];
const MONTHS = ['2027-03', '2027-04', '2027-10', '2027-11'];
const END_USERS = ['ada', '=1+1', 'Zoë, "the" second'];
const WAYS = ['endUser', 'key', 'subject', 'kind', 'day', 'label'] as const;
const UNIT = { currency: 'USD', scale: 9 };

const charge: fc.Arbitrary<Omit<Charge, 'id'>> = fc.record({
  at: fc
    .record({ span: fc.constantFrom(...SPANS), minute: fc.nat({ max: 60 * 24 * 22 }) })
    .map(({ span, minute }) => Date.parse(span.from) + (minute % (span.hours * 60)) * 60_000),
  of: fc.nat({ max: 1 }),
  key: fc.nat({ max: 1 }),
  kind: fc.constantFrom('model_run', 'tool_run', 'compute_job'),
  subject: fc.constantFrom('a', 'b'),
  endUser: fc.constantFrom(null, ...END_USERS),
  labels: fc.constantFrom(null, { team: 'x' }, { team: '' }, { other: 'y' }),
  provider: fc.integer({ min: 0, max: 40_000_000 }),
  fee: fc.integer({ min: 1, max: 2_000_000 }),
});

let dashboard: Dashboard;
let customers: Customer[];
let charges: Charge[];

beforeAll(async () => {
  dashboard = await startDashboard();
  customers = [await dashboard.customer(), await dashboard.customer()];
  for (const { tenant } of customers) await tenant.newKey({ credit: 20_000 });
  const made = fc.sample(fc.array(charge, { minLength: 300, maxLength: 400 }), {
    seed,
    numRuns: 1,
  });
  charges = made[0]!
    .toSorted((a, b) => a.at - b.at)
    .map((one) => {
      const time = one.at.toString(16).padStart(12, '0');
      return { ...one, id: time + newUuid().replaceAll('-', '').slice(12) };
    });
  await insertCharges(dashboard.service.database, customers, charges);
});
afterAll(() => dashboard.close());

/** By the test's own formatter: the local date, as Sweden writes it. */
const dayThere = (at: number, timeZone: string) =>
  new Date(at).toLocaleDateString('sv-SE', { timeZone });

const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0);

const get = <Body>({ owner, path }: Customer, query: string): Promise<Body> =>
  owner.get<Body>(`${path}/wallet/${query}`);

/** As a page prints a column: all with the decimals that it needs. Added up as text, without the currency. */
function printedSum(amounts: number[]): { printed: string[]; total: string } {
  const decimals = decimalsOf([...amounts, sum(amounts)], UNIT);
  const print = (amount: number) => formatMoney(amount, UNIT, 'exact', decimals);
  const printed = amounts.map(print);
  const digits = printed.map((text) => BigInt(text.replaceAll(/[$,.]/g, '')));
  const total = digits.reduce((all, each) => all + each, 0n);
  expect(
    print(sum(amounts))
      .replaceAll(/[$,.]/g, '')
      .replace(/^0+(?=\d)/, ''),
  ).toBe(String(total));
  return { printed, total: String(total) };
}

async function linesOf(
  { owner, path }: Customer,
  query: string,
  file = 'wallet/charges.csv',
): Promise<Record<string, string>[]> {
  const { status, text } = await owner.send({ path: `${path}/${file}?${query}` });
  expect(status, text).toBe(200);
  const [head, ...lines] = text.trimEnd().split('\r\n').map(cellsOf);
  return lines.map((cells) => Object.fromEntries(cells.map((cell, i) => [head![i]!, cell])));
}

/** What a program gets of the same month. */
async function exportOf({ tenant }: Customer, span: { from: string; to: string }) {
  const query = new URLSearchParams({ dataset: 'charges', format: 'ndjson', ...span });
  const { status, text } = await tenant.get(`/v1/developer/observability/export?${query}`);
  expect(status, text).toBe(200);
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as object);
}

/** No text of this test has a line break. */
function cellsOf(line: string): string[] {
  return [...`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
    quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
  );
}

describe.each(ZONES)('in %s', (timeZone) => {
  test.each(MONTHS)(
    'the charges of %s are those of the ledger, split in any way',
    async (month) => {
      for (const [of, customer] of customers.entries()) {
        const mine = charges.filter(
          (one) => one.of === of && dayThere(one.at, timeZone).startsWith(month),
        );
        const query = new URLSearchParams({ month, timeZone });
        const statement = await get<Statement>(customer, `statement?${query}`);
        expect(statement).toMatchObject({
          providerAmount: sum(mine.map(({ provider }) => provider)),
          feeAmount: sum(mine.map(({ fee }) => fee)),
        });
        const { openingAmount, providerAmount, feeAmount, closingAmount } = statement;
        expect(openingAmount - providerAmount - feeAmount).toBe(closingAmount);

        for (const by of WAYS) {
          const way = `charges?${query}&by=${by}${by === 'label' ? '&label=team' : ''}`;
          const { groups, isCut } = await get<Charges>(customer, way);
          expect(isCut).toBe(false);
          expect(sum(groups.map(({ runs }) => runs))).toBe(mine.length);
          expect(sum(groups.map((group) => group.providerAmount))).toBe(providerAmount);
          expect(sum(groups.map((group) => group.feeAmount))).toBe(feeAmount);
          const expected = Object.groupBy(mine, (one) => groupOf(one, by, timeZone) ?? 'none');
          const amounts = by === 'key' ? [] : Object.entries(expected);
          for (const [name, its] of amounts) {
            const found = groups.filter(
              ({ group = 'none', kind = '' }) => `${kind}${group}` === name,
            );
            expect(found.map(({ chargedAmount }) => chargedAmount)).toEqual([
              sum(its!.map((one) => one.provider + one.fee)),
            ]);
          }
          printedSum(groups.map(({ chargedAmount }) => chargedAmount));
          const file = await linesOf(customer, way.slice('charges?'.length));
          expect(file.map(({ units }) => Number(units))).toEqual(
            groups.map(({ chargedAmount }) => chargedAmount),
          );
        }

        await checkCustomers(customer, mine, { query, charged: providerAmount + feeAmount });

        const file = await linesOf(customer, String(query));
        expect(file).toHaveLength(mine.length);
        expect(sum(file.map(({ units }) => Number(units)))).toBe(providerAmount + feeAmount);
        const inUnits = (text = '') => Number(text.replace('.', ''));
        expect(sum(file.map(({ provider }) => inUnits(provider)))).toBe(providerAmount);
        expect(file.every(({ at }) => at!.startsWith(month))).toBe(true);
        expect(file.map(({ run }) => idToUuid(run!.split('_')[0] as 'run', run!))).toEqual(
          expect.arrayContaining(mine.map(({ id }) => idOf(id))),
        );

        const { from, to } = await get<Charges>(customer, `charges?${query}&by=kind`);
        const exported = await exportOf(customer, { from, to });
        const oldestFirst = mine.map(({ id, kind, provider, fee }) => ({
          runId: runIdOf(kind, idOf(id)),
          ...{ providerAmount: provider, feeAmount: fee, chargedAmount: provider + fee },
        }));
        expect(exported).toMatchObject(oldestFirst);
      }
    },
  );
});

/** The list of customers, its pages and its file, and the charges of one of them. */
async function checkCustomers(
  customer: Customer,
  mine: Charge[],
  { query, charged }: { query: URLSearchParams; charged: number },
): Promise<void> {
  const { owner, path } = customer;
  const read = (more: string) => owner.get<Spending>(`${path}/customers?${query}&${more}`);
  const { data, total } = await read('limit=100');
  const named = mine.filter(({ endUser }) => endUser !== null);
  const spentBy = (endUser: string) =>
    sum(named.filter((one) => one.endUser === endUser).map((one) => one.provider + one.fee));
  expect(data.map(({ endUserId, chargedAmount }) => [endUserId, chargedAmount])).toEqual(
    data
      .map(({ endUserId }) => [endUserId, spentBy(endUserId)] as const)
      .toSorted(([, one], [, other]) => other - one),
  );
  expect(total).toEqual({
    customers: END_USERS.length,
    runs: named.length,
    chargedAmount: sum(data.map(({ chargedAmount }) => chargedAmount)),
    allRuns: mine.length,
    allChargedAmount: charged,
  });
  printedSum(data.map(({ chargedAmount }) => chargedAmount));
  const first = await read('limit=1');
  const rest = await read(`limit=2&cursor=${first.nextCursor}`);
  expect([...first.data, ...rest.data]).toEqual(data);
  expect(rest.nextCursor).toBe(null);
  const file = await linesOf(customer, String(query), 'customers.csv');
  expect(file.map(({ units }) => Number(units))).toEqual(
    data.map(({ chargedAmount }) => chargedAmount),
  );

  const ofAda = `${query}&endUserId=ada`;
  const { groups } = await get<Charges>(customer, `charges?${ofAda}&by=kind`);
  expect(sum(groups.map(({ chargedAmount }) => chargedAmount))).toBe(spentBy('ada'));
  const runs = await linesOf(customer, ofAda);
  expect(sum(runs.map(({ units }) => Number(units)))).toBe(spentBy('ada'));
}

function groupOf(one: Charge, by: (typeof WAYS)[number], timeZone: string): string | null {
  if (by === 'endUser') return one.endUser;
  if (by === 'kind') return one.kind;
  if (by === 'subject') return `${one.kind}${one.subject}`;
  if (by === 'day') return dayThere(one.at, timeZone);
  return one.labels?.team ?? null;
}

const idOf = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

test('a text that begins a formula is text in a file', async () => {
  const lines = await linesOf(customers[0]!, 'month=2027-03&by=endUser');
  expect(lines.map(({ group }) => group)).toContain("'=1+1");
});

test('a label without a name, and an unknown way to split, are refused', async () => {
  const { owner, path } = customers[0]!;
  const ask = (query: string) =>
    owner.send({ path: `${path}/wallet/charges?month=2027-03&${query}` });
  expect(problemOf(await ask('by=label'), 'invalid_request').errors).toMatchObject([
    { parameter: 'label', code: 'required' },
  ]);
  problemOf(await ask('by=color'), 'invalid_request');
  problemOf(await ask(''), 'invalid_request');
});
