/** Keys that another key created: they never can do or spend more than it, whatever is changed in whatever order. */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  changeKey,
  createKey,
  createKeys,
  isAllowed,
  type KeyRow,
  listKeys,
  revokeKey,
  rotateKey,
} from '../../server/keys/index.ts';
import { createLedger } from '../../server/money/index.ts';
import type { Db, Queryable } from '../../server/platform/db/pool.ts';
import { Problem } from '../../server/platform/lib/problem.ts';
import { cases, played } from '../fuzz/seed.ts';
import { admitRun } from '../ledger/fixtures.ts';
import { faultsInBooks } from '../support/books.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { untilUnlocked } from '../support/until-unlocked.ts';
import { type LimitFixtures, makeLimitFixtures, publicId } from './limit-fixtures.ts';

let database: TestDatabase;
let fixtures: LimitFixtures;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  fixtures = await makeLimitFixtures(database.db);
});
afterAll(async () => {
  const faults = await faultsInBooks(database.db);
  await database.drop();
  expect(faults).toEqual([]);
});

const ROUNDS = Number(process.env.RACE_ROUNDS ?? 10);
const MANAGES = ['models:read', 'models:run', 'keys:write'];
const NO_RUNS = async () => 0;

type Given = Partial<Parameters<typeof createKey>[1]>;

async function makeMaker(given: Given = {}): Promise<string> {
  const { workspace } = fixtures;
  const wanted = { workspace, name: 'maker', scopes: MANAGES, ...given };
  return (await createKey(database.db, wanted)).id;
}

async function makeBy(maker: string, given: Given = {}) {
  const { workspace } = fixtures;
  const wanted = { workspace, name: 'made', scopes: ['models:run'], ...given };
  return createKey(database.db, { ...wanted, actor: { by_key: maker } });
}

/** This many at once; returns their ids. */
async function makeMany(maker: string, count: number): Promise<string[]> {
  const rows = await database.db.query<{ id: string }>(
    `insert into api_key (workspace, id, hash, prefix, last4, name, scopes, made_by)
     select $1, gen_random_uuid(), sha256(gen_random_uuid()::text::bytea), 'mrk_', 'last', 'many', '{models:run}', $2
     from generate_series(1, $3) returning id`,
    [fixtures.workspace, maker, count],
  );
  return rows.map(({ id }) => id);
}

/** A database that counts what is done in it. It awaits `before` before each statement. */
function counting(before: (text: string) => Promise<void> = async () => {}) {
  const counts = { transactions: 0, statements: 0 };
  const counted =
    (to: Queryable): Queryable['query'] =>
    async (text, values, name) => {
      counts.statements += 1;
      await before(text);
      return to.query(text, values, name);
    };
  const db: Db = {
    ...database.db,
    query: counted(database.db),
    transaction: (work) =>
      database.db.transaction((tx) => {
        counts.transactions += 1;
        return work({ ...tx, query: counted(tx) });
      }),
  };
  return { db, counts };
}

/** Resolves when this many transactions of the database wait for a lock at once. */
async function untilTheyWait(count: number): Promise<void> {
  for (;;) {
    const waiting = await database.db.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (waiting.length >= count) return;
  }
}

const revoke = (key: string) => revokeKey(database.db, publicId(key), NO_RUNS);
const refused = (code: string) => expect.objectContaining({ code });

