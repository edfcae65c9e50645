/**
 * What a job may cost at most, and what it costs. Integers over exact decimals: the hold limits the charge, because the
 * charged time never exceeds the time-out.
 */
import Big from 'big.js';
import type { ComputePricing } from '../../engines/environments.ts';
import { amountOf, feeOf } from '../../kernel/money.ts';

/** The terms at creation, saved with the job: later prices do not change them. */
export interface Terms {
  pricing: ComputePricing;
  timeoutMs: number;
  cpuMillis: number;
  memoryMb: number;
}

/** Converts a price per processor and second to one per thousandth of a processor and millisecond. */
const PER_MILLI_AND_MS = '0.000001';
/** Converts a price per gibibyte and second to one per mebibyte and millisecond. */
const PER_MIB_AND_MS = '0.0000009765625';

/** Base plus fee, in units; undefined if it exceeds the largest amount. */
export function holdOf(
  terms: Terms,
  rates: { feeBasisPoints: number; scale: number },
): number | undefined {
  const base = listAmountOf(terms, terms.timeoutMs, rates.scale);
  if (base === undefined) return undefined;
  const amount = base + feeOf(base, rates.feeBasisPoints);
  return Number.isSafeInteger(amount) ? amount : undefined;
}

/**
 * The price of the reserved resources, for the time that the job took: to the millisecond, and never above the
 * time-out.
 */
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
