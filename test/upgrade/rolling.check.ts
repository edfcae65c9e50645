/**
 * Two processes behind HAProxy are replaced while the service sells runs to callers who never repeat: from this version
 * to the next one, back, and on again. No caller is refused, each run is sent once, and the books are right.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bringUpToDate } from '../../server/platform/db/schema.ts';
import { countEndings } from '../crash/promises.ts';
import { makeTenant } from '../crash/tenant.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/postgres.ts';
import { clientOf, type Outside, startOutside } from '../support/process.ts';
import { runProcess } from '../support/program.ts';
import { startBalanced } from './balanced.ts';
import { makeNextVersion } from './next-version.ts';
import { startSales } from './sales.ts';

const PER_SECOND = 15;

let outside: Outside;
let database: TestDatabase;
beforeAll(async () => {
  [outside, database] = await Promise.all([startOutside({ slowMs: 300 }), createEmptyDatabase()]);
});
afterAll(async () => {
  await outside.close();
  await database.drop();
});

it('from this version to the next one, back and on', { timeout: 600_000 }, async () => {
  const environment = {
    ...outside.environment,
    ...{ DATABASE_URL: database.url, MIGRATION_DATABASE_URL: database.ownerUrl, LEASE_MS: '5000' },
  };
  const next = await makeNextVersion();
  await using stack = new AsyncDisposableStack();
  stack.defer(next.remove);
  await bringUpToDate(database);
  const balanced = await startBalanced(environment);
  stack.defer(balanced.close);
  const { key } = await makeTenant(database.db, 1_000_000_000_000);
  const client = clientOf(balanced, key);
  const sales = startSales(client, 'upgraded', PER_SECOND);
  await sleep(3_000);

  const began = performance.now();
  const migrated = await runProcess(['migrate'], environment, next.main);
  expect(migrated.code, migrated.stderr).toBe(0);
  // Processes of this version start again, by themselves, on the newer schema.
  for (const main of [undefined, next.main, undefined, next.main]) await balanced.replaceAll(main);
  const seconds = Math.round((performance.now() - began) / 1_000);

  await sleep(3_000);
  const { ids, lost, p50, p99, most } = await sales.stop();
  const ended = await Promise.all(ids.map((id) => client.end(id)));
  const twice = ids.filter((id) => outside.sandbox.posts(id) > 1).length;
  const endings = countEndings(ended);
  const audited = await runProcess(['audit'], environment, next.main);
  console.table({
    'on, back and on': {
      ...{ created: ids.length, lost: JSON.stringify(lost), 'sent twice': twice },
      endings: JSON.stringify(endings),
      ...{ 'p50 ms': p50, 'p99 ms': p99, 'longest ms': most, audit: audited.code, seconds },
    },
  });
  expect(lost).toEqual({});
  expect(twice).toBe(0);
  expect(Object.keys(endings)).toEqual(['completed']);
  expect(audited.code, audited.stdout).toBe(0);
});
