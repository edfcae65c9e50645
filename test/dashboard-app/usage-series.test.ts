import { describe, expect, it } from 'vitest';
import type { Usage, UsageTotal } from '../../client/dashboard/src/api/contract.ts';
import {
  cutSeries,
  foldSeries,
  nameOf,
  seriesOf,
} from '../../client/dashboard/src/charts/series.ts';

const counts = {
  ...{ runs: 1, completed: 1, failed: 0, pending: 0, promptTokens: 0, completionTokens: 0 },
  ...{ providerAmount: 0, feeAmount: 0 },
};
const total = (group: string, chargedAmount: number): UsageTotal => ({
  ...counts,
  ...{ group, chargedAmount, errors: [] },
});
const usage: Usage = {
  interval: 'day',
  timeZone: 'UTC',
  from: '2025-07-01T00:00:00.000Z',
  to: '2025-07-04T00:00:00.000Z',
  buckets: [
    { ...counts, start: '2025-07-01T00:00:00.000Z', group: 'a', chargedAmount: 5 },
    { ...counts, start: '2025-07-03T00:00:00.000Z', group: 'a', chargedAmount: 2 },
    { ...counts, start: '2025-07-03T00:00:00.000Z', group: 'b', chargedAmount: 3 },
    { ...counts, start: '2025-07-03T00:00:00.000Z', isRest: true, chargedAmount: 1 },
  ],
  totals: [total('a', 7), total('b', 3), { ...counts, isRest: true, chargedAmount: 1, errors: [] }],
  isCut: true,
};

describe('a series for a chart', () => {
  const series = seriesOf(usage, ({ chargedAmount }) => chargedAmount);

  it('has every bucket of the range, also those without runs', () => {
    expect(series.rows).toEqual([
      { start: '2025-07-01T00:00:00.000Z', values: { 'group:a': 5 } },
      { start: '2025-07-02T00:00:00.000Z', values: {} },
      { start: '2025-07-03T00:00:00.000Z', values: { 'group:a': 2, 'group:b': 3, rest: 1 } },
    ]);
  });

  it('has the days of a time zone, also where the clocks change', () => {
    const days = { ...usage, timeZone: 'Europe/Berlin', buckets: [] };
    const span = { from: '2026-10-23T22:00:00.000Z', to: '2026-10-26T23:00:00.000Z' };
    const { rows } = seriesOf({ ...days, ...span }, () => 0);
    expect(rows.map(({ start }) => start)).toEqual([
      ...['2026-10-23T22:00:00.000Z', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    ]);
  });

  it('folds groups beyond the colours into one, and loses nothing of the sum', () => {
    const folded = foldSeries(series, 1);
    expect(folded.groups.map(({ name }) => name)).toEqual(['a', 'Others']);
    expect(folded.rows[2]!.values).toEqual({ 'group:a': 2, rest: 4 });
    expect(foldSeries(series, 8).rows).toEqual(series.rows);
  });

  it('leaves out what is not known, and adds up no percentiles', () => {
    const latencyMs = { p50: 10, p95: 20, p99: 30 };
    const [first, ...others] = usage.buckets;
    const timed = { ...usage, buckets: [{ ...first!, latencyMs }, ...others] };
    const latency = seriesOf(timed, (counted) => counted.latencyMs?.p95);
    expect(latency.rows.map(({ values }) => values)).toEqual([{ 'group:a': 20 }, {}, {}]);
    const cut = cutSeries(latency, 1);
    expect(cut.groups.map(({ name }) => name)).toEqual(['a']);
    expect(cut.rows).toEqual(latency.rows);
  });

  it('separates the rest from an end user with the same name', () => {
    expect(nameOf({ group: 'rest' })).toBe('rest');
    expect(nameOf({ isRest: true })).toBe('Others');
    expect(nameOf({})).toBe('None');
    expect(nameOf({ group: 'key_1', groupName: 'backend' })).toBe('backend');
    expect(nameOf({ group: 'sandbox/echo', groupName: 'Echo' })).toBe('sandbox/echo');
    expect(nameOf({}, 'model')).toBe('Tool runs and compute jobs');
    expect(nameOf({}, 'tool')).toBe('Model runs and compute jobs');
    expect(nameOf({ group: 'tool_run' }, 'kind')).toBe('Tool runs');
    expect(nameOf({ group: 'tool_run' }, 'endUser')).toBe('tool_run');
  });
});
