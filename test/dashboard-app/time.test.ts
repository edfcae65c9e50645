import { describe, expect, it } from 'vitest';
import {
  daysBefore,
  formatBucket,
  formatDistance,
  formatDuration,
  formatMoment,
  fromLocalField,
  toLocalField,
} from '../../client/dashboard/src/format/time.ts';

const now = Date.parse('2025-07-01T12:00:00.000Z');
const ago = (seconds: number) => new Date(now - seconds * 1_000).toISOString();

describe('time on the page', () => {
  it('says how far away a moment is, in the largest unit that fits', () => {
    const distances = [1, 30, 60, 3_599, 3_600, 86_399, 86_400, 3 * 86_400].map((seconds) =>
      formatDistance(ago(seconds), now),
    );
    expect(distances).toEqual([
      ...['just now', '30 s ago', '1 min ago', '59 min ago'],
      ...['1 h ago', '23 h ago', '1 day ago', '3 days ago'],
    ]);
    expect(formatDistance(ago(-90), now)).toBe('in 2 min');
    expect(formatDistance(ago(400 * 86_400), now)).toMatch(/2024/);
  });

  it('never rounds a duration up into a unit that it then shows as sixty', () => {
    expect([0, 412, 999, 1_000, 3_210, 59_949, 59_950, 60_000].map(formatDuration)).toEqual([
      ...['0 ms', '412 ms', '999 ms', '1.0 s', '3.2 s', '60 s', '1 min', '1 min'],
    ]);
    expect(formatDuration(250_000)).toBe('4 min 10 s');
    expect(formatDuration(7_500_000)).toBe('2 h 5 min');
    expect(formatDuration(3 * 86_400_000)).toBe('3 days');
  });

  it('shows buckets in UTC, whatever zone the browser is in', () => {
    expect(formatBucket('2025-07-01T00:00:00.000Z', 'day')).toBe('Jul 1');
    expect(formatBucket('2025-07-01T23:00:00.000Z', 'hour')).toBe('Jul 1, 23:00');
    expect(formatMoment('2025-07-01T09:30:02.417Z', 'UTC')).toBe('Jul 1, 2025, 09:30:02');
    expect(daysBefore(now, 6)).toBe('2025-06-25T00:00:00.000Z');
  });

  it('reads a local time field and writes it back', () => {
    expect(fromLocalField(toLocalField('2025-07-01T09:30:00.000Z'))).toBe(
      '2025-07-01T09:30:00.000Z',
    );
    expect(fromLocalField('')).toBeUndefined();
    expect(fromLocalField('soon')).toBeUndefined();
    expect(toLocalField('')).toBe('');
  });
});
