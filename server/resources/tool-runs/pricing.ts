/**
 * What a tool run may cost at most, and what it costs. Integers over exact decimals: the hold is a bound of the charge,
 * because neither the time nor the units that are charged go beyond what was held for.
 */
import { amountOf, feeOf } from '../../kernel/money.ts';
import type { ToolPricing } from '../../tools/index.ts';

/** What was agreed on at creation, kept with the run: later prices and definitions change nothing for it. */
export interface Terms {
  version: string;
  pricing: ToolPricing;
  timeoutMs: number;
  /** A second execution has no further effect. */
  isIdempotent: boolean;
  errorsAreAnswers: boolean;
}

export interface ToolUsage {
  /** Milliseconds from sending to the answer. */
  durationMs?: number;
  units?: number;
}

const MS = 1_000;

/** Base plus fee, in units; undefined when it is more than money can count. */
export function holdOf(
  { pricing, timeoutMs }: Pick<Terms, 'pricing' | 'timeoutMs'>,
  rates: { feeBasisPoints: number; scale: number },
): number | undefined {
  const most = { durationMs: timeoutMs, units: pricing.perUnit?.max ?? 0 };
  const base = chargeOf(pricing, most, rates.scale);
  if (base === undefined) return undefined;
  const amount = base + feeOf(base, rates.feeBasisPoints);
  return Number.isSafeInteger(amount) ? amount : undefined;
}

/** The price-list amount of what was used; undefined if that is not known. */
export function listAmountOf(
  { pricing, timeoutMs }: Pick<Terms, 'pricing' | 'timeoutMs'>,
  usage: ToolUsage | undefined,
  scale: number,
): number | undefined {
  if (usage?.durationMs === undefined) return undefined;
  const durationMs = Math.min(usage.durationMs, timeoutMs);
  const units = Math.min(usage.units ?? 0, pricing.perUnit?.max ?? 0);
  return chargeOf(pricing, { durationMs, units }, scale);
}

/** Time is charged by the second that has begun. */
function chargeOf(
  { perCall, perSecond, perUnit }: ToolPricing,
  { durationMs, units }: Required<ToolUsage>,
  scale: number,
): number | undefined {
  return amountOf(
    [
      { price: perCall, count: 1 },
      { price: perSecond ?? '0', count: Math.ceil(durationMs / MS) },
      { price: perUnit?.price ?? '0', count: units },
    ],
    scale,
  );
}
