/**
 * An upgrade of the last version's database in place, while processes of that version create, replay and settle;
 * afterwards processes of both versions work on it side by side, race on the same request keys, and create one run
 * each. The test audits the books before, between and after.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ModelRun } from '../../openapi/generated/developer.ts';
import { type CreatedKey, createKey } from '../../server/keys/index.ts';
import { createLedger } from '../../server/ledger/index.ts';
import { createWorkspace } from '../../server/workspaces/index.ts';
import { createForSure, endAll } from '../crash/promises.ts';
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
import { type LastVersion, unpackLastVersion } from './last-version.ts';

const MUCH = 1_000_000_000_000;
/** Every ending, and a price that comes late. */
const MODELS = ['echo', 'slow', 'busy', 'unpriced', 'breaks', 'cancelled', 'refused', 'no-usage'];
const SCOPES = ['--scope', 'models:read', 'models:run'];
const PATIENCE = { timeout: 180_000 };

let outside: Outside;
let database: TestDatabase;
let old: LastVersion;
const running: Process[] = [];
let workspace: string;
let key: CreatedKey;
/** A process that serves the API, and a client of it with the key, for each of the two versions. */
let oldServe: Process;
let newServe: Process;
let oldApi: Client;
let newApi: Client;

beforeAll(async () => {
  [outside, database, old] = await Promise.all([
    startOutside({ slowMs: 300 }),
    createEmptyDatabase(),
    unpackLastVersion(),
  ]);
  oldServe = await start('serve', old.main);
  await start('work', old.main);
  const { db } = database;
  ({ id: workspace } = await createWorkspace(db, { name: 'upgraded' }));
  await createLedger({ db }).topUp({ workspace, amount: MUCH, reference: 'start' });
  key = await byTheLastVersion<CreatedKey>(
    'keys',
    'create',
    'upgraded',
    '--name',
    'upgraded',
    ...SCOPES,
  );
  oldApi = clientOf(oldServe, key.key);
}, PATIENCE.timeout);

afterAll(async () => {
  for (const each of running) kill(each, 'SIGKILL');
  await Promise.all(running.map(({ ended }) => ended));
  await database.drop();
  await outside.close();
  await old.remove();
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

/** The JSON of its command line, before the upgrade. */
async function byTheLastVersion<Answer>(...args: string[]): Promise<Answer> {
  const { stdout, stderr } = await runProgram([...args, '--json'], environment(), old.main);
  expect(stderr).toBe('');
  return JSON.parse(stdout) as Answer;
}

async function expectCleanBooks(main?: string): Promise<void> {
  const options = main === undefined ? ['--from-the-start'] : [];
  const { code, stdout, stderr } = await runProgram(['audit', ...options], environment(), main);
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

it('upgrades while the last version creates, replays and settles', PATIENCE, async () => {
  const before = await createAll(oldApi, 'before');
  const ended = await endAll(oldApi, before);
  await createAll(oldApi, 'open');
  await expectCleanBooks(old.main);

  const upgrading = runProgram(['migrate'], environment());
  let isOver = false;
  void upgrading.then(() => {
    isOver = true;
  });
  const during = [];
  for (let i = 0; !isOver || i < 3; i++) {
    during.push(...(await createAll(oldApi, `during-${i}`)));
    await sleep(20);
  }
  const { code, stderr } = await upgrading;
  expect(code, stderr).toBe(0);
  expectSentOnce(await endAll(oldApi, during));
  await expectCleanBooks();

  // What the last version saved reads the same through its own processes, on the new tables.
  expect(await endAll(oldApi, before)).toEqual(ended);
});

it('is worked on by both versions, which make one run for one request key', PATIENCE, async () => {
  newServe = await start('serve');
  newApi = clientOf(newServe, key.key);
  await start('work');
  const both = [oldApi, newApi];
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
  await expectCleanBooks();
});

it(
  'holds the limits of a key in both versions, with the refusal that each knows',
  PATIENCE,
  async () => {
    const scopes = ['models:read', 'models:run'];
    const input = { workspace, name: 'limited', scopes, dayLimit: 1, models: ['sandbox/*'] };
    const limited = await createKey(database.db, input);
    const create = (process: Process, text: string) =>
      clientOf(process, text).create('limited', request('sandbox/echo'));
    const refused = await create(oldServe, limited.key);
    expect(refused).toMatchObject({
      status: 402,
      run: { code: 'insufficient_credit', availableAmount: 1 },
    });

    const again = await create(newServe, limited.key);
    expect(again).toMatchObject({ status: 402, run: { code: 'spending_limit_reached' } });
    const other = await clientOf(newServe, limited.key).create('other', request('unknown'));
    expect(other).toMatchObject({ status: 403, run: { code: 'model_not_allowed' } });
  },
);

it(
  'finds the runs of the last version by their keys, with the same answers',
  PATIENCE,
  async () => {
    const again = await createAll(newApi, 'before');
    const first = await createAll(oldApi, 'before');
    expect(again.map(({ id }) => id)).toEqual(first.map(({ id }) => id));
    const [seenByNew, seenByOld] = [await endAll(newApi, again), await endAll(oldApi, again)];
    // The last version has no traces.
    expect(seenByNew.map(({ traceId: _, ...run }) => run)).toEqual(seenByOld);
  },
);

it('has every run ended, each sent as often as it may be', PATIENCE, async () => {
  await expect.poll(() => database.db.query('select from run_queue limit 1'), PATIENCE).toEqual([]);
  const open = await database.db.query('select from account where held <> 0 or pending <> 0');
  expect(open).toEqual([]);
  for (const each of running.splice(0, 2)) {
    kill(each, 'SIGKILL');
    await each.ended;
  }
  await expectCleanBooks();
});
