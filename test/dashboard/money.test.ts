/**
 * Money is the same on every page: after arbitrary histories, the sums of each page's answers equal the sums of the
 * ledger's entries.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cases } from '../fuzz/seed.ts';
import { type BodyOf, bodyOf, type Customer, type Dashboard, startDashboard } from './fixtures.ts';
import { history, play } from './money-history.ts';

const HISTORIES = 16;
const GROUPS = ['none', 'model', 'key', 'endUser'] as const;

let dashboard: Dashboard;
/** Another process next to it: it has never read what the first one remembers of a workspace. */
let reader: Dashboard;

beforeAll(async () => {
  dashboard = await startDashboard({ parts: ['api'] });
  const { database } = dashboard.service;
  reader = await startDashboard({ parts: ['api'], database });
});
afterAll(async () => {
  await reader.close();
  await dashboard.close();
});

test('the wallet, keys, usage, entries, their file and runs add up to the ledger after arbitrary histories', async () => {
  const { db } = dashboard.service.database;
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const played = await dashboard.customer();
      await play(db, played, steps);
      const customer = readBy(reader, played);
      const ledger = await ledgerOf(customer);
      await checkWallet(customer, ledger);
      await checkKeys(customer, ledger);
      await checkUsage(customer, ledger);
      await checkEntries(customer, ledger);
      await checkRuns(customer, ledger);
    }),
    { ...cases(HISTORIES), endOnFailure: true },
  );
}, 300_000);

function readBy({ send }: Dashboard, customer: Customer): Customer {
  const sendAs: Customer['owner']['send'] = (ask) =>
    send({ cookie: customer.owner.cookie, ...ask });
  const owner = { ...customer.owner, send: sendAs };
  return { ...customer, owner: { ...owner, get: async (path) => bodyOf(await sendAs({ path })) } };
}

interface Movement {
  kind: string;
  account: 'wallet' | 'key_credit';
  from: string;
  to: string;
  amount: number;
}

/** The entries themselves, and their sums by where the money went and by whose it was. */
async function ledgerOf({ tenant: { workspace } }: Customer) {
  const entries = await dashboard.service.database.db.query<Movement>(
    `select e.kind, a.kind as account, e.debit_bucket as from, e.credit_bucket as to, e.amount
     from ledger_entry e join account a on a.id = e.account where e.workspace = $1`,
    [workspace],
  );
  const sumOf = (passes: (entry: Movement) => boolean) =>
    sum(entries.filter(passes), ({ amount }) => amount);
  const in_ = (bucket: string, passes: (entry: Movement) => boolean = () => true) =>
    sumOf((entry) => entry.to === bucket && passes(entry)) -
    sumOf((entry) => entry.from === bucket && passes(entry));
  const provider = sumOf(({ kind }) => kind === 'capture_provider');
  const fee = sumOf(({ kind }) => kind === 'capture_fee');
  return {
    ...{ entries, sumOf, provider, fee, spent: provider + fee, held: in_('held') },
    available: in_('available', ({ account }) => account === 'wallet'),
    keyCredit: in_('available', ({ account }) => account === 'key_credit'),
    credited: sumOf(({ kind }) => kind === 'top_up'),
  };
}

type Books = Awaited<ReturnType<typeof ledgerOf>>;

async function checkWallet({ owner, path }: Customer, books: Books): Promise<void> {
  const wallet = await owner.get<BodyOf<'getWallet'>>(`${path}/wallet`);
  const { availableAmount, heldAmount, spentAmount, keyCreditAmount } = wallet;
  expect([availableAmount, heldAmount, spentAmount, keyCreditAmount]).toEqual([
    ...[books.available, books.held, books.spent, books.keyCredit],
  ]);
  expect(availableAmount + heldAmount + spentAmount + keyCreditAmount).toBe(books.credited);
}

async function checkKeys({ owner, path }: Customer, books: Books): Promise<void> {
  const keys = await allOf<BodyOf<'listKeys'>['data'][number]>(owner, `${path}/keys?limit=3`);
  expect(sum(keys, ({ spentAmount }) => spentAmount)).toBe(books.spent);
  expect(sum(keys, ({ heldAmount }) => heldAmount)).toBe(books.held);
  expect(sum(keys, ({ creditAmount = 0 }) => creditAmount)).toBe(books.keyCredit);
  // The last key of each line shows all that the line has spent.
  const last = keys.filter(({ rotatedTo }) => rotatedTo === undefined);
  expect(sum(last, (key) => key.spentWithPredecessorsAmount)).toBe(books.spent);
  const payers = new Map(keys.map(({ id, paysFrom }) => [id, paysFrom]));
  for (const { rotatedTo, paysFrom, creditAmount } of keys) {
    if (rotatedTo !== undefined) expect(payers.get(rotatedTo)).toBe(paysFrom);
    else expect(creditAmount === undefined).toBe(paysFrom === 'wallet');
  }
}

