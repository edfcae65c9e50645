import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey, type Principal } from '../../server/keys/index.ts';
import { createCatalog } from '../../server/model-runs/providers/catalog.ts';
import type { Db } from '../../server/platform/db/pool.ts';
import { sandboxModels } from '../../server/sandbox/index.ts';
import {
  balances,
  LIMITS,
  problemOf,
  request,
  rowsOf,
  startTestRuns,
  type TestRuns,
} from '../support/model-runs.ts';

let t: TestRuns;
beforeAll(async () => {
  t = await startTestRuns();
});
afterAll(() => t.close());

const MUCH = 1_000_000_000;
/** How long one call of `admit_runs` waits for a lock. */
const ONE_LOCK_MS = 250;
const echo = request('sandbox/echo');

function create(principal: Principal, idempotencyKey: string, body = echo, runs = t.runs) {
  return runs.create(principal, { idempotencyKey, body });
}

/** The database, with a count of the statements that it receives. */
function counting(db: Db) {
  const calls: string[] = [];
  const counted: Db = {
    ...db,
    query(text, values, name) {
      calls.push(name ?? text);
      return db.query(text, values, name);
    },
    transaction(work) {
      calls.push('transaction');
      return db.transaction(work);
    },
  };
  return { db: counted, calls };
}

describe('a create', () => {
  it('saves the run, its request, its hold and its queue row', async () => {
    const principal = await t.tenant(MUCH);
    const { run, replayed } = await create(principal, 'one');
    expect(replayed).toBe(false);
    expect(run).toMatchObject({
      state: 'reserved',
      subject: 'sandbox/echo',
      idempotencyKey: 'one',
      currency: 'USD',
      scale: 9,
    });
    expect(await rowsOf(t.db, principal)).toEqual({ runs: 1, payloads: 1, queued: 1, holds: 1 });
    const [wallet] = await balances(t.db, principal.workspace);
    expect(wallet).toMatchObject({
      available: MUCH - run.reservedAmount,
      held: run.reservedAmount,
      pending: 1,
    });
    expect(await t.runs.get(principal.workspace, run.id)).toEqual(run);
  });

  it('takes one round trip and one commit, for one run and for many', async () => {
    const principal = await t.tenant(MUCH);
    const { db, calls } = counting(t.db);
    const runs = t.build({ db });
    await create(principal, 'alone', echo, runs);
    expect(calls).toEqual(['admit_runs']);
    calls.length = 0;
    await Promise.all(Array.from({ length: 50 }, (_, i) => create(principal, `k${i}`, echo, runs)));
    expect(calls.length).toBeLessThanOrEqual(3);
  });

  it('holds exactly what an estimate says', async () => {
    const principal = await t.tenant(MUCH);
    const estimate = await t.runs.estimate(principal, echo);
    const { run } = await create(principal, 'estimated');
    expect(estimate).toMatchObject({
      reservedAmount: run.reservedAmount,
      covered: true,
      payer: 'wallet',
      quote: { promptChars: 5 },
    });
  });

  it('is the run it made when the reply of the database was lost', async () => {
    const principal = await t.tenant(MUCH);
    let lost = false;
    const db: Db = {
      ...t.db,
      async query<Row>(text: string, values?: unknown[], name?: string) {
        const rows = await t.db.query<Row>(text, values, name);
        if (name !== 'admit_runs' || lost) return rows;
        lost = true;
        throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
      },
    };
    const { replayed } = await create(principal, 'lost', echo, t.build({ db }));
    expect(lost).toBe(true);
    expect(replayed).toBe(false);
    expect(await rowsOf(t.db, principal)).toEqual({ runs: 1, payloads: 1, queued: 1, holds: 1 });
  });
});

