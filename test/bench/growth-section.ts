/**
 * What becomes of the service as its tables grow, and of their months: reads of a database with two years of runs beside
 * one with a thousand, the purge of a month, and claims while the books are audited.
 */
import { createDb, type Db } from '../../server/db/pool.ts';
import { newUuid, uuidToId } from '../../server/kernel/ids.ts';
import { audit } from '../../server/ledger/index.ts';
import { purgePayloads } from '../../server/runs/index.ts';
import { claimRuns } from '../../server/runs/store.ts';
import { closeUsage } from '../../server/runs/usage-store.ts';
import { OBSERVABILITY } from '../support/observability.ts';
import type { Bench, Section } from './bench.ts';
import { open, unexpected } from './http-client.ts';
import { createMany } from './made-runs.ts';
import { costFinding, type Finding } from './report.ts';
import { createRequest, creates, getRequest, listRequest, postTo } from './requests.ts';
import { compare, quantile } from './rounds.ts';
import { startService } from './service.ts';
import { msFinding, timedReads } from './timed-reads.ts';

const FEW = 1_000;
const MONTHS = 24;
const DAYS = 730;
/** Runs that are read, each so seldom that no process remembers it. */
const SAMPLED = 20_000;
/** Runs that wait for the claims of the audit. */
const WAITING = 300;
const SECTION = 'growth';

export const growth: Section = async (bench) => {
  await using small = await openYears(bench, Math.min(FEW, bench.listed));
  await using large = await openYears(bench, bench.listed);
  const findings: Finding[] = [];
  for (const read of ['list', 'get', 'replay'] as const) {
    const sides = {
      floor: (seconds: number) => small.p50(read, seconds),
      measured: (seconds: number) => large.p50(read, seconds),
    };
    const comparison = await compare(sides, bench);
    const what = `${NAMES[read]} among ${large.count} runs in ${MONTHS} months beside ${small.count}, one connection, p50`;
    findings.push(costFinding({ section: SECTION, what, atMost: 1.2, unit: 'ms' }, comparison));
  }
  const { port, tenant, owner } = large;
  const request = () =>
    postTo(tenant.key, `${OBSERVABILITY}/metrics/query`, JSON.stringify(usageOfMonth()));
  const what = `usage of 30 days by day, among ${large.count} runs`;
  findings.push(await timedReads(bench, { section: SECTION, what, port, request }));
  findings.push(await claimsDuringAudit(bench, large));
  findings.push(await purgeOfMonth(bench, owner));
  return findings;
};

const NAMES = { list: 'the first page', get: 'a read', replay: 'a create under a known key' };