async function checkUsage({ owner, path }: Customer, books: Books): Promise<void> {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  for (const groupBy of GROUPS) {
    const query = `from=${at(-2)}&to=${at(2)}&interval=hour&groupBy=${groupBy}`;
    const usage = await owner.get<BodyOf<'getUsage'>>(`${path}/usage?${query}`);
    type Part = Pick<
      BodyOf<'getUsage'>['totals'][number],
      'chargedAmount' | 'providerAmount' | 'feeAmount'
    >;
    for (const parts of [usage.totals, usage.buckets] as Part[][]) {
      expect(sum(parts, ({ chargedAmount }) => chargedAmount)).toBe(books.spent);
      expect(sum(parts, ({ providerAmount }) => providerAmount)).toBe(books.provider);
      expect(sum(parts, ({ feeAmount }) => feeAmount)).toBe(books.fee);
    }
  }
}

async function checkEntries({ owner, path }: Customer, books: Books): Promise<void> {
  type Entry = BodyOf<'listEntries'>['data'][number];
  const below = `${path}/wallet/entries`;
  const listed = await allOf<Entry>(owner, `${below}?limit=17`);
  expect(listed).toHaveLength(books.entries.length);
  for (const [shown, stored] of KINDS) {
    const amount = sum(
      listed.filter(({ kind }) => kind === shown),
      (entry) => entry.amount,
    );
    expect([shown, amount]).toEqual([shown, books.sumOf(({ kind }) => kind === stored)]);
  }
  const moved = (account: string) =>
    sum(
      listed.filter((entry) => entry.account === account),
      ({ amount, direction }) => amount * SIGNS[direction],
    );
  expect([moved('wallet'), moved('key_credit')]).toEqual([books.available, books.keyCredit]);
  const { text } = await owner.send({ path: `${below}.csv` });
  const lines = text.trimEnd().split('\r\n').slice(1);
  expect(
    lines
      .map((line) => line.split(','))
      .map(([id, , kind, , , , , units]) => [id, kind, Number(units)]),
  ).toEqual(listed.map(({ id, kind, amount }) => [id, kind, amount]));
}

async function checkRuns({ owner, path }: Customer, books: Books): Promise<void> {
  type Run = BodyOf<'listRuns'>['data'][number];
  const runs = await allOf<Run>(owner, `${path}/runs?limit=7`);
  expect(sum(runs, ({ chargedAmount = 0 }) => chargedAmount)).toBe(books.spent);
  const pending = runs.filter(({ finishedAt }) => finishedAt === undefined);
  expect(sum(pending, ({ reservedAmount }) => reservedAmount)).toBe(books.held);
  for (const { id, chargedAmount = 0 } of runs.slice(0, 4)) {
    const { entries } = await owner.get<BodyOf<'getRun'>>(`${path}/runs/${id}`);
    const captured = entries.filter(({ kind }) => kind === 'capture' || kind === 'fee');
    expect(sum(captured, ({ amount }) => amount)).toBe(chargedAmount);
  }
}

async function allOf<Row>(owner: Customer['owner'], path: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor = ''; ; ) {
    const page = await owner.get<{ data: Row[]; nextCursor: string | null }>(path + cursor);
    rows.push(...page.data);
    if (page.nextCursor === null) return rows;
    cursor = `&cursor=${page.nextCursor}`;
  }
}

function sum<Row>(rows: readonly Row[], amount: (row: Row) => number): number {
  return rows.reduce((total, row) => total + amount(row), 0);
}

const SIGNS = { in: 1, out: -1, none: 0 };
const KINDS = [
  ['top_up', 'top_up'],
  ['hold', 'hold'],
  ['capture', 'capture_provider'],
  ['fee', 'capture_fee'],
  ['release', 'release'],
  ['transfer_out', 'transfer_out'],
  ['transfer_in', 'transfer_in'],
  ['loss', 'loss'],
] as const;
