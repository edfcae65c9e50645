/** Chores of workers: one process at a time does each, and the database keeps how they went. */
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { eachDue } from '../../server/platform/lib/each-due.ts';
import { readChores } from '../../server/platform/worker/index.ts';
import { createPermission } from '../../server/platform/worker/lease.ts';
import { createChores, doChoresUntilStopped } from '../../server/platform/worker/upkeep.ts';
import type { Chore } from '../../server/platform/worker/work.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(async () => {
  await database.db.query('update chore set taken_until = null');
});

const log = pino({ level: 'silent' });
const processOf = (...chores: Chore[]) =>
  createChores(chores, { db: database.db, log, isAllowed: () => true });
const stateOf = async (chore: string) =>
  (await readChores(database.db)).find(({ name }) => name === chore);

test('one process at a time does a chore, and a turn that is over lets others begin', async () => {
  const gate = Promise.withResolvers<void>();
  const run = vi.fn(() => gate.promise);
  const [one, two] = [1, 2].map(() => processOf({ name: 'alone', everyMs: 0, run }));
  const first = one!();
  await expect.poll(() => run.mock.calls.length).toBe(1);
  await two!();
  expect(run).toHaveBeenCalledTimes(1);
  gate.resolve();
  await first;
  await two!();
  expect(run).toHaveBeenCalledTimes(2);
});

test('many processes together do a chore as often as it is due', async () => {
  const run = vi.fn(async () => {});
  const everyMs = 3_600_000;
  const processes = Array.from({ length: 4 }, () => processOf({ name: 'shared', everyMs, run }));
  // The first turn of each chore comes at once.
  for (const turn of processes) await turn();
  expect(run).toHaveBeenCalledTimes(4);
  await database.db.query(
    "update chore set began_at = now() - interval '2 hours' where name = 'shared'",
  );
  const later = performance.now() + everyMs;
  const clock = vi.spyOn(performance, 'now').mockReturnValue(later);
  try {
    for (const turn of processes) await turn();
  } finally {
    clock.mockRestore();
  }
  expect(run).toHaveBeenCalledTimes(5);
});

test('a chore that fails does not affect others, and its error is saved', async () => {
  const fails = vi.fn(async () => {
    throw new Error('storage is away');
  });
  const works = vi.fn(async () => {});
  const turns = processOf(
    { name: 'fails', everyMs: 0, run: fails },
    { name: 'works', everyMs: 0, run: works },
  );
  await turns();
  await turns();
  expect(works).toHaveBeenCalledTimes(2);
  expect(await stateOf('fails')).toMatchObject({ failures: 2, failure: 'Error: storage is away' });
  expect(await stateOf('works')).toMatchObject({ failures: 0, failure: null });
  fails.mockResolvedValue(undefined as never);
  await turns();
  expect(await stateOf('fails')).toMatchObject({ failures: 0, failure: null });
});

test('a chore that has more to do goes on at once, by turns with others, and rests when nothing is left', async () => {
  const done: string[] = [];
  const turns = processOf(
    {
      ...{ name: 'much', everyMs: 3_600_000 },
      async run() {
        done.push('much');
        return done.length < 5 ? 'more' : undefined;
      },
    },
    { name: 'other', everyMs: 0, run: async () => done.push('other') },
  );
  while (await turns());
  expect(done).toEqual(['much', 'other', 'much', 'other', 'much', 'other']);
  await turns();
  expect(done).toEqual(['much', 'other', 'much', 'other', 'much', 'other', 'other']);
});

test('a worker that does not sweep asks before each turn, also of a chore that has more to do', async () => {
  let answers = 0;
  const permission = createPermission(async () => {
    answers += 1;
    if (answers > 4) stopping.abort();
    return answers < 4;
  });
  const stopping = new AbortController();
  const run = vi.fn(async () => 'more' as const);
  await doChoresUntilStopped(
    {
      ...{ db: database.db, log, permission, stopping: stopping.signal, sweepIntervalMs: 1 },
      chores: [{ everyMs: 3_600_000, run }],
    },
    { asks: true },
  );
  expect(run).toHaveBeenCalledTimes(3);
});

test('what is due is more than its part, unless none of the part can be done', async () => {
  const faults: number[] = [];
  const even = async (item: number) => {
    if (item % 2 !== 0) throw new Error('odd');
  };
  const turn = (due: number[]) => eachDue(due, 2, even, (_, item) => faults.push(item));
  expect(await turn([1, 2])).toBe('more');
  expect(await turn([1, 3])).toBeUndefined();
  expect(await turn([2])).toBeUndefined();
  expect(faults).toEqual([1, 1, 3]);
});

test('what succeeded long ago, or never, is as old as that', async () => {
  const never = async () => {
    throw new Error('never');
  };
  await processOf({ name: 'never', everyMs: 60_000, run: never })();
  await database.db.query("update chore set since = now() - interval '1 day' where name = 'never'");
  expect((await stateOf('never'))!.success_age_seconds).toBeGreaterThan(86_000);
});

test('a turn of a process that died is taken once its time is over', async () => {
  void processOf({
    name: 'died',
    everyMs: 0,
    run: () => sleep(600_000, undefined, { ref: false }),
  })();
  await expect.poll(async () => (await stateOf('died')) !== undefined).toBe(true);
  const run = vi.fn(async () => {});
  const other = processOf({ name: 'died', everyMs: 0, run });
  await other();
  expect(run).not.toHaveBeenCalled();
  await database.db.query(
    "update chore set taken_until = now() - interval '1 s' where name = 'died'",
  );
  await other();
  expect(run).toHaveBeenCalledTimes(1);
});

test('nothing is begun while it is not allowed, and what has no name is done by each process', async () => {
  const run = vi.fn(async () => {});
  let isAllowed = false;
  const chores = [{ everyMs: 0, run }];
  const both = [1, 2].map(() =>
    createChores(chores, { db: database.db, log, isAllowed: () => isAllowed }),
  );
  for (const turns of both) await turns();
  expect(run).not.toHaveBeenCalled();
  isAllowed = true;
  for (const turns of both) await turns();
  expect(run).toHaveBeenCalledTimes(2);
});
