/** Whole runs per second beside forwarded requests, under the same load, and what each costs. */
import type { Bench } from './bench.ts';
import { countsOf } from './counts.ts';
import { cpuMsBetween, cpuTimesOf } from './cpu.ts';
import { open, runLoad, unexpected } from './http-client.ts';
import { createMeter } from './meter.ts';
import type { BenchDatabase, Counters } from './postgres.ts';
import { boundFinding, type Finding, ratioFinding } from './report.ts';
import { plainRequest } from './requests.ts';
import { type Comparison, compare, quantile } from './rounds.ts';
import type { Subject } from './subject.ts';
import { timesOf } from './times.ts';

/** What answers the requests. */
interface Answering {
  port: number;
  subject: Pick<Subject<object>, 'cpuSeconds'>;
}

/** What saves each request as a run. */
export interface Saving extends Answering {
  section: string;
  database: BenchDatabase;
  /** The requests with this body, each with a request key of its own. */
  requests(text: string): () => string;
}

interface Load {
  what: string;
  text: string;
  connections: number;
  /** The smallest acceptable share of the forwarder's rate; absent if there is no target. */
  atLeast?: number;
  /** The largest acceptable multiple of its processor time. */
  cpuBelow?: number;
}

export async function ratesAt(
  bench: Bench,
  { saving, forwarder }: { saving: Saving; forwarder: Answering },
  load: Load,
): Promise<Finding[]> {
  const { database } = saving;
  const { connections, text } = load;
  const [below, node] = [cpuMsOf(forwarder), cpuMsOf(saving)];
  const postgres = createMeter(async () => cpuTimesOf(await database.backends()), cpuMsBetween);
  const counts = countsOf(database);
  const done = { runs: 0, forwarded: 0 };
  const comparison = await compare(
    {
      floor: async (seconds) => {
        const request = (n: number) => plainRequest(String(n), text);
        const all = { port: forwarder.port, connections, seconds, status: 200, request };
        const rate = await below.during(() => runLoad(all));
        done.forwarded += rate * seconds;
        return rate;
      },
      measured: async (seconds) => {
        const request = saving.requests(text);
        const all = { port: saving.port, connections, seconds, status: 200, request };
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
  return findingsOf(saving.section, load, comparison, {
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

function findingsOf(
  section: string,
  { what: each, connections, atLeast, cpuBelow }: Load,
  comparison: Comparison,
  { node, postgres, forwarder, counts }: Costs,
): Finding[] {
  const what = `${each} beside a forwarding route, ${connections} connections`;
  const used = `${node.toFixed(2)} ms of Node and ${postgres.toFixed(2)} ms of PostgreSQL beside ${forwarder.toFixed(2)} ms`;
  const rates = ratioFinding(
    { section, what, ...(atLeast !== undefined && { atLeast }) },
    comparison,
    `; of each run ${counts.commits.toFixed(3)} commits, ${counts.statements.toFixed(3)} statements, ${counts.walBytes.toFixed(0)} bytes of log${cpuBelow === undefined ? `, ${used}` : ''}`,
  );
  if (cpuBelow === undefined) return [rates];
  const runCpu = node + postgres;
  return [
    rates,
    boundFinding({
      section,
      what: `processor time of a whole run beside a forwarded request, ${connections} connections`,
      value: runCpu / forwarder,
      below: cpuBelow,
      unit: 'times',
      values: { runCpu, floorCpu: forwarder, node, postgres },
      facts: used,
    }),
  ];
}

function cpuMsOf({ subject }: Answering) {
  return createMeter(
    () => subject.cpuSeconds(),
    (start, end) => (end - start) * 1_000,
  );
}

/** Milliseconds at the middle and of nearly all requests, one at a time. */
export async function timesOneByOne(
  { port }: Pick<Answering, 'port'>,
  request: () => string,
): Promise<{ p50: number; p95: number }> {
  const connection = await open(port);
  const times = await timesOf(async () => {
    const answer = await connection.exchange(request());
    if (answer.status !== 200) throw unexpected(answer);
  });
  connection.close();
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95) };
}
