/**
 * The database goes back in time, and no longer has runs that were sent: a standby takes over without the last commits,
 * a copy replaces the database, or somebody restores the server's files under living workers. Nothing is sent
 * again: workers claim nothing until an operator has recovered.
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
import { createDb } from '../../server/platform/db/pool.ts';
import { bringUpToDate } from '../../server/platform/db/schema.ts';
import { freePort } from '../support/free-port.ts';
import { makeStartedDataDir } from '../support/postgres.ts';
import { copyDataDir, makeDataDir, removeDataDir } from '../support/postgres-folder.ts';
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
import { run } from '../support/program.ts';
import {
  type Acknowledged,
  brokenPromises,
  type CheckedService,
  createForSure,
  endAll,
} from './promises.ts';
import { makeTenant } from './tenant.ts';

const RUNS = 10;

let outside: Outside;
let folders: string[];
let running: Process[];
beforeEach(async () => {
  outside = await startOutside({ slowMs: 100 });
  folders = [await makeStartedDataDir(), await makeDataDir()];
  running = [];
});
afterEach(async () => {
  await stopProcesses();
  await outside.close();
  await Promise.all(folders.map(removeDataDir));
});

it('a standby that lacks the last commits sends nothing again, and recovers', async () => {
  const [original, standby] = folders as [string, string];
  const { key, workspace, runs, superuserUrlAt } = await saveUnsent(original);
  await copyDataDir(original, standby);

  // All of them are sent and paid for; the standby never learns of it.
  const primary = await startEmbeddedPostgres({ dataDir: original });
  const [busy] = await Promise.all([start('serve', primary.url), start('work', primary.url)]);
  await endAll(clientOf(busy, key), runs);
  expect(outside.sandbox.posts()).toBe(RUNS);
  await stopProcesses();
  await primary.stop();

  await promote(standby, superuserUrlAt);
  const promoted = await startEmbeddedPostgres({ dataDir: standby });
  const [later, worker] = await Promise.all([
    start('serve', promoted.url),
    start('work', promoted.url),
  ]);
  await expectRecovery({
    worker,
    client: clientOf(later, key),
    url: promoted.url,
    workspace,
    runs,
  });
  await stopProcesses();
  await promoted.stop();
});

it('a copy that replaces it sends nothing again', async () => {
  const [original] = folders as [string];
  const { key, workspace, runs } = await saveUnsent(original);
  const postgres = await startEmbeddedPostgres({ dataDir: original });
  const copy = new URL(postgres.url);
  const name = copy.pathname.slice(1);
  copy.pathname += '_copy';
  await withDb(postgres.superuserUrl, (admin) =>
    admin.query(`create database ${name}_copy template ${name}`),
  );
  const [api] = await Promise.all([start('serve', postgres.url), start('work', postgres.url)]);
  await endAll(clientOf(api, key), runs);
  expect(outside.sandbox.posts()).toBe(RUNS);
  await stopProcesses();

  const url = copy.href;
  const [later, worker] = await Promise.all([start('serve', url), start('work', url)]);
  await expectRecovery({ worker, client: clientOf(later, key), url, workspace, runs });
  await stopProcesses();
  await postgres.stop();
});

it('files that are put back under a living worker send nothing again', async () => {
  const [original, copy] = folders as [string, string];
  const { key, workspace, runs } = await saveUnsent(original);
  await copyDataDir(original, copy);

  // On a port, where the processes find the copy as well.
  const port = await freePort();
  const before = await startEmbeddedPostgres({ dataDir: original, port });
  const [api, worker] = await Promise.all([
    start('serve', before.url),
    // The default: the worker may claim nothing before its first look at the database that has come back.
    start('work', before.url, { SWEEP_INTERVAL_MS: '1000' }),
  ]);
  await endAll(clientOf(api, key), runs);
  expect(outside.sandbox.posts()).toBe(RUNS);
  await before.stop();
  const after = await startEmbeddedPostgres({ dataDir: copy, port });
  // Writes more at once than was lost.
  await withDb(after.ownerUrl, (db) =>
    db.query(
      'create table later as select n, repeat(n::text, 50) from generate_series(1, 20000) n',
    ),
  );
  await expectRecovery({ worker, client: clientOf(api, key), url: after.url, workspace, runs });
  await stopProcesses();
  await after.stop();
});

interface Saved {
  key: string;
  workspace: string;
  runs: Acknowledged[];
  superuserUrlAt: (address: Address) => string;
}

/** A data folder of a stopped server, with runs that are saved and not sent. */
async function saveUnsent(dataDir: string): Promise<Saved> {
  const postgres = await startEmbeddedPostgres({ dataDir });
  await bringUpToDate(postgres);
  const tenant = await withDb(postgres.url, (db) => makeTenant(db, 1_000_000_000));
  const api = await start('serve', postgres.url);
  const client = clientOf(api, tenant.key);
  const runs = await Promise.all(
    Array.from({ length: RUNS }, (_, i) =>
      createForSure(client, `run-${i}`, request('sandbox/echo', `Number ${i}`)),
    ),
  );
  await stopProcesses();
  await postgres.stop();
  const { username, password } = new URL(postgres.superuserUrl);
  const login = { role: username, password, database: 'postgres' };
  return { ...tenant, runs, superuserUrlAt: (address) => urlOf(address, login) };
}

