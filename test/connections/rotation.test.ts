/**
 * The password of the database's role changes while the service works: open connections go on, new ones use the new
 * password, and no run is lost, charged twice or sent twice, even if the new password comes late.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createPasswordCommand } from '../../server/platform/db/address.ts';
import { createDb, type Db } from '../../server/platform/db/pool.ts';
import { brokenPromises, createForSure, endAll } from '../crash/promises.ts';
import { makeTenant } from '../crash/tenant.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import {
  clientOf,
  kill,
  type Outside,
  request,
  startOutside,
  startProcess,
} from '../support/process.ts';
import { run, temporaryData } from '../support/program.ts';

const ROLE = `rotated_${process.pid}`;
const LATE_MS = 1_500;

let database: TestDatabase;
let outside: Outside;
let admin: Db;
let folder: string;
beforeAll(async () => {
  [database, outside] = await Promise.all([createTestDatabase(), startOutside({ slowMs: 3_000 })]);
  admin = createDb({ url: inject('postgres').superuserUrl, max: 1, applicationName: 'operator' });
  await admin.query(`create role ${ROLE} login in role ${new URL(database.url).username}`);
  folder = await mkdtemp(join(tmpdir(), 'model-run-rotation-'));
});
afterAll(async () => {
  await database.drop();
  await admin.query(`drop role ${ROLE}`);
  await Promise.all([admin.close(), outside.close(), rm(folder, { recursive: true })]);
});
// Registered after the hook above, so it runs before it: what a failed test leaves running ends first.
await temporaryData();

const setPassword = (password: string) => admin.query(`alter role ${ROLE} password '${password}'`);
const urlWith = (password: string) =>
  Object.assign(new URL(database.url), { username: ROLE, password }).href;

/** Ends the service's connections; each is replaced by one that needs the password. */
async function endConnections(): Promise<number> {
  const ended = await admin.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where usename = $1',
    [ROLE],
  );
  return ended.length;
}

const path = (name: string) => join(folder, name);

describe.each([
  {
    by: 'a file with the URL',
    put: (password: string) => writeFile(path('url'), `${urlWith(password)}\n`),
    environment: () => ({ DATABASE_URL_FILE: path('url') }),
  },
  {
    by: 'a command that prints it',
    put: (password: string) => writeFile(path('password'), `${password}\n`),
    environment: () => ({
      DATABASE_URL: urlWith(''),
      DATABASE_PASSWORD_COMMAND: `test "$PGUSER" = ${ROLE} && echo >> ${path('calls')} && cat ${path('password')}`,
    }),
  },
])('the password by $by', ({ by, put, environment }) => {
  test('changes while runs are created and carried out', async () => {
    await setPassword('first');
    await put('first');
    const service = await startProcess('start', {
      ...outside.environment,
      LEASE_MS: '20000',
      ...environment(),
    });
    const { workspace, key } = await makeTenant(database.db, 1e12);
    const client = clientOf(service, key);
    const statuses = new Set<number>();
    const name = (i: number) => `${by.replaceAll(' ', '-')}-${i}`;
    const create = (i: number) =>
      createForSure(
        client,
        name(i),
        request(i % 3 ? 'sandbox/echo' : 'sandbox/slow', `${by} ${i}`),
        (status) => statuses.add(status),
      );

    const before = await Promise.all([0, 1, 2, 3, 4, 5].map(create));
    // The server changes first: it refuses new connections until the service has the password.
    await setPassword('second');
    expect(await endConnections()).toBeGreaterThan(1);
    const meanwhile = [6, 7, 8, 9].map(create);
    await sleep(LATE_MS);
    await put('second');
    const runs = [...before, ...(await Promise.all(meanwhile))];
    expect(await endConnections()).toBeGreaterThan(0);
    runs.push(...(await Promise.all([10, 11, 12].map(create))));

    // Besides answers to creates, callers get only that the database is away, and never an unexpected error.
    for (const status of [200, 202, 503]) statuses.delete(status);
    expect([...statuses]).toEqual([]);

    const ended = await endAll(client, runs);
    expect(new Set(ended.map(({ state }) => state))).toEqual(new Set(['completed']));
    const fixtures = { db: database.db, workspace, client, sandbox: outside.sandbox };
    expect(await brokenPromises(fixtures, runs, ended)).toEqual([]);
    kill(service, 'SIGTERM');
    expect((await service.ended).code).toBe(0);
  });
});

test('the command runs for many connections once, and again for those that were refused', async () => {
  const calls = (await readFile(path('calls'), 'utf8')).length;
  expect(calls).toBeGreaterThanOrEqual(2);
  expect(calls).toBeLessThan(15);
});

test('a new key of a provider is taken from its file with the next request', async () => {
  const file = path('key');
  await writeFile(file, 'old\n');
  const { OPENROUTER_API_KEY = '', ...environment } = outside.environment;
  const service = await startProcess('start', {
    ...{ ...environment, DATABASE_URL: database.url, OPENROUTER_API_KEY_FILE: file },
    LEASE_MS: '5000',
  });
  const { key } = await makeTenant(database.db, 1e12);
  const client = clientOf(service, key);
  const ended = async (name: string) => {
    const { id } = await createForSure(client, name, request('sandbox/echo'));
    return client.end(id);
  };
  expect(await ended('with-the-old-key')).toMatchObject({ state: 'failed' });
  await writeFile(file, `${OPENROUTER_API_KEY}\n`);
  await sleep(1_100);
  expect(await ended('with-the-new-key')).toMatchObject({ state: 'completed' });
  kill(service, 'SIGTERM');
  await service.ended;
});

describe('a command that gives no password is one line', () => {
  test.each([
    ['echo no token here >&2; exit 3', 'ended with 3: no token here'],
    ['true', 'printed nothing'],
    ['printf "a\\nb\\n"', 'printed more than one line'],
  ])('%s', async (command, message) => {
    const { code, stderr } = await run(['workspaces', 'list'], {
      DATABASE_URL: urlWith(''),
      DATABASE_PASSWORD_COMMAND: command,
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^error: cannot use the database at .+: DATABASE_PASSWORD_COMMAND .+\n$/,
    );
    expect(stderr).toContain(message);
  });

  test('and so is one that hangs', async () => {
    const login = { host: 'h', port: 1, user: 'u', database: 'd' };
    const { PATH } = process.env;
    const source = createPasswordCommand({
      command: 'exec sleep 60',
      environment: { PATH },
      timeoutMs: 200,
    });
    await expect(source.of(login)).rejects.toThrow('gave no password within 200 ms');
  });
});
