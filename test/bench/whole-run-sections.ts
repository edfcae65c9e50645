/**
 * A whole billed run, from the create to the settled answer, beside a route that forwards the same request to the same
 * upstream and keeps nothing. The upstream answers at once and runs in a process of its own.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxModels } from '../../server/sandbox/index.ts';
import type { Bench, Section } from './bench.ts';
import { cpuMsOf } from './cpu.ts';
import type { ForwarderCommands, ForwarderOptions } from './forwarder-subject.ts';
import { open, runLoad, unexpected } from './http-client.ts';
import { boundFinding, type Finding, ratioFinding } from './report.ts';
import { BODY, creates, plainRequest } from './requests.ts';
import { compare, quantile } from './rounds.ts';
import { openService } from './service.ts';
import { startSubject } from './subject.ts';
import { timesOf } from './times.ts';
import type { UpstreamCommands } from './upstream-subject.ts';

/** Of requests under way: the least share of the forwarder's rate, and the most of its processor time. */
const LOADS = [
  { connections: 256, atLeast: 0.4, cpuBelow: 2.5 },
  { connections: 32, atLeast: 0.3, cpuBelow: 3.3 },
];
const COMMITS = 6;
const WAIT = 'Prefer: wait=30\r\n';

export const run: Section = async (bench) => {
  await using scene = await openScene(bench);
  const findings: Finding[] = [];
  for (const load of LOADS) findings.push(...(await ratesAt(bench, scene, load)));
  return [...findings, await latencyOf(bench, scene)];
};

type Scene = Awaited<ReturnType<typeof openScene>>;

async function openScene(bench: Bench) {
  await using stack = new AsyncDisposableStack();
  const upstream = await startSubject<UpstreamCommands>('upstream-subject.ts', {});
  stack.defer(() => upstream.stop());
  const upstreamUrl = `http://127.0.0.1:${await upstream.call('port')}`;
  const options: ForwarderOptions = { upstreamUrl };
  const forwarder = await startSubject<ForwarderCommands>('forwarder-subject.ts', options);
  stack.defer(() => forwarder.stop());
  const folder = await mkdtemp(join(tmpdir(), 'model-run-bench-'));
  stack.defer(() => rm(folder, { recursive: true }));
  const service = await openService(bench, {
    worker: true,
    environment: { ...(await modelsIn(folder)), OPENROUTER_BASE_URL: upstreamUrl },
  });
  stack.use(service);
  const forwarderPort = await forwarder.call('port');
  const kept = stack.move();
  return { service, forwarder, forwarderPort, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

/** The model of the requests, as one of the upstream. */
async function modelsIn(folder: string): Promise<Record<string, string>> {
  const path = join(folder, 'models.json');
  const { capabilities, ...model } = sandboxModels.find(({ id }) => id === BODY.model)!;
  const models = [{ ...model, provider: 'openrouter', tools: capabilities.tools }];
  await writeFile(path, JSON.stringify({ models }));
  return { SANDBOX: 'off', MODELS_FILE: path, OPENROUTER_API_KEY: 'bench' };
}

async function ratesAt(
  bench: Bench,
  { service, forwarder, forwarderPort }: Scene,
  { connections, atLeast, cpuBelow }: (typeof LOADS)[number],
): Promise<Finding[]> {
  const { subject, database, tenant, port } = service;
  const below = meter(async () => (await forwarder.cpuSeconds()) * 1_000);
  const node = meter(async () => (await subject.cpuSeconds()) * 1_000);
  const postgres = meter(
    async () => (await cpuMsOf((await database.counters()).backends)) ?? Number.NaN,
  );
  const counts = { commits: 0, statements: 0, walBytes: 0, runs: 0 };
  const comparison = await compare(
    {
      floor: (seconds) =>
        below.during(() =>
          runLoad({
            port: forwarderPort,
            connections,
            seconds,
            status: 200,
            request: (n) => plainRequest(String(n)),
          }),
        ),
      measured: async (seconds) => {
        const start = await database.counters();
        const rate = await node.during(() =>
          postgres.during(() =>
            runLoad({
              port,
              connections,
              seconds,
              status: 200,
              request: creates(tenant.key, WAIT),
            }),
          ),
        );
        const end = await database.counters();
        counts.commits += end.commits - start.commits;
        counts.statements += end.statements - start.statements;
        counts.walBytes += end.walBytes - start.walBytes;
        counts.runs += rate * seconds;
        return rate;
      },
      between: () => database.forgetRuns(),
    },
    bench,
  );
  const each = (name: 'commits' | 'statements' | 'walBytes', digits: number) =>
    (counts[name] / counts.runs).toFixed(digits);
  const runCpu = (node.spent() + postgres.spent()) / counts.runs;
  const floorCpu = below.spent() / (comparison.floor.median * bench.seconds * bench.rounds);
  const what = `whole runs beside a forwarding route, ${connections} connections`;
  return [
    ratioFinding(
      { section: 'run', what, atLeast },
      comparison,
      `; of each run ${each('commits', 3)} commits, ${each('statements', 3)} statements, ${each('walBytes', 0)} bytes of log`,
    ),
    boundFinding({
      section: 'run',
      what: `processor time of a whole run beside a forwarded request, ${connections} connections`,
      value: runCpu / floorCpu,
      below: cpuBelow,
      unit: 'times',
      values: {
        runCpu,
        floorCpu,
        node: node.spent() / counts.runs,
        postgres: postgres.spent() / counts.runs,
      },
      facts: `${(node.spent() / counts.runs).toFixed(2)} ms of Node and ${(postgres.spent() / counts.runs).toFixed(2)} ms of PostgreSQL beside ${floorCpu.toFixed(2)} ms`,
    }),
  ];
}

/** Adds up what a counter of milliseconds goes on while work is done. */
function meter(read: () => Promise<number>) {
  let spent = 0;
  return {
    async during<T>(work: () => Promise<T>): Promise<T> {
      const start = await read();
      const result = await work();
      spent += (await read()) - start;
      return result;
    },
    spent: () => spent,
  };
}

async function latencyOf(bench: Bench, { service, forwarderPort }: Scene): Promise<Finding> {
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
