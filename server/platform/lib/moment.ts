/** Points in time as text, the calendar periods of spending limits, and the days and months of a time zone. */
import { invalidRequest } from './problem.ts';

/**
 * The schema accepts texts that no clock shows, such as a second 60: they are refused here. `name` is a parameter, or a
 * member of the body.
 */
export function toDate(
  name: string,
  text: string,
  { inBody = false }: { inBody?: boolean } = {},
): Date {
  const date = new Date(text);
  if (!Number.isNaN(date.getTime())) return date;
  const detail = 'is not a moment that can be compared with';
  const location = inBody ? { pointer: `#/${name}` } : { parameter: name };
  throw invalidRequest({ ...location, detail, code: 'format' }, name);
}

/** The filters of lists by the time of creation. */
export function toDates({
  createdAfter,
  createdBefore,
}: {
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
}): { createdAfter?: Date; createdBefore?: Date } {
  return {
    ...(createdAfter !== undefined && { createdAfter: toDate('createdAfter', createdAfter) }),
    ...(createdBefore !== undefined && { createdBefore: toDate('createdBefore', createdBefore) }),
  };
}

/** Calendar days and months, in UTC. */
export const PERIODS = ['day', 'month'] as const;
export type Period = (typeof PERIODS)[number];

/** What a budget of a customer is for. */
export const BUDGET_PERIODS = [...PERIODS, 'total'] as const;
export type BudgetPeriod = (typeof BUDGET_PERIODS)[number];
/** The same, and the prepaid balance of a customer. */
export type ReachedPeriod = BudgetPeriod | 'balance';

/** The end of the period that contains the given time. */
export function endOfPeriod(period: Period, moment: Date): Date {
  const [year, month, day] = [moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate()];
  return new Date(period === 'day' ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1));
}

/** Whether it is the name of a time zone, such as Europe/Berlin. An offset such as +02:00 is not a name. */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: text }) !== undefined;
  } catch {
    return false;
  }
}

/** Refuses a name that is no time zone; `place` is where the request has it. */
export function checkTimeZone(
  timeZone: string,
  place: { pointer: string } | { parameter: string },
): void {
  if (isTimeZone(timeZone)) return;
  const detail = 'is not the name of a time zone such as Europe/Berlin';
  throw invalidRequest({ ...place, detail, code: 'format' }, 'timeZone');
}

/** As clocks there show it, with their offset from UTC: `2026-03-01T00:30:00.000+01:00`. */
export function momentIn(at: Date, timeZone: string): string {
  const offset = offsetAt(at.getTime(), timeZone);
  if (offset === 0) return at.toISOString();
  const text = new Date(at.getTime() + offset).toISOString().slice(0, -1);
  const minutes = Math.round(Math.abs(offset) / 60_000);
  const parts = [Math.floor(minutes / 60), minutes % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${text}${offset < 0 ? '-' : '+'}${parts.join(':')}`;
}

export interface Span {
  from: Date;
  to: Date;
}

/** A month like 2026-10: from its first instant there to that of the next one. */
export function monthIn(month: string, timeZone: string): Span {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const [from, to] = [Date.UTC(year, number - 1), Date.UTC(year, number)];
  return { from: new Date(instantOf(from, timeZone)), to: new Date(instantOf(to, timeZone)) };
}

/** The day there, like 2026-10-25. */
export function dayIn(at: Date, timeZone: string): string {
  return new Date(at.getTime() + offsetAt(at.getTime(), timeZone)).toISOString().slice(0, 10);
}

/** The first instants of the days there that are at least partly within the span, and that of the day after the last one. */
export function daysIn({ from, to }: Span, timeZone: string): Date[] {
  const first = Date.parse(dayIn(from, timeZone));
  const last = Date.parse(dayIn(new Date(to.getTime() - 1), timeZone));
  const count = Math.round((last - first) / DAY_MS) + 2;
  return Array.from(
    { length: Math.max(count, 0) },
    (_, index) => new Date(instantOf(first + index * DAY_MS, timeZone)),
  );
}

const DAY_MS = 86_400_000;

/**
 * When clocks there first show what clocks in UTC show at `wall`. If they leave it out, because they go forward over it,
 * when they go forward.
 */
function instantOf(wall: number, timeZone: string): number {
  const before = offsetAt(wall - DAY_MS, timeZone);
  const after = offsetAt(wall + DAY_MS, timeZone);
  const shown = [before, after].map((offset) => wall - offset);
  const exact = shown.filter((at) => at + offsetAt(at, timeZone) === wall);
  return exact.length > 0 ? Math.min(...exact) : wall - before;
}

/** The milliseconds by which clocks there are ahead of UTC. */
function offsetAt(at: number, timeZone: string): number {
  const parts = Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1_000) * 1_000;
}

/** The last ones that were asked for: making one takes longer than reading it. */
const clocks = new Map<string, Intl.DateTimeFormat>();
const MOST_CLOCKS = 64;

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  if (clocks.size >= MOST_CLOCKS) clocks.clear();
  clocks.set(timeZone, clock);
  return clock;
}
