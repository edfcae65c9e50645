import { describe, expect, it } from 'vitest';
import type { RunSummary } from '../../client/dashboard/src/api/contract.ts';
import {
  countNewRuns,
  type Feed,
  mergeHead,
  mergeRows,
  mergeWindow,
} from '../../client/dashboard/src/api/runs-feed.ts';

const run = (second: number, state = 'completed', changed = second): RunSummary => ({
  id: `run_${second}`,
  state,
  model: 'sandbox/echo',
  keyId: 'key_1',
  idempotencyKey: `request-${second}`,
  createdAt: at(second),
  updatedAt: at(changed),
  reservedAmount: 1,
});
const at = (second: number) => new Date(Date.UTC(2025, 6, 1, 0, 0, second)).toISOString();
const page = (rows: RunSummary[], nextCursor: string | null = 'more') => ({
  data: rows,
  nextCursor,
});
const feedOf = (...pages: RunSummary[][]): Feed => ({
  pages: pages.map((rows, index) => page(rows, index === pages.length - 1 ? null : 'more')),
  pageParams: pages.map(() => null),
});
const idsOf = (feed: Feed | undefined) =>
  feed?.pages.flatMap(({ data }) => data.map(({ id }) => id));

describe('a live list of runs', () => {
  it('takes new runs to its front, each once', () => {
    const feed = feedOf([run(3), run(2)], [run(1)]);
    const merged = mergeHead(feed, page([run(5), run(4), run(3), run(2)]));
    expect(idsOf(merged)).toEqual(['run_5', 'run_4', 'run_3', 'run_2', 'run_1']);
  });

  it('is the same list where nothing has changed, so that nothing is drawn again', () => {
    const feed = feedOf([run(3), run(2)], [run(1)]);
    expect(mergeHead(feed, page([run(3), run(2)]))).toBe(feed);
    expect(mergeRows(feed, [run(1)])).toBe(feed);
  });

  it('says that it cannot be joined where runs between are missing', () => {
    expect(mergeHead(feedOf([run(3)]), page([run(9), run(8)]))).toBeUndefined();
    expect(idsOf(mergeHead(feedOf([]), page([run(9), run(8)])))).toEqual(['run_9', 'run_8']);
  });

  it('shows a newer state on every page, and never an older one', () => {
    const feed = feedOf([run(3)], [run(2, 'submitting', 5), run(1)]);
    const merged = mergeRows(feed, [run(2, 'completed', 6)]);
    expect(merged.pages[1]!.data[0]!.state).toBe('completed');
    expect(mergeRows(merged, [run(2, 'submitting', 5)])).toBe(merged);
    expect(merged.pages[0]).toBe(feed.pages[0]);
  });

  it('loses a pending run that no longer passes the filters, and no other one', () => {
    const feed = feedOf([run(5, 'queued'), run(4, 'queued')], [run(3, 'queued'), run(2, 'queued')]);
    const merged = mergeWindow(feed, page([run(5, 'queued'), run(3, 'queued')]), at(6));
    expect(idsOf(merged)).toEqual(['run_5', 'run_3', 'run_2']);
    expect(idsOf(mergeWindow(feed, page([], null), at(4)))).toEqual(['run_5', 'run_4']);
  });
});

describe('the news of a list that holds still', () => {
  it('are the runs of the head that the list does not have', () => {
    const feed = feedOf([run(2), run(1)]);
    expect(countNewRuns(feed, page([run(4), run(3), run(2)]))).toEqual({ count: 2, isMore: false });
    expect(countNewRuns(feed, page([run(2, 'failed', 5), run(1)]))).toEqual({
      ...{ count: 0, isMore: false },
    });
  });

  it('may be more than were counted, where the head and the list do not meet', () => {
    const feed = feedOf([run(2), run(1)]);
    expect(countNewRuns(feed, page([run(9), run(8)]))).toEqual({ count: 2, isMore: true });
    expect(countNewRuns(feed, page([run(9), run(8)], null))).toEqual({ count: 2, isMore: false });
  });
});
