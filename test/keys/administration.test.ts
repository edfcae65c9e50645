import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createKey,
  listKeys,
  returnEndedCredit,
  revokeKey,
  rotateKey,
} from '../../server/keys/index.ts';
import { type Balance, createLedger } from '../../server/money/index.ts';
import { newUuid, uuidToId } from '../../server/platform/lib/ids.ts';
import { MAX_AMOUNT } from '../../server/platform/lib/money.ts';
import { admitRun, endRun, type Fixtures, makeFixtures } from '../ledger/fixtures.ts';
import { faultsInBooks } from '../support/books.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

let database: TestDatabase;
let fixtures: Fixtures;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  fixtures = await makeFixtures(database.db, 1_000);
});
afterAll(async () => {
  const faults = await faultsInBooks(database.db);
  await database.drop();
  expect(faults).toEqual([]);
});

const publicId = (uuid: string) => uuidToId('key', uuid);
const noRuns = async () => 0;
const returnCredit = () =>
  returnEndedCredit(database.db, (error) => {
    throw error;
  });

function make(more: { credit?: number; walletFallback?: boolean; expiresAt?: Date } = {}) {
  const { workspace } = fixtures;
  return createKey(database.db, { workspace, name: 'a key', scopes: ['models:run'], ...more });
}

async function accounts(): Promise<{ wallet: Balance; credit: Balance | undefined }> {
  const [wallet, credit] = await createLedger(database).balances(fixtures.workspace);
  return { wallet: wallet as Balance, credit };
}

async function available(): Promise<[number, number | undefined]> {
  const { wallet, credit } = await accounts();
  return [wallet.available, credit?.available];
}

describe('creating a key', () => {
  test('its text is nowhere in the database', async () => {
    const { key } = await make();
    const rows = await database.db.query('select k::text from api_key k');
    expect(JSON.stringify(rows)).not.toContain(key.slice(8, -4));
  });

  test('its credit comes out of the wallet', async () => {
    await make({ credit: 400 });
    expect(await available()).toEqual([600, 400]);
  });

  test('credit that the wallet does not have makes no key and moves nothing', async () => {
    await expect(make({ credit: 1_001 })).rejects.toMatchObject({
      code: 'insufficient_credit',
      options: { members: { required: 1_001, available: 1_000 } },
    });
    expect(await listKeys(database.db, fixtures.workspace)).toHaveLength(1);
    expect(await available()).toEqual([1_000, undefined]);
  });

  test('twenty at once with credit for ten get exactly ten', async () => {
    const made = await Promise.allSettled(Array.from({ length: 20 }, () => make({ credit: 100 })));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect((await accounts()).wallet.available).toBe(0);
  });

  test('its name is kept without blanks around it, and can be seen', async () => {
    const { workspace } = fixtures;
    const named = (name: string) =>
      createKey(database.db, { workspace, name, scopes: ['models:run'] });
    expect((await named('  back end\u00a0')).name).toBe('back end');
    for (const name of [
      '',
      '   ',
      '\u200b\u2060',
      '\u00a0',
      'a\u202eb',
      '\u2066a',
      'a\u200f',
      'a\nb',
    ]) {
      await expect(named(name)).rejects.toThrow('A name has 1 to 100 printable characters');
    }
  });

  test('invalid input is refused with a sentence', async () => {
    await expect(make({ credit: 0 })).rejects.toThrow('The credit must be from 1 to');
    await expect(make({ credit: 0.5 })).rejects.toThrow('The credit must be from 1 to');
    await expect(make({ walletFallback: true })).rejects.toThrow('Only a key with credit');
    await expect(make({ expiresAt: new Date(0) })).rejects.toThrow('in the future');
    await expect(make({ expiresAt: new Date(Number.NaN) })).rejects.toThrow('in the future');
  });
});

describe('revoking a key', () => {
  test('its unheld credit goes back at once, what its unsent runs held with them', async () => {
    const { id } = await make({ credit: 400 });
    const account = (await accounts()).credit?.account as string;
    const run = await admitRun(database.db, {
      ...{ workspace: fixtures.workspace, apiKey: id, account, reserved: 150 },
    });
    const revoked = await revokeKey(database.db, publicId(id), async (...keys) => {
      expect(keys).toEqual([fixtures.workspace, [id]]);
      expect(await available()).toEqual([850, 0]);
      await endRun(database.db, { workspace: fixtures.workspace, id: run.id });
      return 1;
    });
    expect(revoked).toMatchObject({ returned: 400, failedRuns: 1, key: { status: 'revoked' } });
    expect(await available()).toEqual([1_000, 0]);
  });

  test('what a sent run releases later is returned by the sweep, once', async () => {
    const { id } = await make({ credit: 400 });
    const account = (await accounts()).credit?.account as string;
    const { workspace } = fixtures;
    const run = await admitRun(database.db, { workspace, apiKey: id, account, reserved: 150 });
    await revokeKey(database.db, publicId(id), noRuns);
    await endRun(database.db, { workspace, id: run.id, charged: 50 });
    expect(await available()).toEqual([850, 100]);
    await Promise.all([returnCredit(), returnCredit()]);
    expect(await available()).toEqual([950, 0]);
  });

  test('a create that comes later is key_ended, and one that came earlier is seen', async () => {
    const { id } = await make();
    const { workspace, wallet } = fixtures;
    const admit = () =>
      admitRun(database.db, { workspace, apiKey: id, account: wallet, reserved: 1 });
    const seen: string[] = [];
    const [admitted] = await Promise.all([
      Promise.all(Array.from({ length: 30 }, admit)),
      revokeKey(database.db, publicId(id), async () => {
        const rows = await database.db.query<{ id: string }>(
          'select id from run where api_key = $1',
          [id],
        );
        seen.push(...rows.map((row) => row.id));
        return rows.length;
      }),
    ]);
    const created = admitted.filter(({ outcome }) => outcome === 'created').map((run) => run.id);
    expect(seen.sort()).toEqual(created.sort());
    expect((await admit()).outcome).toBe('key_ended');
  });

  test('a second time it changes nothing, and a key that is not there is named', async () => {
    const { id } = await make({ credit: 10 });
    const first = await revokeKey(database.db, publicId(id), noRuns);
    const second = await revokeKey(database.db, publicId(id), noRuns);
    expect(second.key.revokedAt).toEqual(first.key.revokedAt);
    expect(second.returned).toBe(0);
    const nobody = publicId(newUuid());
    await expect(revokeKey(database.db, nobody, noRuns)).rejects.toThrow(
      `There is no key ${nobody}`,
    );
    await expect(revokeKey(database.db, 'key_1', noRuns)).rejects.toThrow('There is no key key_1');
  });
});

