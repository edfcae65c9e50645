/** An overloaded process refuses early, and goes on when that is over. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey, SCOPES } from '../../server/keys/index.ts';
import { createLedger } from '../../server/money/index.ts';
import { createDb } from '../../server/platform/db/pool.ts';
import { createWorkspace } from '../../server/workspaces/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { clientOf, type Process, request, startProcess } from '../support/process.ts';
import { temporaryData } from '../support/program.ts';

const SOON = { interval: 100, timeout: 60_000 };

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

/** A busy machine may be late even before the load. */
async function sold(client: ReturnType<typeof clientOf>) {
  for (;;) {
    const { status, run } = await client.create('first', request('sandbox/echo'));
    if (status !== 503) return run;
    await sleep(500);
  }
}

async function stop({ process, ended }: Process): Promise<void> {
  process.kill('SIGTERM');
  expect((await ended).code).toBe(0);
}

test('answers 503 overloaded to new work while its event loop is late, still reads and cancels runs, and recovers', async () => {
  const { service, probes } = await started({ SHED_EVENT_LOOP_DELAY_MS: '10' });
  const client = clientOf(service, key);
  const run = await sold(client);
  await client.end(run.id);

  const statuses = new Map<number, number>();
  const large = request('sandbox/echo', 'a long text '.repeat(14_000));
  let over = false;
  const load = Array.from({ length: 96 }, async () => {
    while (!over) {
      const { status, headers } = await client.estimate(large);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status !== 503) continue;
      expect(headers.get('retry-after')).toBe('2');
      // The shortest pause of a caller that ignores Retry-After.
      await sleep(50);
    }
  });
  await expect.poll(() => statuses.get(503) ?? 0, SOON).toBeGreaterThan(8);
  expect((await fetch(`${service.url}/livez`)).status).toBe(200);
  expect([200, 202]).toContain((await client.cancel(run.id)).status);
  over = true;
  await Promise.all(load);
  expect([...statuses.keys()].sort()).toEqual([200, 503]);
  expect(await shed(probes, 'event_loop')).toBeGreaterThanOrEqual(statuses.get(503)!);

  await expect.poll(async () => (await client.estimate(large)).status, SOON).toBe(200);
  await expect.poll(() => create(client), SOON).toBeLessThan(300);
  expect(service.process.exitCode).toBeNull();
  await stop(service);
});

test('answers 503 overloaded while calls wait long for a connection to the database, and recovers', async () => {
  const { service, probes } = await started({ DATABASE_POOL: '2', SHED_POOL_WAIT_MS: '300' });
  const client = clientOf(service, key);
  const lists = `${service.url}/v1/developer/model-runs`;
  const headers = { Authorization: `Bearer ${key}` };
  const owner = createDb({ url: database.ownerUrl, max: 1, applicationName: 'test' });
  let reads: Promise<Response[]> | undefined;
  await owner.transaction(async (tx) => {
    await tx.query('lock table run in access exclusive mode');
    reads = Promise.all(Array.from({ length: 8 }, () => fetch(lists, { headers })));
    // A create that came at once would wait with them, and the process takes several looks to notice the delay.
    await sleep(3_000);
    expect(await create(client)).toBe(503);
    expect(await shed(probes, 'pool')).toBeGreaterThan(0);
    expect((await fetch(`${service.url}/livez`)).status).toBe(200);
  });
  await owner.close();
  expect(new Set((await reads!).map(({ status }) => status))).toEqual(new Set([200]));
  await expect.poll(() => create(client), SOON).toBeLessThan(300);
  await stop(service);
});

test('answers 503 overloaded while it takes more memory than it is given, and reads go on', async () => {
  const { service, probes } = await started({ SHED_MEMORY_BYTES: '1' });
  const client = clientOf(service, key);
  await expect
    .poll(async () => (await client.estimate(request('sandbox/echo'))).status, SOON)
    .toBe(503);
  expect(await shed(probes, 'memory')).toBeGreaterThan(0);
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  await stop(service);
});
