/** The figures of the overview, and the grid lines of its chart. */
import { describe, expect, it } from 'vitest';
import { evenly, ticksOf } from '../../client/dashboard/src/charts/ticks.ts';
import {
  lastDayOf,
  monthsUntil,
  runwayOf,
  spendOf,
  weekUntil,
  wordsOfRunway,
} from '../../client/dashboard/src/pages/overview/figures.ts';

type Usage = Parameters<typeof spendOf>[0];

const NOW = Date.parse('2026-03-31T15:20:00Z');

function usageOf(days: Record<string, number>): Usage {
  const buckets = Object.entries(days).map(([day, chargedAmount]) => ({
    ...{ start: `${day}T00:00:00.000Z`, chargedAmount, runs: 10, failed: 1 },
  }));
  return { buckets } as unknown as Usage;
}

describe('the spend', () => {
  it('is shown by day and by month, next to the same of the month before', () => {
    const usage = usageOf({
      '2026-02-01': 1,
      '2026-02-28': 2,
      '2026-03-01': 4,
      '2026-03-30': 8,
      '2026-03-31': 16,
    });
    expect(spendOf(usage, NOW, 'UTC')).toMatchObject({
      ...{ today: 16, yesterday: 8, month: 28, lastMonthToDate: 3 },
    });
  });

  it('leaves the days of the last month out that this month has not reached', () => {
    const usage = usageOf({ '2026-02-10': 1, '2026-02-11': 2 });
    expect(spendOf(usage, Date.parse('2026-03-10T12:00:00Z'), 'UTC').lastMonthToDate).toBe(1);
  });

  it.each([
    ['of the last seven full days', { '2026-03-20': 900, '2026-03-24': 70, '2026-03-31': 5 }, 10],
    ['of those since the first run', { '2026-03-30': 30, '2026-03-31': 5 }, 30],
    ['of today where nothing came before', { '2026-03-31': 5 }, 5],
    ['nothing where nothing was spent', {}, 0],
  ])('has as its rate the average %s', (_, days, perDay) => {
    expect(spendOf(usageOf(days as Record<string, number>), NOW, 'UTC').perDay).toBe(perDay);
  });
});

it('counts days and months of a time zone, also where the clocks change', () => {
  // 22:30 on March 31 in Berlin is summer time; the last month was winter time.
  const now = Date.parse('2026-03-31T20:30:00.000Z');
  expect(monthsUntil(now, 'Europe/Berlin')).toMatchObject({
    ...{ from: '2026-01-31T23:00:00.000Z', to: '2026-03-31T22:00:00.000Z' },
  });
  const bucket = (start: string, chargedAmount: number) => ({ start, chargedAmount });
  const buckets = [
    bucket('2026-02-28T23:00:00.000Z', 1),
    bucket('2026-03-28T23:00:00.000Z', 2),
    bucket('2026-03-30T22:00:00.000Z', 4),
  ];
  expect(spendOf({ buckets } as unknown as Usage, now, 'Europe/Berlin')).toMatchObject({
    ...{ today: 4, yesterday: 0, month: 7, lastMonthToDate: 0 },
  });
});

it('asks for whole days and hours within the bounds of the service', () => {
  expect(monthsUntil(NOW, 'UTC')).toMatchObject({
    ...{ from: '2026-02-01T00:00:00.000Z', to: '2026-04-01T00:00:00.000Z' },
  });
  expect(weekUntil(NOW)).toMatchObject({
    ...{ from: '2026-03-24T16:00:00.000Z', to: '2026-03-31T16:00:00.000Z' },
  });
});

it('counts the failures of the last 24 hours', () => {
  const bucket = (start: string) => ({ start, runs: 10, failed: 2 });
  const buckets = [bucket('2026-03-30T15:00:00.000Z'), bucket('2026-03-30T16:00:00.000Z')];
  const usage = { to: '2026-03-31T16:00:00.000Z', buckets } as unknown as Usage;
  expect(lastDayOf(usage)).toEqual({ runs: 10, failed: 2 });
});

it.each([
  [runwayOf(900, 0), undefined],
  [runwayOf(900, 100), 9],
])('divides what is there by the rate', (days, expected) => expect(days).toBe(expected));

it.each([
  [0, 'None'],
  [0.01, 'Under an hour'],
  [0.05, '1 hour'],
  [1.5, '36 hours'],
  [12.9, '12 days'],
  [400, 'Over a year'],
])('says the runway of %d days as %s', (days, words) => {
  expect(wordsOfRunway(days)).toBe(words);
});

it.each([
  [0, [0]],
  [3, [0, 1, 2, 3]],
  [27, [0, 10, 20, 30]],
  [17_000_000_000, [0, 5, 10, 15, 20].map((n) => n * 1_000_000_000)],
  [255_000_000, [0, 1, 2, 3].map((n) => n * 100_000_000)],
])('draws the lines for %d at round numbers', (highest, ticks) => {
  expect(ticksOf(highest)).toEqual(ticks);
});

it.each([
  [7, 7, [1, 2, 3, 4, 5, 6, 7]],
  [7, 3, [1, 4, 7]],
  [30, 6, [5, 10, 15, 20, 25, 30]],
  [3, 0, [3]],
])('names of %d bars at most %d, at even distances up to the last', (count, most, named) => {
  const bars = Array.from({ length: count }, (_, index) => index + 1);
  expect(evenly(bars, most)).toEqual(named);
});
