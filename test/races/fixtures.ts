/**
 * What the races share: the number of rounds, a barrier that releases all at once, workers that stall when a test says
 * so, and the outcome of runs and money, read from the tables. Independent of any one race.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Principal } from '../../server/keys/index.ts';
import type { Db } from '../../server/platform/db/pool.ts';
import { idToUuid, newUuid } from '../../server/platform/lib/ids.ts';
import { faultsInBooks } from '../support/books.ts';
import { type AnyTestRuns, slots } from '../support/model-runs.ts';

export const ROUNDS = Number(process.env.RACE_ROUNDS ?? 10);
/** For a race that hangs; it measures nothing. */
export const PATIENCE = { timeout: 180_000 + ROUNDS * 2_000 };
export const MUCH = 1_000_000_000;

export interface Barrier {
  /** Waits until the barrier opens. */
  pass(): Promise<void>;
  /** Resolves when this many wait. */
  reached(count: number): Promise<void>;
  /** Releases all, in any order. */
  raise(): Promise<void>;
}

export function createBarrier(): Barrier {
  const waiting: (() => void)[] = [];
  let raised = false;
  return {
    async pass() {
      if (!raised) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    async reached(count) {
      while (waiting.length < count) await turn();
    },
    async raise() {
      raised = true;
      // Releases one per turn of the event loop: those of one turn would share a statement, and not race.
      for (const release of shuffled(waiting)) {
        release();
        await turn();
      }
    },
  };
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/** A worker as the database knows it, without loops: the test says when it claims and when it stalls. */
export async function enlist({ db, runs }: AnyTestRuns) {
  const id = newUuid();
  await db.query(
    "insert into worker (id, lease_until) values ($1, clock_timestamp() + interval '1 hour')",
    [id],
  );
  let held = true;
  return {
    async claim(count: number) {
      const claimed = await runs.claim(slots(count), newUuid(), id);
      expect(claimed).toHaveLength(count);
      return claimed;
    },
    assertLease() {
      if (!held) throw new Error('the lease has ended');
    },
    async stall() {
      held = false;
      await db.query('update worker set lease_until = clock_timestamp() where id = $1', [id]);
    },
  };
}

/** Creates this many runs of the subject, saved and not sent; returns their ids in the tables. */
export async function createMany(
  { runs, kind }: AnyTestRuns,
  principal: Principal,
  subject: string,
  count: number,
): Promise<string[]> {
  const created = await Promise.all(
    Array.from({ length: count }, () =>
      runs.create(principal, { idempotencyKey: newUuid(), body: kind.request(subject) }),
    ),
  );
  return created.map(({ run }) => idToUuid(kind.idPrefix, run.id)!);
}

/** Ends the time of every run that waits for a look-up, and makes its next look-up due. */
export async function passDeadlines(db: Db): Promise<void> {
  await db.query("update run set settle_deadline = now() where state = 'needs_reconciliation'");
  await db.query("update run_queue set due_at = now() where step = 'reconcile'");
}

interface Ending {
  id: string;
  state: string;
  code: string | null;
  version: number;
  attempt: number;
  unknown_reason: string | null;
  charged_amount: number | null;
  /** Amounts by kind of ledger entry. */
  entries: Record<string, number>;
  audited: string[];
}

export function endingsOf(db: Db, ids: string[]): Promise<Ending[]> {
  return db.query<Ending>(
    `select m.id, m.state, m.error->>'code' as code, m.version, m.attempt, m.unknown_reason, m.charged_amount,
       e.entries, coalesce(a.kinds, '[]') as audited
     from run m
     join (select run, json_object_agg(kind, amount) as entries from ledger_entry
           where run = any ($1) group by run) e on e.run = m.id
     left join (select run, json_agg(kind order by id) as kinds from audit_event
                where run = any ($1) group by run) a on a.run = m.id
     where m.id = any ($1) order by m.id`,
    [ids],
  );
}

/** Call it once after all rounds: it reads everything. */
export async function expectCleanBooks(db: Db): Promise<void> {
  expect(await faultsInBooks(db, { fromTheStart: true })).toEqual([]);
}

/** No run is under way, and no money is held for one. */
export async function expectNothingHeld(db: Db): Promise<void> {
  expect(await db.query('select from account where held <> 0 or pending <> 0')).toEqual([]);
  expect(await db.query('select from run_queue')).toEqual([]);
}

/** Sweeps what is due once, and waits for what that began. */
export async function reconciled(runs: AnyTestRuns['runs']): Promise<void> {
  await runs.reconcile();
  await runs.lookedUp();
}
