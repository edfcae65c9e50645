/** Prepaid balances of customers: grants, what spends them, their end, and races for the last of one. */
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCustomerSpending } from '../../server/customers/http.ts';
import {
  balanceLeft,
  type CustomerGrant,
  expireCustomerGrants,
} from '../../server/customers/index.ts';
import { leftOf } from '../../server/money/index.ts';
import type { Queryable } from '../../server/platform/db/pool.ts';
import { createCursors, createPaging } from '../../server/platform/lib/cursor.ts';
import { cases } from '../fuzz/seed.ts';
import { faultsInBooks } from '../support/books.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { unique } from '../support/service.ts';
import {
  balanceOf,
  create,
  emptyModel,
  end,
  endBalance,
  endGrants,
  give,
  type Model,
  takeTurn,
} from './balance-model.ts';
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

const TOMORROW = Date.now() + 86_400_000;

function granting({ customers, caller }: BudgetFixtures) {
  return (endUser: string, amount: number, more: { expiresAt?: Date; key?: string } = {}) =>
    customers.grant(caller, more.key ?? unique('grant'), endUser, {
      ...{ amount, note: null, expiresAt: more.expiresAt ?? null },
    });
}
const grant: ReturnType<typeof granting> = (...given) => granting(fixtures)(...given);

async function balance(endUser: string, { customers, workspace } = fixtures) {
  const { balance: counted } = await customers.get(workspace, endUser);
  return counted && balanceLeft(counted);
}

async function grants(endUser: string, { customers, workspace } = fixtures) {
  const { grants: listed } = await customers.grants(workspace, endUser, { limit: 100 });
  return listed;
}

const workerTurn = () =>
  expireCustomerGrants(database.db, (error) => {
    throw error;
  });

/** Its time is over from now on. */
const elapse = ({ id }: CustomerGrant) =>
  database.db.query(
    `update customer_grant set ends_at = date_trunc('milliseconds', clock_timestamp()) where id = $1`,
    [id],
  );

describe('a create', () => {
  test('beyond the balance is budget_reached, and what a run did not cost is free again', async () => {
    const customer = await fixtures.make();
    await grant(customer, 100);
    const { id } = await fixtures.admit(customer, 60);
    expect(await fixtures.outcome(customer, 41)).toBe('budget_reached');
    expect(await balance(customer)).toEqual({
      ...{ granted: 100, spent: 0, held: 60, available: 40, expired: 0 },
    });
    await fixtures.end(id, 25);
    expect(await fixtures.outcome(customer, 76)).toBe('budget_reached');
    expect(await fixtures.outcome(customer, 75)).toBe('created');
    expect(await balance(customer)).toEqual({
      ...{ granted: 100, spent: 25, held: 75, available: 0, expired: 0 },
    });
  });

  test('of 200 at once against a balance for five, five are created', async () => {
    const customer = await fixtures.make();
    await grant(customer, 50);
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, () => fixtures.outcome(customer, 10)),
    );
    expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(5);
    expect(outcomes.filter((outcome) => outcome === 'budget_reached')).toHaveLength(195);
  });

  test('keeps a budget besides the balance', async () => {
    const customer = await fixtures.make({ dayAmount: 30 });
    await grant(customer, 100);
    expect(await fixtures.outcome(customer, 31)).toBe('budget_reached');
    expect(await fixtures.outcome(customer, 30)).toBe('created');
    await fixtures.change(customer, { budgets: { dayAmount: 500 } });
    expect(await fixtures.outcome(customer, 71)).toBe('budget_reached');
    expect(await fixtures.outcome(customer, 70)).toBe('created');
  });

  test('of a customer with a balance reads and writes no more than with a budget', async () => {
    const touched = (endUser: string) =>
      database.db.transaction(async (tx) => {
        const before = await usesOf(tx);
        await fixtures.admit(endUser, 10, { by: tx });
        const after = await usesOf(tx);
        return Object.keys(after).map((name) => [name, after[name]! - (before[name] ?? 0)]);
      });
    const [budgeted, prepaid] = [await fixtures.make({ dayAmount: 100 }), await fixtures.make()];
    await grant(prepaid, 100);
    // The first create of each saves the row of its sums.
    for (const customer of [budgeted, prepaid]) await fixtures.admit(customer, 10);
    expect(await touched(prepaid)).toEqual(await touched(budgeted));
  });
});

