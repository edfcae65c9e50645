import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '../../server/keys/index.ts';
import { createLedger, type Ledger } from '../../server/money/index.ts';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import { MAX_AMOUNT } from '../../server/platform/lib/money.ts';
import { createWorkspace, findWorkspace } from '../../server/workspaces/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { makeFixtures } from './fixtures.ts';

let database: TestDatabase;
let ledger: Ledger;

beforeAll(async () => {
  database = await createTestDatabase();
  ledger = createLedger(database);
});
afterAll(() => database.drop());

async function emptyWorkspace(name: string): Promise<string> {
  return (await createWorkspace(database.db, { name })).id;
}

describe('topping up a wallet', () => {
  test('the same reference tops up once, however often and at once it is sent', async () => {
    const workspace = await emptyWorkspace('once');
    const topUp = { workspace, amount: 500, reference: 'invoice 7' };
    const results = await Promise.all(Array.from({ length: 8 }, () => ledger.topUp(topUp)));
    expect(results.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect((await ledger.balances(workspace))[0]).toMatchObject({ kind: 'wallet', available: 500 });
    expect((await ledger.entries(workspace, { limit: 10 })).entries).toHaveLength(1);
  });

  test('a reference used with another amount is refused and changes nothing', async () => {
    const workspace = await emptyWorkspace('reused');
    await ledger.topUp({ workspace, amount: 500, reference: 'invoice 7' });
    await expect(ledger.topUp({ workspace, amount: 501, reference: 'invoice 7' })).rejects.toThrow(
      'This reference has credited 500 units before, and cannot be used for 501',
    );
    expect((await ledger.balances(workspace))[0]?.available).toBe(500);
  });

  test('two workspaces may use one reference', async () => {
    for (const name of ['first', 'second']) {
      const workspace = await emptyWorkspace(name);
      const { replayed } = await ledger.topUp({ workspace, amount: 5, reference: 'invoice 8' });
      expect(replayed).toBe(false);
    }
  });

  test('amounts that are no positive safe integer, and a sum above one, are refused', async () => {
    const workspace = await emptyWorkspace('bounds');
    for (const amount of [0, -1, 1.5, Number.NaN, MAX_AMOUNT + 1]) {
      await expect(ledger.topUp({ workspace, amount, reference: 'x' })).rejects.toThrow(
        'The amount must be from 1 to',
      );
    }
    await ledger.topUp({ workspace, amount: MAX_AMOUNT, reference: 'all' });
    await expect(ledger.topUp({ workspace, amount: 1, reference: 'more' })).rejects.toThrow(
      'The workspace would hold more than',
    );
    expect((await ledger.entries(workspace, { limit: 10 })).entries).toHaveLength(1);
  });

  test('all accounts together hold no more than an amount can say, however many credits come at once', async () => {
    const { workspace } = await makeFixtures(database.db, 1_000);
    const input = { workspace, name: 'k', scopes: ['models:run'], credit: 1_000 };
    await createKey(database.db, input);
    const credit = (amount: number, reference: string) =>
      ledger.topUp({ workspace, amount, reference });
    await expect(credit(MAX_AMOUNT - 999, 'too much')).rejects.toThrow('would hold more than');
    const half = Math.floor(MAX_AMOUNT / 2);
    const attempts = await Promise.allSettled(['a', 'b', 'c'].map((name) => credit(half, name)));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await credit(MAX_AMOUNT - half - 1_000, 'the rest');
    const sum = (await ledger.balances(workspace)).reduce(
      (total, account) => total + account.available,
      0,
    );
    expect(sum).toBe(MAX_AMOUNT);
  });

  test('a reference is printable, and the workspace exists', async () => {
    const workspace = await emptyWorkspace('names');
    for (const reference of ['', 'a\nb', 'a\u0000b', 'x'.repeat(201)]) {
      await expect(ledger.topUp({ workspace, amount: 1, reference })).rejects.toThrow('reference');
    }
    const nobody = '00000000-0000-7000-8000-000000000000';
    await expect(ledger.topUp({ workspace: nobody, amount: 1, reference: 'x' })).rejects.toThrow(
      'There is no such workspace',
    );
  });
});

test('entries are paged newest first, each exactly once', async () => {
  const workspace = await emptyWorkspace('pages');
  for (let i = 1; i <= 7; i += 1) {
    await ledger.topUp({ workspace, amount: i, reference: `top-up ${i}` });
  }
  const amounts: number[] = [];
  for (let before: number | null | undefined; before !== null; ) {
    const page = await ledger.entries(workspace, {
      limit: 3,
      ...(before === undefined ? {} : { before }),
    });
    amounts.push(...page.entries.map(({ amount }) => amount));
    before = page.next;
  }
  expect(amounts).toEqual([7, 6, 5, 4, 3, 2, 1]);
});

test('a page that looks for a rare thing among many entries ends, and the next one continues', async () => {
  const { workspace, wallet, key } = await makeFixtures(database.db);
  const insert = (kind: string, from: string, to: string, times: number) =>
    database.db.query(
      `insert into ledger_entry (workspace, account, run, kind, debit_bucket, credit_bucket, amount)
       select $1, $2, gen_random_uuid(), $3, $4, $5, 1 from generate_series(1, $6)`,
      [workspace, wallet, kind, from, to, times],
    );
  await insert('release', 'held', 'available', 1);
  await insert('hold', 'available', 'held', 2_100);
  for (const input of [{ kind: 'release' }, { kind: 'top_up', apiKey: key.id }]) {
    const first = await ledger.entries(workspace, { limit: 10, ...input });
    expect(first).toMatchObject({ entries: [], next: expect.any(Number) });
  }
  const kinds: string[] = [];
  for (let before: number | null | undefined; before !== null; ) {
    const page = { limit: 10, kind: 'release', ...(before !== undefined && { before }) };
    const { entries, next } = await ledger.entries(workspace, page);
    kinds.push(...entries.map(({ kind }) => kind));
    before = next;
  }
  expect(kinds).toEqual(['release']);
});

test("the service's own role can neither change nor remove an entry", async () => {
  const { workspace } = await makeFixtures(database.db);
  for (const statement of [
    'update ledger_entry set amount = 1 where workspace = $1',
    'delete from ledger_entry where workspace = $1',
  ]) {
    await expect(database.db.query(statement, [workspace])).rejects.toMatchObject({
      code: '42501',
    });
  }
});

describe('workspaces', () => {
  test('one is found by its id and by its name', async () => {
    const made = await createWorkspace(database.db, { name: 'Łódź & sons' });
    for (const reference of ['Łódź & sons', uuidToId('wsp', made.id)]) {
      expect((await findWorkspace(database.db, reference)).id).toBe(made.id);
    }
    await expect(findWorkspace(database.db, 'nobody')).rejects.toThrow(
      'There is no workspace nobody',
    );
  });

  test('a name is taken once, and a refused one creates no wallet', async () => {
    await createWorkspace(database.db, { name: 'taken' });
    const count = 'select count(*) as n from account';
    const before = await database.db.query(count);
    await expect(createWorkspace(database.db, { name: 'taken' })).rejects.toThrow(
      'There is a workspace named taken already',
    );
    expect(await database.db.query(count)).toEqual(before);
  });
});
