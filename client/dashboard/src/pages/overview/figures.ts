/** The basis of the overview's figures: days of spend in UTC, and how long the wallet lasts. Pure. */
import type { Usage } from '../../api/index.ts';

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
export function monthsUntil(now: number) {
  const day = startOfDay(now);
  const date = new Date(day);
  const from = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1, 1);
  return {
    from: new Date(from).toISOString(),
    to: new Date(day + DAY_MS).toISOString(),
    interval: 'day' as const,
    groupBy: 'none' as const,
  };
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

export function spendOf({ buckets }: Usage, now: number): SpendFigures {
  const today = startOfDay(now);
  const date = new Date(today);
  const month = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  const lastMonth = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1, 1);
  const days = buckets.map(({ start, chargedAmount }) => ({
    at: Date.parse(start),
    chargedAmount,
  }));
  const between = (from: number, to: number) =>
    days
      .filter(({ at }) => at >= from && at < to)
      .reduce((sum, { chargedAmount }) => sum + chargedAmount, 0);
  const from = today - RATE_DAYS * DAY_MS;
  const first = Math.min(...days.map(({ at }) => at).filter((at) => at >= from && at < today));
  const spentToday = between(today, today + DAY_MS);
  return {
    today: spentToday,
    yesterday: between(today - DAY_MS, today),
    month: between(month, today + DAY_MS),
    lastMonthToDate: between(lastMonth, Math.min(month, lastMonth + (today - month) + DAY_MS)),
    perDay: Number.isFinite(first)
      ? Math.round(between(first, today) / ((today - first) / DAY_MS))
      : spentToday,
  };
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
export function lastDays(usage: Usage, now: number): Usage {
  const from = startOfDay(now) - (CHART_DAYS - 1) * DAY_MS;
  return {
    ...usage,
    from: new Date(from).toISOString(),
    buckets: usage.buckets.filter(({ start }) => Date.parse(start) >= from),
  };
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

function startOfDay(now: number): number {
  return Math.floor(now / DAY_MS) * DAY_MS;
}
