/**
 * Money is an integer whose last `scale` digits come after the decimal point, at most 2^53 - 1. Prices and costs are
 * decimals in their shortest form and become amounts by one rounding up, at the end of a sum. The code uses no floats.
 */
import Big from 'big.js';
import { invariant } from './errors.ts';
import { Problem } from './problem.ts';

export const MAX_AMOUNT = Number.MAX_SAFE_INTEGER;

/** The unit of the service: the currency's ISO 4217 code, and the power of ten of one unit. */
export interface Unit {
  currency: string;
  scale: number;
}

/** Of amounts or counts. */
export function sumOf<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0);
}

/** A non-negative decimal as text, such as `0.00000015`. */
export type Decimal = string;

const PLAIN_DECIMAL = /^(0|[1-9]\d{0,14})(\.\d{1,24})?$/;
/** The most common form. */
const SHORTEST_DECIMAL = /^(0|[1-9]\d{0,14})(\.\d{0,23}[1-9])?$/;
const MOST_DECIMALS = 24;
/** Limits the exponent too: a short text can name a number of a billion digits. */
const READABLE = /^\d{1,40}(\.\d{1,40})?(e[+-]?\d{1,2})?$/i;

/**
 * The shortest decimal form of a price or a cost given as text or number, or undefined if it is absent, negative, not
 * finite or absurd. A number is read by its shortest form, never multiplied first.
 */
export function parseDecimal(value: unknown): Decimal | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const given = String(value);
  if (SHORTEST_DECIMAL.test(given)) return given;
  if (!READABLE.test(given)) return undefined;
  const text = new Big(given).toFixed();
  return PLAIN_DECIMAL.test(text) ? text : undefined;
}

/** The sum of decimals times counts as an amount, rounded up once; undefined above MAX_AMOUNT. */
export function amountOf(
  terms: readonly { price: Decimal; count: number }[],
  scale: number,
): number | undefined {
  let sum = 0n;
  for (const { price, count } of terms) {
    invariant(Number.isSafeInteger(count) && count >= 0, 'counts are non-negative integers');
    if (count > 0) sum += smallestPartsOf(price) * BigInt(count);
  }
  const unit = UNITS[scale]!;
  const units = (sum + unit - 1n) / unit;
  return units > MAX_AMOUNT ? undefined : Number(units);
}

/** The largest one; zero if there is none. */
export function largestOf(prices: readonly (Decimal | undefined)[]): Decimal {
  let largest = '0';
  for (const price of prices) {
    if (price !== undefined && smallestPartsOf(price) > smallestPartsOf(largest)) largest = price;
  }
  return largest;
}

/** The shortest form of a price times a power of ten. */
export function timesTenTo(power: number, price: Decimal): Decimal {
  return textOf(smallestPartsOf(price) * 10n ** BigInt(power));
}

/** The price of one, if this is the price of a power of ten of them; undefined if it has too many decimals. */
export function eachOfTenTo(power: number, price: Decimal): Decimal | undefined {
  const all = smallestPartsOf(price);
  const divisor = 10n ** BigInt(power);
  return all % divisor === 0n ? textOf(all / divisor) : undefined;
}

function textOf(parts: bigint): Decimal {
  const digits = String(parts).padStart(MOST_DECIMALS + 1, '0');
  const fraction = digits.slice(-MOST_DECIMALS).replace(/0+$/, '');
  return digits.slice(0, -MOST_DECIMALS) + (fraction === '' ? '' : `.${fraction}`);
}

/** A decimal as a multiple of 10^-24. Remembers some: the prices of a catalog come again with each run. */
function smallestPartsOf(price: Decimal): bigint {
  const known = smallestParts.get(price);
  if (known !== undefined) return known;
  if (smallestParts.size === MOST_REMEMBERED) smallestParts.clear();
  const parts = countSmallestParts(price);
  smallestParts.set(price, parts);
  return parts;
}

const smallestParts = new Map<Decimal, bigint>();
const MOST_REMEMBERED = 1_000;

function countSmallestParts(price: Decimal): bigint {
  const point = price.indexOf('.');
  if (point < 0) return BigInt(price) * ONE;
  return BigInt(price.slice(0, point) + price.slice(point + 1).padEnd(MOST_DECIMALS, '0'));
}

const ONE = 10n ** BigInt(MOST_DECIMALS);
/** The smallest parts of one unit, by its scale. */
const UNITS = Array.from(
  { length: MOST_DECIMALS + 1 },
  (_, scale) => 10n ** BigInt(MOST_DECIMALS - scale),
);

/** fee = ceil(base x feeBasisPoints / 10000) */
export function feeOf(base: number, feeBasisPoints: number): number {
  const product = BigInt(base) * BigInt(feeBasisPoints);
  return Number((product + 9_999n) / 10_000n);
}

/** The base and its fee; undefined if they exceed the largest amount. */
export function withFee(base: number | undefined, feeBasisPoints: number): number | undefined {
  if (base === undefined) return undefined;
  const amount = base + feeOf(base, feeBasisPoints);
  return Number.isSafeInteger(amount) ? amount : undefined;
}

/* Amounts as text for people, `25.00 USD`, exact to the last unit, and refusals with amounts in this form. */

/** With two decimals, or as many as an exact amount needs. */
export function formatMoney(amount: number | bigint, unit: Unit): string {
  const [whole = '0', fraction = ''] = decimalOf(amount, unit).split('.');
  return `${whole}.${fraction.replace(/0+$/, '').padEnd(2, '0')} ${unit.currency}`;
}

/** With all decimals of the scale: `0.000003938`. */
export function decimalOf(amount: number | bigint, { scale }: Pick<Unit, 'scale'>): string {
  return new Big(String(amount)).times(new Big(10).pow(-scale)).toFixed(scale);
}

/** The domain counts in units, people in currency: `25000000000 units` becomes `25.00 USD`. */
export function inMoney(error: unknown, unit: Unit): unknown {
  if (!(error instanceof Problem)) return error;
  const inMoney = (text: string) =>
    text.replaceAll(/\b(\d{1,16}) units\b/g, (_, amount: string) =>
      formatMoney(Number(amount), unit),
    );
  const errors = error.options.errors?.map((fault) => ({
    ...fault,
    detail: inMoney(fault.detail),
  }));
  return new Problem(error.code, inMoney(error.detail), {
    ...error.options,
    ...(errors && { errors }),
    cause: error,
  });
}
