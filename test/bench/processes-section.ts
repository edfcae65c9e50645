/** The processor time of a run with two processes of the service, compared with one. */
import { join } from 'node:path';
import type { Bench, Section } from './bench.ts';
import { cpuMsBetween, cpuTimesOf, processTree } from './cpu.ts';
import { runLoad } from './http-client.ts';
import { createMeter } from './meter.ts';
import { profilingFlags } from './profile.ts';
import { programOf } from './program.ts';
import { costFinding } from './report.ts';
import { creates, WAIT } from './requests.ts';
import { compare, quantile } from './rounds.ts';
import { openUpstream, sendingTo } from './whole-run-fixtures.ts';

const ROOT = join(import.meta.dirname, '../..');

export const processes: Section = async (bench) => {
  await using upstream = await openUpstream();
  await using sending = await sendingTo(upstream.url);
  await using one = await openSide(bench, 1, sending.environment);
  await using two = await openSide(bench, 2, sending.environment);
  const comparison = await compare(
    {
      floor: one.cpuMsOfRun,
      measured: two.cpuMsOfRun,
      between: async () => {
        await one.forgetRuns();
        await two.forgetRuns();
      },
    },
    bench,
  );
  const what = `processor time of a whole run in two processes beside one, PostgreSQL included, ${bench.inFlight} connections`;
  return [
    costFinding(
      { section: 'processes', what, atMost: 1.1, unit: 'ms' },
      comparison,
      `; ${two.perSecond().toFixed(0)} runs/s beside ${one.perSecond().toFixed(0)}`,
    ),
  ];
};

async function openSide(bench: Bench, count: number, environment: Record<string, string>) {
  await using stack = new AsyncDisposableStack();
  const database = await bench.postgres.createDatabase();
  stack.defer(() => database.drop());
  const { key } = await database.createTenant();
  const program = programOf({
    folder: ROOT,
    environment: { ...environment, DATABASE_URL: database.url, PROCESSES: String(count) },
    flags: profilingFlags(bench.profile),
  });
  const service = await program.start('start');
  stack.defer(service.stop);
  const rates: number[] = [];
  const readTimes = async () => {
    const own = (await processTree([service.pid])).map(({ pid }) => pid);
    return cpuTimesOf([...own, ...(await database.backends())]);
  };
  const kept = stack.move();
  return {
    async cpuMsOfRun(seconds: number): Promise<number> {
      const cpu = createMeter(readTimes, cpuMsBetween);
      const load = { port: service.port, connections: bench.inFlight, seconds };
      const rate = await cpu.during(() =>
        runLoad({ ...load, status: 200, request: creates(key, WAIT) }),
      );
      rates.push(rate);
      return cpu.spent() / (rate * seconds);
    },
    perSecond: () => quantile(rates, 0.5),
    forgetRuns: () => database.forgetRuns(),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
