import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { makeKeyText } from '../../server/keys/format.ts';
import { createKey, createKeys, type Keys, revokeKey, rotateKey } from '../../server/keys/index.ts';
import type { Db } from '../../server/platform/db/pool.ts';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import { type Fixtures, makeFixtures } from '../ledger/fixtures.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

let database: TestDatabase;
let fixtures: Fixtures;
let queries = 0;
let db: Db;
const open: Keys[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  fixtures = await makeFixtures(database.db);
  // The real database, with a count of its queries.
  db = {
    ...database.db,
    query: (text, values, name) => {
      queries += 1;
      return database.db.query(text, values, name);
    },
  };
});
afterEach(async () => {
  for (const keys of open.splice(0)) await keys.close();
});
afterAll(() => database.drop());

function newKeys(): Keys {
  const keys = createKeys({ db });
  open.push(keys);
  queries = 0;
  return keys;
}

const noRuns = async () => 0;
const publicId = (uuid: string) => uuidToId('key', uuid);

test('a key authenticates with its workspace, its scopes and the wallet as payer', async () => {
  const principal = await newKeys().authenticate(fixtures.key.key);
  expect(principal).toEqual({
    workspace: fixtures.workspace,
    apiKey: fixtures.key.id,
    scopes: new Set(['models:run']),
    payer: { account: fixtures.wallet, kind: 'wallet' },
  });
});

test('a key with credit spends that, and the wallet only where it may fall back', async () => {
  const keys = newKeys();
  for (const walletFallback of [false, true]) {
    const made = await createKey(database.db, {
      ...{ workspace: fixtures.workspace, name: 'own', scopes: ['models:run'], credit: 5 },
      walletFallback,
    });
    const principal = await keys.authenticate(made.key);
    expect(principal?.payer.kind).toBe('key_credit');
    expect(principal?.fallbackAccount).toBe(walletFallback ? fixtures.wallet : undefined);
  }
});

test('a text that fails its checksum costs no query; an unknown one costs one for all callers', async () => {
  const keys = newKeys();
  for (const text of [
    '',
    'mrk_',
    'x'.repeat(10_000),
    `${fixtures.key.key.slice(0, -1)}!`,
    'mrk_\u0000',
  ]) {
    expect(await keys.authenticate(text)).toBeUndefined();
  }
  expect(queries).toBe(0);
  const { key } = makeKeyText();
  await Promise.all(Array.from({ length: 20 }, () => keys.authenticate(key)));
  expect(queries).toBe(1);
});

test('concurrent calls of one key share one query', async () => {
  const keys = newKeys();
  const found = await Promise.all(
    Array.from({ length: 50 }, () => keys.authenticate(fixtures.key.key)),
  );
  expect(new Set(found.map((principal) => principal?.apiKey))).toEqual(new Set([fixtures.key.id]));
  expect(queries).toBe(1);
});

test('a revocation holds everywhere within a second, and at once where it is forgotten', async () => {
  const [here, elsewhere] = [newKeys(), newKeys()];
  const { id, key } = await createKey(database.db, {
    ...{ workspace: fixtures.workspace, name: 'short', scopes: ['models:read'] },
  });
  await Promise.all([here.authenticate(key), elsewhere.authenticate(key)]);
  await revokeKey(database.db, publicId(id), noRuns);
  here.forget();
  expect(await here.authenticate(key)).toBeUndefined();
  await sleep(1_000);
  expect(await elsewhere.authenticate(key)).toBeUndefined();
});

test('an expired key is refused, also when it was remembered while it lived', async () => {
  const keys = newKeys();
  const { key } = await createKey(database.db, {
    ...{ workspace: fixtures.workspace, name: 'brief', scopes: ['models:read'] },
    expiresAt: new Date(Date.now() + 1_500),
  });
  expect(await keys.authenticate(key)).toBeDefined();
  await sleep(1_550);
  expect(await keys.authenticate(key)).toBeUndefined();
});

test('a rotated key works together with its successor for the overlap, and no longer', async () => {
  const keys = newKeys();
  const old = await createKey(database.db, {
    ...{ workspace: fixtures.workspace, name: 'turning', scopes: ['models:read'], credit: 7 },
  });
  const { created } = await rotateKey(database.db, { id: publicId(old.id), overlapMs: 1_500 });
  const [before, after] = await Promise.all([
    keys.authenticate(old.key),
    keys.authenticate(created.key),
  ]);
  expect(after?.payer).toEqual(before?.payer);
  expect(after?.scopes).toEqual(before?.scopes);
  await sleep(1_600);
  expect(await keys.authenticate(old.key)).toBeUndefined();
  expect(await keys.authenticate(created.key)).toBeDefined();
});

test('the time of last use is written once for many calls, and off their path', async () => {
  const keys = newKeys();
  const { id, key } = await createKey(database.db, {
    ...{ workspace: fixtures.workspace, name: 'used', scopes: ['models:read'] },
  });
  for (let i = 0; i < 20; i += 1) await keys.authenticate(key);
  const lastUsed = async () =>
    (
      await database.db.query<{ at: Date | null }>(
        'select last_used_at as at from api_key where id = $1',
        [id],
      )
    )[0]?.at;
  await vi.waitUntil(async () => (await lastUsed()) instanceof Date, {
    timeout: 60_000,
    interval: 50,
  });
  expect(queries).toBe(2);
  const first = await lastUsed();
  await keys.authenticate(key);
  await keys.close();
  expect(await lastUsed()).toEqual(first);
});
