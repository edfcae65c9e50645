/** A cancel is saved while a claim looks for runs: once it is saved, no claim takes the run. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Db } from '../../server/platform/db/pool.ts';
import { cancelRun, claimRuns } from '../../server/runs/store.ts';

import { request, startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ parts: ['api'] });
});
afterAll(() => service.close());

/** Enough that a cancel can be saved during one claim. */
const MANY = 1_000;

it('a run whose cancel found it unsent is never claimed', async () => {
  const { db } = service.database;
  const tenant = await service.tenant();
  await tenant.create(request('sandbox/echo'));
  await multiply(db);
  const runs = await db.query<{ workspace: string; id: string; queue: string }>(
    'select workspace, run as id, queue from run_queue order by due_at desc, run desc',
  );
  const claiming = claimAll(db, runs[0]!.queue);
  let isClaiming = true;
  void claiming.finally(() => {
    isClaiming = false;
  });
  const unsent: string[] = [];
  for (const { workspace, id } of runs) {
    if (!isClaiming) break;
    if ((await cancelRun(db, workspace, id))?.isUnsent) unsent.push(id);
  }
  const claimed = new Set(await claiming);
  expect(unsent).not.toEqual([]);
  expect(unsent.filter((id) => claimed.has(id))).toEqual([]);
});

async function claimAll(db: Db, queue: string): Promise<string[]> {
  const worker = randomUUID();
  await db.query("insert into worker (id, lease_until) values ($1, now() + interval '1 hour')", [
    worker,
  ]);
  const claimed: string[] = [];
  for (;;) {
    const slots = { atMost: 100, free: 10 * MANY, held: new Map() };
    const runs = await claimRuns(db, { queue, slots, claim: randomUUID(), worker });
    if (runs.length === 0) return claimed;
    claimed.push(...runs.map(({ id }) => id));
  }
}

/** Copies the one run in the queue. */
async function multiply(db: Db): Promise<void> {
  await db.query(
    `insert into run select (jsonb_populate_record(null::run, to_jsonb(r) || jsonb_build_object(
       'id', gen_random_uuid(), 'idempotency_key', 'copy-' || i))).*
     from run r, generate_series(1, $1) i`,
    [MANY],
  );
  await db.query(
    `insert into run_payload (workspace, run, request)
     select workspace, id, '{}' from run where idempotency_key like 'copy-%'`,
  );
  await db.query(
    `insert into run_queue (workspace, run, queue, step, due_at, give_up_at)
     select q.workspace, m.id, q.queue, q.step, q.due_at, q.give_up_at
     from run_queue q, run m where m.idempotency_key like 'copy-%'`,
  );
}