describe('the limits of a maker', () => {
  test('count what it and all its keys spend, beside the limits of each', async () => {
    const maker = await makeMaker({ dayLimit: 100, monthLimit: 1_000 });
    const [free, bounded] = [await makeBy(maker), await makeBy(maker, { dayLimit: 30 })];
    expect(await fixtures.outcome(free.id, 50)).toBe('created');
    expect(await fixtures.outcome(bounded.id, 31)).toBe('limit_reached');
    expect(await fixtures.outcome(bounded.id, 30)).toBe('created');
    expect(await fixtures.used(bounded.id)).toEqual({ day: [30, 0, 30, 0] });
    expect(await fixtures.used(maker)).toEqual({
      day: [100, 0, 80, 20],
      month: [1_000, 0, 80, 920],
    });
    expect(await fixtures.outcome(maker, 21)).toBe('limit_reached');
    expect(await fixtures.outcome(free.id, 21)).toBe('limit_reached');
    expect(await fixtures.outcome(free.id, 20)).toBe('created');
  });

  test('are free again for all of them when a run costs less than its hold', async () => {
    const maker = await makeMaker({ dayLimit: 100 });
    const [one, other] = [await makeBy(maker), await makeBy(maker)];
    const run = await fixtures.admit(one.id, 100);
    expect(await fixtures.outcome(other.id, 1)).toBe('limit_reached');
    await fixtures.end(run.id, 40);
    expect(await fixtures.outcome(other.id, 61)).toBe('limit_reached');
    expect(await fixtures.outcome(other.id, 60)).toBe('created');
  });

  test('that are set later count what its keys have used of the month, pending runs too', async () => {
    const maker = await makeMaker();
    const [free, bounded] = [await makeBy(maker), await makeBy(maker, { monthLimit: 500 })];
    const [ended, pending] = [await fixtures.admit(free.id, 70), await fixtures.admit(free.id, 30)];
    await fixtures.end(ended.id, 20);
    await fixtures.admit(bounded.id, 40);
    await fixtures.change(maker, { dayLimit: 100 });
    expect(await fixtures.used(maker)).toEqual({ day: [100, 20, 70, 10] });
    expect(await fixtures.outcome(free.id, 11)).toBe('limit_reached');
    await fixtures.end(pending.id, 0);
    expect(await fixtures.used(maker)).toEqual({ day: [100, 20, 40, 40] });
    await fixtures.change(maker, { dayLimit: null });
    expect(await fixtures.outcome(free.id, 1_000)).toBe('created');
    expect(await fixtures.used(bounded.id)).toEqual({ month: [500, 0, 40, 460] });
  });

  test('leave the last of them to exactly one of its keys at once', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const maker = await makeMaker(round % 2 === 0 ? { dayLimit: 100 } : { monthLimit: 100 });
      const made = await Promise.all(Array.from({ length: 4 }, () => makeBy(maker)));
      const all = [maker, ...made.map(({ id }) => id)];
      const outcomes = await Promise.all(all.map((key) => fixtures.outcome(key, 60)));
      expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(1);
    }
  });

  test('count each of its runs and each of theirs once, whatever ends while limits are set, removed and set again', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const maker = await makeMaker();
      const made = [
        await makeBy(maker),
        await makeBy(maker, { dayLimit: 1_000 }),
        await makeBy(maker, { credit: 500, monthLimit: 1_000 }),
      ];
      const keys = [maker, ...made.map(({ id }) => id)];
      const lives = keys.map(async (apiKey) => {
        const account = (await rowOf(apiKey)).account ?? fixtures.wallet;
        const { workspace } = fixtures;
        for (const charged of [0, 1, 2, 3]) {
          const wanted = { workspace, account, apiKey, reserved: 10 };
          const { outcome, id } = await admitRun(database.db, wanted);
          expect(outcome).toBe('created');
          await fixtures.end(id, charged);
        }
      });
      const changes = async () => {
        for (const dayLimit of [800, null, 900]) await fixtures.change(maker, { dayLimit });
      };
      await Promise.all([...lives, changes()]);
      expect(await fixtures.used(maker)).toEqual({ day: [900, 24, 0, 876] });
      expect(await fixtures.used(made[2]!.id)).toEqual({ month: [1_000, 6, 0, 994] });
    }
  });

  test('that are set while runs of its keys end count them once, in one attempt and few statements', async () => {
    const maker = await makeMaker();
    const made = await makeMany(maker, 200);
    const [owning, bounded] = [
      await makeBy(maker, { credit: 500 }),
      await makeBy(maker, { monthLimit: 500 }),
    ];
    const account = (await rowOf(owning.id)).account!;
    const { workspace } = fixtures;
    const ofOwn = { workspace, account, apiKey: owning.id, reserved: 20 };
    const admit = (key: string) => untilUnlocked(() => fixtures.admit(key, 10));
    const end = (id: string, charged: number) => untilUnlocked(() => fixtures.end(id, charged));
    const [first, ...others] = await Promise.all(made.slice(0, 80).map(admit));
    const ending = [
      { id: first!.id, charged: 4 },
      { id: (await admitRun(database.db, ofOwn)).id, charged: 5 },
      { id: (await admit(bounded.id)).id, charged: 6 },
    ];
    const ends: Promise<void>[] = [];
    const { db, counts } = counting(async (text) => {
      if (!text.includes('begin_spending')) return;
      // They have read their runs, and wait for the accounts.
      ends.push(...ending.map(({ id, charged }) => end(id, charged)));
      await untilTheyWait(ending.length);
    });
    await changeKey(db, { id: publicId(maker), change: { dayLimit: 5_000 } });
    expect(counts.transactions).toBe(1);
    expect(counts.statements).toBeLessThan(30);
    await Promise.all(ends);
    expect(await fixtures.used(maker)).toEqual({ day: [5_000, 15, 790, 4_195] });
    expect(await fixtures.used(bounded.id)).toEqual({ month: [500, 6, 0, 494] });

    // What begins or ends while limits are removed and set again counts once.
    const changes = async () => {
      for (const dayLimit of [null, 6_000, null, 7_000]) await fixtures.change(maker, { dayLimit });
    };
    const lives = made.slice(0, 20).map(async (key) => end((await admit(key)).id, 3));
    await Promise.all([changes(), ...lives, ...others.map(({ id }) => end(id, 4))]);
    expect(await fixtures.used(maker)).toEqual({ day: [7_000, 391, 0, 6_609] });
  });

  test('stay those of its keys after it was rotated, and the old text counts with them', async () => {
    const maker = await makeMaker({ dayLimit: 100 });
    const made = await makeBy(maker);
    const input = { id: publicId(maker), overlapMs: 60_000 };
    const { created } = await rotateKey(database.db, input);
    expect(await fixtures.outcome(made.id, 60)).toBe('created');
    for (const key of [maker, created.id]) {
      expect(await fixtures.outcome(key, 41)).toBe('limit_reached');
    }
    const later = await makeBy(maker);
    expect((await rowOf(later.id)).madeBy).toBe(created.id);
    expect(await fixtures.outcome(later.id, 41)).toBe('limit_reached');
  });
});

