/** Budgets of customers in the functions that create and settle: what is refused, what is freed, and what it costs. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Queryable } from '../../server/platform/db/pool.ts';
import { faultsInBooks } from '../support/books.ts';
import { KINDS } from '../support/kinds.ts';
import { asOwner, createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { unique } from '../support/service.ts';
import { type BudgetFixtures, makeBudgetFixtures } from './fixtures.ts';

let database: TestDatabase;
let fixtures: BudgetFixtures;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  fixtures = await makeBudgetFixtures(database.db);
});
afterAll(async () => {
  const faults = await faultsInBooks(database.db);
  await database.drop();
  expect(faults).toEqual([]);
});

const ROUNDS = Number(process.env.RACE_ROUNDS ?? 10);
const EVERY = { dayAmount: 100, monthAmount: 150, totalAmount: 200 };

/** By this connection since its last report to the statistics, which it sends between transactions. */
async function usesOfSpending(tx: Queryable): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select (seq_scan + coalesce(idx_scan, 0) + n_tup_ins + n_tup_upd)::integer as count
     from pg_stat_xact_user_tables where relname = 'customer_spending'`,
  );
  return row!.count;
}

describe('a create', () => {
  test('beyond what a budget has left is budget_reached, and saves nothing', async () => {
    const customer = await fixtures.make(EVERY);
    expect(await fixtures.outcome(customer, 60)).toBe('created');
    expect(await fixtures.outcome(customer, 41)).toBe('budget_reached');
    expect(await fixtures.used(customer)).toEqual({
      ...{ day: [100, 0, 60, 40], month: [150, 0, 60, 90], total: [200, 0, 60, 140] },
    });
    expect(await fixtures.outcome(customer, 40)).toBe('created');
    expect(await fixtures.outcome(customer, 0)).toBe('created');
    const runs = await database.db.query('select from run where end_user_id = $1', [customer]);
    expect(runs).toHaveLength(3);
  });

  test('beyond several budgets is refused by the one that lasts longest, with its figures', async () => {
    const customer = await fixtures.make({ dayAmount: 100, monthAmount: 100, totalAmount: 100 });
    await fixtures.admit(customer, 70);
    const rows = await database.db.query<{ reached: object }>(
      `select reached from admit_runs(json_build_array(json_build_object('ord', 1, 'workspace', $1::uuid,
         'id', gen_random_uuid(), 'kind', 'model_run', 'api_key', $2::uuid, 'account', $3::uuid, 'end_user_id', $4::text,
         'idempotency_key', 'beyond', 'request_hash', '00', 'hash_version', 1, 'reserved_amount', 31)), '{"{}"}', 10)`,
      [fixtures.workspace, fixtures.key.id, fixtures.wallet, customer],
    );
    expect(rows).toEqual([{ reached: { period: 'total', limit: 100, spent: 0, held: 70 } }]);
  });

  test('in one batch takes no more than is left, and a smaller one after it has its turn', async () => {
    const customer = await fixtures.make({ monthAmount: 100 });
    expect(await fixtures.outcomes(customer, 30, 5)).toEqual([
      ...['created', 'created', 'created', 'budget_reached', 'budget_reached'],
    ]);
    expect(await fixtures.outcome(customer, 10)).toBe('created');
  });

  test('of two at once for the last of a budget, exactly one is created', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const budget = ['dayAmount', 'monthAmount', 'totalAmount'][round % 3]!;
      const customer = await fixtures.make({ [budget]: 100 });
      const outcomes = await Promise.all(
        [60, 60, 60, 60].map((amount) => fixtures.outcome(customer, amount)),
      );
      expect(outcomes.sort()).toEqual([
        ...['budget_reached', 'budget_reached', 'budget_reached', 'created'],
      ]);
    }
  });

  test('of every kind counts in the same budget', async () => {
    const customer = await fixtures.make({ totalAmount: 10 * KINDS.length });
    for (const { kind } of KINDS) {
      expect((await fixtures.admit(customer, 10, { kind })).outcome).toBe('created');
    }
    for (const { kind } of KINDS) {
      expect((await fixtures.admit(customer, 1, { kind })).outcome).toBe('budget_reached');
    }
  });

  test('of a blocked customer is customer_blocked until it is active again', async () => {
    const customer = await fixtures.make();
    await fixtures.change(customer, { state: 'blocked' });
    expect(await fixtures.outcome(customer, 1)).toBe('customer_blocked');
    expect(await fixtures.outcome(unique('another'), 1)).toBe('created');
    await fixtures.change(customer, { state: 'active' });
    expect(await fixtures.outcome(customer, 1)).toBe('created');
  });

  test('makes the end user a customer, once', async () => {
    const endUser = unique('user');
    await Promise.all([1, 2, 3].map((amount) => fixtures.admit(endUser, amount)));
    const { customers } = await fixtures.customers.list(fixtures.workspace, { limit: 10 });
    expect(customers).toMatchObject([{ endUserId: endUser, state: 'active', hasBudgets: false }]);
  });

  test('that is refused makes nobody a customer', async () => {
    const endUser = unique('user');
    expect(await fixtures.outcome(endUser, 1_000_000)).toBe('insufficient');
    const { customers } = await fixtures.customers.list(fixtures.workspace, { limit: 10 });
    expect(customers).toEqual([]);
  });

  test('of an end user without budgets reads and writes nothing of budgets', async () => {
    const touched = (endUser: string) =>
      database.db.transaction(async (tx) => {
        const before = await usesOfSpending(tx);
        await fixtures.admit(endUser, 10, { by: tx });
        return (await usesOfSpending(tx)) - before;
      });
    const customer = await fixtures.make({ dayAmount: 100 });
    expect(await touched(unique('user'))).toBe(0);
    expect(await touched(await fixtures.make())).toBe(0);
    expect(await touched(customer)).toBeGreaterThan(0);
  });
});

describe('a run that ends', () => {
  test('counts with its charge, and what it did not cost is free again', async () => {
    const customer = await fixtures.make(EVERY);
    const [charged, failed] = [
      await fixtures.admit(customer, 60),
      await fixtures.admit(customer, 40),
    ];
    await fixtures.end(charged.id, 25);
    await fixtures.end(failed.id);
    expect(await fixtures.used(customer)).toEqual({
      ...{ day: [100, 25, 0, 75], month: [150, 25, 0, 125], total: [200, 25, 0, 175] },
    });
    expect(await fixtures.outcome(customer, 76)).toBe('budget_reached');
    expect(await fixtures.outcome(customer, 75)).toBe('created');
  });

  test('of an earlier day or month no longer counts in the present one, but in total', async () => {
    const customer = await fixtures.make(EVERY);
    const runs = [await fixtures.admit(customer, 30), await fixtures.admit(customer, 40)];
    await fixtures.end(runs[0]!.id, 20);
    await asOwner(database, (owner) =>
      owner.query(
        `with earlier as (
           update run set created_at = created_at - interval '40 days' where end_user_id = '${customer}'
         )
         update customer_spending set day = day - 40`,
      ),
    );
    expect(await fixtures.used(customer)).toEqual({
      ...{ day: [100, 0, 0, 100], month: [150, 0, 0, 150], total: [200, 20, 40, 140] },
    });
    expect(await fixtures.outcome(customer, 100)).toBe('created');
    expect(await fixtures.used(customer)).toEqual({
      ...{ day: [100, 0, 100, 0], month: [150, 0, 100, 50], total: [200, 20, 140, 40] },
    });
    await fixtures.end(runs[1]!.id, 35);
    expect(await fixtures.used(customer)).toEqual({
      ...{ day: [100, 0, 100, 0], month: [150, 0, 100, 50], total: [200, 55, 100, 45] },
    });
  });
});

describe('a change', () => {
  test('holds for the next create, up and down', async () => {
    const customer = await fixtures.make({ dayAmount: 50 });
    expect(await fixtures.outcome(customer, 60)).toBe('budget_reached');
    await fixtures.change(customer, { budgets: { dayAmount: 60 } });
    expect(await fixtures.outcome(customer, 60)).toBe('created');
    await fixtures.change(customer, { budgets: { dayAmount: 10, monthAmount: 500 } });
    expect(await fixtures.outcome(customer, 1)).toBe('budget_reached');
    await fixtures.change(customer, { budgets: {} });
    expect(await fixtures.outcome(customer, 440)).toBe('created');
    expect(await fixtures.used(customer)).toEqual({});
  });

  test('counts what a customer without budgets has used, pending runs too', async () => {
    const customer = unique('user');
    const runs = [await fixtures.admit(customer, 60), await fixtures.admit(customer, 30)];
    await fixtures.end(runs[0]!.id, 20);
    await fixtures.change(customer, { budgets: EVERY });
    expect(await fixtures.used(customer)).toEqual({
      ...{ day: [100, 20, 30, 50], month: [150, 20, 30, 100], total: [200, 20, 30, 150] },
    });
    await fixtures.end(runs[1]!.id, 10);
    expect(await fixtures.used(customer)).toMatchObject({ total: [200, 30, 0, 170] });
  });

  test('keeps the sums right while runs are created and settled', async () => {
    const customer = unique('user');
    await fixtures.admit(customer, 0);
    const life = async () => {
      const { id, outcome: came } = await fixtures.admit(customer, 10);
      if (came === 'created') await fixtures.end(id, 4);
    };
    const lives = Array.from({ length: 4 }, async () => {
      for (let i = 0; i < 20; i++) await life();
    });
    for (let i = 0; i < 5; i++) {
      await fixtures.change(customer, { budgets: { totalAmount: 50_000 } });
      await fixtures.change(customer, { budgets: {} });
    }
    await fixtures.change(customer, { budgets: { totalAmount: 50_000 } });
    await Promise.all(lives);
    expect(await fixtures.used(customer)).toEqual({ total: [50_000, 320, 0, 49_680] });
  });
});