interface GoneBack {
  worker: Process;
  client: Client;
  url: string;
  workspace: string;
  runs: Acknowledged[];
}

/** The database no longer knows that its runs were sent: the worker waits for the operator; nothing is lost. */
async function expectRecovery({ worker, client, url, workspace, runs }: GoneBack): Promise<void> {
  const sent = outside.sandbox.posts();
  await worker.until(/no run is started until npm run cli -- recover/);
  await sleep(500);
  expect(outside.sandbox.posts()).toBe(sent);

  const recovered = await run(['recover'], { ...outside.environment, DATABASE_URL: url });
  expect(recovered.stdout).toContain(`wait for reconciliation: ${RUNS}. None is sent again.`);
  const ended = await endAll(client, runs);
  expect(new Set(ended.map(({ error }) => error?.code))).toEqual(new Set(['outcome_unknown']));
  expect(outside.sandbox.posts()).toBe(sent);

  // The service works again.
  const next = await createForSure(client, 'after', request('sandbox/echo'));
  expect((await client.end(next.id)).state).toBe('completed');
  await withDb(url, async (db) => {
    const checked: CheckedService = { db, workspace, client, sandbox: outside.sandbox };
    expect(await brokenPromises(checked, runs, ended)).toEqual([]);
  });
}

async function start(
  command: 'serve' | 'work',
  url: string,
  changes: Record<string, string> = {},
): Promise<Process> {
  const environment = { ...outside.environment, ...changes, DATABASE_URL: url };
  const started = await startProcess(command, environment);
  running.push(started);
  return started;
}

async function stopProcesses(): Promise<void> {
  for (const each of running) kill(each, 'SIGKILL');
  await Promise.all(running.map(({ ended }) => ended));
  running = [];
}

function withDb<T>(url: string, work: (db: ReturnType<typeof createDb>) => Promise<T>): Promise<T> {
  const db = createDb({ url, max: 2, applicationName: 'test' });
  return work(db).finally(() => db.close());
}

/** Promotes as the operator of a standby does: the server that only followed now accepts writes. */
async function promote(dataDir: string, urlAt: (address: Address) => string): Promise<void> {
  const folder = join(dataDir, 'postgresql');
  const cluster = clusterPath(folder);
  await writeFile(join(cluster, 'standby.signal'), '');
  const account = await accountFor({ folder, cluster, uid: undefined });
  const server = createServer({
    ...{ cluster, account, urlAt, log: () => {} },
    binaries: await findBinaries(account),
  });
  const { address } = await server.ensureRunning(undefined);
  await withDb(urlAt(address), (db) => db.query('select pg_promote(true)'));
  await server.stop();
}
