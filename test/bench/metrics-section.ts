/** Queries over the closed hours of a month: latencies of millions of runs, by hour and by model. */
import { createDb, type Db } from '../../server/platform/db/pool.ts';
import { closeUsage } from '../../server/runs/usage-store.ts';
import { OBSERVABILITY } from '../support/observability.ts';
import type { Bench, Section } from './bench.ts';
import { createMany } from './made-runs.ts';
import { postTo } from './requests.ts';
import { startService } from './service.ts';
import { timedReads } from './timed-reads.ts';

const DAYS = 30;
const MODELS = 8;

export const metrics: Section = async (bench) => {
  await using stack = new AsyncDisposableStack();
  const { postgres, onStep, measuredRuns } = bench;
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
  const runs = { count: measuredRuns, days: DAYS, changes: CHANGES, leavesHours: true };
  await postgres.whileLoading(async () => {
    await database.addOldRuns(runs, onStep);
    await closeHours(owner, onStep);
  });
  const { port } = stack.use(await startService(bench, database, { worker: false }));
  const ask = (more: object) => () =>
    postTo(tenant.key, `${OBSERVABILITY}/metrics/query`, JSON.stringify({ ...period(), ...more }));
  const of = `of ${measuredRuns.toLocaleString('en')} runs in ${DAYS} days`;
  const measures = ['latency'];
  const read = (what: string, more: object) =>
    timedReads(bench, { section: 'metrics', what: `${what} ${of}`, port, request: ask(more) });
  return [
    await read('latencies by hour', { measures, interval: 'hour' }),
    await read('latencies by day and model', { measures, interval: 'day', dimensions: ['model'] }),
    await read('charged and count by day', { measures: ['charged', 'count'], interval: 'day' }),
  ];
};

/** Runs of eight models, with times between a tenth of a second and a minute. */
const CHANGES = {
  subject: `'local/model-' || old.n % ${MODELS}`,
  finished_at:
    "uuid_extract_timestamp(old.id) + interval '1 second' * exp(ln(0.1) + random() * ln(600))",
};

async function closeHours(db: Db, onStep: Bench['onStep']): Promise<void> {
  let days = 0;
  while ((await closeUsage(db, 1)) > 0) onStep(`${++days} steps of closing the hours`);
}

function period(): { from: string; to: string } {
  const hour = 3_600_000;
  const to = Math.floor(Date.now() / hour) * hour;
  return {
    from: new Date(to - DAYS * 24 * hour).toISOString(),
    to: new Date(to).toISOString(),
  };
}
