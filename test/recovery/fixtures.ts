/** The service as processes on an operator's PostgreSQL, and a caller who remembers what was acknowledged. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createDb, type Db } from '../../server/platform/db/pool.ts';
import { bringUpToDate } from '../../server/platform/db/schema.ts';
import { type Acknowledged, brokenPromises, createForSure, endAll } from '../crash/promises.ts';
import { makeTenant } from '../crash/tenant.ts';
import { freePort } from '../support/free-port.ts';
import {
  clientOf,
  kill,
  type Outside,
  type Process,
  request,
  startOutside,
  startProcess,
} from '../support/process.ts';
import { json } from '../support/program.ts';

const PLENTY = 1_000_000_000_000;
/** Longer than a worker's interval for looking at the queue. */
const NOTHING_COMES_MS = 2_000;

export interface DatabaseUrls {
  url: string;
  ownerUrl: string;
}

export interface Fixtures {
  outside: Outside;
  /** Settings of the service's processes. */
  port: number;
  workspace: string;
  key: string;
}

/** A database with its schema, a workspace with money and a key. */
export async function openFixtures(urls: DatabaseUrls): Promise<Fixtures> {
  await bringUpToDate(urls);
  const outside = await startOutside({ slowMs: 50 });
  const tenant = await withDb(urls.url, (db) => makeTenant(db, PLENTY));
  return { outside, port: await freePort(), ...tenant };
}

export async function withDb<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = createDb({ url, max: 2, applicationName: 'recovery' });
  return work(db).finally(() => db.close());
}

const started: Process[] = [];

/** Ends what a failure has left running. */
export function killProcesses(): void {
  for (const each of started) kill(each, 'SIGKILL');
}

/** Workers start only on request: what is created without one waits. */
export async function startService(
  { outside, port }: Fixtures,
  url: string,
  settings: Record<string, string | undefined> = {},
) {
  const wanted = {
    ...{ ...outside.environment, DATABASE_URL: url, SWEEP_INTERVAL_MS: '500' },
    ...{ RECONCILE_DEADLINE_MS: '60000', PRICE_DEADLINE_MS: '60000', ...settings },
  };
  const present = Object.entries(wanted).filter(([, value]) => value !== undefined);
  const environment = Object.fromEntries(present) as Record<string, string>;
  const running: Process[] = [];
  const api = await startProcess('serve', { ...environment, PORT: String(port) });
  running.push(api);
  started.push(api);
  const end = async (signal: NodeJS.Signals) => {
    for (const each of running) kill(each, signal);
    await Promise.all(running.map(({ ended }) => ended));
  };
  return {
    environment,
    /** Returns the function that stops it. */
    async startWorker(): Promise<() => Promise<void>> {
      const worker = await startProcess('work', environment);
      running.push(worker);
      started.push(worker);
      return async () => {
        kill(worker, 'SIGTERM');
        await worker.ended;
      };
    },
    /** As when a host is lost. */
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

export type Service = Awaited<ReturnType<typeof startService>>;

export function callerOf({ port, key }: Fixtures) {
  return clientOf({ url: `http://127.0.0.1:${port}` }, key);
}

/** Resolves when they are acknowledged; a caller that needs them ended waits for that as well. */
export function createRuns(
  fixtures: Fixtures,
  name: string,
  count: number,
): Promise<Acknowledged[]> {
  const client = callerOf(fixtures);
  const indexes = Array.from({ length: count }, (_, i) => i);
  return Promise.all(
    indexes.map((i) =>
      createForSure(client, `${name}-${i}`, request('sandbox/echo', `${name} ${i}`)),
    ),
  );
}

export async function buyRuns(
  fixtures: Fixtures,
  name: string,
  count: number,
): Promise<Acknowledged[]> {
  const runs = await createRuns(fixtures, name, count);
  await endAll(callerOf(fixtures), runs);
  return runs;
}

/** What was sent so far must be all: nothing more is sent before the operator has recovered. */
export async function expectNothingSent({ outside }: Fixtures): Promise<void> {
  const before = outside.sandbox.posts();
  await sleep(NOTHING_COMES_MS);
  const more = outside.sandbox.posts() - before;
  if (more > 0) throw new Error(`${more} were sent before the operator had recovered`);
}

/** How many runs `recover` moved. */
export async function recover({ environment }: Service): Promise<number> {
  const { recovered, runs } = await json<{ recovered: boolean; runs: number }>(
    ['recover'],
    environment,
  );
  if (!recovered) throw new Error('recover found nothing to do');
  return runs;
}

/** Every promise to those whose runs are in the database: runs end, were sent at most once, and the books are right. */
export async function expectPromises(
  fixtures: Fixtures,
  url: string,
  runs: readonly Acknowledged[],
): Promise<void> {
  const client = callerOf(fixtures);
  const ended = await endAll(client, runs);
  const faults = await withDb(url, (db) =>
    brokenPromises({ ...fixtures, db, client, sandbox: fixtures.outside.sandbox }, runs, ended),
  );
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

export function secondsSince(moment: number): string {
  return `${((performance.now() - moment) / 1_000).toFixed(1)} s`;
}
