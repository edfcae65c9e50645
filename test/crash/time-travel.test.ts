/**
 * The database goes back in time: a standby takes over without the last commits, and believes that runs which
 * were sent have never been. Nothing is sent again: workers claim nothing until an operator has recovered.
 */
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { accountFor } from '../../server/db/embedded/account.ts';
import { findBinaries } from '../../server/db/embedded/binaries.ts';
import { clusterPath } from '../../server/db/embedded/cluster.ts';
import { startEmbeddedPostgres } from '../../server/db/embedded/index.ts';
import { createServer } from '../../server/db/embedded/server.ts';
import { migrate } from '../../server/db/migrate.ts';
import { createDb } from '../../server/db/pool.ts';
import { makeDataDir, removeDataDir } from '../support/postgres-folder.ts';
import {
  clientOf,
  kill,
  type Outside,
  type Process,
  request,
  startOutside,
  startProcess,
} from '../support/process.ts';
import { run } from '../support/program.ts';
import { brokenPromises, endAll, type Scene } from './promises.ts';
import { makeTenant } from './tenant.ts';

const RUNS = 10;

let outside: Outside;
let folders: string[];
let running: Process[];
beforeEach(async () => {
  outside = await startOutside({ slowMs: 100 });
  folders = [await makeDataDir(), await makeDataDir()];
  running = [];
});
afterEach(async () => {
  await stopProcesses();
  await outside.close();
  await Promise.all(folders.map(removeDataDir));
});

it('a standby that lacks the last commits sends nothing again, and recovers', async () => {
  const [original, standby] = folders as [string, string];
  let primary = await startEmbeddedPostgres({ dataDir: original });
  const { key, workspace } = await withDb(primary.url, async (db) => {
    await migrate(db);
    return makeTenant(db, 1_000_000_000);
  });

  // Saved and not sent: that is what the standby has.
  const api = await start('serve', primary.url);
  const created = await Promise.all(
    Array.from({ length: RUNS }, (_, i) =>
      clientOf(api, key).create(`run-${i}`, request('sandbox/echo', `Number ${i}`)),
    ),
  );
  await stopProcesses();
  await primary.stop();
  // With its owner, who is not root.
  execFileSync('cp', ['-a', `${original}/.`, standby]);

  // All of them are sent and paid for, which the standby never hears of.
  primary = await startEmbeddedPostgres({ dataDir: original });
  const [busy] = await Promise.all([start('serve', primary.url), start('work', primary.url)]);
  const runs = created.map(({ run: { id } }, i) => ({
    ...{ id, requestKey: `run-${i}` },
    body: request('sandbox/echo', `Number ${i}`),
  }));
  await endAll(clientOf(busy, key), runs);
  const sent = outside.sandbox.posts();
  expect(sent).toBe(RUNS);
  await stopProcesses();
  await primary.stop();

  await promote(standby, primary.superuserUrl);
  const promoted = await startEmbeddedPostgres({ dataDir: standby });
  const [later, worker] = await Promise.all([
    start('serve', promoted.url),
    start('work', promoted.url),
  ]);
  await worker.until(/no run is started until npm run cli -- recover/);
  await sleep(500);
  expect(outside.sandbox.posts()).toBe(sent);

  const recovered = await run(['recover'], { ...outside.environment, DATABASE_URL: promoted.url });
  expect(recovered.stdout).toContain(`wait for reconciliation: ${RUNS}. None is sent again.`);
  const client = clientOf(later, key);
  const ended = await endAll(client, runs);
  expect(new Set(ended.map(({ error }) => error?.code))).toEqual(new Set(['outcome_unknown']));
  expect(outside.sandbox.posts()).toBe(sent);

  // Life goes on.
  const { run: next } = await client.create('after', request('sandbox/echo'));
  expect((await client.end(next.id)).state).toBe('completed');
  await withDb(promoted.url, async (db) => {
    const scene: Scene = { db, workspace, client, sandbox: outside.sandbox };
    expect(await brokenPromises(scene, runs, ended)).toEqual([]);
  });
  await stopProcesses();
  await promoted.stop();
});

async function start(command: 'serve' | 'work', url: string): Promise<Process> {
  const started = await startProcess(command, { ...outside.environment, DATABASE_URL: url });
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

/** As the operator of a standby does it: the server that only followed becomes one that is written to. */
async function promote(dataDir: string, superuserUrl: string): Promise<void> {
  const cluster = clusterPath(join(dataDir, 'postgresql'));
  await writeFile(join(cluster, 'standby.signal'), '');
  const account = await accountFor(cluster);
  const urlAt = (port: number) => {
    const url = new URL(superuserUrl);
    url.port = String(port);
    return url.href;
  };
  const server = createServer({
    ...{ cluster, account, urlAt, log: () => {} },
    binaries: await findBinaries(account),
  });
  const { port } = await server.ensureRunning(undefined);
  await withDb(urlAt(port), (db) => db.query('select pg_promote(true)'));
  await server.stop();
}
