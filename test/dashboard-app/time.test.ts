import { describe, expect, it } from 'vitest';
import {
  dayOf,
  dayPlus,
  formatBucket,
  formatDistance,
  formatDuration,
  formatMoment,
  formatMonth,
  fromLocalField,
  startOfDay,
  toLocalField,
} from '../../client/dashboard/src/format/time.ts';
import { daysIn } from '../../server/platform/lib/moment.ts';

const now = Date.parse('2025-07-01T12:00:00.000Z');
const ago = (seconds: number) => new Date(now - seconds * 1_000).toISOString();

describe('time on the page', () => {
  it('says how far away a moment is, in the largest unit that fits', () => {
    const distances = [1, 30, 60, 3_599, 3_600, 86_399, 86_400, 3 * 86_400].map((seconds) =>
      formatDistance(ago(seconds), now, 'UTC'),
    );
    expect(distances).toEqual([
      ...['just now', '30 s ago', '1 min ago', '59 min ago'],
      ...['1 h ago', '23 h ago', '1 day ago', '3 days ago'],
    ]);
    expect(formatDistance(ago(-90), now, 'UTC')).toBe('in 2 min');
    expect(formatDistance(ago(400 * 86_400), now, 'UTC')).toMatch(/2024/);
  });

  it('never rounds a duration up into a unit that it then shows as sixty', () => {
    expect([0, 412, 999, 1_000, 3_210, 59_949, 59_950, 60_000].map(formatDuration)).toEqual([
      ...['0 ms', '412 ms', '999 ms', '1.0 s', '3.2 s', '60 s', '1 min', '1 min'],
    ]);
    expect(formatDuration(250_000)).toBe('4 min 10 s');
    expect(formatDuration(7_500_000)).toBe('2 h 5 min');
    expect(formatDuration(3 * 86_400_000)).toBe('3 days');
  });

  it('shows moments, hours and days in one zone, whatever zone the browser is in', () => {
    expect(formatBucket('2025-06-30T22:00:00.000Z', 'day', 'Europe/Berlin')).toBe('Jul 1');
    expect(formatBucket('2025-07-01T23:00:00.000Z', 'hour', 'Asia/Kolkata')).toBe('Jul 2, 04:30');
    expect(formatMoment('2025-07-01T03:30:02.417Z', 'America/New_York')).toBe(
      'Jun 30, 2025, 23:30:02',
    );
    expect(formatMonth('2025-07')).toBe('July 2025');
  });

  it.each([
    // The clocks of Berlin go forward at 01:00 UTC, and back at 01:00 UTC.
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', 23],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', 25],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', 25],
    ['Asia/Kolkata', '2026-03-01', '2026-02-28T18:30:00.000Z', 24],
    // Midnight is left out there: the day begins at 01:00.
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', 23],
    ['UTC', '2026-03-01', '2026-03-01T00:00:00.000Z', 24],
  ])('begins a day when clocks there do: in %s, %s', (zone, day, first, hours) => {
    expect(startOfDay(day, zone)).toBe(first);
    expect(dayOf(Date.parse(first), zone)).toBe(day);
    expect(dayOf(Date.parse(first) - 1, zone)).toBe(dayPlus(day, -1));
    const next = Date.parse(startOfDay(dayPlus(day, 1), zone));
    expect((next - Date.parse(first)) / 3_600_000).toBe(hours);
    // The service counts the same days.
    const span = { from: new Date(first), to: new Date(next) };
    expect(daysIn(span, zone)).toEqual([span.from, span.to]);
  });

  it('reads a local time field and writes it back', () => {
    const zone = 'America/New_York';
    expect(toLocalField('2025-07-01T09:30:00.000Z', zone)).toBe('2025-07-01T05:30');
    expect(fromLocalField('2025-07-01T05:30', zone)).toBe('2025-07-01T09:30:00.000Z');
    expect(fromLocalField('', zone)).toBeUndefined();
    expect(fromLocalField('soon', zone)).toBeUndefined();
    expect(toLocalField('', zone)).toBe('');
  });
});
