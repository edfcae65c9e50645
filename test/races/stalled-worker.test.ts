/**
 * A worker stalls for longer than its lease and wakes when others have its runs: the attempt fences it, so what it
 * still does about them changes nothing.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Principal } from '../../server/keys/index.ts';
import type { Outcome, Provider } from '../../server/model-runs/providers/index.ts';
import type { Db } from '../../server/platform/db/pool.ts';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import { kindsOfTurn } from '../support/kinds.ts';
import { type AnyTestRuns, startTestRuns } from '../support/model-runs.ts';
import {
  type Barrier,
  createBarrier,
  createMany,
  endingsOf,
  enlist,
  expectCleanBooks,
  expectNothingHeld,
  MUCH,
  PATIENCE,
  passDeadlines,
  ROUNDS,
  reconciled,
} from './fixtures.ts';

const RUNS = 10;
/** `advance_runs` waits 250 ms. */
const LONGER_THAN_LOCKS_ARE_AWAITED_MS = 700;
const never = new AbortController().signal;

describe.each(kindsOfTurn(2))('with $name,', (kind) => {
  let t: AnyTestRuns;
  let principal: Principal;
  beforeAll(async () => {
    t = await startTestRuns(kind);
    principal = await t.tenant(100 * MUCH);
  });
  afterAll(() => t.close());

  /** The same database, for a process that stalls whenever it is about to settle. */
  function stallingBy(barrier: Barrier): Db {
    return {
      ...t.db,
      async query(text, values, name) {
        if (name === 'advance_runs') await barrier.pass();
        return t.db.query(text, values, name);
      },
    };
  }

  const postsOf = (ids: string[]) => ids.map((id) => t.sandbox.posts(uuidToId(kind.idPrefix, id)));

  describe('a worker that stalls before it sends', () => {
    it('sends nothing when it wakes, and a run is ended once', PATIENCE, async () => {
      const other = t.build();
      for (let round = 0; round < ROUNDS; round++) {
        const barrier = createBarrier();
        const stalling: Provider = {
          ...t.provider,
          async submit(...all) {
            await barrier.pass();
            return t.provider.submit(...all);
          },
        };
        const ids = await createMany(t, principal, 'sandbox/echo', RUNS);
        const worker = await enlist(t);
        const claimed = await worker.claim(RUNS);
        const wake = (provider: Provider) =>
          Promise.all(
            claimed.map((run) => t.runs.execute(run, provider, worker.assertLease, never)),
          );
        const executing = wake(stalling);
        await barrier.reached(RUNS);
        await worker.stall();
        await other.sweepDeadWorkers();
        await passDeadlines(t.db);
        await Promise.all([barrier.raise(), executing, reconciled(other)]);

        const endings = await endingsOf(t.db, ids);
        for (const { state, code, entries, audited, charged_amount } of endings) {
          expect([state, charged_amount]).toEqual(['failed', null]);
          expect(entries).toEqual({ hold: entries.hold, release: entries.hold });
          const givenUp = code === 'outcome_unknown';
          if (!givenUp) expect(code).toBe('provider_unavailable');
          expect(audited).toEqual(givenUp ? ['outcome_given_up'] : []);
        }
        await Promise.all([wake(t.provider), other.sweepDeadWorkers(), reconciled(other)]);
        expect(await endingsOf(t.db, ids)).toEqual(endings);
        expect(postsOf(ids)).toEqual(ids.map(() => 0));
      }
      await expectNothingHeld(t.db);
      await expectCleanBooks(t.db);
    });
  });

  describe('a worker that wakes when the account is locked for longer than a statement waits', () => {
    it('says in the end that nothing was sent', async () => {
      const ids = await createMany(t, principal, 'sandbox/echo', 1);
      const worker = await enlist(t);
      const [run] = await worker.claim(1);
      await worker.stall();
      await t.runs.sweepDeadWorkers();
      let waking = Promise.resolve();
      await t.db.transaction(async (tx) => {
        await tx.query('select from account where id = $1 for update', [principal.payer.account]);
        waking = t.runs.execute(run!, t.provider, worker.assertLease, never);
        await sleep(LONGER_THAN_LOCKS_ARE_AWAITED_MS);
      });
      await waking;
      const [ending] = await endingsOf(t.db, ids);
      expect(ending).toMatchObject({ state: 'failed', code: 'provider_unavailable' });
      expect(postsOf(ids)).toEqual([0]);
    });
  });

  describe('a run whose saved request cannot be read', () => {
    it.each([
      ['internal', false],
      ['provider_unavailable', true],
    ])('ends as %s and costs nothing, given up by a sweep before: %s', async (code, isGivenUp) => {
      const ids = await createMany(t, principal, 'sandbox/echo', 1);
      const worker = await enlist(t);
      const [run] = await worker.claim(1);
      await worker.stall();
      if (isGivenUp) await t.runs.sweepDeadWorkers();
      await t.runs.execute({ ...run!, request: '{' }, t.provider, worker.assertLease, never);
      const [ending] = await endingsOf(t.db, ids);
      const { hold } = ending!.entries;
      expect(ending).toMatchObject({ state: 'failed', code, entries: { hold, release: hold } });
      expect(postsOf(ids)).toEqual([0]);
    });
  });

  describe('a worker that wakes when its runs are under way with another', () => {
    it('is fenced: it neither hands them back nor takes them for lost', PATIENCE, async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const [refusals, sweeps, answers] = [createBarrier(), createBarrier(), createBarrier()];
        const sweeper = t.build({ db: stallingBy(sweeps) });
        const ids = await createMany(t, principal, 'sandbox/busy', RUNS);

        const first = await enlist(t);
        const refused = new Map<string, Outcome>();
        const early = await first.claim(RUNS);
        const handingBack = early.map((run) =>
          t.runs.execute(run, behind(refusals, refused), first.assertLease, never),
        );
        await refusals.reached(RUNS);
        // Another worker takes these attempts for lost, and stalls on the way.
        await first.stall();
        const sweeping = sweeper.sweepDeadWorkers();
        await sweeps.reached(1);
        await Promise.all([refusals.raise(), ...handingBack]);

        await t.db.query('update run_queue set due_at = now()');
        const second = await enlist(t);
        const answering = (await second.claim(RUNS)).map((run) =>
          t.runs.execute(run, behind(answers), second.assertLease, never),
        );
        await answers.reached(RUNS);
        // As if the reply to its hand-back was lost: the first worker reports once more what it knows.
        const repeating = early.map((run) =>
          t.runs.execute(run, telling(refused), first.assertLease, never),
        );
        const lateOnes = Promise.all([sweeps.raise(), sweeping, ...repeating]);
        if (round % 2 === 0) await lateOnes;
        await Promise.all([answers.raise(), lateOnes, ...answering]);

        for (const ending of await endingsOf(t.db, ids)) {
          expect(ending).toMatchObject({ state: 'completed', attempt: 2, unknown_reason: null });
          expect(Object.keys(ending.entries).sort()).toEqual(CHARGE);
          expect(ending.audited).toEqual([]);
        }
        expect(postsOf(ids)).toEqual(ids.map(() => kind.sent('busy').least));
      }
      await expectNothingHeld(t.db);
      await expectCleanBooks(t.db);
    });
  });

  const CHARGE = ['capture_fee', 'capture_provider', 'hold', 'release'];

  /** The provider, whose outcomes wait at the barrier; `kept` has them by run. */
  function behind(barrier: Barrier, kept = new Map<string, Outcome>()): Provider {
    return {
      ...t.provider,
      async submit(submission, ...more) {
        const outcome = await t.provider.submit(submission, ...more);
        kept.set(submission.runId, outcome);
        await barrier.pass();
        return outcome;
      },
    };
  }

  /** Sends nothing: reports outcomes that came before. */
  function telling(kept: ReadonlyMap<string, Outcome>): Provider {
    return { ...t.provider, submit: async ({ runId }) => kept.get(runId)! };
  }
});
