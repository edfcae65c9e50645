/**
 * The address of the database leads to a copy for a while and then back, under load: in the copy nothing is created
 * that could be lost, and back at the known database runs start again without an operator.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDb } from '../../server/platform/db/pool.ts';
import {
  copyTestDatabase,
  createTestDatabase,
  exchangeDatabases,
  type TestDatabase,
} from '../support/postgres.ts';
import {
  type Client,
  clientOf,
  kill,
  type Process,
  request,
  startProcess,
} from '../support/process.ts';
import { makeTenant } from './tenant.ts';

const ENVIRONMENT = {
  ...{ PORT: '0', SANDBOX: 'on', LOG_LEVEL: 'warn', RATE_LIMIT_PER_MINUTE: '1000000' },
  ...{ LEASE_MS: '1000', CONNECT_TIMEOUT_MS: '900', SWEEP_INTERVAL_MS: '150' },
  // The provider: a look-up of the process that was stopped finds nothing there.
  ...{ RECONCILE_GRACE_MS: '300', RECONCILE_DEADLINE_MS: '2000', DRAIN_MS: '5000' },
};
const BODY = request('sandbox/echo');
const CREATES = {
  'model-runs': BODY,
  'tool-runs': { tool: 'sandbox/echo', input: { text: 'Hello' } },
  'compute-jobs': { environment: 'javascript', timeoutSeconds: 5, source: '1' },
};

let known: TestDatabase;
let copy: TestDatabase;
let key: string;
let running: Process[];
beforeEach(async () => {
  known = await createTestDatabase();
  const db = createDb({ url: known.url, max: 1, applicationName: 'test' });
  ({ key } = await makeTenant(db, 1e12).finally(() => db.close()));
  running = [];
});
afterEach(async () => {
  await stop('SIGKILL');
  await Promise.all([known.drop(), copy.drop()]);
});

async function start(command: 'serve' | 'work'): Promise<Process> {
  const process = await startProcess(command, { ...ENVIRONMENT, DATABASE_URL: known.url });
  running.push(process);
  return process;
}

async function stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<string> {
  const stopped = running.splice(0);
  for (const each of stopped) kill(each, signal);
  const ended = await Promise.all(stopped.map(({ ended }) => ended));
  return ended.map(({ stderr }) => stderr).join('');
}

/** Creates runs until it is stopped; returns the ids of those that were acknowledged. */
function createUntilStopped(client: Client) {
  const ids: string[] = [];
  let isOver = false;
  const creating = [0, 1, 2].map(async (lane) => {
    for (let i = 0; !isOver; i += 1) {
      const { status, run } = await client.create(`load-${lane}-${i}`, BODY);
      if (status < 300) ids.push(run.id);
      await sleep(10);
    }
  });
  return {
    ids,
    async stop() {
      isOver = true;
      await Promise.all(creating);
    },
  };
}

async function post(api: Process, path: string, body: object, headers: Record<string, string>) {
  return fetch(`${api.url}/v1/developer/${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

const statusOf = async (api: Process, requestKey: string) =>
  (await clientOf(api, key).create(requestKey, BODY)).status;

it.each([
  ['the same processes start runs again', false],
  ['processes that are started again start runs', true],
])(
  'a wrong database takes no run of any kind, and back at the right one %s',
  async (_, restarts) => {
    const before = clientOf(await start('serve'), key);
    const { run: earlier } = await before.create('earlier', BODY);
    await stop();
    copy = await copyTestDatabase(known);
    const api = await start('serve');
    await start('work');
    const client = clientOf(api, key);
    await client.end(earlier.id);
    const load = createUntilStopped(client);
    await expect.poll(() => load.ids.length).toBeGreaterThan(20);

    await exchangeDatabases(known, copy);
    await expect.poll(() => statusOf(api, `first-${Math.random()}`)).toBe(503);
    for (const [path, body] of Object.entries(CREATES)) {
      await expect
        .poll(async () => (await post(api, `${path}/estimate`, body, {})).status)
        .toBe(200);
      const answer = await post(api, path, body, { 'Idempotency-Key': `${path}-refused` });
      expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '30']);
      expect(await answer.json()).toMatchObject({ code: 'overloaded' });
    }
    const requests = [
      { idempotencyKey: 'in-batch', request: BODY },
      { idempotencyKey: 'earlier', request: BODY },
    ];
    const batch = await (await post(api, 'model-runs/batch', { requests }, {})).json();
    expect(batch).toMatchObject({
      results: [{ status: 503, problem: { code: 'overloaded' } }, { run: { id: earlier.id } }],
    });
    const again = await client.create('earlier', BODY);
    expect([again.status < 300, again.run.id]).toEqual([true, earlier.id]);
    expect((await client.get(earlier.id)).status).toBe(200);

    await exchangeDatabases(known, copy);
    let after = api;
    if (restarts) {
      await load.stop();
      await stop();
      after = await start('serve');
      await start('work');
    }
    await expect.poll(() => statusOf(after, `back-${Math.random()}`)).toBe(202);
    await load.stop();
    const now = clientOf(after, key);
    const { run } = await now.create('afterwards', BODY);
    expect((await now.end(run.id)).state).toBe('completed');
    // Nothing that was acknowledged is gone.
    const found = await Promise.all(load.ids.map(async (id) => (await now.get(id)).status));
    expect(found.filter((status) => status !== 200)).toEqual([]);
  },
);