describe('a revocation', () => {
  test('ends the keys that the key created with it, and their credit is back in the wallet', async () => {
    const before = (await createLedger(database).balances(fixtures.workspace))[0]!.available;
    const maker = await makeMaker();
    const made = [await makeBy(maker), await makeBy(maker, { credit: 500 })];
    const { returned } = await revoke(maker);
    expect(returned).toBe(500);
    for (const { id } of made) {
      expect((await rowOf(id)).status).toBe('revoked');
      expect(await fixtures.outcome(id, 1)).toBe('key_ended');
    }
    const [wallet] = await createLedger(database).balances(fixtures.workspace);
    expect(wallet!.available).toBe(before);
  });

  test('of a key with 1,000 keys ends all of them, with their credit and an event each, in few statements', async () => {
    const { workspace } = fixtures;
    const before = (await createLedger(database).balances(workspace))[0]!.available;
    const maker = await makeMaker({ credit: 30, walletFallback: true });
    const owning = [await makeBy(maker, { credit: 500 }), await makeBy(maker, { credit: 200 })];
    const account = (await rowOf(owning[0]!.id)).account!;
    const of = { workspace, account, apiKey: owning[0]!.id, reserved: 40 };
    const run = await admitRun(database.db, of);
    const made = [...(await makeMany(maker, 998)), ...owning.map(({ id }) => id)];
    const { db, counts } = counting();
    const revoked = await revokeKey(db, publicId(maker), async (_, keys) => {
      expect(keys.toSorted()).toEqual([maker, ...made].toSorted());
      await fixtures.end(run.id);
      return 1;
    });
    expect(revoked).toMatchObject({ returned: 730, failedRuns: 1 });
    expect(counts.statements).toBeLessThan(25);
    const [wallet] = await createLedger(database).balances(workspace);
    expect(wallet!.available).toBe(before);
    const ended = await database.db.query<{ key: string }>(
      "select detail ->> 'key' as key from audit_event where workspace = $1 and kind = 'key_revoked'",
      [workspace],
    );
    expect(ended.map(({ key }) => key).toSorted()).toEqual([maker, ...made].toSorted());
  });

  test('leaves no key that is created at the same time', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const maker = await makeMaker();
      const creates = Array.from({ length: 5 }, () => makeBy(maker).catch(() => undefined));
      await Promise.all([...creates.slice(0, 3), revoke(maker), ...creates.slice(3)]);
      const rows = (await allRows()).filter(({ madeBy }) => madeBy === maker);
      expect(rows.filter(({ status }) => status === 'active')).toEqual([]);
    }
  });

  test('of a replaced key leaves the keys to the one in its place', async () => {
    const maker = await makeMaker();
    const made = await makeBy(maker);
    const { created } = await rotateKey(database.db, { id: publicId(maker), overlapMs: 60_000 });
    await revoke(maker);
    expect((await rowOf(made.id)).status).toBe('active');
    await revoke(created.id);
    expect((await rowOf(made.id)).status).toBe('revoked');
  });
});

