/**
 * A whole billed run, from the create to the settled answer, compared with a route that forwards the same request to
 * the same upstream and stores nothing. The upstream answers at once and runs in a separate process.
 */
import type { Bench, Section } from './bench.ts';
import { countsOf } from './counts.ts';
import { cpuMsBetween, cpuTimesOf } from './cpu.ts';
import { open, runLoad, unexpected } from './http-client.ts';
import { LARGE_TEXT, PROMPT_BYTES, TOOLS } from './large-request.ts';
import { createMeter } from './meter.ts';
import type { Counters } from './postgres.ts';
import { boundFinding, type Finding, ratioFinding } from './report.ts';
import { creates, plainRequest, TEXT, WAIT } from './requests.ts';
import { type Comparison, compare, quantile } from './rounds.ts';
import type { Subject } from './subject.ts';
import { timesOf } from './times.ts';
import { type Fixtures, openFixtures } from './whole-run-fixtures.ts';

interface Load {
  what: string;
  text: string;
  connections: number;
  /** The smallest acceptable share of the forwarder's rate. */
  atLeast: number;
  /** The largest acceptable multiple of its processor time. */
  cpuBelow?: number;
}

const LOADS: Load[] = [
  { what: 'whole runs', text: TEXT, connections: 256, atLeast: 0.4, cpuBelow: 2.5 },
  { what: 'whole runs', text: TEXT, connections: 32, atLeast: 0.3, cpuBelow: 3.3 },
  {
    what: `whole runs with a prompt of ${PROMPT_BYTES / 1_000} kB and ${TOOLS} tools`,
    ...{ text: LARGE_TEXT, connections: 32, atLeast: 0.5 },
  },
];
const COMMITS = 6;

export const run: Section = async (bench) => {
  await using fixtures = await openFixtures(bench);
  const findings: Finding[] = [];
  for (const load of LOADS) findings.push(...(await ratesAt(bench, fixtures, load)));
  return [...findings, await latencyOf(bench, fixtures)];
};

async function ratesAt(bench: Bench, fixtures: Fixtures, load: Load): Promise<Finding[]> {
  const { service, forwarder, forwarderPort } = fixtures;
  const { database, tenant, port } = service;
  const { connections, text } = load;
  const [below, node] = [cpuMsOfSubject(forwarder), cpuMsOfSubject(service.subject)];
  const postgres = createMeter(async () => cpuTimesOf(await database.backends()), cpuMsBetween);
  const counts = countsOf(database);
  const done = { runs: 0, forwarded: 0 };
  const comparison = await compare(
    {
      floor: async (seconds) => {
        const request = (n: number) => plainRequest(String(n), text);
        const all = { port: forwarderPort, connections, seconds, status: 200, request };
        const rate = await below.during(() => runLoad(all));
        done.forwarded += rate * seconds;
        return rate;
      },
      measured: async (seconds) => {
        const request = creates(tenant.key, WAIT, text);
        const all = { port, connections, seconds, status: 200, request };
        const rate = await counts.during(() =>
          node.during(() => postgres.during(() => runLoad(all))),
        );
        done.runs += rate * seconds;
        return rate;
      },
      between: () => database.forgetRuns(),
    },
    bench,
  );
  return findingsOf(load, comparison, {
    ...{ node: node.spent() / done.runs, postgres: postgres.spent() / done.runs },
    forwarder: below.spent() / done.forwarded,
    counts: counts.each(done.runs),
  });
}

/** The cost of one run. */
interface Costs {
  /** Processor time in milliseconds. */
  node: number;
  postgres: number;
  /** The cost of one forwarded request. */
  forwarder: number;
  counts: Counters;
}

function findingsOf(load: Load, comparison: Comparison, costs: Costs): Finding[] {
  const { connections, atLeast, cpuBelow } = load;
  const { node, postgres, forwarder, counts } = costs;
  const what = `${load.what} beside a forwarding route, ${connections} connections`;
  const used = `${node.toFixed(2)} ms of Node and ${postgres.toFixed(2)} ms of PostgreSQL beside ${forwarder.toFixed(2)} ms`;
  const rates = ratioFinding(
    { section: 'run', what, atLeast },
    comparison,
    `; of each run ${counts.commits.toFixed(3)} commits, ${counts.statements.toFixed(3)} statements, ${counts.walBytes.toFixed(0)} bytes of log${cpuBelow === undefined ? `, ${used}` : ''}`,
  );
  if (cpuBelow === undefined) return [rates];
  const runCpu = node + postgres;
  return [
    rates,
    boundFinding({
      section: 'run',
      what: `processor time of a whole run beside a forwarded request, ${connections} connections`,
      value: runCpu / forwarder,
      below: cpuBelow,
      unit: 'times',
      values: { runCpu, floorCpu: forwarder, node, postgres },
      facts: used,
    }),
  ];
}

function cpuMsOfSubject(subject: Pick<Subject<object>, 'cpuSeconds'>) {
  return createMeter(
    () => subject.cpuSeconds(),
    (start, end) => (end - start) * 1_000,
  );
}

async function latencyOf(bench: Bench, { service, forwarderPort }: Fixtures): Promise<Finding> {
  const { database, tenant, port } = service;
  bench.onStep('one connection');
  const runs = await timesOfExchanges(port, creates(tenant.key, WAIT));
  const forwarded = await timesOfExchanges(forwarderPort, () => plainRequest('one'));
  bench.onStep('the floor: one commit');
  const commits = await database.withCommits((commit) => timesOf(commit));
  const [p50, floor, commitP50] = [runs, forwarded, commits].map((times) => quantile(times, 0.5));
  const below = floor! + COMMITS * commitP50!;
  return boundFinding({
    section: 'run',
    what: `a whole run on one connection, p50, beside the forwarder's and ${COMMITS} commits of one row`,
    value: p50!,
    below: Number(below.toFixed(2)),
    unit: 'ms',
    values: { p50: p50!, floor: floor!, commitP50: commitP50! },
    facts: `p95 ${quantile(runs, 0.95).toFixed(1)} ms; the forwarder takes ${floor!.toFixed(2)} ms, a commit ${commitP50!.toFixed(2)} ms`,
  });
}

async function timesOfExchanges(port: number, request: () => string): Promise<number[]> {
  const connection = await open(port);
  const times = await timesOf(async () => {
    const answer = await connection.exchange(request());
    if (answer.status !== 200) throw unexpected(answer);
  });
  connection.close();
  return times;
}
