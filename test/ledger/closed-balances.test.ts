/** Faults in books whose balances are closed: the audit names them by default, or when it adds up all entries anew. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AuditOptions, closeBalances } from '../../server/money/index.ts';
import type { Db } from '../../server/platform/db/pool.ts';
import { newUuid } from '../../server/platform/lib/ids.ts';
import { admitTo, type Books, openSpoiling, type Spoiling } from './spoiling.ts';

let spoiling: Spoiling;
let db: Db;
let fixtures: Books;

beforeAll(async () => {
  spoiling = await openSpoiling();
  ({ db } = spoiling);
});
afterAll(() => spoiling.close());

beforeEach(async () => {
  fixtures = await spoiling.makeBooks();
  await closeBalances(db);
});

const corrupt = (...statements: string[]) => spoiling.corrupt(...statements);
const failures = (options?: AuditOptions) => spoiling.failures(options);
const failing = (options?: AuditOptions) => spoiling.failing(options);

test('a cached balance that is not the sum of its entries is named', async () => {
  await corrupt(`update account set available = available + 1 where id = '${fixtures.wallet}'`);
  expect((await failures()).balances?.[0]).toMatch(
    /^account acc_\w+: cached 788 available, 100 held, 63 spent; the entries say 787, 100, 63$/,
  );
  expect(await failing({ fromTheStart: true })).toEqual(['balances']);
});

test('an old entry that was changed without its closed balance is named from the start', async () => {
  await corrupt(`update ledger_entry set amount = 999 where kind = 'top_up'`);
  expect(await failing()).toEqual([]);
  expect(await failures({ fromTheStart: true })).toEqual({
    closed: [
      expect.stringMatching(
        /^account acc_\w+: closed with 787 available, 100 held, 63 spent; the entries say 786, 100, 63$/,
      ),
    ],
  });
  expect(await failing({ fromTheStart: true })).toEqual(['closed']);
});

test('an old entry of a run is named by its run', async () => {
  await corrupt(`update ledger_entry set amount = 61 where kind = 'capture_provider'`);
  expect(await failing()).toEqual(['settled', 'captures']);
  expect(await failing({ fromTheStart: true })).toEqual(['closed', 'settled', 'captures']);
});

test('an entry that was removed, or slipped into the past, is named from the start', async () => {
  await corrupt(
    `delete from ledger_entry where kind = 'top_up'`,
    `insert into ledger_entry (id, workspace, account, kind, debit_bucket, credit_bucket, amount, external_reference)
     overriding system value
     values (-5, '${fixtures.workspace}', '${newUuid()}', 'top_up', 'external', 'available', 5, 'stray')`,
  );
  expect((await failures({ fromTheStart: true })).closed).toHaveLength(2);
});

test('a closed balance that was changed, or is gone, is named by default', async () => {
  await corrupt(
    `update closed_balance set available = available + 1 where account = '${fixtures.wallet}'`,
  );
  expect((await failures()).balances?.[0]).toContain('the entries say 788, 100, 63');
  expect(await failing({ fromTheStart: true })).toEqual(['books', 'closed', 'balances']);
  await corrupt(`delete from closed_balance where account = '${fixtures.wallet}'`);
  expect((await failures()).balances?.[0]).toContain('the entries say 0, 0, 0');
});

test('a changed entry after the closed ones is named by default', async () => {
  await admitTo(db, fixtures, 10);
  await corrupt(`update ledger_entry set amount = 11 where id > (select until from ledger_closed)`);
  expect(await failing()).toEqual(['balances', 'holds']);
});

test('entries of an account that is not there are named, closed or not', async () => {
  await corrupt(
    `insert into ledger_entry (workspace, account, kind, debit_bucket, credit_bucket, amount, external_reference)
     values ('${fixtures.workspace}', '${newUuid()}', 'top_up', 'external', 'available', 5, 'stray')`,
  );
  expect(await failing()).toEqual(['balances']);
  await closeBalances(db);
  expect(await failing({ fromTheStart: true })).toEqual(['balances']);
});

test('an account that gave more than it had is named', async () => {
  await corrupt(
    `update closed_balance set available = -1 where account = '${fixtures.wallet}'`,
    `update account set available = 0 where id = '${fixtures.wallet}'`,
  );
  expect(await failing()).toEqual(['books', 'below-zero', 'balances']);
});
