/**
 * A process finds the end of a job at the moment in which another finds it too, or gives the job up: only the first one
 * ends it, and it is charged once or not at all.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Principal } from '../../server/keys/index.ts';
import { createRegistry, type Provider } from '../../server/model-runs/providers/index.ts';
import { type AnyKind, COMPUTE_JOBS } from '../support/kinds.ts';
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
  ROUNDS,
  reconciled,
} from './fixtures.ts';

const JOBS = 10;
const RELEASE = { hold: expect.any(Number), release: expect.any(Number) };
const CHARGE = {
  ...RELEASE,
  ...{ capture_provider: expect.any(Number), capture_fee: expect.any(Number) },
};

let t: AnyTestRuns;
let principal: Principal;
let barrier: Barrier;
/** Finds how the job ended, and answers once the barrier opens. */
let seeing: Provider;
/** Does not reach the engine, and says so once the barrier opens. */
let blind: Provider;

beforeAll(async () => {
  t = await startTestRuns(COMPUTE_JOBS as unknown as AnyKind);
  principal = await t.tenant(100 * MUCH);
  const { lookUp } = t.provider;
  const behindBarrier = async <T>(truth: Promise<T>): Promise<T> => {
    const outcome = await truth;
    await barrier.pass();
    return outcome;
  };
  seeing = { ...t.provider, lookUp: (...all) => behindBarrier(lookUp!(...all)) };
  const away = { kind: 'unavailable', reason: 'The engine does not answer.' } as const;
  blind = { ...t.provider, lookUp: () => behindBarrier(Promise.resolve(away)) };
});
afterAll(() => t.close());

/** Jobs whose code has ended, and that no process has looked at since they began. */
async function startAll(): Promise<string[]> {
  const ids = await createMany(t, principal, 'echo', JOBS);
  const worker = await enlist(t);
  const claimed = await worker.claim(JOBS);
  const never = new AbortController().signal;
  await Promise.all(
    claimed.map((run) => t.runs.execute(run, t.provider, worker.assertLease, never)),
  );
  await t.runs.idle();
  const states = await t.db.query<{ state: string }>('select state from run where id = any ($1)', [
    ids,
  ]);
  expect(states.map(({ state }) => state)).toEqual(ids.map(() => 'running'));
  return ids;
}

async function makeDue({ isOver }: { isOver: boolean }): Promise<void> {
  if (isOver) await t.db.query("update run set settle_deadline = now() where state = 'running'");
  await t.db.query("update run_queue set due_at = now() where step = 'watch'");
}

const builtWith = (provider: Provider) => t.build({ registry: createRegistry([provider]) });

it(
  'an end that is found while the job is given up is charged in time, or the job is lost and free',
  PATIENCE,
  async () => {
    const [sweeper, operator] = [builtWith(blind), builtWith(seeing)];
    const endings: Record<string, number> = {};
    for (let round = 0; round < ROUNDS; round++) {
      barrier = createBarrier();
      const ids = await startAll();
      await makeDue({ isOver: true });
      const givingUp = reconciled(sweeper);
      const found = Array.fromAsync(operator.reconcileOpen({ dryRun: false }));
      await barrier.reached(2 * JOBS);
      await Promise.all([barrier.raise(), givingUp, found]);
      for (const { state, code, charged_amount: charged, entries } of await endingsOf(t.db, ids)) {
        const as = code ?? state;
        expect(['completed', 'engine_lost']).toContain(as);
        endings[as] = (endings[as] ?? 0) + 1;
        expect(entries).toEqual(as === 'completed' ? CHARGE : RELEASE);
        if (as === 'completed') {
          expect(entries.capture_provider! + entries.capture_fee!).toBe(charged);
        } else expect(charged).toBeNull();
      }
    }
    console.log('the end of a job beside the end of its time:', endings);
    await expectNothingHeld(t.db);
    await expectCleanBooks(t.db);
  },
);

it('an end that two processes find at once is charged once', PATIENCE, async () => {
  const [worker, operator] = [builtWith(seeing), builtWith(seeing)];
  for (let round = 0; round < ROUNDS; round++) {
    barrier = createBarrier();
    const ids = await startAll();
    await makeDue({ isOver: false });
    const watching = reconciled(worker);
    const found = Array.fromAsync(operator.reconcileOpen({ dryRun: false }));
    await barrier.reached(2 * JOBS);
    await Promise.all([barrier.raise(), watching, found]);
    for (const { state, charged_amount: charged, entries } of await endingsOf(t.db, ids)) {
      expect([state, entries]).toEqual(['completed', CHARGE]);
      expect(entries.capture_provider! + entries.capture_fee!).toBe(charged);
    }
  }
  await expectNothingHeld(t.db);
  await expectCleanBooks(t.db);
});
