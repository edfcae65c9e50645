/** Many callers read one run whose outcome is unknown, and whose next look-up is due or not. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRegistry, type Provider } from '../../server/model-runs/providers/index.ts';
import { kindsOfTurn } from '../support/kinds.ts';
import { type AnyTestRuns, type Run, startTestRuns } from '../support/model-runs.ts';
import { MUCH, PATIENCE, passDeadlines, ROUNDS, reconciled } from './fixtures.ts';

/** No process gives up while these tests read. */
const TIMES = {
  ...{ runDeadlineMs: 600_000, reconcileGraceMs: 600_000 },
  ...{ priceDeadlineMs: 600_000, reconcileDeadlineMs: 600_000 },
};

describe.each(kindsOfTurn(1))('with $name,', (kind) => {
  let t: AnyTestRuns;
  beforeEach(async () => {
    t = await startTestRuns(kind);
    await t.listen();
  });
  afterEach(() => t.close());

  type LookUp = NonNullable<Provider['lookUp']>;

  /** How old the last look-up is, and when the next one is due. */
  interface Ages {
    ageMs: number;
    dueMs: number;
  }

  /** A run whose outcome is unknown, without a worker; `lookUp` is its provider's. */
  async function loseSight(lookUp: LookUp) {
    const lookedUp: string[] = [];
    const provider: Provider = {
      ...t.provider,
      lookUp(reference, signal) {
        lookedUp.push(reference);
        return lookUp(reference, signal);
      },
    };
    // The database sees these as two processes.
    const [runs, others] = [1, 2].map(() =>
      t.build({ registry: createRegistry([provider]), times: TIMES }),
    ) as [AnyTestRuns['runs'], AnyTestRuns['runs']];
    const worker = await t.startWorker({ work: t.build({ times: TIMES }) });
    const principal = await t.tenant(MUCH);
    const { run } = await runs.create(principal, {
      idempotencyKey: randomUUID(),
      body: kind.request(`sandbox/${kind.subjects.lost}`),
    });
    const isUnknown = ({ state }: Run) => state === 'needs_reconciliation';
    const signal = AbortSignal.timeout(30_000);
    await runs.wait(principal.workspace, run, isUnknown, 30_000, [signal]);
    await worker.drain(5_000);

    /** Reads this often at once in each process; returns what the reads saw, and how often the provider was asked. */
    async function readAtOnce(count: number, { ageMs, dueMs }: Ages, by = [runs, others]) {
      // Far along in its back-off, so that the next look-up is a long way off.
      await t.db.query(
        `update run set look_ups = 20, next_check_at = now() + $1 * interval '1 ms',
         last_looked_up_at = now() - $2 * interval '1 ms'`,
        [dueMs, ageMs],
      );
      await t.db.query("update run_queue set due_at = now() + $1 * interval '1 ms'", [dueMs]);
      return readAgain(count, by);
    }

    async function readAgain(count: number, by = [runs, others]) {
      lookedUp.length = 0;
      const answers = await Promise.all(
        by.flatMap((process) =>
          Array.from({ length: count }, () => process.get(principal.workspace, run.id)),
        ),
      );
      return { states: new Set(answers.map((answer) => answer?.state)), lookUps: lookedUp.length };
    }

    /** Waits this often at once in each process; returns how often the provider was asked meanwhile. */
    async function waitAtOnce(count: number, ms: number) {
      lookedUp.length = 0;
      const never = new AbortController().signal;
      await Promise.all(
        [runs, others].flatMap((process) =>
          Array.from({ length: count }, () =>
            process.wait(principal.workspace, run, () => false, ms, [never]),
          ),
        ),
      );
      return lookedUp.length;
    }

    return { runs, others, lookedUp, readAtOnce, readAgain, waitAtOnce };
  }

  /** The look-ups that `begun` allows: none if the machine reads two thousand times within two seconds. */
  const everyTwoSeconds = (begun: number) => Math.floor((performance.now() - begun) / 2_000);

  const DUE = { ageMs: 60_000, dueMs: 0 };
  const STALE = { ageMs: 2_000, dueMs: 3_600_000 };
  const FRESH = { ageMs: 0, dueMs: 3_600_000 };

  describe('a thousand reads of one run whose look-up is due', () => {
    it('make one look-up', PATIENCE, async () => {
      const { readAtOnce } = await loseSight(t.provider.lookUp!);
      for (let round = 0; round < ROUNDS; round++) {
        const { states, lookUps } = await readAtOnce(500, DUE);
        expect(states).toEqual(new Set(['needs_reconciliation']));
        expect(lookUps).toBe(1);
      }
    });

    // Only once, because one of the reads waits for as long as a read may.
    it('are all answered with what is saved when the provider never answers', async () => {
      const { readAtOnce } = await loseSight(() => new Promise(() => {}));
      const { states, lookUps } = await readAtOnce(500, DUE);
      expect(states).toEqual(new Set(['needs_reconciliation']));
      expect(lookUps).toBe(1);
    });
  });

  describe('a thousand reads of one run whose look-up is not due', () => {
    it(
      'make one look-up where the last is two seconds old, and none right after it',
      PATIENCE,
      async () => {
        const { readAtOnce, readAgain } = await loseSight(t.provider.lookUp!);
        for (let round = 0; round < ROUNDS; round++) {
          const begun = performance.now();
          const { lookUps } = await readAtOnce(500, STALE);
          const { lookUps: laterLookUps } = await readAgain(500);
          expect(lookUps).toBeGreaterThan(0);
          expect(lookUps + laterLookUps).toBeLessThanOrEqual(1 + everyTwoSeconds(begun));
        }
      },
    );

    it('make none while the last is fresh', PATIENCE, async () => {
      const { readAtOnce } = await loseSight(t.provider.lookUp!);
      expect((await readAtOnce(500, FRESH)).lookUps).toBe(0);
    });

    it(
      'make one of a thousand waits as well, and one more every two seconds',
      PATIENCE,
      async () => {
        const { readAtOnce, waitAtOnce } = await loseSight(t.provider.lookUp!);
        await readAtOnce(1, FRESH);
        const begun = performance.now();
        const lookUps = await waitAtOnce(500, 5_000);
        expect(lookUps).toBeGreaterThanOrEqual(1);
        expect(lookUps).toBeLessThanOrEqual(everyTwoSeconds(begun));
      },
    );

    it('leave the run to the processes that know its provider', async () => {
      const { runs, readAtOnce, readAgain } = await loseSight(t.provider.lookUp!);
      const withoutProvider = t.build({ registry: createRegistry([]), times: TIMES });
      expect((await readAtOnce(500, DUE, [withoutProvider])).lookUps).toBe(0);
      expect((await readAgain(1, [runs])).lookUps).toBe(1);
    });

    it('leave a provider alone that answers when it wants to be asked again, and so does the sweep', async () => {
      let answers = 0;
      const { runs, others, lookedUp, readAtOnce } = await loseSight(async () => {
        answers += 1;
        return { kind: 'unavailable', reason: 'Asked too often.', retryAfterMs: 60_000 };
      });
      // Each process learns it from one answer. A look-up that the other process saves just then makes the run fresh.
      for (const one of [runs, others, runs, others, runs, others]) {
        await readAtOnce(1, STALE, [one]);
        await sleep(100);
      }
      expect(answers).toBe(2);
      expect((await readAtOnce(500, STALE)).lookUps).toBe(0);
      expect((await readAtOnce(500, DUE)).lookUps).toBe(0);
      await reconciled(runs);
      expect(lookedUp).toEqual([]);
    });
  });

  /** This many runs whose outcome is unknown and whose look-ups are due, without a worker, at such a provider. */
  async function loseSightOf(count: number, { lookUp, ...more }: Partial<Provider>) {
    const provider: Provider = { ...t.provider, ...more, ...(lookUp && { lookUp }) };
    const runs = t.build({ registry: createRegistry([provider]), times: TIMES });
    const worker = await t.startWorker({ work: t.build({ times: TIMES }) });
    const principal = await t.tenant(MUCH);
    const created = await Promise.all(
      Array.from({ length: count }, () =>
        runs.create(principal, {
          idempotencyKey: randomUUID(),
          body: kind.request(`sandbox/${kind.subjects.lost}`),
        }),
      ),
    );
    const ids = created.map(({ run }) => run.id);
    const unknown = ({ state }: Run) => state === 'needs_reconciliation';
    for (const { run } of created) {
      await t.runs.wait(principal.workspace, run, unknown, 30_000, [AbortSignal.timeout(30_000)]);
    }
    await worker.drain(5_000);
    await t.db.query('update run_queue set due_at = now()');
    await t.db.query('update run set next_check_at = now()');
    return { runs, principal, ids };
  }

  describe('a provider that takes four requests at once', () => {
    it('is asked for no more records at once, by the readers and the sweep together', async () => {
      let underWay = 0;
      let most = 0;
      const { runs, principal, ids } = await loseSightOf(100, {
        maxInFlight: 4,
        async lookUp() {
          underWay += 1;
          most = Math.max(most, underWay);
          await sleep(20);
          underWay -= 1;
          return { kind: 'unavailable', reason: 'Not now.' };
        },
      });
      const reads = ids.map((id) => runs.get(principal.workspace, id));
      await Promise.all([...reads, reconciled(runs), reconciled(runs)]);
      expect(most).toBe(4);
    });
  });

  describe('a provider that wants to be left alone', () => {
    it('holds up no run whose deadline has passed', async () => {
      let lookUps = 0;
      const { runs, principal, ids } = await loseSightOf(100, {
        async lookUp() {
          lookUps += 1;
          return { kind: 'unavailable', reason: 'Asked too often.', retryAfterMs: 3_600_000 };
        },
      });
      await reconciled(runs);
      const before = lookUps;
      // As long ago as the service waits for a provider whose records cannot be reached.
      await passDeadlines(t.db);
      await t.db.query("update run set settle_deadline = now() - interval '2 hours'");
      while (await runs.reconcile()) await runs.lookedUp();
      const ended = await Promise.all(ids.map((id) => runs.get(principal.workspace, id)));
      expect(ended.map((run) => run?.error?.code)).toEqual(ids.map(() => 'outcome_unknown'));
      expect(lookUps).toBe(before);
    });
  });
});
