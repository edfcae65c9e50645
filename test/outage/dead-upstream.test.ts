/**
 * An upstream is gone for a while, and runs are created all the same. They wait: nobody is sent more than a few probes,
 * none fails, and all are carried out soon after the upstream is back, once each. An API and two workers are processes
 * of their own. `npm run test:outage` plays five minutes with 1,000 runs; `OUTAGE_SECONDS` and `OUTAGE_RUNS` say others.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import {
  type Acknowledged,
  brokenPromises,
  countEndings,
  createForSure,
  endAll,
} from '../crash/promises.ts';
import { makeTenant } from '../crash/tenant.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import {
  type Client,
  clientOf,
  kill,
  request,
  startOutside,
  startProcess,
} from '../support/process.ts';
import { openSwitch } from './switch.ts';

const SECONDS = Number(process.env.OUTAGE_SECONDS ?? 10);
const RUNS = Number(process.env.OUTAGE_RUNS ?? 200);
/** In lanes, as callers would. */
const LANES = 20;
/** A probe every eight seconds, and those that opened the circuit: each of two workers may fill its slots once. */
const MOST_ATTEMPTS_WHILE_DEAD = 2 * 64 + 10 + SECONDS / 4;

it(`${RUNS} runs wait for an upstream that is gone for ${SECONDS} seconds`, {
  timeout: SECONDS * 1_000 + 180_000,
}, async () => {
  await using stack = new AsyncDisposableStack();
  const database = await createTestDatabase();
  stack.defer(() => database.drop());
  const outside = await startOutside({ slowMs: 300 });
  stack.defer(() => outside.close());
  const way = await openSwitch(outside.sandbox.url);
  stack.defer(() => way.off());
  const environment = {
    ...outside.environment,
    ...{ DATABASE_URL: database.url, OPENROUTER_BASE_URL: way.url },
    ...{ LEASE_MS: '15000', MAX_PENDING_RUNS: '1000000' },
  };
  const processes = await Promise.all(
    (['serve', 'work', 'work'] as const).map((command) => startProcess(command, environment)),
  );
  stack.defer(async () => {
    for (const each of processes) kill(each, 'SIGKILL');
    await Promise.all(processes.map(({ ended }) => ended));
  });
  const { workspace, key } = await makeTenant(database.db, 1_000_000_000_000);
  const client = clientOf(processes[0]!, key);

  const before = await create(client, 'before', 20);
  await endAll(client, before);
  await way.off();
  const goneAt = Date.now();
  const runs = await create(client, 'gone', RUNS);
  await sleep(goneAt + SECONDS * 1_000 - Date.now());
  const dead = await attemptsOf(database);
  await way.on();
  const backAt = Date.now();

  const ended = await endAll(client, runs);
  const finished = ended.map(({ finishedAt = '' }) => Date.parse(finishedAt) - backAt);
  const figures = {
    'runs that waited': RUNS,
    'seconds that the upstream was gone': SECONDS,
    'attempts that it refused': dead.attempts,
    'of these, probes': dead.probes,
    'runs that did not complete': ended.filter(({ state }) => state !== 'completed').length,
    'runs that it got twice': runs.filter(({ id }) => outside.sandbox.posts(id) > 1).length,
    'seconds from its return to the first completion': Math.min(...finished) / 1_000,
    'and to the last': Math.max(...finished) / 1_000,
  };
  console.table(figures);
  expect(countEndings(ended)).toEqual({ completed: RUNS });
  const scene = { db: database.db, workspace, client, sandbox: outside.sandbox };
  expect(await brokenPromises(scene, runs, ended)).toEqual([]);
  expect(dead.attempts).toBeLessThan(MOST_ATTEMPTS_WHILE_DEAD);
  expect(dead.probes).toBeLessThan(10 + SECONDS / 4);
  expect(Math.min(...finished)).toBeLessThan(10_000);
});

async function create(client: Client, name: string, count: number): Promise<Acknowledged[]> {
  const numbers = Array.from({ length: count }, (_, i) => i).values();
  const made: Acknowledged[] = [];
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      for (const i of numbers) {
        made.push(await createForSure(client, `${name}-${i}`, request('sandbox/echo', `${i}`)));
      }
    }),
  );
  return made;
}

/** Of runs that have not ended: none of their attempts was taken. */
async function attemptsOf({ db }: TestDatabase) {
  const [row] = await db.query<{ attempts: number; probes: number }>(
    `select (select coalesce(sum(attempt), 0) from run where finished_at is null)::integer as attempts,
       (select coalesce(sum(probes), 0) from provider_circuit)::integer as probes`,
  );
  return row!;
}
