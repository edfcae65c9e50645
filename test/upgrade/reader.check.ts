/**
 * A reader keeps a table for a minute while a migration wants to change it: creates, which need the table, go on. Both
 * are as in production, where a report or a dump takes the minute.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate, readMigrations } from '../../server/platform/db/migrate.ts';
import { createDb } from '../../server/platform/db/pool.ts';
import { makeTenant } from '../crash/tenant.ts';
import { asOwner, createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import {
  clientOf,
  kill,
  type Outside,
  type Process,
  startOutside,
  startProcess,
} from '../support/process.ts';
import { startSales } from './sales.ts';

const READS_MS = 60_000;
const PER_SECOND = 20;
const MOST_MS = 500;

let database: TestDatabase;
let outside: Outside;
let service: Process;
beforeAll(async () => {
  [database, outside] = await Promise.all([createTestDatabase(), startOutside({ slowMs: 300 })]);
  service = await startProcess('start', { ...outside.environment, DATABASE_URL: database.url });
});
afterAll(async () => {
  kill(service, 'SIGTERM');
  await service.ended;
  await outside.close();
  await database.drop();
});

it('creates go on while an ALTER waits for a reader', { timeout: 300_000 }, async () => {
  const { key } = await makeTenant(database.db, 1_000_000_000_000);
  const client = clientOf(service, key);
  const quiet = startSales(client, 'quiet', PER_SECOND);
  await sleep(10_000);
  const before = await quiet.stop();

  const reader = createDb({ url: database.url, max: 1, applicationName: 'reader' });
  const sales = startSales(client, 'behind', PER_SECOND);
  const reading = reader.transaction(async (tx) => {
    await tx.query('select from run limit 1');
    await sleep(READS_MS);
  });
  await sleep(1_000);
  const began = performance.now();
  const sql = 'alter table run add column noted text';
  const known = [...(await readMigrations()), { name: '9001-noted', checksum: 'noted', sql }];
  await asOwner(database, (owner) => migrate(owner, known));
  const waitedMs = performance.now() - began;
  await reading;
  await sleep(2_000);
  const behind = await sales.stop();
  await reader.close();
  const figuresOf = ({ ids, lost, p50, p99, most }: typeof behind) => ({
    ...{ created: ids.length, lost: JSON.stringify(lost) },
    ...{ 'p50 ms': p50, 'p99 ms': p99, 'longest ms': most },
  });
  console.table({ quiet: figuresOf(before), 'behind the ALTER': figuresOf(behind) });
  console.log(`the ALTER waited for ${(waitedMs / 1_000).toFixed(1)} s`);
  expect(waitedMs).toBeGreaterThan(READS_MS / 2);
  expect(behind.lost).toEqual({});
  expect(behind.p99).toBeLessThan(MOST_MS);
});
