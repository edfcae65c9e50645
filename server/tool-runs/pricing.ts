/**
 * What a tool run may cost at most, and what it costs. Integers over exact decimals: the hold limits the charge,
 * because the charged time and units never exceed those of the hold.
 */

import { toCleanText } from '../platform/lib/hygiene.ts';
import type { SchemaCheck } from '../platform/lib/input-schema.ts';
import { type JsonValue, toPlain } from '../platform/lib/json.ts';
import { amountOf, withFee } from '../platform/lib/money.ts';
import { fromPlainPointer } from '../platform/lib/problem.ts';
import type { Failure } from '../providers/provider.ts';
import type { ToolPricing } from './catalog.ts';
import type { ToolAnswer, ToolReport } from './providers/tool-provider.ts';

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

/* What the service keeps of a tool's answer, and how an answered run fails. */

export interface ToolRunFacts {
  usage?: ToolUsage;
}

/** What is stored of an answer. */
interface ToolOutput {
  content: JsonValue[];
  structured?: JsonValue;
  raw?: string;
  isError?: boolean;
}

export function factsOf(report: ToolAnswer | ToolReport, terms: Terms): ToolRunFacts {
  if (!('durationMs' in report)) return {};
  const units = unitsOf(report, terms);
  return { usage: { durationMs: report.durationMs, ...(units !== undefined && { units }) } };
}

/** The usage that the tool reports, if it is sold by units: a count, at most the units of the hold. */
function unitsOf({ structured }: ToolAnswer, { pricing: { perUnit } }: Terms): number | undefined {
  if (!perUnit) return undefined;
  const reported =
    structured === undefined ? undefined : valueAt(toPlain(structured) as JsonValue, perUnit.at);
  const isCount = typeof reported === 'number' && Number.isSafeInteger(reported) && reported >= 0;
  return isCount ? Math.min(reported, perUnit.max) : undefined;
}

function valueAt(value: JsonValue, pointer: string): JsonValue | undefined {
  return fromPlainPointer(pointer).reduce<JsonValue | undefined>(
    (holder, name) =>
      typeof holder === 'object' && holder !== null && Object.hasOwn(holder, name)
        ? (holder as Record<string, JsonValue>)[name]
        : undefined,
    value,
  );
}

export function storedAnswerOf({ content, structured, raw, isError }: ToolAnswer): JsonValue {
  const output: ToolOutput = {
    content,
    ...(structured !== undefined && { structured }),
    ...(raw !== undefined && { raw }),
    ...(isError && { isError }),
  };
  return output as unknown as JsonValue;
}

/** `output` checks the structured part, if the tool promises its form. */
export function failureOf(
  { structured, isError }: ToolAnswer,
  { errorsAreAnswers }: Terms,
  output: SchemaCheck | undefined,
): Failure | undefined {
  if (isError) return errorsAreAnswers ? undefined : TOOL_ERROR;
  if (!output) return undefined;
  if (structured === undefined) return invalidOutput('It has no structured part.');
  const [fault] = output.faultsOf(toPlain(structured) as JsonValue);
  if (!fault) return undefined;
  // The names in it come from the server and have any length.
  const where = toCleanText(fault.pointer.slice(0, LONGEST_POINTER)) || 'The structured part';
  return invalidOutput(`${where} ${fault.message}.`);
}

const LONGEST_POINTER = 500;

const TOOL_ERROR: Failure = {
  code: 'tool_error',
  message: 'The tool was carried out and says that it failed; its output says why.',
  retryable: false,
};

function invalidOutput(why: string): Failure {
  const message = `The output does not have the form that the tool promises. ${why}`;
  return { code: 'invalid_output', message, retryable: false };
}
