/**
 * A standby with everything that was saved replaces the primary while processes live: they find what was acknowledged
 * to them, and continue automatically. If one of them died, nothing vouches for it, and they wait for the operator, who
 * knows that the standby was synchronous.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { accountFor } from '../../server/platform/db/embedded/account.ts';
import { type Address, urlOf } from '../../server/platform/db/embedded/address.ts';
import { findBinaries } from '../../server/platform/db/embedded/binaries.ts';
import { clusterPath } from '../../server/platform/db/embedded/cluster.ts';
import { startEmbeddedPostgres } from '../../server/platform/db/embedded/index.ts';
import { createServer } from '../../server/platform/db/embedded/server.ts';
import { createDb, type Db } from '../../server/platform/db/pool.ts';
import { bringUpToDate } from '../../server/platform/db/schema.ts';
import { freePort } from '../support/free-port.ts';
import { makeStartedDataDir } from '../support/postgres.ts';
import { removeDataDir } from '../support/postgres-folder.ts';
import {
  type Client,
  clientOf,
  kill,
  type Outside,
  type Process,
  request,
  startOutside,
  startProcess,
} from '../support/process.ts';
import { json } from '../support/program.ts';
import {
  type Acknowledged,
  brokenPromises,
  countEndings,
  createForSure,
  endAll,
} from './promises.ts';
import { makeTenant } from './tenant.ts';

const RUNS = 6;
const REFUSED = /no run is started until npm run cli -- recover/;

let outside: Outside;
let dataDir: string;
let port: number;
let running: Process[];
beforeEach(async () => {
  [outside, dataDir, port] = await Promise.all([
    startOutside({ slowMs: 100 }),
    makeStartedDataDir(),
    freePort(),
  ]);
  running = [];
});
afterEach(async () => {
  for (const each of running) kill(each, 'SIGKILL');
  await Promise.all(running.map(({ ended }) => ended));
  await outside.close();
  await removeDataDir(dataDir);
});

type Postgres = Awaited<ReturnType<typeof startEmbeddedPostgres>>;

/** On a port, where the processes find the other server as well. */
const startPrimary = (): Promise<Postgres> => startEmbeddedPostgres({ dataDir, port });

async function start(command: 'serve' | 'work', { url }: Postgres): Promise<Process> {
  const started = await startProcess(command, { ...outside.environment, DATABASE_URL: url });
  running.push(started);
  return started;
}

function createSome(client: Client, name: string): Promise<Acknowledged[]> {
  return Promise.all(
    Array.from({ length: RUNS }, (_, i) =>
      createForSure(client, `${name}-${i}`, request('sandbox/echo', `${name} ${i}`)),
    ),
  );
}

function withDb<T>({ url }: Postgres, work: (db: Db) => Promise<T>): Promise<T> {
  const db = createDb({ url, max: 2, applicationName: 'test' });
  return work(db).finally(() => db.close());
}

/** The stopped server becomes a standby for a moment, and then another primary of the same history. */
async function promote(): Promise<void> {
  const folder = join(dataDir, 'postgresql');
  const cluster = clusterPath(folder);
  await writeFile(join(cluster, 'standby.signal'), '');
  const account = await accountFor({ folder, cluster, uid: undefined });
  const urlAt = (address: Address) => urlOf(address, superuser);
  const server = createServer({
    ...{ cluster, account, urlAt, log: () => {} },
    binaries: await findBinaries(account),
  });
  const { address } = await server.ensureRunning(undefined);
  const db = createDb({ url: urlAt(address), max: 1, applicationName: 'test' });
  await db.query('select pg_promote(true)').finally(() => db.close());
  await server.stop();
}

let superuser: { role: string; password: string; database: string };

async function open() {
  const primary = await startPrimary();
  const { username, password } = new URL(primary.superuserUrl);
  superuser = { role: username, password, database: 'postgres' };
  await bringUpToDate(primary);
  const tenant = await withDb(primary, (db) => makeTenant(db, 1_000_000_000));
  const api = await start('serve', primary);
  return { primary, api, client: clientOf(api, tenant.key), ...tenant };
}

async function expectKept(
  now: Postgres,
  { client, workspace }: { client: Client; workspace: string },
  runs: Acknowledged[],
): Promise<void> {
  const ended = await endAll(client, runs);
  expect(countEndings(ended)).toEqual({ completed: runs.length });
  await withDb(now, async (db) => {
    const checked = { db, workspace, client, sandbox: outside.sandbox };
    expect(await brokenPromises(checked, runs, ended)).toEqual([]);
  });
}

it('living processes find what was acknowledged to them, and go on', async () => {
  const { primary, ...checked } = await open();
  const { client } = checked;
  const worker = await start('work', primary);
  const before = await createSome(client, 'before');
  await endAll(client, before);
  kill(worker, 'SIGSTOP');
  const waiting = await createSome(client, 'waiting');
  await primary.stop();
  await promote();
  kill(worker, 'SIGCONT');
  const now = await startPrimary();
  await expectKept(now, checked, [...before, ...waiting]);
  const [row] = await withDb(now, (db) =>
    db.query<{ timeline: number }>('select timeline from deployment'),
  );
  expect(row).toEqual({ timeline: 2 });
  await now.stop();
});

it('where a process died, the operator says that nothing was lost, and nothing is given up', async () => {
  const { primary, ...checked } = await open();
  const { client } = checked;
  const dying = await start('work', primary);
  const before = await createSome(client, 'before');
  await endAll(client, before);
  kill(dying, 'SIGKILL');
  await dying.ended;
  const waiting = await createSome(client, 'waiting');
  await primary.stop();
  await promote();
  const now = await startPrimary();
  const worker = await start('work', now);
  await worker.until(REFUSED);
  const sent = outside.sandbox.posts();
  await sleep(500);
  expect(outside.sandbox.posts()).toBe(sent);

  const environment = { ...outside.environment, DATABASE_URL: now.url };
  expect(await json(['recover', '--synchronous'], environment)).toEqual({
    ...{ recovered: true, runs: 0, kept: RUNS },
  });
  await expectKept(now, checked, [...before, ...waiting]);
  await now.stop();
});
