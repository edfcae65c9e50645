/**
 * What a tool run may cost at most, and what it costs. Integers over exact decimals: the hold limits the charge,
 * because the charged time and units never exceed those of the hold.
 */
import { amountOf, withFee } from '../platform/lib/money.ts';
import type { ToolPricing } from './catalog.ts';

/** The terms at creation, saved with the run: later prices and definitions do not change them. */
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

/** Base plus fee, in units; undefined if it exceeds the largest amount. */
export function holdOf(
  { pricing, timeoutMs }: Pick<Terms, 'pricing' | 'timeoutMs'>,
  rates: { feeBasisPoints: number; scale: number },
): number | undefined {
  const most = { durationMs: timeoutMs, units: pricing.perUnit?.max ?? 0 };
  return withFee(chargeOf(pricing, most, rates.scale), rates.feeBasisPoints);
}

/** The price-list amount of what was used; undefined if the usage is not known. */
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

/** Charges for every second that has begun. */
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
