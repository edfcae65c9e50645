/** Many read one run whose outcome is unknown, and whose next look-up is due. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRegistry, type Provider } from '../../server/providers/index.ts';
import type { Run } from '../../server/resources/model-runs/index.ts';
import { request, startTestRuns, type TestRuns } from '../support/model-runs.ts';
import { MUCH, PATIENCE, ROUNDS } from './stage.ts';

/** Nobody gives up while these tests read. */
const TIMES = {
  ...{ runDeadlineMs: 600_000, reconcileGraceMs: 600_000 },
  ...{ priceDeadlineMs: 600_000, reconcileDeadlineMs: 600_000 },
};

let t: TestRuns;
beforeEach(async () => {
  t = await startTestRuns();
  await t.listen();
});
afterEach(() => t.close());

type LookUp = NonNullable<Provider['lookUp']>;

/** A run that was lost sight of, without a worker, over a provider that is asked in this way. */
async function loseSight(lookUp: LookUp) {
  const asked: string[] = [];
  const provider: Provider = {
    ...t.provider,
    lookUp(reference, signal) {
      asked.push(reference);
      return lookUp(reference, signal);
    },
  };
  const runs = t.build({ registry: createRegistry([provider]), times: TIMES });
  const worker = await t.startWorker({ work: t.build({ times: TIMES }) });
  const principal = await t.tenant(MUCH);
  const { run } = await runs.create(principal, {
    idempotencyKey: randomUUID(),
    body: request('sandbox/lost'),
  });
  const isUnknown = ({ state }: Run) => state === 'needs_reconciliation';
  const signal = AbortSignal.timeout(30_000);
  await runs.wait(principal.workspace, run, isUnknown, 30_000, signal);
  await worker.drain(5_000);

  /** As many reads at once, with a look-up due; how they saw the run, and how often was asked. */
  return async function readAtOnce(count: number) {
    // Far along in its back-off, so that the look-up behind this one is a long way off.
    await t.db.query('update model_run set look_ups = 20, next_check_at = now()');
    await t.db.query('update run_queue set due_at = now()');
    asked.length = 0;
    const answers = await Promise.all(
      Array.from({ length: count }, () => runs.get(principal.workspace, run.id)),
    );
    return { states: new Set(answers.map((answer) => answer?.state)), asked: asked.length };
  };
}

describe('a thousand reads of one run whose look-up is due', () => {
  it('make one look-up', PATIENCE, async () => {
    const readAtOnce = await loseSight(t.provider.lookUp!);
    for (let round = 0; round < ROUNDS; round++) {
      const { states, asked } = await readAtOnce(1_000);
      expect(states).toEqual(new Set(['needs_reconciliation']));
      expect(asked).toBe(1);
    }
  });

  // Once only: one of them waits for as long as a read may.
  it('are all answered with what is saved when the provider never answers', async () => {
    const readAtOnce = await loseSight(() => new Promise(() => {}));
    const { states, asked } = await readAtOnce(1_000);
    expect(states).toEqual(new Set(['needs_reconciliation']));
    expect(asked).toBe(1);
  });
});
