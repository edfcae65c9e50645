/**
 * Moments and durations for people. Moments come as RFC 3339 text, and are shown in a time zone; a day of that zone is a
 * text such as 2026-10-25.
 */
export function formatMoment(at: string, zone: string): string {
  return formatter({ ...DAY, ...CLOCK }, zone).format(new Date(at));
}

export function formatDay(at: string, zone: string): string {
  return formatter(DAY, zone).format(new Date(at));
}

/** `October 2026`. */
export function formatMonth(month: string): string {
  const options = { month: 'long', year: 'numeric' } as const;
  return formatter(options, 'UTC').format(new Date(`${month}-01T00:00:00.000Z`));
}

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const CLOCK = {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
} as const;
const SHORT_CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Creating a formatter costs more than a list row may. */
function formatter(options: Intl.DateTimeFormatOptions, zone: string): Intl.DateTimeFormat {
  const all = { ...options, timeZone: zone };
  const name = JSON.stringify(all);
  const known = formatters.get(name) ?? new Intl.DateTimeFormat('en-US', all);
  formatters.set(name, known);
  return known;
}

/** `just now`, `4 min ago`, `in 3 days`; for distant moments, the day. */
export function formatDistance(at: string, now: number, zone: string): string {
  const seconds = Math.round((Date.parse(at) - now) / 1_000);
  const far = Math.abs(seconds);
  if (far < 5) return 'just now';
  const [size, unit] = STEPS.find(([bound]) => far < bound)?.slice(1) ?? [];
  if (typeof size !== 'number' || typeof unit !== 'string') return formatDay(at, zone);
  // The future is rounded up: seven days from a moment ago are seven days.
  const count = seconds < 0 ? Math.floor(far / size) : Math.ceil(far / size);
  const words = `${count} ${unit}${count === 1 || unit !== 'day' ? '' : 's'}`;
  return seconds < 0 ? `${words} ago` : `in ${words}`;
}

const STEPS: [bound: number, size: number, unit: string][] = [
  [60, 1, 's'],
  [3_600, 60, 'min'],
  [86_400, 3_600, 'h'],
  [30 * 86_400, 86_400, 'day'],
];

/** `412 ms`, `3.2 s`, `4 min 10 s`, `2 h 5 min`, `3 days`. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1_000).toFixed(ms < 9_950 ? 1 : 0)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 3_600) return joined(seconds, 60, 'min', 's');
  if (seconds < 86_400) return joined(Math.round(seconds / 60), 60, 'h', 'min');
  const days = Math.round(seconds / 86_400);
  return `${days} day${days === 1 ? '' : 's'}`;
}

function joined(total: number, size: number, large: string, small: string): string {
  const rest = total % size;
  return `${Math.floor(total / size)} ${large}${rest ? ` ${rest} ${small}` : ''}`;
}

/** The start of a bucket, as its axis shows it. */
export function formatBucket(start: string, interval: 'hour' | 'day', zone: string): string {
  const options = {
    day: 'numeric',
    month: 'short',
    ...(interval === 'hour' && SHORT_CLOCK),
  } as const;
  return formatter(options, zone).format(new Date(start));
}

/** The day of a moment. */
export function dayOf(at: number, zone: string): string {
  return new Date(at + offsetAt(at, zone)).toISOString().slice(0, 10);
}

/** `dayPlus('2026-10-25', -1)` is `2026-10-24`. */
export function dayPlus(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The first moment of a day. */
export function startOfDay(day: string, zone: string): string {
  return new Date(instantOf(Date.parse(day), zone)).toISOString();
}

/** The value of a `datetime-local` field, which knows no zone, and back. */
export function toLocalField(at: string, zone: string): string {
  const moment = Date.parse(at);
  if (Number.isNaN(moment)) return '';
  return new Date(moment + offsetAt(moment, zone)).toISOString().slice(0, 16);
}

export function fromLocalField(text: string, zone: string): string | undefined {
  const wall = text === '' ? Number.NaN : Date.parse(`${text}Z`);
  return Number.isNaN(wall) ? undefined : new Date(instantOf(wall, zone)).toISOString();
}

const MONTHS = 13;

/** The last months, the current one first: their names, and words for them. */
export function monthsBefore(now: number, zone: string): { value: string; label: string }[] {
  let first = `${dayOf(now, zone).slice(0, 7)}-01`;
  return Array.from({ length: MONTHS }, () => {
    const value = first.slice(0, 7);
    first = `${dayPlus(first, -1).slice(0, 7)}-01`;
    return { value, label: formatMonth(value) };
  });
}

const DAY_MS = 86_400_000;

/**
 * When clocks of the zone first show what clocks in UTC show at `wall`. If they leave it out, because they go forward over
 * it, as if they had not.
 */
function instantOf(wall: number, zone: string): number {
  const before = offsetAt(wall - DAY_MS, zone);
  const after = offsetAt(wall + DAY_MS, zone);
  const shown = [before, after].map((offset) => wall - offset);
  const exact = shown.filter((at) => at + offsetAt(at, zone) === wall);
  return exact.length > 0 ? Math.min(...exact) : wall - before;
}

/** The milliseconds by which clocks of the zone are ahead of UTC. */
function offsetAt(at: number, zone: string): number {
  const parts = formatter(WALL, zone).formatToParts(at);
  const { year, month, day, hour, minute, second } = Object.fromEntries(
    parts.map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1_000) * 1_000;
}

const WALL = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  hourCycle: 'h23',
} as const;
