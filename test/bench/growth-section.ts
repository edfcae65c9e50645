/**
 * The service as its tables and months grow: reads of a database with two years of runs compared with those of one with
 * a thousand runs, the purge of a month, and claims during an audit of the books.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { purgePayloads } from '../../server/runs/index.ts';
import { OBSERVABILITY } from '../support/observability.ts';
import { claimsDuringAudit } from './audited-claims.ts';
import type { Bench, Section } from './bench.ts';
import { compareInPairs, timesOf } from './paired-reads.ts';
import { boundFinding, costFinding, type Finding } from './report.ts';
import { createRequest, getRequest, listRequest, postTo } from './requests.ts';
import { quantile } from './rounds.ts';
import { timedReads } from './timed-reads.ts';
import { MONTHS, openYears, readOnce, type SampledRun, type Years } from './years.ts';

const FEW = 1_000;
const SECTION = 'growth';
/** Requests of each kind; a thousand runs suffice for three kinds. */
const SAMPLED = 330;
/** A little longer than a process remembers ended runs. */
const FORGOTTEN_MS = 11_000;

export const growth: Section = async (bench) => {
  await using small = await openYears(bench, Math.min(FEW, bench.listed));
  await using large = await openYears(bench, bench.listed);
  const findings = await readsInPairs(bench, small, large);
  const { port, tenant } = large;
  const request = () =>
    postTo(tenant.key, `${OBSERVABILITY}/metrics/query`, JSON.stringify(usageOfMonth()));
  const what = `usage of 30 days by day, among ${large.count} runs`;
  const usage = await timedReads(bench, { section: SECTION, what, port, request, below: 300 });
  findings.push(usage, await claimsDuringAudit(bench, large), await purgeOfMonth(bench, large));
  return findings;
};

/** The processes remember none of the requested runs; each list is read anew. */
async function readsInPairs(bench: Bench, small: Years, large: Years): Promise<Finding[]> {
  const [few, many] = await Promise.all([small, large].map((years) => partsOf(years)));
  const cold = await large.sample(SAMPLED);
  const sides = (requestsOf: (key: string, parts: Parts) => string[]) => ({
    floor: { port: small.port, requests: requestsOf(small.tenant.key, few!) },
    measured: { port: large.port, requests: requestsOf(large.tenant.key, many!) },
  });
  const gets = sides((key, { get }) => get.map(({ id }) => getRequest(key, id)));
  const creates = (part: 'warmUp' | 'replay') =>
    sides((key, parts) => parts[part].map((run) => createRequest(key, run.key)));
  const lists = sides((key) => Array.from({ length: SAMPLED }, () => listRequest(key)));
  bench.onStep('warming up');
  for (const { floor, measured } of [gets, creates('warmUp'), lists]) {
    await timesOf([floor, measured]);
  }
  await sleep(FORGOTTEN_MS);
  const [coldTimes = []] = await timesOf([
    { port: large.port, requests: cold.map(({ id }) => getRequest(large.tenant.key, id)) },
  ]);
  const facts = {
    get: `, and ${quantile(coldTimes, 0.5).toFixed(2)} ms where it was not read before`,
  };
  const findings: Finding[] = [];
  for (const [name, pairs, more] of [
    ['the first page', lists, ''],
    ['a read', gets, facts.get],
    ['a create under a known key', creates('replay'), ''],
  ] as const) {
    bench.onStep(name);
    const comparison = await compareInPairs({ ...pairs, rounds: bench.rounds });
    const what = `${name} among ${large.count} runs in ${MONTHS} months beside ${small.count}, by turns, p50`;
    findings.push(
      costFinding({ section: SECTION, what, atMost: 1.2, unit: 'ms' }, comparison, more),
    );
  }
  return findings;
}

type Parts = Record<'get' | 'warmUp' | 'replay', SampledRun[]>;

async function partsOf(years: Years): Promise<Parts> {
  const runs = await years.sample(3 * SAMPLED);
  await readOnce(years.owner, years.tenant, runs);
  const size = Math.floor(runs.length / 3);
  return {
    get: runs.slice(0, size),
    warmUp: runs.slice(size, 2 * size),
    replay: runs.slice(2 * size, 3 * size),
  };
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

/** The oldest complete month, with a workspace that keeps the rest. */
async function purgeOfMonth(bench: Bench, { owner }: Years): Promise<Finding> {
  bench.onStep('the purge of a month');
  const [oldest] = await owner.query<{ name: string; days: number; rows: number }>(
    `select p.name, (select (now()::date - (to_timestamp(('x' || left(replace(p.high::text, '-', ''), 12))::bit(48)::bigint
       / 1000.0))::date)) as days, c.reltuples::float as rows
     from payload_months() p join pg_class c on c.relname = p.name where c.reltuples > 0 order by p.high offset 1 limit 1`,
  );
  const start = performance.now();
  const { months, deleted } = await purgePayloads(owner, {
    mostDays: oldest!.days,
    withinMs: 60_000,
  });
  const ms = performance.now() - start;
  return boundFinding({
    section: SECTION,
    what: `the purge of a month of ${Math.round(oldest!.rows)} runs`,
    ...{ value: ms, below: 1_000, unit: 'ms', values: { ms } },
    facts: `${months} months dropped, ${deleted} deleted`,
  });
}
