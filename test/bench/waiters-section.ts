/**
 * Thousands of requests that wait for their runs: how soon one that has ended is answered, and the cost of the waiting.
 * The upstream holds its answers and releases one after the other. The time begins right before the upstream sends the
 * rest of its answer and ends when the answer of the service arrives: it includes reading the former, the commit, and
 * all that follows. So it is longer than the time from the commit.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench, Section } from './bench.ts';
import type { HoldingUpstreamCommands } from './holding-upstream-subject.ts';
import { boundFinding } from './report.ts';
import { quantile } from './rounds.ts';
import { openService } from './service.ts';
import { startSubject } from './subject.ts';
import { timesOf } from './times.ts';
import { createWaiters } from './waiters.ts';
import { sendingTo } from './whole-run-fixtures.ts';

const ENDS_PER_SECOND = 20;
/** Concurrent creates while the waiters gather. */
const GATHERED_AT_ONCE = 128;
/** Slots of the service, which gives two thirds of them to one workspace. */
const SLOTS = 10_000;

export const waiters: Section = async (bench) => {
  await using fixtures = await openFixtures(bench);
  const { service, upstream } = fixtures;
  const { subject, tenant, port, database } = service;
  const waiters = createWaiters({ port, key: tenant.key });
  const empty = await subject.call('memory');
  await Promise.race([gather(bench, fixtures, waiters), waiters.failed]);

  const cpuBefore = await subject.cpuSeconds();
  const start = performance.now();
  const times = await Promise.race([endOneByOne(bench, fixtures, waiters), waiters.failed]);
  const seconds = (performance.now() - start) / 1_000;
  const cpu = ((await subject.cpuSeconds()) - cpuBefore) / seconds;
  const { residentBytes, highestResidentBytes } = await subject.call('memory');
  const commits = await database.withCommits((commit) => timesOf(commit));
  await upstream.call('releaseAll');
  await Promise.race([waiters.stop(), waiters.failed]);

  const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
  const commitP50 = quantile(commits, 0.5);
  const who = `${bench.waiters.toLocaleString('en')} requests wait`;
  return [
    boundFinding({
      section: 'waiters',
      what: `from the end of the upstream's answer to that of the service while ${who}, p99`,
      value: p99,
      below: 50,
      unit: 'ms',
      values: { p50, p99, commitP50, runs: times.length, processors: cpu },
      facts: `p50 ${p50.toFixed(1)} ms of ${times.length} runs; one commit alone takes ${commitP50.toFixed(2)} ms; the service's process used ${(100 * cpu).toFixed(0)} % of a processor meanwhile`,
    }),
    boundFinding({
      section: 'waiters',
      what: `resident memory of the process in which ${who}, their runs under way`,
      value: residentBytes / 1e6,
      below: 250,
      unit: 'MB',
      values: { residentMb: residentBytes / 1e6, highestMb: highestResidentBytes / 1e6 },
      facts: `${(empty.residentBytes / 1e6).toFixed(0)} MB before they came, at most ${(highestResidentBytes / 1e6).toFixed(0)} MB`,
    }),
  ];
};

type Fixtures = Awaited<ReturnType<typeof openFixtures>>;
type Waiters = ReturnType<typeof createWaiters>;

async function openFixtures(bench: Bench) {
  await using stack = new AsyncDisposableStack();
  const upstream = await startSubject<HoldingUpstreamCommands>('holding-upstream-subject.ts', {});
  stack.defer(() => upstream.stop());
  const upstreamUrl = `http://127.0.0.1:${await upstream.call('port')}`;
  const sending = stack.use(await sendingTo(upstreamUrl));
  const environment = { ...sending.environment, MAX_IN_FLIGHT: String(SLOTS) };
  const service = stack.use(await openService(bench, { worker: true, environment }));
  // The service stops when the runs that are under way have ended.
  stack.defer(() => upstream.call('releaseAll'));
  const kept = stack.move();
  return { service, upstream, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

/** Resolves when all wait, and the upstream holds the answers of all. */
async function gather(bench: Bench, { upstream }: Fixtures, waiters: Waiters): Promise<void> {
  bench.onStep(`making ${bench.waiters} wait`);
  for (let held = 0; held < bench.waiters; held = await upstream.call('held')) {
    const wanted = Math.min(bench.waiters, held + GATHERED_AT_ONCE);
    while (waiters.count() < wanted) await waiters.add();
    await sleep(20);
  }
}

/** Milliseconds of each. */
async function endOneByOne(
  bench: Bench,
  { upstream }: Fixtures,
  waiters: Waiters,
): Promise<number[]> {
  const times: Promise<number>[] = [];
  const count = ENDS_PER_SECOND * bench.seconds * bench.rounds;
  for (let n = 0; n < count; n++) {
    if (n % ENDS_PER_SECOND === 0) bench.onStep(`${n} of ${count} runs have ended`);
    const name = waiters.oldest();
    if (name === undefined) throw new Error('nobody waits');
    const released = await upstream.call('release', name);
    if (released === undefined)
      throw new Error('a run that is waited for is not with the upstream');
    times.push(waiters.arrivalOf(name).then((arrived) => arrived - released));
    await sleep(1_000 / ENDS_PER_SECOND);
  }
  return Promise.all(times);
}
