/**
 * Two processes behind HAProxy are replaced while the service sells runs to callers who never repeat: from the last
 * released version to this one, and from this one, the first with a range, to the next one, back, and on again. No
 * caller is refused, each run is sent once, and the books are right.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { bringUpToDate } from '../../server/db/schema.ts';
import { createLedger } from '../../server/ledger/index.ts';
import { createWorkspace } from '../../server/workspaces/index.ts';
import { countEndings } from '../crash/promises.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/postgres.ts';
import { clientOf, type Outside, startOutside } from '../support/process.ts';
import { runProcess } from '../support/program.ts';
import { type Balanced, startBalanced } from './balanced.ts';
import { unpackLastVersion } from './last-version.ts';
import { makeNextVersion } from './next-version.ts';
import { startSales } from './sales.ts';

const PER_SECOND = 15;
const PATIENCE = { timeout: 600_000 };
const figures: Record<string, object> = {};

let outside: Outside;
let database: TestDatabase;
let environment: Record<string, string>;
beforeEach(async () => {
  [outside, database] = await Promise.all([startOutside({ slowMs: 300 }), createEmptyDatabase()]);
  const { url, ownerUrl } = database;
  environment = {
    ...outside.environment,
    ...{ DATABASE_URL: url, MIGRATION_DATABASE_URL: ownerUrl, LEASE_MS: '5000' },
  };
});
afterEach(async () => {
  await outside.close();
  await database.drop();
});
afterAll(() => console.table(figures));

interface Upgrade {
  name: string;
  balanced: Balanced;
  /** The program whose schema the database has before the first step; by default, this one. */
  main?: string;
  steps: (() => Promise<unknown>)[];
  /** Which of these are among the endings of the runs. */
  endsAs?: string[];
}

/** Through the command line of the program, which knows its schema. */
async function makeKey(main?: string): Promise<string> {
  const { db } = database;
  const { id: workspace } = await createWorkspace(db, { name: 'upgraded' });
  await createLedger({ db }).topUp({ workspace, amount: 1_000_000_000_000, reference: 'start' });
  const scopes = ['--scope', 'models:read', 'models:run'];
  const args = ['keys', 'create', 'upgraded', '--name', 'upgraded', ...scopes, '--json'];
  const { stdout } = await runProcess(args, environment, main);
  return (JSON.parse(stdout) as { key: string }).key;
}

async function sellWhile({
  name,
  balanced,
  main,
  steps,
  endsAs = ['completed'],
}: Upgrade): Promise<void> {
  const client = clientOf(balanced, await makeKey(main));
  const sales = startSales(client, 'upgraded', PER_SECOND);
  await sleep(3_000);
  const began = performance.now();
  for (const step of steps) await step();
  const took = performance.now() - began;
  await sleep(3_000);
  const { ids, lost, p50, p99, most } = await sales.stop();
  const ended = await Promise.all(ids.map((id) => client.end(id)));
  const twice = ids.filter((id) => outside.sandbox.posts(id) > 1).length;
  const endings = countEndings(ended);
  const audited = await runProcess(['audit'], environment);
  figures[name] = {
    ...{ created: ids.length, lost: JSON.stringify(lost), 'sent twice': twice },
    endings: JSON.stringify(endings),
    ...{ 'p50 ms': p50, 'p99 ms': p99, 'longest ms': most, audit: audited.code },
    seconds: Math.round(took / 1_000),
  };
  expect(lost).toEqual({});
  expect(twice).toBe(0);
  expect(endsAs).toEqual(expect.arrayContaining(Object.keys(endings)));
  expect(audited.code, audited.stdout).toBe(0);
}

async function migrate(main?: string): Promise<void> {
  const { code, stderr } = await runProcess(['migrate'], environment, main);
  expect(code, stderr).toBe(0);
}

it('from the last version to this one', PATIENCE, async () => {
  const last = await unpackLastVersion();
  await using stack = new AsyncDisposableStack();
  stack.defer(last.remove);
  await migrate(last.main);
  // A call of 0.1.0 under way as its tables change gets 500, and nothing is done: the caller repeats it by its key.
  const balanced = await startBalanced(environment, last.main, 'conn-failure 500 503');
  stack.defer(balanced.close);
  const steps = [() => migrate(), () => balanced.replaceAll()];
  // A claim of 0.1.0 that was under way then may get no answer: its run is not sent, or not again.
  const endsAs = ['completed', 'outcome_unknown'];
  await sellWhile({ name: 'from 0.1.0', balanced, main: last.main, steps, endsAs });
});

it('from this one to the next, back and on', PATIENCE, async () => {
  const next = await makeNextVersion();
  await using stack = new AsyncDisposableStack();
  stack.defer(next.remove);
  await bringUpToDate(database);
  const balanced = await startBalanced(environment);
  stack.defer(balanced.close);
  const steps = [
    () => migrate(next.main),
    // Started again, by itself, on the newer schema.
    () => balanced.replaceAll(),
    () => balanced.replaceAll(next.main),
    () => balanced.replaceAll(),
    () => balanced.replaceAll(next.main),
  ];
  await sellWhile({ name: 'on, back and on', balanced, steps });
});
