/** One tenant asks two API processes on one database at the same moment. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idToUuid } from '../../server/platform/lib/ids.ts';
import { untilSold } from '../crash/promises.ts';
import { makeTenant } from '../crash/tenant.ts';
import { freePort } from '../support/free-port.ts';
import { type AnyKind, kindsOfTurn, TOOL_RUNS, TOY_RUNS } from '../support/kinds.ts';
import { balances } from '../support/model-runs.ts';
import { type OutsideTools, startOutsideTools } from '../support/outside-tools.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import {
  type Answer,
  clientOf,
  kill,
  type Outside,
  type Process,
  startOutside,
  startProcess,
} from '../support/process.ts';
import { expectCleanBooks, expectNothingHeld, MUCH, PATIENCE, ROUNDS } from './fixtures.ts';

let outside: Outside;
let tools: OutsideTools;
let toolsEnvironment: Record<string, string>;
let database: TestDatabase;
let apis: Process[] = [];
/** The port of each process. */
let ports: number[] = [];
let worker: Process | undefined;

beforeAll(async () => {
  [outside, tools, database] = await Promise.all([
    startOutside({ slowMs: 100 }),
    startOutsideTools({ slowMs: 100 }),
    createTestDatabase(),
  ]);
  toolsEnvironment = await tools.environmentFor(tools.url);
  ports = await Promise.all([freePort(), freePort()]);
  const learning = await start('work');
  apis = await Promise.all(ports.map((each) => start('serve', { PORT: String(each) })));
  const { key } = await makeTenant(database.db, MUCH);
  await Promise.all(clientsOf(TOOL_RUNS, key).map((client) => untilSold(TOOL_RUNS, client)));
  kill(learning, 'SIGKILL');
  await learning.ended;
});
afterAll(async () => {
  const running = [...apis, ...(worker ? [worker] : [])];
  for (const each of running) kill(each, 'SIGKILL');
  await Promise.all(running.map(({ ended }) => ended));
  await database.drop();
  await Promise.all([outside.close(), tools.close()]);
});

const start = (command: 'serve' | 'work', more: Record<string, string> = {}) =>
  startProcess(
    command,
    { ...outside.environment, ...toolsEnvironment, ...more, DATABASE_URL: database.url },
    TOY_RUNS.main,
  );

const clientsOf = (kind: AnyKind, key: string) =>
  ports.map((each) => clientOf({ url: `http://127.0.0.1:${each}` }, key, kind.path));

/** Creates this many runs at once, every second one at the other process. */
function createAtOnce(
  kind: AnyKind,
  key: string,
  count: number,
  requestKey: (i: number) => string,
) {
  const clients = clientsOf(kind, key);
  const echo = kind.request('sandbox/echo');
  return Promise.all(
    Array.from({ length: count }, (_, i) => clients[i % 2]!.create(requestKey(i), echo)),
  );
}

function countOf(answers: Answer[]): Record<string, number> {
  const groups = Object.entries(Object.groupBy(answers, ({ status }) => status));
  return Object.fromEntries(groups.map(([status, group = []]) => [status, group.length]));
}

// Runs before there is a worker, so that holds stay.
describe('fifty creates at once on two processes', () => {
  it.each(kindsOfTurn(1))(
    'of $name take the money of ten from a wallet for ten',
    PATIENCE,
    async (kind) => {
      const rich = await makeTenant(database.db, MUCH);
      const estimated = await clientsOf(kind, rich.key)[0]!.estimate(kind.request('sandbox/echo'));
      const price = estimated.run.reservedAmount;
      for (let round = 0; round < ROUNDS; round++) {
        const { key, workspace } = await makeTenant(database.db, 10 * price);
        const answers = await createAtOnce(kind, key, 50, (i) => `race-${i}`);
        expect(countOf(answers)).toEqual({ 202: 10, 402: 40 });
        expect(await balances(database.db, workspace)).toMatchObject([
          { available: 0, held: 10 * price, pending: 10 },
        ]);
      }
      await expectCleanBooks(database.db);
    },
  );
});

describe('one request key a hundred times at once on two processes', () => {
  beforeAll(async () => {
    worker = await start('work');
  });

  it.each(kindsOfTurn(0))('makes one of $name with one hold, sent once', PATIENCE, async (kind) => {
    for (let round = 0; round < ROUNDS; round++) {
      const { key, workspace } = await makeTenant(database.db, MUCH);
      const answers = await createAtOnce(kind, key, 100, () => 'the-same');
      // Accepted, or 200 if the run has ended meanwhile.
      expect(answers.filter(({ status }) => status !== 202 && status !== 200)).toEqual([]);
      expect(new Set(answers.map(({ run }) => run.id)).size).toBe(1);
      const replayed = answers.filter(({ headers }) => headers.has('idempotent-replayed'));
      expect(replayed).toHaveLength(99);

      const { id, reservedAmount } = answers[0]!.run;
      const ended = await clientsOf(kind, key)[round % 2]!.end(id);
      expect(ended.state).toBe('completed');
      expect(outside.sandbox.posts(id) + tools.executions(id)).toBe(1);
      const runs = await database.db.query('select id from run where workspace = $1', [workspace]);
      expect(runs).toEqual([{ id: idToUuid(kind.idPrefix, id) }]);
      const holds = await database.db.query(
        "select amount from ledger_entry where workspace = $1 and kind = 'hold'",
        [workspace],
      );
      expect(holds).toEqual([{ amount: reservedAmount }]);
    }
  });

  it(
    'leaves nothing open: every held run has ended, each run was sent once',
    PATIENCE,
    async () => {
      const open = () => database.db.query('select from run_queue limit 1');
      await expect.poll(open, PATIENCE).toEqual([]);
      await expectNothingHeld(database.db);
      await expectCleanBooks(database.db);
      const runs = await database.db.query<{ state: string }>('select state from run');
      expect(new Set(runs.map(({ state }) => state))).toEqual(new Set(['completed']));
      expect(outside.sandbox.posts() + tools.executions()).toBe(runs.length);
    },
  );
});
