/** The first page of a long list compared with that of a short one, each of a workspace in its own database. */
import type { Bench, Section } from './bench.ts';
import { open, unexpected } from './http-client.ts';
import { createMany } from './made-runs.ts';
import { costFinding } from './report.ts';
import { listRequest } from './requests.ts';
import { compare, quantile } from './rounds.ts';
import { startService } from './service.ts';

const FEW = 1_000;
/** The default number of runs per page. */
const PAGE = 20;

export const list: Section = async (bench) => {
  await using short = await openWorkspace(bench, Math.min(FEW, bench.listed));
  await using long = await openWorkspace(bench, bench.listed);
  const comparison = await compare({ floor: short.pageMs, measured: long.pageMs }, bench);
  const [many, few] = [long.count, short.count].map((count) => count.toLocaleString('en'));
  const what = `the time of the first page of ${many} ended runs beside that of ${few}, one connection, p50`;
  return [costFinding({ section: 'list', what, atMost: 1.2, unit: 'ms' }, comparison)];
};

async function openWorkspace(bench: Bench, count: number) {
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
  await postgres.whileLoading(() => database.addOldRuns({ count: count - 1 }, onStep));
  const { port } = stack.use(await startService(bench, database, { worker: false }));
  await assertFull(port, listRequest(tenant.key), count);
  const kept = stack.move();
  return {
    count,
    pageMs: (seconds: number) => pageMs(port, listRequest(tenant.key), seconds),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/** The contract allows a short page; the figure would then mean little. */
async function assertFull(port: number, request: string, count: number): Promise<void> {
  const connection = await open(port);
  const answer = await connection.exchange(request);
  connection.close();
  const { data } = JSON.parse(answer.body) as { data: unknown[] };
  if (data.length !== Math.min(PAGE, count)) throw unexpected(answer);
}

/** The median time of a page in milliseconds, one after the other. */
async function pageMs(port: number, request: string, seconds: number): Promise<number> {
  const connection = await open(port);
  const times: number[] = [];
  const end = performance.now() + seconds * 1_000;
  while (performance.now() < end) {
    const start = performance.now();
    const answer = await connection.exchange(request);
    if (answer.status !== 200) throw unexpected(answer);
    times.push(performance.now() - start);
  }
  connection.close();
  return quantile(times, 0.5);
}