describe('a replay', () => {
  it('buys nothing and is the same run', async () => {
    const principal = await t.tenant(MUCH);
    const first = await create(principal, 'same');
    const reordered = { maxOutputTokens: 100, messages: echo.messages, model: echo.model };
    const second = await create(principal, 'same', reordered);
    expect(second).toEqual({ run: first.run, replayed: true });
    expect(await rowsOf(t.db, principal)).toEqual({ runs: 1, payloads: 1, queued: 1, holds: 1 });
  });

  it('with another body is refused with idempotency_key_reuse', async () => {
    const principal = await t.tenant(MUCH);
    await create(principal, 'other');
    const problem = await problemOf(create(principal, 'other', { ...echo, maxOutputTokens: 99 }));
    expect(problem.code).toBe('idempotency_key_reuse');
  });

  it('wins over a removed model, a lowered limit and an empty wallet', async () => {
    const principal = await t.tenant(30_000_000);
    const big = { ...echo, maxOutputTokens: 4_000 };
    const { run } = await create(principal, 'known', big);
    await t.db.query('update account set available = 0 where workspace = $1', [
      principal.workspace,
    ]);
    const models = sandboxModels.filter(({ id }) => id !== 'sandbox/echo');
    const catalog = await createCatalog({
      db: t.db,
      sources: [{ name: 'fewer', models }],
      synced: [],
    });
    const limits = { ...LIMITS, maxOutputTokens: 10 };
    for (const other of [t.build({ catalog }), t.build({ limits }), t.runs]) {
      expect(await create(principal, 'known', big, other)).toMatchObject({
        run: { id: run.id },
        replayed: true,
      });
      expect((await problemOf(create(principal, 'new', big, other))).code).toMatch(
        /unknown_model|max_output_tokens_exceeded|insufficient_credit/,
      );
    }
    catalog.close();
  });

  it('by another key of the workspace changes nothing, the payer included', async () => {
    const principal = await t.tenant(MUCH);
    const { run } = await create(principal, 'shared');
    const key = await createKey(t.db, {
      workspace: principal.workspace,
      name: 'b',
      scopes: ['models:run'],
      credit: 1_000_000,
    });
    const other = { ...principal, apiKey: key.id };
    expect((await create(other, 'shared')).run).toEqual(run);
  });

  it('in another workspace is another run', async () => {
    const [a, b] = [await t.tenant(MUCH), await t.tenant(MUCH)];
    const [first, second] = await Promise.all([create(a, 'same'), create(b, 'same')]);
    expect(first.run.id).not.toBe(second.run.id);
    expect(second.replayed).toBe(false);
  });
});

describe('concurrent creates', () => {
  it('with one key make one run and one hold', async () => {
    const principal = await t.tenant(MUCH);
    const others = [t.build(), t.build()];
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, i) => create(principal, 'one', echo, others[i % 2])),
    );
    expect(new Set(results.map(({ run }) => run.id)).size).toBe(1);
    expect(results.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await rowsOf(t.db, principal)).toEqual({ runs: 1, payloads: 1, queued: 1, holds: 1 });
  });

  it('never spend more than there is', async () => {
    const { reservedAmount } = await t.runs.estimate(await t.tenant(0), echo);
    const principal = await t.tenant(reservedAmount * 11 - 1);
    const others = [t.build(), t.build()];
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, i) => create(principal, `k${i}`, echo, others[i % 2])),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(await rowsOf(t.db, principal)).toEqual({
      runs: 10,
      payloads: 10,
      queued: 10,
      holds: 10,
    });
  });

  it('let a small hold have its turn after one that is too large', async () => {
    const { reservedAmount } = await t.runs.estimate(await t.tenant(0), echo);
    const principal = await t.tenant(reservedAmount);
    const [large, small] = await Promise.allSettled([
      create(principal, 'large', { ...echo, maxOutputTokens: 4_000 }),
      create(principal, 'small'),
    ]);
    expect([large.status, small.status]).toEqual(['rejected', 'fulfilled']);
  });

  it('on a stalled wallet do not stall the others of their batch', async () => {
    const [stalled, free] = [await t.tenant(MUCH), await t.tenant(MUCH)];
    await t.db.transaction(async (tx) => {
      await tx.query('select from account where workspace = $1 for update', [stalled.workspace]);
      const { db, calls } = counting(t.db);
      const runs = t.build({ db });
      const repeats = ['a', 'a', 'a'].map((key) => create(stalled, key, echo, runs));
      const [fine, ...late] = await Promise.allSettled([create(free, 'b', echo, runs), ...repeats]);
      expect(fine.status).toBe('fulfilled');
      const busy = { status: 'rejected', reason: { code: 'overloaded' } };
      expect(late).toMatchObject(repeats.map(() => busy));
      // Together, and then each workspace by itself: a repeat of the key does not wait once more.
      expect(calls).toEqual(['admit_runs', 'admit_runs', 'admit_runs']);
    });
    expect((await create(stalled, 'a')).replayed).toBe(false);
  });

  it('wait for a wallet that stalls for longer than one lock is awaited', async () => {
    const principal = await t.tenant(MUCH);
    let made: ReturnType<typeof create>[] = [];
    await t.db.transaction(async (tx) => {
      await tx.query('select from account where workspace = $1 for update', [principal.workspace]);
      made = ['a', 'b'].map((key) => create(principal, key));
      await sleep(ONE_LOCK_MS + 100);
    });
    const runs = await Promise.all(made);
    expect(runs.map(({ replayed }) => replayed)).toEqual([false, false]);
    expect(await rowsOf(t.db, principal)).toEqual({ runs: 2, payloads: 2, queued: 2, holds: 2 });
  });
});
