/**
 * The log of an incident, from real processes in production: while the database is away and while a process stops, no
 * line is an error, because nobody has to act on any; each kind of warning is a line and then a count, and the counts
 * add up. Both outputs have nothing but JSON.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makeTenant } from '../crash/tenant.ts';
import { openPassage, type Passage } from '../service/outage.ts';
import { freePort } from '../support/free-port.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { clientOf, kill, type Process, request, startProcess } from '../support/process.ts';
import { type Running, run } from '../support/program.ts';

interface Line {
  level: number;
  msg: string;
  repeated?: number;
  err?: { type: string };
  status?: number;
  problem?: string;
}

const REFUSED = 300;

let database: TestDatabase;
let passage: Passage;
let probes: number;
let api: Process;
let worker: Process;
let refused = 0;
let lines: { api: Line[]; worker: Line[] };

beforeAll(async () => {
  database = await createTestDatabase();
  passage = await openPassage(database.url);
  probes = await freePort();
  const environment = {
    ...{ DATABASE_URL: passage.url, NODE_ENV: 'production', SANDBOX: 'on', PORT: '0' },
    ...{ LEASE_MS: '1000', CONNECT_TIMEOUT_MS: '500', SWEEP_INTERVAL_MS: '100' },
    ...{ RATE_LIMIT_PER_MINUTE: '1000000', DRAIN_MS: '3000', COMPUTE_DIR: '/nowhere/jobs' },
  };
  const { key } = await makeTenant(database.db, 1_000_000_000);
  [api, worker] = await Promise.all([
    startProcess('serve', { ...environment, PROBE_PORT: String(probes), LAME_DUCK_MS: '1500' }),
    startProcess('work', environment),
  ]);
  const client = clientOf(api, key);
  await client.create('before', request('sandbox/echo'));
  await passage.shut();
  for (let i = 0; i < REFUSED; i += 20) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, j) => client.create(`away-${i + j}`, request('sandbox/echo'))),
    );
    refused += answers.filter(({ status }) => status === 503).length;
  }
  // Several turns of everything that a worker repeats.
  await sleep(5_000);
  await passage.open();
  await vi.waitUntil(
    async () => (await client.create('after', request('sandbox/echo'))).status < 300,
    { timeout: 60_000, interval: 100 },
  );
  for (const each of [api, worker]) kill(each, 'SIGTERM');
  await vi.waitUntil(
    async () => (await fetch(`http://127.0.0.1:${probes}/readyz`)).status === 503,
    { interval: 10 },
  );
  for (let i = 0; i < 20; i += 1) await fetch(`${api.url}/readyz`).catch(() => undefined);
  const ended = async ({ ended }: Running) => {
    const { code, stdout, stderr } = await ended;
    expect(code).toBe(0);
    return linesOf(stdout + stderr);
  };
  lines = { api: await ended(api), worker: await ended(worker) };
}, 180_000);
afterAll(() => database.drop());

/** Throws for a line that is not JSON. */
function linesOf(text: string): Line[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}

const tell = ({ level, msg, err }: Line) => `${level} ${msg} ${err?.type ?? ''}`;

it('has no error while the database is away, nor while a process stops', () => {
  const errors = [...lines.api, ...lines.worker].filter(({ level }) => level >= 50);
  expect(errors.map(tell)).toEqual([]);
});

it('counts refusals that repeat, and has all of them', () => {
  expect(refused).toBeGreaterThan(REFUSED / 2);
  const told = lines.api.filter(({ level, msg }) => level === 40 && msg === 'overloaded');
  const counted = told.reduce((sum, { repeated = 1 }) => sum + repeated, 0);
  const answered = lines.api.filter(({ problem }) => problem === 'overloaded');
  expect(counted).toBe(answered.length);
  expect(answered.length).toBeGreaterThanOrEqual(refused);
  expect(told.length).toBeLessThan(30);
});

it('has few warnings of a worker that repeats everything in vain', () => {
  const warnings = lines.worker.filter(({ level }) => level === 40);
  const counted = warnings.reduce((sum, { repeated = 1 }) => sum + repeated, 0);
  expect(warnings.map(tell).length).toBeLessThan(counted / 2);
  const first = warnings.filter(({ repeated }) => repeated === undefined).map(tell);
  expect(warnings.some(({ msg }) => msg === 'a heartbeat did not reach the database')).toBe(true);
  expect(first.length).toBeLessThan(60);
});

it('has the announcement and what ends a start as lines, too', async () => {
  for (const each of [lines.api, lines.worker]) {
    expect(each.some(({ msg }) => msg.endsWith('Ctrl-C stops.'))).toBe(true);
  }
  const { code, stdout, stderr } = await run(['serve'], {
    ...{ NODE_ENV: 'production', DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', PORT: '0' },
  });
  expect(code).toBe(1);
  const [last] = linesOf(stdout + stderr).reverse();
  expect(last).toMatchObject({
    level: 60,
    msg: expect.stringContaining('cannot use the database'),
  });
});
