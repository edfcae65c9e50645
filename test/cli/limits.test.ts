/** The rate of a key in real processes: four that share a port, and four that share a database. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey, SCOPES } from '../../server/keys/index.ts';
import { createWorkspace } from '../../server/workspaces/index.ts';
import { startValkey, type ValkeyServer } from '../rates/valkey-server.ts';
import { INSTALL_TIMEOUT_MS } from '../support/installed.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { type Process, startProcess } from '../support/process.ts';
import { temporaryData } from '../support/program.ts';

const LIMIT = 30;
const PROCESSES = 4;

let database: TestDatabase;
let valkey: ValkeyServer;
let workspace: string;
let environment: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  valkey = await startValkey();
  environment = {
    ...{ DATABASE_URL: database.url, PORT: '0', SANDBOX: 'off', DATABASE_POOL: '3' },
    RATE_LIMIT_PER_MINUTE: String(LIMIT),
  };
  ({ id: workspace } = await createWorkspace(database.db, { name: 'acme' }));
}, INSTALL_TIMEOUT_MS);
afterAll(async () => {
  await valkey.kill();
  await database.drop();
});
await temporaryData();

async function newKey(): Promise<string> {
  return (await createKey(database.db, { workspace, name: 'k', scopes: [...SCOPES] })).key;
}

interface Count {
  admitted: number;
  refused: number;
}

/** Sends this many requests, each on its own connection; every answer reports no more than is left. */
async function ask(services: Process[], key: string, requests: number, before = 0): Promise<Count> {
  let admitted = before;
  let refused = 0;
  const one = async (i: number) => {
    const url = `${services[i % services.length]!.url}/v1/developer/model-runs/limits`;
    const headers = { Authorization: `Bearer ${key}`, Connection: 'close' };
    const { status, headers: answered } = await fetch(url, { headers });
    expect([200, 429]).toContain(status);
    if (status === 200) admitted += 1;
    else refused += 1;
    if (status === 429) expect(Number(answered.get('retry-after'))).toBeLessThanOrEqual(60);
    return Number(/r=(\d+)/.exec(answered.get('ratelimit')!)![1]);
  };
  for (let i = 0; i < requests; i += 5) {
    const left = await Promise.all([0, 1, 2, 3, 4].map((j) => one(i + j)));
    expect(Math.min(...left)).toBeLessThanOrEqual(LIMIT - admitted);
  }
  return { admitted: admitted - before, refused };
}

async function stop(services: Process[]): Promise<void> {
  for (const { process } of services) process.kill('SIGTERM');
  for (const { ended } of services) expect((await ended).code).toBe(0);
}

function expectWholeLimit({ admitted }: Count): void {
  expect(admitted).toBeLessThanOrEqual(LIMIT);
  expect(admitted).toBeGreaterThanOrEqual(LIMIT - PROCESSES);
}

test.each(['PostgreSQL', 'Redis'])(
  'PROCESSES=4 admit 30 a minute of one key, with windows in %s',
  async (store) => {
    const more = store === 'Redis' ? { RATE_LIMIT_URL: valkey.url } : {};
    const service = await startProcess('start', { ...environment, ...more, PROCESSES: '4' });
    const [first, second] = [await newKey(), await newKey()];
    expectWholeLimit(await ask([service], first, 100));
    expectWholeLimit(await ask([service], second, 100));
    await stop([service]);
  },
);

test('four processes keep to 30 a minute when Redis is killed in the middle and comes back empty', async () => {
  const services = await Promise.all(
    Array.from({ length: PROCESSES }, () =>
      startProcess('serve', { ...environment, RATE_LIMIT_URL: valkey.url }),
    ),
  );
  const [key, fresh] = [await newKey(), await newKey()];
  const before = await ask(services, key, 10);
  expect(before).toEqual({ admitted: 10, refused: 0 });
  await valkey.kill();
  const away = await ask(services, key, 60, before.admitted);
  expect(before.admitted + away.admitted).toBeLessThanOrEqual(LIMIT);
  expect(await ask(services, fresh, 60)).toMatchObject({ admitted: 28 });
  await valkey.start();
  const back = await ask(services, key, 40, before.admitted + away.admitted);
  expect(before.admitted + away.admitted + back.admitted).toBeLessThanOrEqual(LIMIT);
  await stop(services);
});

test('a process that restarts in the middle of a window begins no new one', async () => {
  const key = await newKey();
  const first = await startProcess('serve', environment);
  expectWholeLimit(await ask([first], key, 40));
  await stop([first]);
  const second = await startProcess('serve', environment);
  expect((await ask([second], key, 10, LIMIT)).admitted).toBe(0);
  await stop([second]);
});
