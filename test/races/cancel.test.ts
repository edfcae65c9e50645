/** A run is cancelled while a worker claims it, a provider answers it, or its key is revoked: all ends once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Principal, revokeKey } from '../../server/keys/index.ts';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import { KINDS_THAT_CANCEL } from '../support/kinds.ts';
import { type AnyTestRuns, startTestRuns } from '../support/model-runs.ts';
import { expectCleanBooks, expectNothingHeld, MUCH, PATIENCE, ROUNDS } from './fixtures.ts';

describe.each(KINDS_THAT_CANCEL)('with $name,', (kind) => {
  let t: AnyTestRuns;
  beforeAll(async () => {
    t = await startTestRuns(kind);
    await t.listen();
    await t.startWorker();
  });
  afterAll(() => t.close());

  async function createAndCancel(principal: Principal, subject: string, requestKey: string) {
    const body = kind.request(subject);
    const { run } = await t.runs.create(principal, { idempotencyKey: requestKey, body });
    const pause = Math.floor(Math.random() * 40);
    await new Promise((resolve) => setTimeout(resolve, pause));
    // Two requests at once are saved as one.
    await Promise.all([1, 2].map(() => t.runs.cancel(principal.workspace, run.id)));
    return t.end(principal, run);
  }

  it(
    'a cancel at the same time as the claim and the answer ends the run once, for every model of the sandbox',
    PATIENCE,
    async () => {
      const endings: Record<string, number> = {};
      for (let round = 0; round < ROUNDS; round++) {
        const principal = await t.tenant(MUCH);
        const runs = kind.subjects.cancelled.flatMap((subject) =>
          Array.from({ length: 8 }, async (_, i) => {
            const run = await createAndCancel(principal, `sandbox/${subject}`, `${subject}-${i}`);
            return { subject, run };
          }),
        );
        for (const { subject, run } of await Promise.all(runs)) {
          const { id, state, error, chargedAmount = 0 } = run;
          expect(t.sandbox.posts(id)).toBeLessThanOrEqual(kind.sent(subject).most);
          if (state === 'failed') {
            expect(kind.subjects.failures).toContain(error?.code);
            expect(chargedAmount).toBe(0);
          } else expect(state).toBe('completed');
          const ending = error?.code ?? state;
          endings[ending] = (endings[ending] ?? 0) + 1;
        }
      }
      await t.runs.idle();
      await expectNothingHeld(t.db);
      await expectCleanBooks(t.db);
      expect(Object.keys(endings).length).toBeGreaterThan(0);
    },
  );

  it(
    'a cancel at the same time as the revocation of its key ends the run by one of them',
    PATIENCE,
    async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const principal = await t.tenant(MUCH);
        const creating = Array.from({ length: 8 }, (_, i) =>
          t.runs.create(principal, {
            idempotencyKey: `run-${i}`,
            body: kind.request('sandbox/slow'),
          }),
        );
        const created = await Promise.all(creating);
        const revoking = revokeKey(
          t.db,
          uuidToId('key', principal.apiKey),
          t.runs.failUnsentRunsOfKeys,
        );
        await Promise.all(created.map(({ run }) => t.runs.cancel(principal.workspace, run.id)));
        await revoking;
        for (const { run } of created) {
          const { state, error } = await t.end(principal, run);
          expect(['completed', 'cancelled', 'key_revoked']).toContain(error?.code ?? state);
        }
      }
      await t.runs.idle();
      await expectNothingHeld(t.db);
      await expectCleanBooks(t.db);
    },
  );
});
