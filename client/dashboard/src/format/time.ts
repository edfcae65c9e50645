/** Moments and durations for people. Moments come as RFC 3339 text; days and hours are counted in UTC. */
export function formatMoment(at: string, zone?: string): string {
  return formatter({ ...DAY, ...CLOCK }, zone).format(new Date(at));
}

export function formatDay(at: string, zone?: string): string {
  return formatter(DAY, zone).format(new Date(at));
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
function formatter(options: Intl.DateTimeFormatOptions, zone?: string): Intl.DateTimeFormat {
  const all = { ...options, ...(zone !== undefined && { timeZone: zone }) };
  const name = JSON.stringify(all);
  const known = formatters.get(name) ?? new Intl.DateTimeFormat('en-US', all);
  formatters.set(name, known);
  return known;
}

/** `just now`, `4 min ago`, `in 3 days`; for distant moments, the day. */
export function formatDistance(at: string, now: number): string {
  const seconds = Math.round((Date.parse(at) - now) / 1_000);
  const far = Math.abs(seconds);
  if (far < 5) return 'just now';
  const [size, unit] = STEPS.find(([bound]) => far < bound)?.slice(1) ?? [];
  if (typeof size !== 'number' || typeof unit !== 'string') return formatDay(at);
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
export function formatBucket(start: string, interval: 'hour' | 'day'): string {
  const options = {
    day: 'numeric',
    month: 'short',
    ...(interval === 'hour' && SHORT_CLOCK),
  } as const;
  return formatter(options, 'UTC').format(new Date(start));
}

/** Midnight in UTC, `days` before the day of `now`. */
export function daysBefore(now: number, days: number): string {
  const day = new Date(now);
  day.setUTCHours(0, 0, 0, 0);
  day.setUTCDate(day.getUTCDate() - days);
  return day.toISOString();
}

/** The value of a `datetime-local` field, which knows no zone, and back. */
export function toLocalField(at: string): string {
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime())) return '';
  const shifted = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

export function fromLocalField(text: string): string | undefined {
  const moment = new Date(text);
  return text === '' || Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}
