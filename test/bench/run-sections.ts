/** How long a run takes from its creation to its end on an idle service, and what many runs leave in the tables. */
import { randomBytes } from 'node:crypto';
import type { Section } from './bench.ts';
import { open, runLoad, unexpected } from './http-client.ts';
import { boundFinding, type Finding } from './report.ts';
import { createRequest } from './requests.ts';
import { quantile } from './rounds.ts';
import { openService } from './service.ts';
import { timesOf } from './times.ts';

export const latency: Section = async (bench) => {
  await using service = await openService(bench, { worker: true });
  const { tenant, port } = service;
  const connection = await open(port);
  const runs = await timesOf(async () => {
    const requestKey = randomBytes(8).toString('hex');
    const request = createRequest(tenant.key, requestKey, 'Prefer: wait=10\r\n');
    const answer = await connection.exchange(request);
    if (answer.status !== 200) throw unexpected(answer);
  }, bench.onStep);
  connection.close();
  bench.onStep('the floor: one commit');
  const commits = await service.database.withCommits((commit) => timesOf(commit, () => {}));
  const p50 = quantile(runs, 0.5);
  const p95 = quantile(runs, 0.95);
  const commit = quantile(commits, 0.5);
  return [
    boundFinding({
      section: 'latency',
      what: 'a run from create to completed, one at a time, sandbox without a delay, p50',
      value: p50,
      below: 25,
      unit: 'ms',
      values: { p50, p95, commitP50: commit },
      facts: `p95 ${p95.toFixed(1)} ms; one INSERT and its commit take ${commit.toFixed(1)} ms`,
    }),
  ];
};

export const memory: Section = async (bench) => [
  await residentAfter(bench, false),
  await residentAfter(bench, true),
];

/** The memory of a process after this many creates; with a worker in it, also after it carried them out. */
async function residentAfter(bench: Parameters<Section>[0], worker: boolean): Promise<Finding> {
  await using service = await openService(bench, { worker });
  const { subject, port, tenant, database } = service;
  const process = worker ? 'API and worker in one process' : 'the API process';
  const start = await subject.call('memory');
  const prefix = randomBytes(8).toString('hex');
  let requestCount = 0;
  const request = () => {
    if (++requestCount % 1_000 === 0)
      bench.onStep(`${process}: ${requestCount} of ${bench.runs} runs`);
    return createRequest(tenant.key, `${prefix}-${requestCount}`);
  };
  const load = { port, connections: bench.inFlight, seconds: Number.POSITIVE_INFINITY };
  const perSecond = await runLoad({ ...load, atMost: bench.runs, request, status: 202 });
  if (worker) {
    bench.onStep(`${process}: until all have ended`);
    await database.untilNoneIsPending();
  }
  const { residentBytes, highestResidentBytes } = await subject.call('memory');
  const values = {
    residentMb: megabytes(residentBytes),
    highestMb: megabytes(highestResidentBytes),
    startMb: megabytes(start.residentBytes),
    runs: bench.runs,
    createsPerSecond: perSecond,
  };
  return boundFinding({
    section: 'memory',
    what: `resident memory of ${process} after ${bench.runs.toLocaleString('en')} runs`,
    value: values.residentMb,
    below: 250,
    unit: 'MB',
    values,
    facts: `${values.startMb.toFixed(0)} MB at the start, at most ${values.highestMb.toFixed(0)} MB; ${Math.round(perSecond).toLocaleString('en')} creates/s`,
  });
}

function megabytes(bytes: number): number {
  return bytes / 1e6;
}