describe('a change of a maker reaches its keys', () => {
  test('an earlier expiry', async () => {
    const maker = await makeMaker();
    const made = await makeBy(maker);
    const soon = new Date(Date.now() + 60_000);
    await fixtures.change(maker, { expiresAt: soon });
    expect((await rowOf(made.id)).expiresAt).toEqual(soon);
    await fixtures.change(maker, { expiresAt: null });
    expect((await rowOf(made.id)).expiresAt).toEqual(soon);
  });

  test('an expiry, but not a replaced key of theirs that has expired already', async () => {
    const maker = await makeMaker();
    const old = await makeBy(maker);
    const { created } = await rotateKey(database.db, { id: publicId(old.id), overlapMs: 0 });
    const soon = new Date(Date.now() + 60_000);
    await fixtures.change(maker, { expiresAt: soon });
    expect((await rowOf(created.id)).expiresAt).toEqual(soon);
    expect((await rowOf(old.id)).status).toBe('expired');
  });

  test('credit of its own, which they spend as well, and no wallet any more', async () => {
    const maker = await makeMaker();
    const [made, owning] = [
      await makeBy(maker),
      await makeBy(maker, { credit: 50, walletFallback: true }),
    ];
    await fixtures.change(maker, { credit: 100 });
    expect((await rowOf(made.id)).account).toBe((await rowOf(maker)).account);
    expect((await rowOf(owning.id)).walletFallback).toBe(false);
    await expect(makeBy(maker, { credit: 1 })).rejects.toEqual(refused('exceeds_own_rights'));
  });
});

test('a key creates no more keys that work than 1,000', async () => {
  const maker = await makeMaker();
  await makeMany(maker, 999);
  const [one, ...others] = await Promise.allSettled([1, 2, 3].map(() => makeBy(maker)));
  const fates = [one!, ...others].map(({ status }) => status).sort();
  expect(fates).toEqual(['fulfilled', 'rejected', 'rejected']);
});

/* Arbitrary histories of a maker and its keys. */

const MODELS = ['a/one', 'a/two', 'b/one', 'c/one'];
const scopes = fc.subarray([...MANAGES, 'tools:run'], { minLength: 1 });
const models = fc.option(fc.subarray(['a/*', 'a/one', 'b/one', 'c/*'], { minLength: 1 }), {
  nil: undefined,
});
const limit = fc.option(fc.integer({ min: 0, max: 300 }), { nil: undefined });
const expiresAt = fc.option(
  fc.integer({ min: 1, max: 3 }).map((days) => new Date(Date.now() + days * 86_400_000)),
  { nil: undefined },
);
const credit = fc.option(fc.integer({ min: 1, max: 200 }), { nil: undefined });
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });

const wantedOfKey = fc.record({
  ...{ scopes, models, expiresAt, credit, dayLimit: limit, monthLimit: limit },
  walletFallback: fc.boolean(),
});
const change = fc.record(
  {
    models: orNull(models.filter((list) => list !== undefined)),
    expiresAt: orNull(expiresAt.filter((at) => at !== undefined)),
    credit: fc.integer({ min: 0, max: 200 }),
    walletFallback: fc.boolean(),
    dayLimit: orNull(fc.integer({ min: 0, max: 300 })),
    monthLimit: orNull(fc.integer({ min: 0, max: 300 })),
  },
  { requiredKeys: [] },
);
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('create' as const), wanted: wantedOfKey }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('change made' as const), change, at: fc.nat() }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('change maker' as const), change }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('run' as const),
      amount: fc.integer({ min: 1, max: 90 }),
      at: fc.nat(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('end' as const), charged: fc.nat(90), of: fc.nat() }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('rotate maker' as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('revoke made' as const), at: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('rotate made' as const), at: fc.nat() }) },
);

