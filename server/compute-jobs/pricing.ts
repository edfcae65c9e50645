/**
 * What a job may cost at most, and what it costs. Integers over exact decimals: the hold limits the charge, because the
 * charged time never exceeds the time-out.
 */
import Big from 'big.js';
import type { JsonValue } from '../platform/lib/json.ts';
import { amountOf, withFee } from '../platform/lib/money.ts';
import type { JobEnding } from './engines/engine.ts';
import type { BilledTime, ComputePricing } from './engines/environments.ts';
import type { ComputeAnswer, ComputeReport } from './provider.ts';

/** The terms at creation, saved with the job: later prices do not change them. */
export interface Terms {
  pricing: ComputePricing;
  timeoutMs: number;
  cpuMillis: number;
  memoryMb: number;
  /** Absent if processors are billed by the wall clock. */
  billedTime?: 'processor';
}

/** In milliseconds. */
export interface UsedTime {
  billableMs: number;
  /** Absent if nobody measured it. */
  cpuMs?: number;
}

/** Converts a price per processor and second to one per thousandth of a processor and millisecond. */
const PER_MILLI_AND_MS = '0.000001';
/** Converts a price per gibibyte and second to one per mebibyte and millisecond. */
const PER_MIB_AND_MS = '0.0000009765625';

/** Processors cost at least their price by the wall clock divided by this, even if the code does not use them. */
const IDLE_DIVISOR = 10;

/** Base plus fee, in units; undefined if it exceeds the largest amount. */
export function holdOf(
  terms: Terms,
  rates: { feeBasisPoints: number; scale: number },
): number | undefined {
  const used = { billableMs: terms.timeoutMs, cpuMs: mostCpuMs(terms) };
  return withFee(listAmountOf(terms, used, rates.scale), rates.feeBasisPoints);
}

/** The most processor time that a job can use before its time-out. */
function mostCpuMs({ timeoutMs, cpuMillis }: Pick<Terms, 'timeoutMs' | 'cpuMillis'>): number {
  return Math.ceil((timeoutMs * cpuMillis) / 1_000);
}

/**
 * The price of the reserved memory, and of the processors that were reserved or used, for the time that the job took: to
 * the millisecond, and never above the time-out. A job that sleeps keeps its processors from others, so idle ones have a
 * price as well.
 */
export function listAmountOf(
  terms: Terms,
  { billableMs, cpuMs = 0 }: UsedTime,
  scale: number,
): number | undefined {
  const { pricing, timeoutMs, cpuMillis, memoryMb } = terms;
  const ms = Math.min(billableMs, timeoutMs);
  const reserved = cpuMillis * ms;
  const cpu =
    terms.billedTime === 'processor'
      ? Math.max(Math.min(cpuMs * 1_000, timeoutMs * cpuMillis), Math.ceil(reserved / IDLE_DIVISOR))
      : reserved;
  return amountOf(
    [
      { price: pricing.perJob, count: 1 },
      { price: times(pricing.perCpuSecond, PER_MILLI_AND_MS), count: cpu },
      { price: times(pricing.perGibSecond, PER_MIB_AND_MS), count: memoryMb * ms },
    ],
    scale,
  );
}

/** Rounded up beyond the precision of an amount. */
function times(price: string, factor: string): string {
  return new Big(price).times(factor).round(24, Big.roundUp).toFixed();
}

/* What the service keeps of a job's end. */

export interface ComputeJobFacts {
  usage?: UsedTime & { maxMemoryBytes?: number; billedTime?: BilledTime };
  result?: JobEnding['result'];
  exitCode?: number;
  signal?: string;
  /** RFC 3339, by the clock of the engine. */
  startedAt?: string;
  endedAt?: string;
  logs?: JobEnding['logs'];
  artifacts?: readonly JobEnding['artifacts'][number][];
  missingOutputs?: readonly string[];
}

export function factsOf(
  report: ComputeAnswer | ComputeReport,
  terms: Pick<Terms, 'timeoutMs' | 'cpuMillis' | 'billedTime'>,
): ComputeJobFacts {
  if (!('ending' in report)) return {};
  const { billedTime = 'wall' } = terms;
  const { startedAt, endedAt, billableMs, cpuMs, maxMemoryBytes, ...rest } = report.ending;
  return {
    ...rest,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt.toISOString(),
    usage: {
      // The answer shows the durations that are charged, whatever a clock says.
      billableMs: Math.min(terms.timeoutMs, Math.max(0, billableMs)),
      ...(cpuMs !== undefined && {
        cpuMs: Math.max(0, billedTime === 'processor' ? Math.min(cpuMs, mostCpuMs(terms)) : cpuMs),
      }),
      billedTime,
      ...(maxMemoryBytes !== undefined && { maxMemoryBytes }),
    },
  };
}

/** Everything is a fact: there is no other answer. */
export function storedAnswerOf(): JsonValue {
  return {};
}