/** Scans and rows written by this transaction, by table. */
async function usesOf(tx: Queryable): Promise<Record<string, number>> {
  const rows = await tx.query<{ name: string; count: number }>(
    `select relname as name, (seq_scan + coalesce(idx_scan, 0) + n_tup_ins + n_tup_upd)::integer as count
     from pg_stat_xact_user_tables where relname like 'customer%' order by 1`,
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

describe('a grant', () => {
  test('is given once for a request key, also by ten requests at once', async () => {
    const customer = await fixtures.make();
    const key = unique('order');
    const given = await Promise.all(Array.from({ length: 10 }, () => grant(customer, 70, { key })));
    expect(new Set(given.map((each) => each.grant.id)).size).toBe(1);
    expect(given.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await balance(customer)).toMatchObject({ granted: 70, available: 70 });
    await expect(grant(customer, 71, { key })).rejects.toMatchObject({
      code: 'idempotency_key_reuse',
    });
    const other = await fixtures.make();
    await expect(grant(other, 70, { key })).rejects.toMatchObject({
      code: 'idempotency_key_reuse',
    });
    expect(await balance(other)).toBeNull();
  });

  test('does not pay what was charged or pending before it, which budgets count', async () => {
    const customer = unique('user');
    await fixtures.end((await fixtures.admit(customer, 30)).id, 20);
    const pending = await fixtures.admit(customer, 50);
    await fixtures.change(customer, { budgets: { totalAmount: 1_000 } });
    await grant(customer, 10);
    expect(await balance(customer)).toMatchObject({ available: 10, held: 0, spent: 0 });
    expect(await fixtures.outcome(customer, 11)).toBe('budget_reached');
    await fixtures.end(pending.id, 45);
    await workerTurn();
    expect(await balance(customer)).toEqual({
      ...{ granted: 10, spent: 0, held: 0, available: 10, expired: 0 },
    });
    expect(await fixtures.used(customer)).toEqual({ total: [1_000, 65, 0, 935] });
    expect(await fixtures.outcome(customer, 10)).toBe('created');
  });

  test('that expires is taken, but for what runs hold, and what they release is taken as they end', async () => {
    const customer = await fixtures.make();
    const { grant: expiring } = await grant(customer, 100, { expiresAt: new Date(TOMORROW) });
    await grant(customer, 10);
    const { id } = await fixtures.admit(customer, 60);
    await elapse(expiring);
    await workerTurn();
    expect(await balance(customer)).toEqual({
      ...{ granted: 110, spent: 0, held: 60, available: 10, expired: 40 },
    });
    await fixtures.end(id, 45);
    expect(await fixtures.outcome(customer, 11)).toBe('budget_reached');
    const shown = { granted: 110, spent: 45, held: 0, available: 10, expired: 55 };
    expect(await balance(customer)).toEqual(shown);
    await workerTurn();
    expect(await balance(customer)).toEqual(shown);
    expect((await grants(customer)).map((each) => [each.spent, each.expired])).toEqual([
      ...[
        [0, 0],
        [45, 55],
      ],
    ]);
    const trail = await database.db.query<{ amount: number }>(
      `select (detail ->> 'amount')::integer as amount from audit_event
       where workspace = $1 and kind = 'customer_grant_expired' order by id`,
      [fixtures.workspace],
    );
    expect(trail.map(({ amount }) => amount)).toEqual([40, 15]);
  });

  test('that expires first is spent first, and one that never expires last', async () => {
    const customer = await fixtures.make();
    await grant(customer, 10);
    await grant(customer, 10, { expiresAt: new Date(TOMORROW + 9_000) });
    await grant(customer, 10, { expiresAt: new Date(TOMORROW) });
    await fixtures.end((await fixtures.admit(customer, 25)).id, 25);
    expect((await grants(customer)).map(leftOf)).toEqual([0, 0, 5]);
  });

  test('that is revoked is gone at once, and again changes nothing', async () => {
    const customer = await fixtures.make();
    const { grant: first } = await grant(customer, 70);
    const { customers, caller } = fixtures;
    const revoked = await customers.revoke(caller, customer, first.id);
    expect(revoked).toMatchObject({ spent: 0, expired: 70 });
    expect(await customers.revoke(caller, customer, first.id)).toEqual(revoked);
    expect(await fixtures.outcome(customer, 1)).toBe('budget_reached');
    expect(await balance(customer)).toMatchObject({ granted: 70, available: 0, expired: 70 });
    for (const id of [undefined, fixtures.key.id]) {
      await expect(customers.revoke(caller, customer, id)).rejects.toMatchObject({
        code: 'not_found',
      });
    }
  });

  test('is needed by a customer that is prepaid before it has bought anything', async () => {
    const endUserId = unique('customer');
    const { customers, caller } = fixtures;
    await customers.create(caller, endUserId, { endUserId, hasBalance: true });
    expect(await fixtures.outcome(endUserId, 1)).toBe('budget_reached');
    await grant(endUserId, 1);
    expect(await fixtures.outcome(endUserId, 1)).toBe('created');
    const other = unique('user');
    await fixtures.admit(other, 5);
    await fixtures.change(other, { hasBalance: true });
    expect(await balance(other)).toMatchObject({ granted: 0, available: 0, held: 0 });
    expect(await fixtures.outcome(other, 1)).toBe('budget_reached');
  });

  test('of a customer whose balance has ended is history, and the next one begins anew', async () => {
    const customer = await fixtures.make();
    await grant(customer, 70);
    const { id } = await fixtures.admit(customer, 50);
    expect((await fixtures.change(customer, { hasBalance: false })).balance).toBeNull();
    expect(await fixtures.outcome(customer, 1_000)).toBe('created');
    await grant(customer, 5);
    expect(await balance(customer)).toMatchObject({ granted: 5, available: 5, held: 0 });
    await fixtures.end(id, 30);
    await workerTurn();
    expect(await balance(customer)).toMatchObject({ granted: 5, available: 5, spent: 0 });
    expect((await grants(customer)).map((each) => [each.spent, each.expired])).toEqual([
      ...[
        [0, 0],
        [30, 40],
      ],
    ]);
  });

  test('leaves the same in the list by spending as on the customer', async () => {
    const customer = await fixtures.make();
    await grant(customer, 100);
    const { id } = await fixtures.admit(customer, 80);
    await fixtures.change(customer, { hasBalance: false });
    await grant(customer, 50);
    // What the run releases belongs to the balance before.
    await fixtures.end(id, 30);
    const spending = createCustomerSpending({
      ...{ reads: database.db, unit: { currency: 'USD', scale: 9 } },
      paging: createPaging(createCursors(Buffer.alloc(32))),
    });
    const month = new Date().toISOString().slice(0, 7);
    const left = async () => {
      const { data } = await spending.list(fixtures.workspace, { month, search: customer });
      return data[0]!.balanceAvailableAmount;
    };
    expect(await left()).toBe(50);
    expect(await balance(customer)).toMatchObject({ available: 50, held: 0 });
    await fixtures.admit(customer, 20);
    expect(await left()).toBe(30);
    expect(await balance(customer)).toMatchObject({ available: 30, held: 20 });
  });

  test('that expires with more than one turn of the chore ends, of every workspace, in the next ones', async () => {
    const own = await makeBudgetFixtures(database.db);
    // Nothing of other tests is due.
    await workerTurn();
    await database.db.query(
      `with made as (
         insert into customer (workspace, end_user_id, id, created_at, prepaid_limit, prepaid_from, prepaid_granted)
         select $1, 'many ' || n, gen_random_uuid(), now(), 5, 0, 5 from generate_series(1, 501) n returning id
       )
       insert into customer_grant (workspace, customer, id, request_key, request_hash, amount, ends_at, counted)
       select $1, id, gen_random_uuid(), id::text, '', 5, now() - interval '1 hour', 0 from made`,
      [fixtures.workspace],
    );
    const customer = await own.make();
    const { grant: last } = await granting(own)(customer, 7, { expiresAt: new Date(TOMORROW) });
    await elapse(last);
    const isOver = () => balance(customer, own).then((left) => left?.expired === 7);
    const open = async () =>
      database.db.query(`select from customer_grant where workspace = $1 and state <> 'ended'`, [
        fixtures.workspace,
      ]);
    // The other workspace has its share of the first turn.
    expect([await workerTurn(), await isOver()]).toEqual(['more', true]);
    expect(await open()).toHaveLength(2);
    expect(await workerTurn()).toBeUndefined();
    expect(await open()).toEqual([]);
  });

  test('is one of at most 100 that have not ended', async () => {
    const customer = await fixtures.make();
    for (let i = 0; i < 100; i += 1) await grant(customer, 1);
    await expect(grant(customer, 1)).rejects.toMatchObject({ code: 'conflict' });
    await fixtures.end((await fixtures.admit(customer, 1)).id, 1);
    await grant(customer, 1);
    expect(await balance(customer)).toMatchObject({ granted: 101, spent: 1, available: 100 });
  });
});

type Command =
  | { kind: 'create'; hold: number }
  | { kind: 'end'; run: number; percent: number }
  | { kind: 'give'; amount: number; ends: number }
  | { kind: 'elapse' | 'elapse all' | 'revoke' | 'turn' | 'end balance' };

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('create'), hold: fc.nat(40) }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('end'), run: fc.nat(9), percent: fc.nat(100) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      ...{ kind: fc.constant('give'), amount: fc.integer({ min: 1, max: 60 }) },
      ends: fc.constantFrom(1, 2, 3, Number.POSITIVE_INFINITY),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('elapse', 'elapse all', 'revoke', 'turn') }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('end balance') }) },
) as fc.Arbitrary<Command>;