const HISTORIES = played(80);

test(`in ${HISTORIES} histories, no key can do or spend more than its maker`, async () => {
  await fc.assert(
    fc.asyncProperty(wantedOfKey, fc.array(step, { maxLength: 12 }), async (first, steps) => {
      fixtures = await makeLimitFixtures(database.db);
      const given = {
        ...first,
        scopes: MANAGES,
        walletFallback: first.credit !== undefined && first.walletFallback,
      };
      let maker = await makeMaker(defined(given));
      const texts = new Map<string, string>();
      const open = new Map<string, number>();
      for (const each of steps) {
        maker = (await take(each, maker, texts, open)) ?? maker;
        await assertWithinMaker(maker, texts);
      }
    }),
    cases(80),
  );
});

/** A refused step changes nothing. `open` are pending runs with their holds. Returns the successor of a rotated maker. */
async function take(
  each: typeof step extends fc.Arbitrary<infer T> ? T : never,
  maker: string,
  texts: Map<string, string>,
  open: Map<string, number>,
): Promise<string | undefined> {
  const ids = [...texts.keys()];
  const one = 'at' in each && ids.length > 0 ? ids[each.at % ids.length] : undefined;
  try {
    if (each.does === 'create') {
      const { id, key } = await makeBy(maker, defined(each.wanted));
      texts.set(id, key);
    }
    if (each.does === 'change maker') await fixtures.change(maker, each.change);
    if (each.does === 'change made' && one) {
      const actor = { by_key: maker };
      await changeKey(database.db, { id: publicId(one), change: each.change, actor });
    }
    if (each.does === 'run') {
      const { outcome, id } = await fixtures.admit(one ?? maker, each.amount);
      if (outcome === 'created') open.set(id, each.amount);
    }
    if (each.does === 'end' && open.size > 0) {
      const [id, held] = [...open][each.of % open.size]!;
      open.delete(id);
      await fixtures.end(id, Math.min(each.charged, held));
    }
    if (each.does === 'revoke made' && one) await revoke(one);
    if (each.does === 'rotate maker') {
      const input = { id: publicId(maker), overlapMs: 60_000, actor: { by_key: maker } };
      return (await rotateKey(database.db, input)).created.id;
    }
    if (each.does === 'rotate made' && one) {
      const input = { id: publicId(one), overlapMs: 60_000, actor: { by_key: maker } };
      const { created } = await rotateKey(database.db, input);
      texts.set(created.id, created.key);
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    expect(['internal_error', 'overloaded']).not.toContain(error.code);
  }
  return undefined;
}

async function assertWithinMaker(maker: string, texts: Map<string, string>): Promise<void> {
  const keys = createKeys({ db: database.db });
  const itsRow = await rowOf(maker);
  const left = await fixtures.used(maker);
  const most = Math.min(...Object.values(left).map(([, , , available]) => available!));
  for (const [id, text] of texts) {
    const row = await rowOf(id);
    const principal = await keys.authenticate(text);
    expect(row.madeBy).toBe(maker);
    if (!principal) continue;
    for (const scope of principal.scopes) expect(itsRow.scopes).toContain(scope);
    expect([...principal.scopes]).not.toContain('keys:write');
    for (const model of MODELS) {
      const [its, makers] = [principal.models, itsRow.models];
      if (its && !isAllowed(its, model)) continue;
      expect(makers === null || isAllowed(makers, model), `${its} of ${makers}`).toBe(true);
    }
    if (itsRow.expiresAt)
      expect(row.expiresAt!.getTime()).toBeLessThanOrEqual(itsRow.expiresAt.getTime());
    const spendsWallet = (key: KeyRow) => key.account === null || key.walletFallback;
    if (spendsWallet(row)) expect(spendsWallet(itsRow)).toBe(true);
    if (most !== Number.POSITIVE_INFINITY) {
      expect(await fixtures.outcome(id, most + 1)).not.toBe('created');
    }
  }
  await keys.close();
}

function defined<T extends object>(given: T) {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Name in keyof T]: Exclude<T[Name], undefined> };
}

const allRows = () => listKeys(database.db, fixtures.workspace);

async function rowOf(id: string): Promise<KeyRow> {
  return (await allRows()).find((row) => row.id === id)!;
}
