/**
 * What a job may cost at most, and what it costs. Integers over exact decimals: the hold is a bound of the charge, because
 * the time that is charged never goes beyond the time-out.
 */
import Big from 'big.js';
import type { ComputePricing } from '../../engines/environments.ts';
import { amountOf, feeOf } from '../../kernel/money.ts';

/** What was agreed on at creation, kept with the job: later prices change nothing for it. */
export interface Terms {
  pricing: ComputePricing;
  timeoutMs: number;
  cpuMillis: number;
  memoryMb: number;
}

/** Of a price for a whole processor and second: that of a thousandth of it for a millisecond. */
const PER_MILLI_AND_MS = '0.000001';
/** Of a price for a gibibyte and second: that of a mebibyte for a millisecond. */
const PER_MIB_AND_MS = '0.0000009765625';

/** Base plus fee, in units; undefined when it is more than money can count. */
export function holdOf(
  terms: Terms,
  rates: { feeBasisPoints: number; scale: number },
): number | undefined {
  const base = listAmountOf(terms, terms.timeoutMs, rates.scale);
  if (base === undefined) return undefined;
  const amount = base + feeOf(base, rates.feeBasisPoints);
  return Number.isSafeInteger(amount) ? amount : undefined;
}

/** The price of what was reserved, for the time that the job took: to the millisecond, and never above the time-out. */
export function listAmountOf(
  { pricing, timeoutMs, cpuMillis, memoryMb }: Terms,
  billableMs: number,
  scale: number,
): number | undefined {
  const ms = Math.min(billableMs, timeoutMs);
  return amountOf(
    [
      { price: pricing.perJob, count: 1 },
      { price: times(pricing.perCpuSecond, PER_MILLI_AND_MS), count: cpuMillis * ms },
      { price: times(pricing.perGibSecond, PER_MIB_AND_MS), count: memoryMb * ms },
    ],
    scale,
  );
}

/** Rounded up beyond the precision of an amount. */
function times(price: string, factor: string): string {
  return new Big(price).times(factor).round(24, Big.roundUp).toFixed();
}
