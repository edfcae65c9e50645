/** Points in time as text, and the calendar periods of spending limits. */
import { Problem } from './problem.ts';

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
  throw new Problem('invalid_request', `${name} ${detail}.`, {
    errors: [{ ...location, detail, code: 'format' }],
  });
}

/** Calendar days and months, in UTC. */
export const PERIODS = ['day', 'month'] as const;
export type Period = (typeof PERIODS)[number];

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
