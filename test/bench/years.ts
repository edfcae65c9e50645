/** A service whose database has two years of runs, in as many months. */
import { createDb, type Db } from '../../server/platform/db/pool.ts';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import { closeUsage } from '../../server/runs/usage-store.ts';
import type { Bench } from './bench.ts';
import { createMany } from './made-runs.ts';
import { startService } from './service.ts';

export const MONTHS = 24;
const DAYS = 730;

export interface SampledRun {
  uuid: string;
  id: string;
  key: string;
}

export type Years = Awaited<ReturnType<typeof openYears>>;

export async function openYears(bench: Bench, count: number) {
  await using stack = new AsyncDisposableStack();
  const { postgres, onStep } = bench;
  const database = await postgres.createDatabase();
  stack.defer(() => database.drop());
  const tenant = await database.createTenant();
  {
    // The run to copy. No worker runs while the benchmark makes the copies.
    await using service = await startService(bench, database, { worker: true });
    await createMany({ ...service, tenant }, 1);
  }
  const owner = createDb({ url: database.ownerUrl, max: 1, applicationName: 'bench' });
  stack.defer(() => owner.close());
  const runs = { count: count - 1, days: DAYS, leavesHours: true };
  await postgres.whileLoading(async () => {
    await database.addOldRuns(runs, onStep);
    onStep('closing hours');
    while ((await closeUsage(owner, 1_000)) > 0);
  });
  const { port } = stack.use(await startService(bench, database, { worker: false }));
  const kept = stack.move();
  return {
    ...{ count, port, tenant, owner, database },
    sample: (size: number) => sampleOf(owner, size),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/** Runs of all months, in no order. */
async function sampleOf(db: Db, size: number): Promise<SampledRun[]> {
  const rows = await db.query<{ uuid: string; key: string }>(
    `select id as uuid, idempotency_key as key from run
     where random() < 2 * $1::float / (select greatest(reltuples, 1) from pg_class where oid = 'run'::regclass)
     order by random() limit $1`,
    [size],
  );
  return rows.map((row) => ({ ...row, id: uuidToId('run', row.uuid) }));
}

/** Reads everything that the benchmark reads of these runs once, so that it is in memory, as data in daily use is. */
export async function readOnce(db: Db, { workspace }: { workspace: string }, runs: SampledRun[]) {
  await db.transaction(async (tx) => {
    await tx.query('set local enable_seqscan = off');
    for (const { uuid, key } of runs) {
      await tx.query(
        `select r.id, p.response, k.run from run r
         join run_payload p on p.workspace = r.workspace and p.run = r.id
         join request_key k on k.workspace = r.workspace and k.idempotency_key = $3
         where r.workspace = $1 and r.id = $2`,
        [workspace, uuid, key],
      );
    }
  });
}
