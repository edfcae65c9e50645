/** Durations and moments as people write them: `90s`, `30m`, `24h`, `7d`, and `2027-01-31` or an ISO time. */
import { InvalidArgumentError } from '@commander-js/extra-typings';

const UNITS_MS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

export function parseDuration(text: string): number {
  const [, digits, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const unitMs = UNITS_MS[unit ?? ''];
  if (unitMs === undefined) throw new InvalidArgumentError('Write 90s, 30m, 24h or 7d.');
  return Number(digits) * unitMs;
}

/** A day means its first instant, in UTC. */
export function parseMoment(text: string): Date {
  const moment = new Date(text);
  if (
    !/^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(text) ||
    Number.isNaN(moment.getTime())
  ) {
    throw new InvalidArgumentError('Write a day, 2027-01-31, or a time, 2027-01-31T12:00:00Z.');
  }
  return moment;
}

export function parseCount(text: string): number {
  const count = Number(text);
  if (!/^\d{1,15}$/.test(text) || count < 1) {
    throw new InvalidArgumentError('Write a positive integer.');
  }
  return count;
}