async function openYears(bench: Bench, count: number) {
  await using stack = new AsyncDisposableStack();
  const { postgres, onStep } = bench;
  const database = await postgres.createDatabase();
  stack.defer(() => database.drop());
  const tenant = await database.createTenant();
  {
    // The run that is copied. No worker is there while the copies are made.
    await using service = await startService(bench, database, { worker: true });
    await createMany({ ...service, tenant }, 1);
  }
  const owner = createDb({ url: database.ownerUrl, max: 1, applicationName: 'bench' });
  stack.defer(() => owner.close());
  await makeMonths(owner);
  const runs = { count: count - 1, days: DAYS, leavesHours: true };
  await postgres.whileLoading(async () => {
    await database.addOldRuns(runs, onStep);
    for (let steps = 1; (await closeUsage(owner, 1)) > 0; steps++) onStep(`${steps} hours closed`);
  });
  const sample = await sampleOf(owner);
  const { port } = stack.use(await startService(bench, database, { worker: false }));
  let next = 0;
  const one = () => sample[next++ % sample.length]!;
  const requests = {
    list: () => listRequest(tenant.key),
    get: () => getRequest(tenant.key, one().id),
    replay: () => createRequest(tenant.key, one().key),
  };
  const kept = stack.move();
  return {
    ...{ count, port, tenant, owner },
    p50: (read: keyof typeof requests, seconds: number) => p50(port, requests[read], seconds),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/** A partition for each month, in the place of the first one, which begins with the deployment. */
async function makeMonths(owner: Db): Promise<void> {
  await owner.query('alter table run_payload detach partition run_payload_before');
  await owner.query("select keep_payload_months_1($1, (now() - interval '1 day' * $2)::date)", [
    MONTHS + 1,
    DAYS,
  ]);
  await owner.query('insert into run_payload select * from run_payload_before');
  await owner.query('drop table run_payload_before');
}

async function sampleOf(db: Db): Promise<{ id: string; key: string }[]> {
  const rows = await db.query<{ id: string; key: string }>(
    `select id, idempotency_key as key from run
     where random() < $1::float / (select greatest(reltuples, 1) from pg_class where oid = 'run'::regclass)
     order by random() limit $1`,
    [SAMPLED],
  );
  return rows.map(({ id, key }) => ({ id: uuidToId('run', id), key }));
}

async function p50(port: number, request: () => string, seconds: number): Promise<number> {
  const connection = await open(port);
  const times: number[] = [];
  const end = performance.now() + seconds * 1_000;
  while (performance.now() < end) {
    const start = performance.now();
    const answer = await connection.exchange(request());
    if (answer.status !== 200) throw unexpected(answer);
    times.push(performance.now() - start);
  }
  connection.close();
  return quantile(times, 0.5);
}

function usageOfMonth() {
  const hour = 3_600_000;
  const to = Math.floor(Date.now() / hour) * hour;
  return {
    from: new Date(to - 30 * 24 * hour).toISOString(),
    to: new Date(to).toISOString(),
    ...{ measures: ['charged', 'count'], interval: 'day' },
  };
}

type Years = Awaited<ReturnType<typeof openYears>>;

/** One run after the other, on a connection of its own, until the audit is over or none is left. */
async function claimsDuringAudit(bench: Bench, { owner, port, tenant }: Years): Promise<Finding> {
  bench.onStep('claims during an audit');
  const connection = await open(port);
  const create = creates(tenant.key);
  for (let i = 0; i < WAITING; i++) await connection.exchange(create());
  connection.close();
  const worker = newUuid();
  await owner.query("insert into worker (id, lease_until) values ($1, now() + interval '1 hour')", [
    worker,
  ]);
  const [queue] = await owner.query<{ name: string }>(
    'select queue as name from run_queue limit 1',
  );
  let isOver = false;
  const began = performance.now();
  const [url] = await owner.query<{ size: string }>('select current_database() as size');
  const audited = auditOf(bench, url!.size).finally(() => {
    isOver = true;
  });
  const times: number[] = [];
  while (!isOver && times.length < WAITING) {
    const slots = { atMost: 1, free: 100_000, held: new Map<string, number>() };
    const start = performance.now();
    await claimRuns(owner, { queue: queue!.name, slots, claim: newUuid(), worker });
    times.push(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const faults = await audited;
  const [middle, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
  const more = { p95, audit: performance.now() - began };
  return msFinding(SECTION, `a claim during an audit with ${faults} faults`, middle, more);
}

async function auditOf({ postgres }: Bench, name: string): Promise<number> {
  const url = postgres.urlOf(name);
  const db = createDb({ url, max: 1, applicationName: 'bench audit' });
  let faults = 0;
  for await (const { faults: found } of audit(db)) faults += found.length;
  await db.close();
  return faults;
}

/** The oldest one that is whole, with a workspace that keeps the rest. */
async function purgeOfMonth(bench: Bench, owner: Db): Promise<Finding> {
  bench.onStep('the purge of a month');
  const [oldest] = await owner.query<{ name: string; days: number; rows: number }>(
    `select p.name, (select (now()::date - (to_timestamp(('x' || left(replace(p.high::text, '-', ''), 12))::bit(48)::bigint
       / 1000.0))::date)) as days, c.reltuples::float as rows
     from payload_months_1() p join pg_class c on c.relname = p.name where c.reltuples > 0 order by p.high offset 1 limit 1`,
  );
  const start = performance.now();
  const { months, deleted } = await purgePayloads(owner, {
    mostDays: oldest!.days,
    withinMs: 60_000,
  });
  const ms = performance.now() - start;
  const what = `the purge of ${Math.round(oldest!.rows)} runs: ${months} month dropped, ${deleted} deleted`;
  return msFinding(SECTION, what, ms, {});
}
