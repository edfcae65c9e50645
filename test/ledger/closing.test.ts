/** Workers close balances while others write: nothing is added twice, and nothing that commits late is left out. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../server/keys/index.ts';
import {
  type AuditOptions,
  closeBalances,
  createLedger,
  topUpWallet,
} from '../../server/money/index.ts';
import { faultsInBooks } from '../support/books.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { untilUnlocked } from '../support/until-unlocked.ts';
import { admitRun, endRun, type Fixtures, makeFixtures } from './fixtures.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const faults = (options?: AuditOptions) => faultsInBooks(database.db, options);

/** For a slow machine. It measures nothing. */
const PATIENCE_MS = 60_000;
const closeAll = () => closeBalances(database.db, PATIENCE_MS);

async function expectCleanBooks(): Promise<void> {
  expect(await faults()).toEqual([]);
  expect(await faults({ fromTheStart: true, perPart: 7 })).toEqual([]);
}

async function closedUntil(): Promise<number> {
  const [row] = await database.db.query<{ until: number }>('select until from ledger_closed');
  return row!.until;
}

async function lastEntry(): Promise<number> {
  const [row] = await database.db.query<{ id: number }>('select max(id) as id from ledger_entry');
  return row!.id;
}

let references = 0;
const topUp = ({ workspace }: Fixtures) =>
  createLedger({ db: database.db }).topUp({ workspace, amount: 5, reference: `r${++references}` });

/** A transaction on its own connection that has an entry with an id and commits only when the test says so. */
async function topUpLate({ workspace }: Fixtures) {
  const began = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const ended = database.db.transaction(async (tx) => {
    await topUpWallet(tx, { workspace, amount: 7, reference: `r${++references}` });
    began.resolve();
    await released.promise;
  });
  await Promise.race([began.promise, ended]);
  return {
    async commit() {
      released.resolve();
      await ended;
    },
    async rollBack() {
      released.reject(new Error('given up'));
      await expect(ended).rejects.toThrow('given up');
    },
  };
}

test('all entries are closed while nothing is written, and a second closing changes nothing', async () => {
  const fixtures = await makeFixtures(database.db);
  await closeAll();
  expect(await closedUntil()).toBe(await lastEntry());
  const balances = () =>
    database.db.query('select * from closed_balance where workspace = $1', [fixtures.workspace]);
  const closed = await balances();
  expect(closed).toEqual([expect.objectContaining({ available: 1_000, held: 0, spent: 0 })]);
  await closeAll();
  expect(await balances()).toEqual(closed);
  await expectCleanBooks();
});

test.each(['commit', 'rollBack'] as const)(
  'an entry that has its id and is still to %s is waited for, while others go on writing',
  async (end) => {
    const [slow, quick] = await Promise.all([makeFixtures(database.db), makeFixtures(database.db)]);
    await closeAll();
    const before = await closedUntil();
    const late = await topUpLate(slow);
    await topUp(quick);
    const closable = await lastEntry();
    await closeBalances(database.db, 200);
    expect(await closedUntil()).toBe(before);
    const closing = closeAll();
    await topUp(quick);
    await expectCleanBooks();
    await late[end]();
    await closing;
    // Up to the entry that was the last one when the wait began.
    expect(await closedUntil()).toBe(closable);
    await expectCleanBooks();
    await closeAll();
    expect(await closedUntil()).toBe(await lastEntry());
    await expectCleanBooks();
  },
);

test('a transaction that begins to write after the last entry holds nothing up', async () => {
  const allFixtures = await Promise.all([1, 2, 3].map(() => makeFixtures(database.db)));
  await closeAll();
  const first = await topUpLate(allFixtures[0]!);
  await topUp(allFixtures[1]!);
  const closable = await lastEntry();
  await closeBalances(database.db, 100);
  const second = await topUpLate(allFixtures[2]!);
  await topUp(allFixtures[1]!);
  await first.commit();
  await closeAll();
  expect(await closedUntil()).toBe(closable);
  await second.commit();
  await closeAll();
  expect(await closedUntil()).toBe(await lastEntry());
  await expectCleanBooks();
});

test('a snapshot that is older than the entries can close nothing', async () => {
  const closing = database.db.transaction(async (tx) => {
    await tx.query('set transaction isolation level repeatable read');
    await tx.query('select close_balances(10)');
  });
  await expect(closing).rejects.toThrow('at the isolation level read committed only');
});

test('ids are given out one by one, which is what closing relies on', async () => {
  const rows = await database.db.query(
    `select seqcache as cache, seqincrement as step, seqcycle as turns from pg_sequence
     where seqrelid = pg_get_serial_sequence('ledger_entry', 'id')::regclass`,
  );
  expect(rows).toEqual([{ cache: 1, step: 1, turns: false }]);
});

test('at any moment amid creates, settlements and top-ups, closed or not, the books are right', async () => {
  const { db } = database;
  const allFixtures = await Promise.all([1, 2, 3].map(() => makeFixtures(db)));
  const credits = await Promise.all(
    allFixtures.map(async ({ workspace }) => {
      await createKey(db, { workspace, name: 'own', scopes: ['models:run'], credit: 400 });
      const [, credit] = await createLedger({ db }).balances(workspace);
      return credit!.account;
    }),
  );
  let isOver = false;
  const until = new Set<number>();
  async function keepClosing(): Promise<void> {
    while (!isOver) {
      await closeBalances(db, 100);
      until.add(await closedUntil());
      await sleep(Math.random() * 30);
    }
  }
  async function write(fixtures: Fixtures, account: string): Promise<void> {
    const { workspace, key } = fixtures;
    const run = { workspace, apiKey: key.id, account, reserved: 7 };
    for (let i = 0; i < 40; i++) {
      const { id } = await untilUnlocked(() => admitRun(db, run));
      if (i % 5 === 0) await topUp(fixtures);
      const charged = i % 3 > 0 ? i % 7 : undefined;
      await untilUnlocked(() => endRun(db, { workspace, id, ...(charged && { charged }) }));
    }
  }
  async function keepAuditing(): Promise<void> {
    while (!isOver) await expectCleanBooks();
  }
  const beside = [keepClosing(), keepClosing(), keepAuditing()];
  await Promise.all(
    allFixtures.flatMap((fixtures, i) => [
      write(fixtures, fixtures.wallet),
      write(fixtures, credits[i]!),
    ]),
  ).finally(() => {
    isOver = true;
  });
  await Promise.all(beside);
  expect(until.size).toBeGreaterThan(3);
  await closeAll();
  expect(await closedUntil()).toBe(await lastEntry());
  await expectCleanBooks();
});
