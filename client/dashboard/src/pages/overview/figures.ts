/** The basis of the overview's figures: days of spend, and how long the wallet lasts. Pure. */
import type { Usage } from '../../api/index.ts';
import { dayOf, dayPlus, startOfDay } from '../../format/index.ts';

const DAY_MS = 86_400_000;
/** The rate is the average of this many days before today. */
const RATE_DAYS = 7;
const CHART_DAYS = 30;

export interface SpendFigures {
  today: number;
  yesterday: number;
  month: number;
  /** The spending of the previous month, up to the same day. */
  lastMonthToDate: number;
  /** The average spending of the last full days; the spending of today if there are none. */
  perDay: number;
}

/** From the first day of the last month to the end of today. */
export function monthsUntil(now: number, zone: string) {
  const today = dayOf(now, zone);
  return {
    from: startOfDay(monthBefore(today), zone),
    to: startOfDay(dayPlus(today, 1), zone),
    interval: 'day' as const,
    timeZone: zone,
    groupBy: 'none' as const,
  };
}

/** The first day of the month before that of the day. */
function monthBefore(day: string): string {
  return `${dayPlus(`${day.slice(0, 7)}-01`, -1).slice(0, 7)}-01`;
}

/** The last seven days by the hour. */
export function weekUntil(now: number) {
  const hour = 3_600_000;
  const to = Math.floor(now / hour) * hour + hour;
  return {
    from: new Date(to - 7 * DAY_MS).toISOString(),
    to: new Date(to).toISOString(),
    interval: 'hour' as const,
    groupBy: 'none' as const,
  };
}

export function spendOf({ buckets }: Usage, now: number, zone: string): SpendFigures {
  const today = dayOf(now, zone);
  const days = buckets.map(({ start, chargedAmount }) => ({
    day: dayOf(Date.parse(start), zone),
    chargedAmount,
  }));
  /** Without the last day. */
  const between = (first: string, last: string) =>
    days
      .filter(({ day }) => day >= first && day < last)
      .reduce((sum, { chargedAmount }) => sum + chargedAmount, 0);
  const month = `${today.slice(0, 7)}-01`;
  const lastMonth = monthBefore(today);
  const sameDay = dayPlus(lastMonth, daysBetween(month, today) + 1);
  const from = dayPlus(today, -RATE_DAYS);
  const first = days
    .map(({ day }) => day)
    .filter((day) => day >= from && day < today)
    .toSorted()[0];
  const spentToday = between(today, dayPlus(today, 1));
  return {
    today: spentToday,
    yesterday: between(dayPlus(today, -1), today),
    month: between(month, dayPlus(today, 1)),
    lastMonthToDate: between(lastMonth, sameDay < month ? sameDay : month),
    perDay:
      first === undefined
        ? spentToday
        : Math.round(between(first, today) / daysBetween(first, today)),
  };
}

function daysBetween(first: string, last: string): number {
  return (Date.parse(last) - Date.parse(first)) / DAY_MS;
}

/** Returns how many days the wallet lasts; undefined if nothing is spent. */
export function runwayOf(availableAmount: number, perDay: number): number | undefined {
  return perDay > 0 ? availableAmount / perDay : undefined;
}

/** `about 3 hours`, `12 days`, `more than a year`. */
export function wordsOfRunway(days: number): string {
  if (days >= 365) return 'Over a year';
  if (days >= 2) return `${Math.floor(days)} days`;
  const hours = Math.floor(days * 24);
  if (hours >= 1) return hours === 1 ? '1 hour' : `${hours} hours`;
  return days > 0 ? 'Under an hour' : 'None';
}

/** Selects the last days from the same answer. */
export function lastDays(usage: Usage, now: number, zone: string): Usage {
  const from = startOfDay(dayPlus(dayOf(now, zone), 1 - CHART_DAYS), zone);
  return { ...usage, from, buckets: usage.buckets.filter(({ start }) => start >= from) };
}

/** Runs and failures of the last 24 hours. */
export function lastDayOf({ buckets, to }: Usage): { runs: number; failed: number } {
  const from = Date.parse(to) - DAY_MS;
  const recent = buckets.filter(({ start }) => Date.parse(start) >= from);
  return {
    runs: recent.reduce((sum, { runs }) => sum + runs, 0),
    failed: recent.reduce((sum, { failed }) => sum + failed, 0),
  };
}