/**
 * Part of every run, because few histories by chance have them: a grant that is spent in part, one that is spent before
 * another ends, and several that end.
 */
const SPENT_IN_PART: Command[] = [
  { kind: 'give', amount: 30, ends: 1 },
  { kind: 'create', hold: 20 },
  { kind: 'end', run: 0, percent: 50 },
  { kind: 'elapse' },
];
const SPENT_BEFORE: Command[] = [
  { kind: 'give', amount: 1, ends: 1 },
  { kind: 'give', amount: 1, ends: 1 },
  { kind: 'create', hold: 2 },
  { kind: 'end', run: 0, percent: 50 },
  { kind: 'elapse' },
];
const END_TOGETHER: Command[] = [
  { kind: 'give', amount: 30, ends: 1 },
  { kind: 'give', amount: 30, ends: 2 },
  { kind: 'give', amount: 30, ends: 3 },
  { kind: 'create', hold: 40 },
  { kind: 'revoke' },
  { kind: 'create', hold: 10 },
  { kind: 'elapse all' },
  { kind: 'end', run: 0, percent: 50 },
  { kind: 'turn' },
];

/** Open grants of the model have the order of the service: later than any that have ended. */
const LATER = 1e6;

test('arbitrary histories of grants, runs and expiries agree with rules that are applied to each charge', async () => {
  let partly = 0;
  const play = async (commands: Command[]) => {
    const own = await makeBudgetFixtures(database.db);
    const customer = await own.make();
    const model = emptyModel();
    const ids: string[] = [];
    for (const each of commands) {
      await apply(own, customer, model, ids, each);
      expect(await balance(customer, own)).toEqual(balanceOf(model));
      const shown = (await grants(customer, own)).map((it) => [it.spent, it.expired, leftOf(it)]);
      const given = model.grants.filter(({ isOpening }) => !isOpening);
      const modelled = given.sort((a, b) => b.number - a.number);
      expect(shown).toEqual(modelled.map((it) => [it.spent, it.expired, it.left]));
    }
    partly += model.grants.filter(({ spent, expired }) => spent > 0 && expired > 0).length;
    await workerTurn();
    const kept = leftOfEnded(await grants(customer, own));
    expect(kept).toBeLessThanOrEqual(
      [...model.pending.values()].reduce((sum, hold) => sum + hold, 0),
    );
    for (const run of model.pending.keys()) await own.end(ids[run]!);
    await workerTurn();
    expect(leftOfEnded(await grants(customer, own))).toBe(0);
  };
  const histories = fc.array(command, { minLength: 10, maxLength: 40 });
  const examples: [Command[]][] = [[SPENT_IN_PART], [END_TOGETHER], [SPENT_BEFORE]];
  await fc.assert(fc.asyncProperty(histories, play), { ...cases(80), examples });
  // Otherwise no grant that was spent in part has expired.
  expect(partly).toBeGreaterThan(0);
}, 300_000);

