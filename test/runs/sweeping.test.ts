/** When a sweep gives up what dead workers left: not within a lease of a pause of the database. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Db } from '../../server/platform/db/pool.ts';
import { idToUuid, newUuid } from '../../server/platform/lib/ids.ts';
import { createPermission } from '../../server/platform/worker/lease.ts';
import { sweepUntilStopped } from '../../server/platform/worker/upkeep.ts';
import { request, slots, startTestRuns, type TestRuns } from '../support/model-runs.ts';

const LEASE_MS = 1_000;
const PAUSE_MS = 1_200;
const MUCH = 1_000_000_000;
const IN_AN_HOUR = "now() + interval '1 hour'";

let t: TestRuns;
beforeAll(async () => {
  t = await startTestRuns();
});
afterAll(() => t.close());

const statements = ['database_uptime', 'runs_of_dead_workers', 'forget_dead_workers'];
it.each(statements)('a pause in %s makes no living worker dead', async (paused) => {
  const { worker, stateOfRun } = await workerWithRun();
  const pause = Promise.withResolvers<void>();
  let hasPaused = false;
  const db: Db = {
    ...t.db,
    async query(text, values, name) {
      if (name === paused && !hasPaused) {
        hasPaused = true;
        await pause.promise;
      }
      return t.db.query(text, values, name);
    },
  };
  const stopping = new AbortController();
  const permission = createPermission(async () => true);
  const sweeping = sweepUntilStopped({
    ...{ db, work: t.build({ db }), chores: [], permission, log: t.log },
    ...{ leaseMs: LEASE_MS, sweepIntervalMs: 20, stopping: stopping.signal },
  });
  await expect.poll(() => hasPaused).toBe(true);
  await sleep(PAUSE_MS);
  await setLease(worker, 'now()');
  pause.resolve();
  // The next heartbeat comes later than the next sweep.
  await sleep(LEASE_MS / 4);
  await setLease(worker, IN_AN_HOUR);
  expect(await stateOfRun()).toBe('submitting');

  await setLease(worker, 'now()');
  await expect.poll(stateOfRun).toBe('needs_reconciliation');
  stopping.abort();
  await sweeping;
});

async function workerWithRun() {
  const worker = newUuid();
  await setLease(worker, IN_AN_HOUR);
  const { run } = await t.runs.create(await t.tenant(MUCH), {
    idempotencyKey: 'key',
    body: request('sandbox/echo'),
  });
  expect(await t.runs.claim(slots(1), newUuid(), worker)).toHaveLength(1);
  async function stateOfRun(): Promise<string | undefined> {
    const id = idToUuid(t.kind.idPrefix, run.id);
    const [row] = await t.db.query<{ state: string }>('select state from run where id = $1', [id]);
    return row?.state;
  }
  return { worker, stateOfRun };
}

async function setLease(worker: string, until: string): Promise<void> {
  await t.db.query(
    `insert into worker (id, lease_until) values ($1, ${until})
     on conflict (id) do update set lease_until = excluded.lease_until`,
    [worker],
  );
}
