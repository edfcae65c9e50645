/**
 * Races that a happy path never meets, round after round: `RACE_ROUNDS` says how many. Whoever comes first,
 * the money is moved once and nothing is sent or looked up twice.
 */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { uuidToId } from '../../../server/kernel/ids.ts';
import { Problem } from '../../../server/kernel/problem.ts';
import { revokeKey } from '../../../server/keys/index.ts';
import { audit } from '../../../server/ledger/index.ts';
import { createRegistry } from '../../../server/providers/index.ts';
import { balances, request, startTestRuns, type TestRuns } from '../../support/model-runs.ts';

const ROUNDS = Number(process.env.RACE_ROUNDS ?? 10);
const MUCH = 1_000_000_000;

let t: TestRuns;
beforeEach(async () => {
  t = await startTestRuns();
  await t.listen();
});
afterEach(() => t.close());

async function expectCleanBooks(workspace: string): Promise<void> {
  for await (const { name, faults } of audit(t.db)) expect(faults, name).toEqual([]);
  expect(await balances(t.db, workspace)).toMatchObject([{ held: 0, pending: 0 }]);
}

describe('a thousand reads of one run whose look-up is due', () => {
  it('make one look-up', async () => {
    const looked: string[] = [];
    const counting = {
      ...t.provider,
      lookUp: (reference: string) => {
        looked.push(reference);
        return t.provider.lookUp!(reference, new AbortController().signal);
      },
    };
    const times = {
      ...{ runDeadlineMs: 60_000, reconcileGraceMs: 60_000, priceDeadlineMs: 60_000 },
      reconcileDeadlineMs: 60_000,
    };
    const runs = t.build({ registry: createRegistry([counting]), times });
    const worker = await t.startWorker({ work: runs, providers: [counting] });
    const principal = await t.tenant(MUCH);
    const { run } = await runs.create(principal, {
      idempotencyKey: randomUUID(),
      body: request('sandbox/lost'),
    });
    const read = () => runs.get(principal.workspace, run.id);
    await expect
      .poll(async () => (await read())?.state, { timeout: 10_000 })
      .toBe('needs_reconciliation');
    await worker.drain(5_000);

    for (let round = 0; round < ROUNDS; round++) {
      // Far along in its back-off, so that the next one is a long way off.
      await t.db.query('update model_run set look_ups = 20, next_check_at = now()');
      await t.db.query('update run_queue set due_at = now()');
      looked.length = 0;
      const answers = await Promise.all(Array.from({ length: 1_000 }, read));
      expect(looked).toHaveLength(1);
      expect(new Set(answers.map((answer) => answer?.state))).toEqual(
        new Set(['needs_reconciliation']),
      );
    }
  });
});

describe('a key that is revoked while it creates', () => {
  it('has runs that are sent before, or fail and cost nothing; none is left behind', async () => {
    await t.startWorker();
    for (let round = 0; round < ROUNDS; round++) {
      const principal = await t.tenant(MUCH);
      const { workspace, apiKey } = principal;
      const creating = Array.from({ length: 20 }, (_, i) =>
        t.runs
          .create(principal, { idempotencyKey: `run-${i}`, body: request('sandbox/echo') })
          .catch((error: unknown) => error),
      );
      await revokeKey(t.db, uuidToId('key', apiKey), (key) =>
        t.runs.failUnsentRunsOfKey(key.workspace, key.apiKey),
      );
      const answers = await Promise.all(creating);
      for (const answer of answers) {
        if (answer instanceof Problem) {
          expect(answer.code).toBe('unauthorized');
          continue;
        }
        const { run } = answer as Awaited<ReturnType<typeof t.runs.create>>;
        const ended = await t.end(principal, run);
        const sent = t.sandbox.posts(run.id);
        if (ended.state === 'failed') expect([ended.error?.code, sent]).toEqual(['key_revoked', 0]);
        else expect(sent).toBe(1);
      }
      await expectCleanBooks(workspace);
    }
  });
});
