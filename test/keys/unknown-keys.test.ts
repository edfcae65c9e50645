/** The cost of invented keys: only their senders pay for them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeKeyText } from '../../server/keys/format.ts';
import { createKey, createKeys, type Keys, revokeKey } from '../../server/keys/index.ts';
import type { Db } from '../../server/platform/db/pool.ts';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import { type Fixtures, makeFixtures } from '../ledger/fixtures.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { codeOf } from '../users/fixtures.ts';

let database: TestDatabase;
let fixtures: Fixtures;
let db: Db;
let queries = 0;
let isAway = false;
let keys: Keys;

beforeAll(async () => {
  database = await createTestDatabase();
  fixtures = await makeFixtures(database.db);
  // The real database, with a count.
  db = {
    ...database.db,
    async query(text, values, name) {
      queries += 1;
      if (isAway) throw new Error('away');
      return database.db.query(text, values, name);
    },
  };
});
beforeEach(() => {
  queries = 0;
  keys = createKeys({
    db,
    unknownKeyLimits: { perNetwork: 5, windowMs: 1_500, rememberedMs: 3_000 },
  });
});
afterEach(() => keys.close());
afterAll(() => database.drop());

const invented = () => makeKeyText().key;

async function present(count: number, network: string): Promise<string[]> {
  const codes: string[] = [];
  for (let i = 0; i < count; i += 1) {
    codes.push(await codeOf(keys.authenticate(invented(), () => network)));
  }
  return codes;
}

test('an invented key with the right checksum costs one query in some seconds, however often it comes', async () => {
  const key = invented();
  for (let i = 0; i < 30; i += 1) {
    expect(await keys.authenticate(key, () => 'a')).toBeUndefined();
    await sleep(50);
  }
  expect(queries).toBe(1);
});

test('a network that sends many of them costs no further query, and gets Retry-After', async () => {
  expect(await present(8, 'a')).toEqual([
    ...Array(5).fill('none'),
    ...Array(3).fill('rate_limited'),
  ]);
  expect(queries).toBe(5);
  const refused = await keys
    .authenticate(invented(), () => 'a')
    .catch((problem: unknown) => problem);
  expect(refused).toMatchObject({ options: { retryAfterSeconds: expect.any(Number) } });
  expect(await present(1, 'b')).toEqual(['none']);
  await sleep(1_600);
  expect(await present(1, 'a')).toEqual(['none']);
});

test('many at once are rate_limited as well', async () => {
  const codes = await Promise.all(
    Array.from({ length: 50 }, () => codeOf(keys.authenticate(invented(), () => 'a'))),
  );
  expect(codes.toSorted()).toEqual([...Array(5).fill('none'), ...Array(45).fill('rate_limited')]);
  expect(queries).toBe(5);
});

test('a key that has worked here is let in from a network that sends many, also once it is not remembered', async () => {
  expect(await keys.authenticate(fixtures.key.key, () => 'a')).toBeDefined();
  await present(8, 'a');
  for (let i = 0; i < 3; i += 1) {
    await sleep(400);
    expect(await keys.authenticate(fixtures.key.key, () => 'a')).toBeDefined();
    await present(8, 'a');
  }
});

test('a key that was revoked is let in no more, and is an unknown one from then on', async () => {
  const { id, key } = await createKey(database.db, {
    ...{ workspace: fixtures.workspace, name: 'short', scopes: ['models:read'] },
  });
  expect(await keys.authenticate(key, () => 'a')).toBeDefined();
  await revokeKey(database.db, uuidToId('key', id), async () => 0);
  keys.forget();
  expect(await keys.authenticate(key, () => 'a')).toBeUndefined();
  queries = 0;
  expect(await keys.authenticate(key, () => 'a')).toBeUndefined();
  expect(queries).toBe(0);
});

test('living keys count for nothing, however many one network has', async () => {
  for (let i = 0; i < 8; i += 1) {
    const { key } = await createKey(database.db, {
      ...{ workspace: fixtures.workspace, name: 'one of many', scopes: ['models:read'] },
    });
    expect(await keys.authenticate(key, () => 'a')).toBeDefined();
  }
});

test('valid keys that come at once for the first time are all accepted, among invented ones', async () => {
  const living = await Promise.all(
    Array.from({ length: 40 }, () =>
      createKey(database.db, {
        ...{ workspace: fixtures.workspace, name: 'one of many', scopes: ['models:read'] },
      }),
    ),
  );
  const codes = await Promise.all([
    ...living.map(({ key }) => codeOf(keys.authenticate(key, () => 'a'))),
    ...Array.from({ length: 10 }, () => codeOf(keys.authenticate(invented(), () => 'a'))),
  ]);
  expect(codes.slice(0, 40)).toEqual(Array(40).fill('none'));
  expect(codes.slice(40).toSorted()).toEqual([
    ...Array(5).fill('none'),
    ...Array(5).fill('rate_limited'),
  ]);
  expect(queries).toBe(45);
});

test('a key that has worked here waits for no turn of its network', async () => {
  expect(await keys.authenticate(fixtures.key.key, () => 'a')).toBeDefined();
  keys.forget();
  const others = Array.from({ length: 50 }, () => codeOf(keys.authenticate(invented(), () => 'a')));
  expect(await keys.authenticate(fixtures.key.key, () => 'a')).toBeDefined();
  expect(queries).toBeLessThanOrEqual(7);
  await Promise.all(others);
});

test('a database that is away proves nothing about a key', async () => {
  isAway = true;
  for (let i = 0; i < 8; i += 1) {
    await expect(keys.authenticate(fixtures.key.key, () => 'a')).rejects.toThrow('away');
  }
  isAway = false;
  expect(await keys.authenticate(fixtures.key.key, () => 'a')).toBeDefined();
});
