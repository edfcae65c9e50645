import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { admitRun, makeFixtures } from '../ledger/fixtures.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { json, launch, run } from '../support/program.ts';

let database: TestDatabase;
let environment: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  environment = { DATABASE_URL: database.url, PORT: '0' };
});
afterAll(() => database.drop());

test('the API and the worker share a database as two processes', async () => {
  await run(['workspaces', 'create', 'acme'], environment);
  await run(['wallet', 'credit', 'acme', '--amount', '5', '--reference', 'a'], environment);
  const scopes = ['--scope', 'models:read', 'models:run'];
  const { key } = await json<{ key: string }>(
    ['keys', 'create', 'acme', '--name', 'k', ...scopes],
    environment,
  );
  const [serve, work] = [launch(['serve'], environment), launch(['work'], environment)];
  const [output] = await Promise.all([serve.until(/Ctrl-C stops/), work.until(/Ctrl-C stops/)]);
  const response = await fetch(/http:\/\/localhost\S+model-runs/.exec(output)?.[0] ?? '', {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': 'apart',
      Prefer: 'wait=30',
    },
    body: JSON.stringify({
      ...{ model: 'sandbox/echo', maxOutputTokens: 50 },
      messages: [{ role: 'user', content: 'across processes' }],
    }),
  });
  expect(await response.json()).toMatchObject({ state: 'completed', text: 'across processes' });
  for (const { process: child, ended } of [serve, work]) {
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  }
});

test('on a database that went back in time nothing is started until recover', async () => {
  const { workspace, wallet, key } = await makeFixtures(database.db);
  const hold = { workspace, apiKey: key.id, account: wallet, reserved: 100 };
  const { id } = await admitRun(database.db, { ...hold, provider: 'sandbox' });
  const state = async () =>
    (await database.db.query<{ state: string }>('select state from run where id = $1', [id]))[0]
      ?.state;
  await run(['recover'], environment);
  await database.db.query('update deployment set timeline = timeline + 1');
  const work = launch(['work'], {
    ...environment,
    SWEEP_INTERVAL_MS: '50',
    RECONCILE_GRACE_MS: '300',
  });
  await work.until(/ALERT: the database is not the one/);
  await work.until(/Ctrl-C stops/);
  expect(await state()).toBe('reserved');
  const recovered = await run(['recover'], environment);
  expect(recovered.stdout).toContain('now wait for reconciliation: 1.');
  expect(await state()).not.toBe('reserved');
  work.process.kill('SIGTERM');
  expect((await work.ended).code).toBe(0);
  expect((await run(['audit'], environment)).code).toBe(0);
});

test('a port in use is one clear line', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { code, stdout, stderr } = await run(['start'], { ...environment, PORT: String(port) });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(new RegExp(`error: .*${port}.*in use.*\\n$`));
  other.close();
});

test('in production no money and no key is given away', async () => {
  const empty = await createTestDatabase();
  const theirs = { DATABASE_URL: empty.url, PORT: '0', NODE_ENV: 'production' };
  const program = launch(['start'], theirs);
  const output = await program.until(/Ctrl-C stops/);
  expect(output).toContain('There is no workspace yet');
  expect(output).not.toContain('mrk_');
  program.process.kill('SIGTERM');
  const { code, stderr } = await program.ended;
  expect(code).toBe(0);
  for (const line of stderr.trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('msg');
  expect(await empty.db.query('select from workspace')).toEqual([]);
  await empty.drop();
});
