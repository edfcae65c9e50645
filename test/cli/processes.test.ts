/** The service in several processes: PROCESSES=2. */
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { json, launch, type Running, run, temporaryData } from '../support/program.ts';

let database: TestDatabase;
let environment: Record<string, string>;
let key: string;
const data = await temporaryData();

beforeAll(async () => {
  database = await createTestDatabase();
  environment = { DATABASE_URL: database.url, PORT: '0', PROCESSES: '2' };
  await run(['workspaces', 'create', 'acme'], environment);
  await run(['wallet', 'credit', 'acme', '--amount', '5', '--reference', 'a'], environment);
  const scopes = ['--scope', 'models:read', 'models:run'];
  const name = ['--name', 'k'];
  ({ key } = await json<{ key: string }>(
    ['keys', 'create', 'acme', ...name, ...scopes],
    environment,
  ));
});
afterAll(() => database.drop());

function childrenOf({ process }: Running): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).split('\n');
  const pairs = rows.map((row) => row.trim().split(/\s+/).map(Number));
  return pairs.filter(([, parent]) => parent === process.pid).map(([pid]) => pid!);
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(50);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function started(): Promise<{ service: Running; url: string }> {
  const service = launch(['start'], environment);
  const output = await service.until(/Ctrl-C stops/);
  return { service, url: /http:\/\/localhost\S+model-runs/.exec(output)![0] };
}

/** The state of a run, created on its own connection, so that each process gets some. */
async function stateOfRun(url: string, requestKey: string): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': requestKey,
      Connection: 'close',
      Prefer: 'wait=30',
    },
    body: JSON.stringify({
      ...{ model: 'sandbox/echo', maxOutputTokens: 50 },
      messages: [{ role: 'user', content: 'among many' }],
    }),
  });
  return ((await response.json()) as { state: string }).state;
}

test('two processes answer on one port, one that is killed is replaced, and all stop together', async () => {
  const { service, url } = await started();
  const [killed, spared] = childrenOf(service);
  const states = (name: string) =>
    Promise.all(Array.from({ length: 10 }, (_, i) => stateOfRun(url, `${name}-${i}`)));
  expect(new Set(await states('before'))).toEqual(new Set(['completed']));
  const claims = await database.db.query<{ worker: string }>('select id from worker');
  expect(claims).toHaveLength(2);

  process.kill(killed!, 'SIGKILL');
  await service.until(/ALERT: a process of the service has ended, and is replaced/);
  await until(() => childrenOf(service).length === 2);
  expect(childrenOf(service)).toContain(spared);
  expect(new Set(await states('after'))).toEqual(new Set(['completed']));

  const children = childrenOf(service);
  service.process.kill('SIGTERM');
  expect((await service.ended).code).toBe(0);
  await until(() => !children.some(isAlive));
});

test('they end with the process that started them', async () => {
  const { service } = await started();
  const children = childrenOf(service);
  expect(children).toHaveLength(2);
  service.process.kill('SIGKILL');
  await until(() => !children.some(isAlive));
});

test('a request to stop that reaches all of them while they start ends all, and is no fault', async () => {
  const service = launch(['start'], environment);
  await until(() => childrenOf(service).length > 0);
  await sleep(300);
  const children = childrenOf(service);
  // As a terminal sends it.
  for (const pid of [...children, service.process.pid!]) process.kill(pid, 'SIGINT');
  const { code, stderr } = await service.ended;
  expect(stderr).not.toMatch(/ALERT|error/);
  expect(code).toBe(0);
  await until(() => !children.some(isAlive));
});

test('a request to stop that comes before there is a database starts none of them', async () => {
  const service = launch(['start'], { PORT: '0', PROCESSES: '2', DATA_DIR: data });
  await service.until(/making a new database/);
  service.process.kill('SIGTERM');
  const { code, stderr } = await service.ended;
  expect(stderr).not.toMatch(/ALERT|error/);
  expect(code).toBe(0);
});

test('where the service cannot start it says so once, and exits 1', async () => {
  const port = await freePort();
  const other = createServer().listen(port, '127.0.0.1');
  const { code, stderr } = await run(['start'], { ...environment, PORT: String(port) });
  other.close();
  expect(code).toBe(1);
  expect(stderr.match(/is in use/g)).toHaveLength(1);
});

test.each(['0', '65', 'many', '1.5'])('PROCESSES=%s is refused', async (value) => {
  const { code, stderr } = await run(['start'], { ...environment, PROCESSES: value });
  expect(code).toBe(1);
  expect(stderr).toContain('PROCESSES must be auto or an integer from 1 to 64');
});