describe('rotating a key', () => {
  test('the successor has its name, scopes, expiry and money; nothing moves', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000);
    const old = await make({ credit: 300, walletFallback: true, expiresAt });
    const { created } = await rotateKey(database.db, { id: publicId(old.id), overlapMs: 1_000 });
    const keys = await listKeys(database.db, fixtures.workspace);
    const [before, after] = [old.id, created.id].map((id) => keys.find((key) => key.id === id));
    for (const member of ['name', 'scopes', 'account', 'walletFallback', 'credit'] as const) {
      expect(after?.[member]).toEqual(before?.[member]);
    }
    expect(after?.expiresAt).toEqual(expiresAt);
    expect(before?.rotatedTo).toBe(created.id);
    expect(await available()).toEqual([700, 300]);
  });

  test('the old one never outlives its own expiry', async () => {
    const expiresAt = new Date(Date.now() + 60_000);
    const old = await make({ expiresAt });
    const rotation = { id: publicId(old.id), overlapMs: 3_600_000 };
    expect((await rotateKey(database.db, rotation)).oldWorksUntil).toEqual(expiresAt);
  });

  test('the credit stays with the successor when the old one ends, and goes back with the last', async () => {
    const old = await make({ credit: 300 });
    const { created } = await rotateKey(database.db, { id: publicId(old.id), overlapMs: 0 });
    await returnCredit();
    await revokeKey(database.db, publicId(old.id), noRuns);
    expect(await available()).toEqual([700, 300]);
    await revokeKey(database.db, publicId(created.id), noRuns);
    expect(await available()).toEqual([1_000, 0]);
  });

  test('only a living key is rotated, and only once', async () => {
    const { id } = await make();
    const rotate = (key: string) => rotateKey(database.db, { id: publicId(key), overlapMs: 1_000 });
    const attempts = await Promise.allSettled([rotate(id), rotate(id)]);
    expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(rotate(id)).rejects.toThrow('rotated already');
    const other = await make();
    await revokeKey(database.db, publicId(other.id), noRuns);
    await expect(rotate(other.id)).rejects.toThrow('The key is revoked');
  });
});

test('an account that cannot be emptied does not affect others', async () => {
  const made = [await make({ credit: 100 }), await make({ credit: 200 })];
  const ids = made.map(({ id }) => id);
  const [bad] = await database.db.query<{ account: string }>(
    'select account from api_key where id = $1',
    [ids[0]],
  );
  const account = bad?.account as string;
  const set = (available: number) =>
    database.db.query('update account set available = $2 where id = $1', [account, available]);
  await set(MAX_AMOUNT);
  await database.db.query('update api_key set revoked_at = now() where id = any ($1)', [ids]);
  const faults: string[] = [];
  await returnEndedCredit(database.db, (_, account) => faults.push(account.account));
  expect(faults).toEqual([account]);
  expect((await accounts()).wallet.available).toBe(900);
  await set(100);
  await returnCredit();
  expect((await accounts()).wallet.available).toBe(1_000);
});

test('a credit as large as can be leaves room for what keys give back', async () => {
  const { workspace } = fixtures;
  const { id } = await make({ credit: 1_000 });
  const topUp = { workspace, amount: MAX_AMOUNT, reference: 'all' };
  await expect(createLedger(database).topUp(topUp)).rejects.toThrow('would hold more than');
  await createLedger(database).topUp({ ...topUp, amount: MAX_AMOUNT - 1_000 });
  expect(await revokeKey(database.db, publicId(id), noRuns)).toMatchObject({ returned: 1_000 });
  expect(await available()).toEqual([MAX_AMOUNT, 0]);
});

test('credit of an expired key returns to the wallet, that of a living one stays', async () => {
  await make({ credit: 100, expiresAt: new Date(Date.now() + 1_500) });
  await make({ credit: 200 });
  await returnCredit();
  expect((await accounts()).wallet.available).toBe(700);
  await sleep(1_550);
  await returnCredit();
  expect((await accounts()).wallet.available).toBe(800);
});
