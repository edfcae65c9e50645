/**
 * An upstream is down for ten seconds while callers create 200 runs. They wait: the upstream gets only a few probes,
 * none fails, and all are carried out once, soon after the upstream is back. An API and two workers are separate
 * processes. `npm run test:outage` plays five minutes and 1,000 runs.
 */
import { expect, it } from 'vitest';
import { createForSure } from '../crash/promises.ts';
import { makeTenant } from '../crash/tenant.ts';
import { faultsInBooks } from '../support/books.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { clientOf, kill, request, startOutside, startProcess } from '../support/process.ts';
import { playOutage, printFigures } from './fixtures.ts';
import { openSwitch } from './switch.ts';

const OUTAGE = { seconds: 10, runs: 200 };
/** Each of two workers may fill its slots once before the circuit opens. */
const MOST_ATTEMPTS = 2 * 64 + 20;

it('runs wait for an upstream that is gone, and go on when it is back', async () => {
  await using stack = new AsyncDisposableStack();
  const database = await createTestDatabase();
  stack.defer(() => database.drop());
  const outside = await startOutside({ slowMs: 300 });
  stack.defer(() => outside.close());
  const way = await openSwitch(outside.sandbox.url);
  stack.defer(() => way.off());
  const environment = {
    ...outside.environment,
    ...{ DATABASE_URL: database.url, OPENROUTER_BASE_URL: way.url, LEASE_MS: '15000' },
  };
  const processes = await Promise.all(
    (['serve', 'work', 'work'] as const).map((command) => startProcess(command, environment)),
  );
  stack.defer(async () => {
    for (const each of processes) kill(each, 'SIGKILL');
    await Promise.all(processes.map(({ ended }) => ended));
  });
  const { key } = await makeTenant(database.db, 1_000_000_000_000);
  const client = clientOf(processes[0]!, key);
  const fixtures = {
    ...{ db: database.db, way, sandbox: outside.sandbox },
    client: {
      create: (requestKey: string, content: string) =>
        createForSure(client, requestKey, request('sandbox/echo', content)),
      end: client.end,
    },
  };

  const figures = await playOutage(fixtures, OUTAGE);
  printFigures(OUTAGE, figures);
  expect(figures).toMatchObject({ lost: 0, sentTwice: 0 });
  expect(figures.attempts).toBeLessThan(MOST_ATTEMPTS);
  expect(figures.probes).toBeLessThan(10);
  expect(figures.toFirst).toBeLessThan(10);
  expect(await faultsInBooks(database.db, { fromTheStart: true })).toEqual([]);
});
