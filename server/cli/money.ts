/**
 * Converts amounts as people write them, `25.00`, to and from the integer units that the service counts in. Exact, or
 * refused.
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

export { formatMoney, inMoney } from '../platform/lib/money.ts';

const PLAIN = /^\d{1,16}(\.\d{1,30})?$/;

export function parseMoney(text: string, { currency, scale }: Unit): number {
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
  if (units.lt(1) || units.gt(MAX_AMOUNT)) {
    const most = formatMoney(MAX_AMOUNT, { currency, scale });
    throw new Problem('invalid_request', `${text} is not above 0 and at most ${most}.`);
  }
  return Number(units.toFixed());
}

/** `25.00 USD (25000000000 units of 10^-9)` */
export function formatMoneyAndUnits(amount: number, unit: Unit): string {
  return `${formatMoney(amount, unit)} (${amount} units of 10^-${unit.scale})`;
}

/** The argument of an option that is a price. */
export function parsePrice(text: string): Decimal {
  const price = parseDecimal(text);
  if (price !== undefined) return price;
  throw new InvalidArgumentError('Write US dollars, such as 0.00002.');
}
