/**
 * The outcome of a run arrives at the moment in which the service gives up the run: only the first one ends it. If that
 * is the deadline, nothing is charged any more, and what the provider charged is the deployment's loss.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Principal } from '../../server/keys/index.ts';
import { createRegistry, type Provider } from '../../server/model-runs/providers/index.ts';
import type { Drift } from '../../server/runs/index.ts';
import { KINDS_THAT_DIFFER } from '../support/kinds.ts';
import { type AnyTestRuns, balances, startTestRuns } from '../support/model-runs.ts';
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
const GIVEN_UP = { state: 'failed', code: 'outcome_unknown', charged_amount: null };
/** How a run ends, and what is noted of it, by the result of its look-up. */
const FOUND = {
  answer: ['completed', undefined],
  record: ['answer_lost', 'answer_lost'],
} as const;
const GIVEN_UP_ENDING = ['outcome_unknown', 'outcome_given_up'] as const;
const RELEASE = { hold: expect.any(Number), release: expect.any(Number) };
const CHARGE = {
  hold: expect.any(Number),
  capture_provider: expect.any(Number),
  capture_fee: expect.any(Number),
  release: expect.any(Number),
};

describe.each(KINDS_THAT_DIFFER)('with $name,', (kind) => {
  const { answered, unheard } = kind.subjects;
  const reportsCost = kind.finds === 'record';
  const LOSS = { ...RELEASE, ...(reportsCost && { loss: expect.any(Number) }) };
  let t: AnyTestRuns;
  let principal: Principal;
  let barrier: Barrier;
  /** Answers, and the answer waits at the barrier. */
  let late: Provider;
  /** Finds its record, and the record waits at the barrier. */
  let seeing: Provider;
  /** Has no record yet, and says so once the barrier opens. */
  let blind: Provider;

  beforeAll(async () => {
    t = await startTestRuns(kind);
    principal = await t.tenant(100 * MUCH);
    const { submit, lookUp } = t.provider;
    late = { ...t.provider, submit: (...all) => behindBarrier(submit(...all)) };
    seeing = { ...t.provider, lookUp: (...all) => behindBarrier(lookUp!(...all)) };
    blind = { ...t.provider, lookUp: () => behindBarrier(Promise.resolve({ kind: 'not_found' })) };
  });
  afterAll(() => t.close());

  async function behindBarrier<T>(truth: Promise<T>): Promise<T> {
    const outcome = await truth;
    await barrier.pass();
    return outcome;
  }

  async function executeAll(model: string, provider: Provider) {
    const ids = await createMany(t, principal, model, RUNS);
    const worker = await enlist(t);
    const claimed = await worker.claim(RUNS);
    const never = new AbortController().signal;
    const executing = claimed.map((run) =>
      t.runs.execute(run, provider, worker.assertLease, never),
    );
    return { ids, worker, executing: Promise.all(executing) };
  }

  /** Looks up every run once more, and books nothing. */
  function drift(): Promise<Drift[]> {
    const hour = 3_600_000;
    const span = { from: new Date(Date.now() - hour), until: new Date(Date.now() + hour) };
    const workspaces = [principal.workspace];
    return Array.fromAsync(t.runs.drift({ workspaces, dryRun: true, ...span }));
  }

  async function expectNoDrift(): Promise<void> {
    const all = await drift();
    expect(all.filter(({ verdict }) => verdict !== 'agrees')).toEqual([]);
  }

  describe('an answer that comes while its run is given up', () => {
    it('is charged in time or is a loss, never both and never twice', PATIENCE, async () => {
      const sweeper = t.build({ registry: createRegistry([blind]) });
      for (let round = 0; round < ROUNDS; round++) {
        barrier = createBarrier();
        const { ids, worker, executing } = await executeAll(`sandbox/${answered}`, late);
        await barrier.reached(RUNS);
        await t.runs.idle();
        await worker.stall();
        await sweeper.sweepDeadWorkers();
        await passDeadlines(t.db);
        const givingUp = reconciled(sweeper);
        await barrier.reached(2 * RUNS);
        await Promise.all([barrier.raise(), executing, givingUp]);

        for (const ending of await endingsOf(t.db, ids)) {
          const { state, charged_amount: charged, entries } = ending;
          if (state === 'completed') {
            expect(ending).toMatchObject({
              code: null,
              audited: [],
              charged_amount: expect.any(Number),
            });
            expect(entries).toEqual(CHARGE);
            expect(entries.capture_provider! + entries.capture_fee!).toBe(charged);
          } else {
            expect(ending).toMatchObject(GIVEN_UP);
            expect(ending.audited).toEqual(['outcome_given_up', 'late_outcome']);
            expect(entries).toEqual(LOSS);
          }
        }
      }
      await expectNothingHeld(t.db);
      await expectNoDrift();
      await expectCleanBooks(t.db);
    });
  });

  describe('a look-up that finds the run while another gives it up', () => {
    it(
      'ends it alone or not at all; found too late it is a loss, and never a charge',
      PATIENCE,
      async () => {
        const sweeper = t.build({ registry: createRegistry([blind]) });
        const operator = t.build({ registry: createRegistry([seeing]) });
        const [before] = await balances(t.db, principal.workspace);
        const missed: string[] = [];
        for (let round = 0; round < ROUNDS; round++) {
          barrier = createBarrier();
          const { ids, executing } = await executeAll(`sandbox/${unheard}`, t.provider);
          await executing;
          await passDeadlines(t.db);
          const givingUp = reconciled(sweeper);
          const found = Array.fromAsync(operator.reconcileOpen({ dryRun: false }));
          await barrier.reached(2 * RUNS);
          await Promise.all([barrier.raise(), givingUp, found]);

          const ended = new Map((await found).map(({ id, applied }) => [id, applied]));
          for (const { id, state, code, audited } of await endingsOf(t.db, ids)) {
            const [as, kept] = ended.get(id)! ? FOUND[kind.finds] : GIVEN_UP_ENDING;
            expect(code ?? state).toBe(as);
            expect(audited[0]).toBe(kept);
            if (as !== 'completed') missed.push(id);
          }
        }
        await expectNothingHeld(t.db);
        for (const { entries } of await endingsOf(t.db, missed)) expect(entries).toEqual(LOSS);
        await expectNoDrift();
        await expectCleanBooks(t.db);
        const [after] = await balances(t.db, principal.workspace);
        if (reportsCost) expect(after!.spent).toBe(before!.spent);
      },
    );
  });
});