const isOver = ({ endsAt }: CustomerGrant) => endsAt !== null && endsAt <= new Date();

function leftOfEnded(given: CustomerGrant[]): number {
  return given.filter(isOver).reduce((sum, each) => sum + leftOf(each), 0);
}

async function apply(
  own: BudgetFixtures,
  customer: string,
  model: Model,
  ids: string[],
  command: Command,
): Promise<void> {
  const open = await grants(customer, own);
  if (command.kind === 'create') {
    const { id, outcome } = await own.admit(customer, command.hold);
    expect(outcome).toBe(create(model, ids.length, command.hold));
    ids.push(id);
  }
  if (command.kind === 'end') {
    const run = [...model.pending.keys()][command.run];
    if (run === undefined) return;
    const charged = Math.floor((model.pending.get(run)! * command.percent) / 100);
    await own.end(ids[run]!, charged);
    end(model, run, charged);
  }
  if (command.kind === 'give') {
    const { amount, ends } = command;
    const expiresAt =
      ends === Number.POSITIVE_INFINITY ? {} : { expiresAt: new Date(TOMORROW + ends) };
    await granting(own)(customer, amount, expiresAt);
    give(model, amount, LATER * ends);
  }
  if (command.kind === 'elapse' || command.kind === 'elapse all' || command.kind === 'revoke') {
    const which = { elapse: 'first', 'elapse all': 'all', revoke: 'last' } as const;
    // What was charged is spent from grants later, in the order of their ends: those that are spent stay before the others.
    if (command.kind !== 'revoke') {
      for (const spent of inOrder(open.filter((it) => leftOf(it) === 0 && !isOver(it)))) {
        await sleep(2);
        await elapse(spent);
      }
    }
    for (const { number } of endGrants(model, which[command.kind])) {
      const given = open.toReversed()[openingsBefore(model, number)]!;
      // Two that end in the same millisecond would have the order of their ids.
      await sleep(2);
      if (command.kind === 'revoke') await own.customers.revoke(own.caller, customer, given.id);
      else await elapse(given);
    }
    await workerTurn();
  }
  if (command.kind === 'turn') {
    await workerTurn();
    takeTurn(model);
  }
  if (command.kind === 'end balance') {
    await sleep(2);
    await own.change(customer, { hasBalance: false });
    if (model.available !== undefined) endBalance(model);
  }
}

/** Grants of a list, which has the newest first, as they are spent. */
function inOrder(given: CustomerGrant[]): CustomerGrant[] {
  const endOf = ({ endsAt }: CustomerGrant) => endsAt?.getTime() ?? Number.MAX_SAFE_INTEGER;
  return given.toReversed().toSorted((a, b) => endOf(a) - endOf(b));
}

/** The place of a grant among those that were given. */
function openingsBefore({ grants: all }: Model, number: number): number {
  return all.filter((each) => each.number < number && !each.isOpening).length;
}
