/**
 * Converts a span to its row in ClickHouse, and back. 64-bit numbers are text there, because JavaScript cannot
 * represent them.
 */
import { invariant } from '../platform/lib/errors.ts';
import { traceUuidOf } from '../runs/index.ts';
import {
  type ClientSpan,
  type ClientSpanDetail,
  type ClientSpanSummary,
  type Row as Stored,
  detailOf as storedDetailOf,
  summaryOf as storedSummaryOf,
} from '../traces/span.ts';

export type Row = Omit<
  Stored,
  'span' | 'parent_span' | 'started_at' | 'duration' | keyof typeof TOKENS | 'position'
> & { micros: string; span: string; parent_span: string | null; duration: string } & Record<
    keyof typeof TOKENS,
    string | null
  >;

const TOKENS = { input_tokens: 0, output_tokens: 0, cached_tokens: 0, reasoning_tokens: 0 };

/** The identity of a span, and its position in a list. */
export type Key = Pick<Row, 'micros' | 'span' | 'trace'>;

/** The form for an insert: absent members are null. */
export function rowOf(workspace: string, span: ClientSpan): object {
  return {
    ...{ workspace, started_at: momentOf(span.startedAtNanos / 1_000n) },
    ...{ span: numberOf(span.spanId), trace: traceUuidOf(span.traceId) },
    parent_span: span.parentSpanId === undefined ? undefined : numberOf(span.parentSpanId),
    duration: String(span.durationNanos),
    ...{ name: span.name, kind: span.kind, status: span.status, service: span.service },
    ...{ status_message: span.statusMessage, operation: span.operation },
    ...{ model: span.model, tool: span.tool, input_tokens: span.inputTokens },
    ...{ output_tokens: span.outputTokens, cached_tokens: span.cachedInputTokens },
    ...{ reasoning_tokens: span.reasoningTokens, reported_cost: span.reportedCost },
    ...{ session_id: span.sessionId, end_user_id: span.endUserId },
    ...{ input: span.input, output: span.output, attributes: JSON.stringify(span.attributes) },
    events: span.events.length === 0 ? undefined : JSON.stringify(span.events),
    truncated: span.truncated,
  };
}

export function keyOf({ traceId, spanId, startedAtNanos }: ClientSpan): Key {
  const micros = String(startedAtNanos / 1_000n);
  return { micros, span: numberOf(spanId), trace: traceUuidOf(traceId)! };
}

export function summaryOf(row: Row): ClientSpanSummary {
  return storedSummaryOf(storedOf(row));
}

export function detailOf(row: Row): ClientSpanDetail {
  return storedDetailOf(storedOf(row));
}

function storedOf({ micros, span, parent_span, duration, ...rest }: Row): Stored {
  return {
    ...rest,
    started_at: dateOf(micros),
    span: bytesOf(span),
    parent_span: parent_span === null ? null : bytesOf(parent_span),
    duration: duration as unknown as number,
    input_tokens: toNumber(rest.input_tokens),
    output_tokens: toNumber(rest.output_tokens),
    cached_tokens: toNumber(rest.cached_tokens),
    reasoning_tokens: toNumber(rest.reasoning_tokens),
  };
}

export function positionOf({ micros, span, trace }: Key): string {
  return `${micros}.${hexOf(span)}.${trace}`;
}

/** Its parts, in the form for a query. */
export function partsOf(position: string): Key {
  const [micros, span, trace] = position.split('.');
  invariant(micros && span && trace, 'a position was given by a list');
  return { micros, span: numberOf(span), trace };
}

export function dateOf(micros: string): Date {
  return new Date(Number(BigInt(micros) / 1_000n));
}

export function toNumber(text: string | null): number | null {
  return text === null ? null : Number(text);
}

export function bytesOf(span: string): Buffer {
  return Buffer.from(hexOf(span), 'hex');
}

/** From 16 hexadecimal digits. */
export function numberOf(hex: string): string {
  return String(BigInt(`0x${hex}`));
}

function hexOf(number: string): string {
  return BigInt(number).toString(16).padStart(16, '0');
}

function momentOf(micros: bigint): string {
  const ms = new Date(Number(micros / 1_000n)).toISOString().slice(0, -1);
  return `${ms}${(micros % 1_000n).toString().padStart(3, '0')}Z`;
}
