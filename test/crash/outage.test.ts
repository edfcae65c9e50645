/**
 * The database is unreachable for longer than a lease, and refuses at once. The worker stays alive, and so do its runs:
 * when the database is back, the service gives up nothing and settles each run by its answer.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../support/postgres.ts';
import { clientOf, kill, request, startOutside, startProcess } from '../support/process.ts';
import { openDatabaseTap } from './matrix/database-tap.ts';
import { brokenPromises, createForSure, endAll } from './promises.ts';
import { makeTenant } from './tenant.ts';

const LEASE_MS = 2_000;
const OUTAGE_MS = 4_000;
/** The answer comes well after the outage, and after the service would have given up the run. */
const ANSWER_MS = 9_000;

it('an outage longer than a lease gives up no run that lives', async () => {
  await using stack = new AsyncDisposableStack();
  const database = await createTestDatabase();
  stack.defer(() => database.drop());
  const outside = await startOutside({ slowMs: ANSWER_MS });
  stack.defer(() => outside.close());
  const tap = await openDatabaseTap(database.url);
  stack.defer(() => tap.close());
  const environment = { ...outside.environment, LEASE_MS: String(LEASE_MS) };
  const api = await startProcess('serve', { ...environment, DATABASE_URL: database.url });
  const worker = await startProcess('work', { ...environment, DATABASE_URL: tap.url });
  stack.defer(async () => {
    for (const each of [api, worker]) kill(each, 'SIGKILL');
    await Promise.all([api.ended, worker.ended]);
  });
  const { workspace, key } = await makeTenant(database.db, 1_000_000_000);
  const client = clientOf(api, key);

  const runs = await Promise.all(
    Array.from({ length: 5 }, (_, i) =>
      createForSure(client, `run-${i}`, request('sandbox/slow', `Number ${i}`)),
    ),
  );
  await expect.poll(() => outside.sandbox.posts()).toBe(runs.length);
  await tap.refuse();
  await sleep(OUTAGE_MS);
  await tap.accept();

  const ended = await endAll(client, runs);
  expect(new Set(ended.map(({ state }) => state))).toEqual(new Set(['completed']));
  const checked = { db: database.db, workspace, client, sandbox: outside.sandbox };
  expect(await brokenPromises(checked, runs, ended)).toEqual([]);
});
