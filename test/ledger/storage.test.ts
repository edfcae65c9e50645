/** Charging stored bytes: once for each workspace and day, in whole units, and never more than the wallet has. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chargeStorage, closeBalances, createLedger } from '../../server/money/index.ts';
import { readConfig } from '../../server/platform/config/index.ts';
import type { Db } from '../../server/platform/db/pool.ts';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import { makeFixtures } from './fixtures.ts';
import { openSpoiling, type Spoiling } from './spoiling.ts';

let spoiling: Spoiling;
let db: Db;
beforeAll(async () => {
  spoiling = await openSpoiling();
  ({ db } = spoiling);
});
afterAll(() => spoiling.close());

const GB = 1_000_000_000;
const charge = (workspace: string, bytes: number, price: string, by: Db = db) =>
  chargeStorage(by, {
    ...{ stored: [{ workspace, bytes }], price, scale: 9 },
    onFault: (error) => {
      throw error;
    },
  });

const today = () => new Date().toISOString().slice(0, 10);

async function booksOf(workspace: string) {
  const ledger = createLedger({ db });
  const { entries } = await ledger.entries(workspace, { limit: 100 });
  const [wallet] = await ledger.balances(workspace);
  return {
    entries: entries
      .filter(({ kind }) => kind !== 'top_up')
      .map(({ kind, amount, reference }) => [kind, amount, reference]),
    wallet: [wallet!.available, wallet!.held, wallet!.spent],
  };
}

test('a day costs the bytes at their price, rounded up once, and is charged once by processes that charge at once', async () => {
  const { workspace } = await makeFixtures(db);
  // 1.5 GB at 101 units, and one more byte.
  const asked = Array.from({ length: 6 }, () => charge(workspace, 1.5 * GB + 1, '0.000000101'));
  await Promise.all(asked);
  await charge(workspace, 9 * GB, '0.5');
  expect(await booksOf(workspace)).toEqual({
    entries: [
      ['storage', 152, today()],
      ['hold', 152, today()],
    ],
    wallet: [848, 0, 152],
  });
  await closeBalances(db);
  expect(await spoiling.failing({ fromTheStart: true })).toEqual([]);
});

test('a charge that a crash ends before its commit has charged nothing, and the next one charges the day', async () => {
  const { workspace } = await makeFixtures(db);
  const crashing: Db = Object.assign(Object.create(db) as Db, {
    transaction: ((work) =>
      db.transaction(async (tx) => {
        await work(tx);
        throw new Error('the process ends here');
      })) as Db['transaction'],
  });
  await expect(charge(workspace, GB, '0.0000001', crashing)).rejects.toThrow('ends here');
  expect(await booksOf(workspace)).toEqual({ entries: [], wallet: [1_000, 0, 0] });
  await charge(workspace, GB, '0.0000001');
  expect((await booksOf(workspace)).wallet).toEqual([900, 0, 100]);
  expect(await spoiling.failing()).toEqual([]);
});

test('a wallet with too little pays what it has, and the rest is lost for good', async () => {
  const { workspace } = await makeFixtures(db);
  await charge(workspace, GB, '0.0000015');
  const expected = {
    entries: [
      ['loss', 500, today()],
      ['storage', 1_000, today()],
      ['hold', 1_000, today()],
    ],
    wallet: [0, 0, 1_000],
  };
  expect(await booksOf(workspace)).toEqual(expected);
  const { wallet } = await createLedger({ db }).topUp({
    ...{ workspace, amount: 700, reference: 'later' },
  });
  await charge(workspace, GB, '0.0000015');
  expect([wallet.available, (await booksOf(workspace)).wallet[0]]).toEqual([700, 700]);
  expect(await spoiling.failing()).toEqual([]);
});

test('a price of zero is none, and a price that is no decimal or absurd stops the start', () => {
  const priceOf = (STORAGE_PRICE_PER_GB_DAY: string) =>
    readConfig({ STORAGE_PRICE_PER_GB_DAY }).storagePrice;
  expect([priceOf(''), priceOf('0'), priceOf('0.00'), priceOf('0.0030')]).toEqual([
    ...[undefined, undefined, undefined, '0.003'],
  ]);
  for (const text of ['-1', 'free', '0x1', '1000.5']) {
    expect(() => priceOf(text), text).toThrow('STORAGE_PRICE_PER_GB_DAY must be a price from 0');
  }
});

test('a statement adds up with what stored bytes cost', async () => {
  const { workspace } = await makeFixtures(db);
  await charge(workspace, GB, '0.0000001');
  const day = 86_400_000;
  const around = { from: new Date(Date.now() - day), to: new Date(Date.now() + day) };
  expect(await createLedger({ db }).statement(workspace, around)).toMatchObject({
    ...{ opening: 0, credited: 1_000, provider: 0, fee: 0, storage: 100, closing: 900 },
  });
});

test('the audit names a day whose entries are not what it cost', async () => {
  const books = await spoiling.makeBooks();
  await charge(books.workspace, GB, '0.0000001');
  expect(await spoiling.failing()).toEqual([]);
  const ofDay = `workspace = '${books.workspace}'`;
  await spoiling.corrupt(`delete from storage_charge where ${ofDay}`);
  expect(await spoiling.failures()).toEqual({
    storage: [
      `workspace ${uuidToId('wsp', books.workspace)}: on ${today()}, stored bytes cost 0; 100 was held, 100 charged and 0 lost`,
    ],
  });
});
