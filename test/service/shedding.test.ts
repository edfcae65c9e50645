/** An overloaded process refuses early, and goes on when that is over. */
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createKey, SCOPES } from '../../server/keys/index.ts';
import { createLedger } from '../../server/money/index.ts';
import { CONNECT_TIMEOUT_MS, createDb } from '../../server/platform/db/pool.ts';
import type { Operation } from '../../server/platform/http/operations.ts';
import { createShedding } from '../../server/platform/http/refusing.ts';
import { createPrometheus } from '../../server/platform/telemetry/prometheus.ts';
import { createWorkspace } from '../../server/workspaces/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { clientOf, type Process, request, startProcess } from '../support/process.ts';
import { temporaryData } from '../support/program.ts';
import { type Answer, startService, type TestRequest, unique } from '../support/service.ts';

const SOON = { interval: 100 };

let database: TestDatabase;
let key: string;
beforeAll(async () => {
  database = await createTestDatabase();
  const { id: workspace } = await createWorkspace(database.db, { name: 'acme' });
  await createLedger({ db: database.db }).topUp({ workspace, amount: 1e12, reference: 'a' });
  ({ key } = await createKey(database.db, { workspace, name: 'k', scopes: [...SCOPES] }));
});
afterAll(() => database.drop());
await temporaryData();

async function started(more: Record<string, string>) {
  const service = await startProcess('start', {
    ...{ DATABASE_URL: database.url, PORT: '0', PROBE_PORT: '0', LOG_LEVEL: 'warn' },
    ...{ RATE_LIMIT_PER_MINUTE: '1000000', RATE_LIMIT_BYTES_PER_MINUTE: '9999999999' },
    ...more,
  });
  const probes = /Probes +(http:\S+)/.exec(await service.until(/Probes/))![1]!;
  return { service, probes };
}

async function shed(probes: string, shortage: string): Promise<number> {
  const text = await (await fetch(`${probes}/metrics`)).text();
  const found = new RegExp(`^modelrun_shed_requests_total{shortage="${shortage}"} (\\d+)$`, 'm');
  return Number(found.exec(text)?.[1] ?? 0);
}

let created = 0;
/** The status of a create under its own request key. */
async function create(client: ReturnType<typeof clientOf>): Promise<number> {
  created += 1;
  return (await client.create(`create-${created}`, request('sandbox/echo'))).status;
}

async function stop({ process, ended }: Process): Promise<void> {
  process.kill('SIGTERM');
  expect((await ended).code).toBe(0);
}

/** Before each turn of its event loop, the thread of this process stands still for longer than the bound. */
async function standStill(isOver: () => boolean): Promise<void> {
  const still = new Int32Array(new SharedArrayBuffer(4));
  while (!isOver()) {
    Atomics.wait(still, 0, 0, 800);
    await turn();
  }
}

test('answers 503 overloaded to new work while its event loop is late, still cancels runs, and recovers', async () => {
  const { meter, registry } = createPrometheus({ scale: 9 });
  const environment = { SHED_EVENT_LOOP_DELAY_MS: '300' };
  const service = await startService({ parts: ['api'], environment, database, meter });
  onTestFinished(() => service.close());
  const path = '/v1/developer/model-runs';
  const send = (more: Partial<TestRequest>) => service.send({ key, path, ...more });
  const create = () =>
    send({ body: request('sandbox/echo'), headers: { 'Idempotency-Key': unique('request') } });
  const isTaken = async () => (await create()).status === 202;
  await expect.poll(isTaken, SOON).toBe(true);
  const { data } = JSON.parse((await send({})).text) as { data: { id: string }[] };

  let over = false;
  const late = standStill(() => over);
  let refused: Answer;
  do refused = await create();
  while (refused.status === 202);
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('2');
  expect(JSON.parse(refused.text)).toMatchObject({ code: 'overloaded' });
  expect((await send({ path: '/livez' })).status).toBe(200);
  const cancelled = await send({ method: 'POST', path: `${path}/${data[0]!.id}/cancel` });
  expect([200, 202]).toContain(cancelled.status);
  over = true;
  await late;
  expect(await registry.metrics()).toMatch(/shed_requests_total\{shortage="event_loop"\} [1-9]/);
  await expect.poll(isTaken, SOON).toBe(true);
});

test.each([
  ['event_loop', 3],
  ['pool', 1.8],
  ['memory', 1.05],
] as const)(
  'a shortage of %s refuses reads at %d times what refuses new work, and never the end of work',
  (of, reads) => {
    const operation = { path: '/v1/developer/model-runs', scopes: ['models:run'] } as Operation;
    const isRefused = (factor: number, more: Partial<Operation>) => {
      const pressure = { shortage: () => ({ of, factor }), close() {} };
      try {
        createShedding(pressure, undefined)({ ...operation, ...more });
      } catch (error) {
        expect(error).toMatchObject({ code: 'overloaded' });
        return true;
      }
      return false;
    };
    expect([0.99, 1].map((factor) => isRefused(factor, { method: 'post' }))).toEqual([false, true]);
    const around = [reads - 0.01, reads];
    expect(around.map((factor) => isRefused(factor, { method: 'get' }))).toEqual([false, true]);
    for (const path of [
      '/v1/developer/model-runs/:id/cancel',
      '/v1/developer/keys/:id/revoke',
      '/v1/dashboard/workspaces/:workspaceId/keys/:keyId/revocation',
    ]) {
      expect(isRefused(1_000, { path, method: 'post' })).toBe(false);
    }
    const path = '/v1/developer/customers/:endUserId/grants/:grantId/revoke';
    expect(isRefused(1, { path, method: 'post' })).toBe(true);
  },
);

test('answers 503 overloaded while calls wait long for a connection to the database, and recovers', async () => {
  const { service, probes } = await started({ DATABASE_POOL: '2', SHED_POOL_WAIT_MS: '1000' });
  const client = clientOf(service, key);
  const lists = `${service.url}/v1/developer/model-runs`;
  const headers = { Authorization: `Bearer ${key}` };
  const owner = createDb({ url: database.ownerUrl, max: 1, applicationName: 'test' });
  let reads: Promise<Response[]> | undefined;
  const began = performance.now();
  await owner.transaction(async (tx) => {
    await tx.query('lock table run in access exclusive mode');
    reads = Promise.all(Array.from({ length: 4 }, () => fetch(lists, { headers })));
    // A create that came at once would wait with them.
    await service.until(/requests are refused/);
    expect(await create(client)).toBe(503);
    expect(await shed(probes, 'pool')).toBeGreaterThan(0);
    expect((await fetch(`${service.url}/livez`)).status).toBe(200);
  });
  await owner.close();
  const statuses = (await reads!).map(({ status }) => status);
  expect(statuses).toContain(200);
  // A read that waits longer than a call may wait for a connection gets 503, and no other one.
  const others = performance.now() - began < CONNECT_TIMEOUT_MS ? [] : [503];
  expect([200, ...others]).toEqual(expect.arrayContaining(statuses));
  await expect.poll(() => create(client), SOON).toBeLessThan(300);
  await stop(service);
});

test('answers 503 overloaded while it takes more memory than it is given', async () => {
  const { service, probes } = await started({ SHED_MEMORY_BYTES: '1' });
  const client = clientOf(service, key);
  await expect
    .poll(async () => (await client.estimate(request('sandbox/echo'))).status, SOON)
    .toBe(503);
  expect(await shed(probes, 'memory')).toBeGreaterThan(0);
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  await stop(service);
});
