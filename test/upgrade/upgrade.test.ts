/**
 * The schema changes in two steps, as CONTRIBUTING says, while processes work with it. The next version expands it during
 * creates, replays and settlements of this version. Processes of both versions then work side by side, and race on the
 * same request keys. The version after that contracts the schema while processes of the next version go on.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ModelRun } from '../../openapi/generated/developer.ts';
import { createForSure, endAll } from '../crash/promises.ts';
import { makeTenant } from '../crash/tenant.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/postgres.ts';
import {
  type Client,
  clientOf,
  kill,
  type Outside,
  type Process,
  request,
  sentTooOften,
  startOutside,
  startProcess,
} from '../support/process.ts';
import { runProcess as runProgram } from '../support/program.ts';
import { makeNextVersion, makeVersionAfter, type NextVersion } from './next-version.ts';

/** Every ending, and a price that comes late. */
const MODELS = ['echo', 'slow', 'busy', 'unpriced', 'breaks', 'cancelled', 'refused', 'no-usage'];
const PATIENCE = { timeout: 180_000 };

let outside: Outside;
let database: TestDatabase;
let next: NextVersion;
let after: NextVersion;
const running: Process[] = [];
let key: string;
/** Clients of processes of this version and of the next one, with the same key. */
let ours: Client;
let theirs: Client;

beforeAll(async () => {
  [outside, database, next] = await Promise.all([
    startOutside({ slowMs: 300 }),
    createEmptyDatabase(),
    makeNextVersion(),
  ]);
  after = await makeVersionAfter(next);
  await migrate();
  ({ key } = await makeTenant(database.db, 1_000_000_000_000));
  ours = clientOf(await start('serve'), key);
  await start('work');
}, PATIENCE.timeout);

afterAll(async () => {
  for (const each of running) await end(each);
  await database.drop();
  await outside.close();
  await next.remove();
  await after.remove();
});

/** One role owns the tables and another one works, as in production. */
const environment = () => ({
  ...outside.environment,
  DATABASE_URL: database.url,
  MIGRATION_DATABASE_URL: database.ownerUrl,
});

async function start(command: 'serve' | 'work', main?: string): Promise<Process> {
  const started = await startProcess(command, environment(), main);
  running.push(started);
  return started;
}

async function end(process: Process): Promise<void> {
  kill(process, 'SIGKILL');
  await process.ended;
}

async function migrate(main?: string): Promise<void> {
  const { code, stderr } = await runProgram(['migrate'], environment(), main);
  expect(code, stderr).toBe(0);
}

async function expectCleanBooks(main?: string): Promise<void> {
  const { code, stdout, stderr } = await runProgram(
    ['audit', '--from-the-start'],
    environment(),
    main,
  );
  expect(code, stdout + stderr).toBe(0);
}

/** One run of each model, by a caller who repeats until there is an answer. */
function createAll(client: Client, name: string) {
  return Promise.all(
    MODELS.map((model) =>
      createForSure(client, `${name}-${model}`, request(`sandbox/${model}`, name)),
    ),
  );
}

function expectSentOnce(runs: ModelRun[]): void {
  expect(sentTooOften(runs, outside.sandbox)).toEqual([]);
}

/** How often a create of the next version called its own function. */
async function countNotes(): Promise<number> {
  return (await database.db.query('select from next_note')).length;
}

it('expands while processes of this version create, replay and settle', PATIENCE, async () => {
  const before = await createAll(ours, 'before');
  const ended = await endAll(ours, before);
  await createAll(ours, 'open');

  let isOver = false;
  const upgrading = migrate(next.main).finally(() => {
    isOver = true;
  });
  const during = [];
  for (let i = 0; !isOver || i < 3; i++) {
    during.push(...(await createAll(ours, `during-${i}`)));
    await sleep(20);
  }
  await upgrading;
  expectSentOnce(await endAll(ours, during));
  expect(await createAll(ours, 'before')).toEqual(before);
  expect(await endAll(ours, before)).toEqual(ended);
  expect(await countNotes()).toBe(0);
  await expectCleanBooks();
});

it('is worked on by both versions, which make one run for one request key', PATIENCE, async () => {
  theirs = clientOf(await start('serve', next.main), key);
  await start('work', next.main);
  const both = [ours, theirs];
  const body = request('sandbox/echo');
  for (let round = 0; round < 10; round++) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => createForSure(both[i % 2]!, `race-${round}`, body)),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expectSentOnce(await endAll(both[round % 2]!, answers.slice(0, 1)));
  }
  const beside = await Promise.all(both.map((client, i) => createAll(client, `beside-${i}`)));
  for (const client of both) expectSentOnce(await endAll(client, beside.flat()));
  expect(await countNotes()).toBeGreaterThan(0);
  await expectCleanBooks();
});

it('contracts while the next version goes on, and then refuses this one', PATIENCE, async () => {
  for (const each of running.splice(0, 2)) await end(each);
  await migrate(after.main);
  expectSentOnce(await endAll(theirs, await createAll(theirs, 'contracted')));

  const refused = await runProgram(['audit'], environment());
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(
    'the database has migration 9001-next, which this version does not know: start a newer version',
  );
  const newest = clientOf(await start('serve', after.main), key);
  expectSentOnce(await endAll(newest, await createAll(newest, 'after')));

  await expect.poll(() => database.db.query('select from run_queue limit 1'), PATIENCE).toEqual([]);
  const open = await database.db.query('select from account where held <> 0 or pending <> 0');
  expect(open).toEqual([]);
  await expectCleanBooks(after.main);
});
