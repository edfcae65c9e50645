/**
 * Arguments as people write them: durations (`90s`, `30m`, `24h`, `7d`), moments (`2027-01-31` or an ISO time), counts,
 * and amounts (`25.00`) and prices; amounts become the integer units that the service counts in. Exact, or refused.
 */
import { InvalidArgumentError } from '@commander-js/extra-typings';
import Big from 'big.js';
import {
  type Decimal,
  formatMoney,
  MAX_AMOUNT,
  parseDecimal,
  type Unit,
} from '../platform/lib/money.ts';
import { Problem } from '../platform/lib/problem.ts';

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

/** What removes a value. */
export const NONE = 'none';

export function parseCount(text: string): number {
  const count = Number(text);
  if (!/^\d{1,15}$/.test(text) || count < 1) {
    throw new InvalidArgumentError('Write a positive integer.');
  }
  return count;
}

const PLAIN = /^\d{1,16}(\.\d{1,30})?$/;

/** `least` is 0 for what may be nothing, such as a budget. */
export function parseMoney(text: string, { currency, scale }: Unit, least: 0 | 1 = 1): number {
  if (!PLAIN.test(text)) {
    throw new Problem(
      'invalid_request',
      `${text} is not an amount: write ${currency} as in 25 or 25.00.`,
    );
  }
  const units = new Big(text).times(new Big(10).pow(scale));
  if (!units.eq(units.round(0, Big.roundDown))) {
    throw new Problem('invalid_request', `${text} has more than ${scale} decimals.`);
  }
  if (units.lt(least) || units.gt(MAX_AMOUNT)) {
    const most = formatMoney(MAX_AMOUNT, { currency, scale });
    const bounds = least === 0 ? `at most ${most}` : `above 0 and at most ${most}`;
    throw new Problem('invalid_request', `${text} is not ${bounds}.`);
  }
  return Number(units.toFixed());
}

/** The argument of an option that is a price. */
export function parsePrice(text: string): Decimal {
  const price = parseDecimal(text);
  if (price !== undefined) return price;
  throw new InvalidArgumentError('Write US dollars, such as 0.00002.');
}
