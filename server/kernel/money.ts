/**
 * Money is an integer count of 10^-scale of a currency, at most 2^53 - 1. Prices and costs are decimals
 * in their shortest form and become amounts by one rounding up, at the end of a sum. No float takes part.
 */
import Big from 'big.js';
import { invariant } from './invariant.ts';

export const MAX_AMOUNT = Number.MAX_SAFE_INTEGER;

/** What the service counts in: the currency's ISO 4217 code, and the power of ten of one unit. */
export interface Unit {
  currency: string;
  scale: number;
}

/** A non-negative decimal as text, such as `0.00000015`. */
export type Decimal = string;

const PLAIN_DECIMAL = /^(0|[1-9]\d{0,14})(\.\d{1,24})?$/;
/** Bounds the exponent too: a short text can name a number of a billion digits. */
const READABLE = /^\d{1,40}(\.\d{1,40})?(e[+-]?\d{1,2})?$/i;

/**
 * The shortest decimal form of a price or a cost that came as text or number, or undefined where it is
 * absent, negative, not finite or absurd. A number is read by its shortest form, never multiplied first.
 */
export function parseDecimal(value: unknown): Decimal | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const given = String(value);
  if (!READABLE.test(given)) return undefined;
  const text = new Big(given).toFixed();
  return PLAIN_DECIMAL.test(text) ? text : undefined;
}

/** The amount of a sum of decimals times counts, rounded up once; undefined above MAX_AMOUNT. */
export function amountOf(
  terms: readonly { price: Decimal; count: number }[],
  scale: number,
): number | undefined {
  let sum = new Big(0);
  for (const { price, count } of terms) {
    invariant(Number.isSafeInteger(count) && count >= 0, 'counts are non-negative integers');
    if (count > 0) sum = sum.plus(new Big(price).times(count));
  }
  const units = sum.times(new Big(10).pow(scale)).round(0, Big.roundUp);
  return units.gt(MAX_AMOUNT) ? undefined : Number(units.toFixed());
}

/** fee = ceil(base x feeBasisPoints / 10000) */
export function feeOf(base: number, feeBasisPoints: number): number {
  const product = BigInt(base) * BigInt(feeBasisPoints);
  return Number((product + 9_999n) / 10_000n);
}
