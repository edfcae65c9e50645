/** Limits of several processes, which apply to their sum. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { chunkOf, type Verdict } from '../../server/platform/rates/index.ts';
import { createPostgresStore } from '../../server/platform/rates/store.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { admitted, type Sharing, startSharing, switched } from './processes.ts';

const PROCESSES = 4;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('four processes', () => {
  let sharing: Sharing;
  beforeAll(async () => {
    sharing = await startSharing(database.url, PROCESSES, () =>
      createPostgresStore({ url: database.url }),
    );
  });
  afterAll(() => sharing.close());

  const countersOf = (limit: number) => {
    const name = randomUUID();
    return sharing.rates.map((rates) => rates.counter({ name, limit }));
  };

  test.each([
    [1, 20],
    [30, 300],
    [600, 2_000],
    [6_000, 9_000],
  ])(
    'admit at %i a minute of %i requests at once no more than that, and at most a chunk each less',
    async (limit, requests) => {
      const counters = countersOf(limit);
      const verdicts = await Promise.all(
        Array.from({ length: requests }, () =>
          counters[Math.floor(Math.random() * PROCESSES)]!.take('a', 1),
        ),
      );
      expect(admitted(verdicts)).toBeLessThanOrEqual(limit);
      expect(admitted(verdicts)).toBeGreaterThanOrEqual(limit - PROCESSES * chunkOf(limit));
    },
  );

  test.each([30, 1_000])(
    'never say that more is left than there is, at %i a minute',
    async (limit) => {
      const counters = countersOf(limit);
      let taken = 0;
      for (let i = 0; i < 2 * limit; i += 1) {
        // One of them gets most of the requests.
        const process = i % 3 === 0 ? i % PROCESSES : 0;
        const verdict = await counters[process]!.take('a', 1);
        if (verdict.isWithin) taken += 1;
        expect(verdict.left).toBeLessThanOrEqual(limit - taken);
        // For a moment, others do not know what a process has leased: at most two chunks of each.
        if (i % 20 === 0) await sharing.allHeard();
      }
      expect(taken).toBeLessThanOrEqual(limit);
      expect(taken).toBeGreaterThanOrEqual(limit - PROCESSES * chunkOf(limit));
    },
  );

  test('count a request of many at once wholly or not at all', async () => {
    const [one, other] = countersOf(100);
    expect(await one!.take('a', 60)).toMatchObject({ isWithin: true, left: 40 });
    expect(await other!.take('a', 60)).toMatchObject({ isWithin: false });
    expect(await other!.take('a', 40)).toMatchObject({ isWithin: true });
    expect(await one!.take('a', 1)).toMatchObject({ isWithin: false });
  });

  test('give a caller the whole limit again when its window is over', async () => {
    const counters = countersOf(5);
    const all = () => Promise.all(counters.map((counter) => counter.take('a', 5)));
    expect(admitted(await all())).toBe(1);
    await database.db.query("update rate_window set ends_at = ends_at - interval '61 seconds'");
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 61_000);
    expect(admitted(await all())).toBe(1);
    clock.mockRestore();
  });

  test('answer from memory most of the time', async () => {
    const [counter] = countersOf(6_000);
    let waited = 0;
    for (let i = 0; i < 600; i += 1) {
      const verdict = counter!.take('a', 1);
      if (verdict instanceof Promise) waited += 1;
      await verdict;
    }
    expect(waited).toBe(10);
  });
});

describe('with the store away', () => {
  const LIMIT = 30;
  const SHARE = Math.floor(LIMIT / PROCESSES);

  async function startSwitched() {
    const stores = Array.from({ length: PROCESSES }, () =>
      switched(createPostgresStore({ url: database.url })),
    );
    const waiting = [...stores];
    const sharing = await startSharing(database.url, PROCESSES, () => waiting.pop()!);
    const name = randomUUID();
    const counters = sharing.rates.map((rates) => rates.counter({ name, limit: LIMIT }));
    const ask = async (process: number, times: number): Promise<number> => {
      const verdicts: Verdict[] = [];
      for (let i = 0; i < times; i += 1) verdicts.push(await counters[process]!.take('a', 1));
      return admitted(verdicts);
    };
    const askAll = async (times: number) => {
      const counts = await Promise.all(counters.map((_, process) => ask(process, times)));
      return counts.reduce((a, b) => a + b);
    };
    const setAway = (away: boolean) => {
      for (const store of stores) store.away = away;
    };
    return { sharing, ask, askAll, setAway };
  }

  test('each process uses its share, and all of them never more than the limit', async () => {
    const { sharing, askAll, setAway } = await startSwitched();
    setAway(true);
    expect(await askAll(LIMIT)).toBe(PROCESSES * SHARE);
    await sharing.close();
  });

  test.each([[[4, 4, 4, 4]], [[20, 0, 0, 0]], [[1, 15, 0, 2]], [[30, 1, 1, 1]]])(
    'in the middle of a window that was used %j times, no more than the limit is admitted',
    async (used) => {
      const { sharing, ask, askAll, setAway } = await startSwitched();
      let before = 0;
      for (const [process, times] of used.entries()) before += await ask(process, times);
      await sharing.allHeard();
      setAway(true);
      expect(before + (await askAll(LIMIT))).toBeLessThanOrEqual(LIMIT);
      setAway(false);
      await sleep(600);
      expect(await askAll(LIMIT)).toBeLessThanOrEqual(LIMIT - before);
      await sharing.close();
    },
  );

  test('is used again only when the window is over, so what was given out meanwhile counts', async () => {
    const { sharing, ask, askAll, setAway } = await startSwitched();
    await ask(0, 1);
    await sharing.allHeard();
    setAway(true);
    const shared = await askAll(LIMIT);
    setAway(false);
    await sleep(600);
    const later = await askAll(LIMIT);
    expect(1 + shared + later).toBeLessThanOrEqual(LIMIT);
    expect(1 + shared + later).toBeGreaterThanOrEqual(LIMIT - PROCESSES);
    expect(later).toBe(0);
    await sharing.close();
  });
});
