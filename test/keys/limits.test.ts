/** Spending limits in the functions that create and settle: what is refused, what is freed, and what is shared. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type KeyChange, listKeys, revokeKey, rotateKey } from '../../server/keys/index.ts';
import type { Queryable } from '../../server/platform/db/pool.ts';
import { endRun } from '../ledger/fixtures.ts';
import { faultsInBooks } from '../support/books.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
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

/** By this connection since its last report to the statistics, which it sends between transactions. */
async function usesOfSpending(tx: Queryable): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select (seq_scan + coalesce(idx_scan, 0) + n_tup_ins + n_tup_upd)::integer as count
     from pg_stat_xact_user_tables where relname = 'key_spending'`,
  );
  return row!.count;
}

describe('a create', () => {
  test('beyond what the day has left is limit_reached, and saves nothing', async () => {
    const key = await fixtures.make({ dayLimit: 100, monthLimit: 1_000 });
    expect(await fixtures.outcome(key, 60)).toBe('created');
    expect(await fixtures.outcome(key, 41)).toBe('limit_reached');
    expect(await fixtures.used(key)).toEqual({ day: [100, 0, 60, 40], month: [1_000, 0, 60, 940] });
    expect(await fixtures.outcome(key, 40)).toBe('created');
    expect(await fixtures.outcome(key, 0)).toBe('created');
    const runs = await database.db.query('select from run where api_key = $1', [key]);
    expect(runs).toHaveLength(3);
  });

  test('beyond both limits is refused by the one that lasts longer', async () => {
    const key = await fixtures.make({ dayLimit: 100, monthLimit: 100 });
    await fixtures.admit(key, 70);
    const rows = await database.db.query<{ reached: object }>(
      `select reached from admit_runs(json_build_array(json_build_object('ord', 1, 'workspace', $1::uuid,
         'id', gen_random_uuid(), 'kind', 'model_run', 'api_key', $2::uuid, 'account', $3::uuid,
         'idempotency_key', 'beyond', 'request_hash', '00', 'hash_version', 1, 'reserved_amount', 31)), '{"{}"}', 10)`,
      [fixtures.workspace, key, fixtures.wallet],
    );
    expect(rows).toEqual([{ reached: { period: 'month', limit: 100, spent: 0, held: 70 } }]);
  });

  test('in one batch takes no more than is left, and a smaller one after it has its turn', async () => {
    const key = await fixtures.make({ dayLimit: 100 });
    const outcomes = await fixtures.outcomes(key, 30, 5);
    expect(outcomes).toEqual(['created', 'created', 'created', 'limit_reached', 'limit_reached']);
    expect(await fixtures.outcome(key, 10)).toBe('created');
  });

  test('of two at once for the last of a limit, exactly one is created', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const key = await fixtures.make(round % 2 === 0 ? { dayLimit: 100 } : { monthLimit: 100 });
      const outcomes = await Promise.all(
        [60, 60, 60, 60].map((amount) => fixtures.outcome(key, amount)),
      );
      expect(outcomes.sort()).toEqual([
        'created',
        ...['limit_reached', 'limit_reached', 'limit_reached'],
      ]);
    }
  });

  test('of a key without limits reads and writes nothing of limits', async () => {
    const touched = (key: string) =>
      database.db.transaction(async (tx) => {
        const before = await usesOfSpending(tx);
        const { id } = await fixtures.admit(key, 10, tx);
        await endRun(tx, { workspace: fixtures.workspace, id, charged: 5 });
        return (await usesOfSpending(tx)) - before;
      });
    expect(await touched(fixtures.key.id)).toBe(0);
    expect(await touched(await fixtures.make({ dayLimit: 100 }))).toBeGreaterThan(0);
  });
});

describe('a run that ends', () => {
  test('counts with its charge, and what it did not cost is free again', async () => {
    const key = await fixtures.make({ dayLimit: 100 });
    const [charged, failed] = [await fixtures.admit(key, 60), await fixtures.admit(key, 40)];
    await fixtures.end(charged.id, 25);
    await fixtures.end(failed.id);
    expect(await fixtures.used(key)).toEqual({ day: [100, 25, 0, 75] });
    expect(await fixtures.outcome(key, 76)).toBe('limit_reached');
    expect(await fixtures.outcome(key, 75)).toBe('created');
  });
});

describe('a change', () => {
  test('holds for the next create, up and down', async () => {
    const key = await fixtures.make({ dayLimit: 50 });
    expect(await fixtures.outcome(key, 60)).toBe('limit_reached');
    await fixtures.change(key, { dayLimit: 60 });
    expect(await fixtures.outcome(key, 60)).toBe('created');
    await fixtures.change(key, { dayLimit: 10, monthLimit: 500 });
    expect(await fixtures.outcome(key, 1)).toBe('limit_reached');
    expect(await fixtures.used(key)).toEqual({ day: [10, 0, 60, 0], month: [500, 0, 60, 440] });
    await fixtures.change(key, { dayLimit: null });
    expect(await fixtures.outcome(key, 440)).toBe('created');
  });

  test('counts what a key without limits has used of the month, pending runs too', async () => {
    const key = await fixtures.make();
    const [charged, pending] = [await fixtures.admit(key, 60), await fixtures.admit(key, 30)];
    await fixtures.end(charged.id, 20);
    await fixtures.change(key, { dayLimit: 100 });
    expect(await fixtures.used(key)).toEqual({ day: [100, 20, 30, 50] });
    await fixtures.end(pending.id, 10);
    expect(await fixtures.used(key)).toEqual({ day: [100, 30, 0, 70] });
  });

  test('that removes the limits stops counting, and a later one starts over', async () => {
    const key = await fixtures.make({ dayLimit: 100 });
    const { id } = await fixtures.admit(key, 90);
    await fixtures.change(key, { dayLimit: null });
    expect(await fixtures.used(key)).toEqual({});
    expect(await fixtures.outcome(key, 500)).toBe('created');
    await fixtures.end(id, 40);
    await fixtures.change(key, { dayLimit: 600 });
    expect(await fixtures.used(key)).toEqual({ day: [600, 40, 500, 60] });
  });

  test('keeps the sums right while runs are created and settled', async () => {
    const key = await fixtures.make();
    const life = async () => {
      const { id, outcome: came } = await fixtures.admit(key, 10);
      if (came === 'created') await fixtures.end(id, 4);
    };
    const lives = Array.from({ length: 4 }, async () => {
      for (let i = 0; i < 20; i++) await life();
    });
    for (let i = 0; i < 5; i++) {
      await fixtures.change(key, { monthLimit: 50_000 });
      await fixtures.change(key, { monthLimit: null });
    }
    await fixtures.change(key, { monthLimit: 50_000 });
    await Promise.all(lives);
    expect(await fixtures.used(key)).toEqual({ month: [50_000, 320, 0, 49_680] });
  });

  test('of a key that has ended, or was rotated, is a conflict', async () => {
    const [revoked, rotated] = [await fixtures.make(), await fixtures.make()];
    await revokeKey(database.db, publicId(revoked), async () => 0);
    await rotateKey(database.db, { id: publicId(rotated), overlapMs: 60_000 });
    await expect(fixtures.change(revoked, { dayLimit: 1 })).rejects.toMatchObject({
      code: 'conflict',
    });
    await expect(fixtures.change(rotated, { dayLimit: 1 })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  test('that is invalid is refused with a pointer', async () => {
    const key = await fixtures.make();
    for (const [wanted, pointer] of [
      [{ dayLimit: -1 }, '#/dayLimitAmount'],
      [{ monthLimit: 0.5 }, '#/monthLimitAmount'],
      [{ models: [] }, '#/models'],
      [{ models: ['openai/*', 'open*'] }, '#/models/1'],
      [{ models: ['*'] }, '#/models/0'],
      [{ models: Array.from({ length: 101 }, (_, i) => `model-${i}`) }, '#/models'],
    ] as const) {
      await expect(fixtures.change(key, wanted as KeyChange)).rejects.toMatchObject({
        code: 'invalid_request',
        options: { errors: [{ pointer }] },
      });
    }
  });
});

describe('a rotation', () => {
  test('hands on limits, models and what is used, and both keys share them', async () => {
    const key = await fixtures.make({ dayLimit: 100 });
    await fixtures.change(key, { models: ['sandbox/*'] });
    const { id } = await fixtures.admit(key, 60);
    const { created } = await rotateKey(database.db, { id: publicId(key), overlapMs: 60_000 });
    expect(await fixtures.used(created.id)).toEqual({ day: [100, 0, 60, 40] });
    expect(await fixtures.outcome(created.id, 41)).toBe('limit_reached');
    expect(await fixtures.outcome(created.id, 30)).toBe('created');
    expect(await fixtures.outcome(key, 11)).toBe('limit_reached');
    await fixtures.end(id, 1);
    expect(await fixtures.used(key)).toEqual(await fixtures.used(created.id));
    await fixtures.change(created.id, { dayLimit: 200, models: ['sandbox/echo'] });
    expect(await fixtures.used(key)).toEqual({ day: [200, 1, 30, 169] });
    const keys = await listKeys(database.db, fixtures.workspace);
    expect(keys.slice(-2).map(({ models }) => models)).toEqual([
      ['sandbox/echo'],
      ['sandbox/echo'],
    ]);
  });

  test('before the first limit leaves no key that spends without it', async () => {
    const key = await fixtures.make();
    await fixtures.end((await fixtures.admit(key, 60)).id, 20);
    const { created } = await rotateKey(database.db, { id: publicId(key), overlapMs: 60_000 });
    await fixtures.change(created.id, { dayLimit: 100 });
    expect(await fixtures.used(created.id)).toEqual({ day: [100, 20, 0, 80] });
    expect(await fixtures.outcome(key, 81)).toBe('limit_reached');
  });
});
