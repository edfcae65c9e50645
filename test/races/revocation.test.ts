/** A key is revoked while it creates runs: each run is sent before that, or never. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Principal, revokeKey } from '../../server/keys/index.ts';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import { Problem } from '../../server/platform/lib/problem.ts';
import { kindsOfTurn } from '../support/kinds.ts';
import { type AnyTestRuns, startTestRuns } from '../support/model-runs.ts';
import { expectCleanBooks, expectNothingHeld, MUCH, PATIENCE, ROUNDS } from './fixtures.ts';

describe.each(kindsOfTurn(0))('with $name,', (kind) => {
  let t: AnyTestRuns;
  beforeAll(async () => {
    t = await startTestRuns(kind);
    await t.listen();
    await t.startWorker();
  });
  afterAll(() => t.close());

  type Created = Awaited<ReturnType<AnyTestRuns['runs']['create']>>;

  /** The run, or its refusal. */
  function attempt(principal: Principal, requestKey: string): Promise<Created | Problem> {
    return t.runs
      .create(principal, { idempotencyKey: requestKey, body: kind.request('sandbox/echo') })
      .catch((error: unknown) => {
        if (error instanceof Problem) return error;
        throw error;
      });
  }

  function unsentRunsOf({ apiKey }: Principal) {
    return t.db.query("select id from run where api_key = $1 and state in ('reserved', 'queued')", [
      apiKey,
    ]);
  }

  describe('a key that is revoked while it creates', () => {
    it(
      'has runs that are sent before, or fail and cost nothing; none stays open',
      PATIENCE,
      async () => {
        for (let round = 0; round < ROUNDS; round++) {
          const principal = await t.tenant(MUCH);
          const creating = Array.from({ length: 20 }, (_, i) => attempt(principal, `run-${i}`));
          await revokeKey(t.db, uuidToId('key', principal.apiKey), t.runs.failUnsentRunsOfKeys);
          expect(await unsentRunsOf(principal)).toEqual([]);
          const tooLate = await attempt(principal, 'too-late');
          expect(tooLate).toMatchObject({ code: 'unauthorized' });
          for (const answer of await Promise.all(creating)) {
            if (answer instanceof Problem) {
              expect(answer.code).toBe('unauthorized');
              continue;
            }
            const ended = await t.end(principal, answer.run);
            const sent = t.sandbox.posts(answer.run.id);
            if (ended.state === 'failed')
              expect([ended.error?.code, sent]).toEqual(['key_revoked', 0]);
            else expect([ended.state, sent]).toEqual(['completed', 1]);
          }
          await expectNothingHeld(t.db);
        }
        await expectCleanBooks(t.db);
      },
    );
  });
});
