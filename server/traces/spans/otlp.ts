/**
 * The spans of an `ExportTraceServiceRequest`, in either encoding. Counts each unacceptable span with the reason, and
 * reads the others.
 */
import { cut, listOf, memberOf, numberOf, readAttributes } from './attributes.ts';
import { MAX_NAME_CHARS, SPAN_LIMITS } from './limits.ts';
import { factsOf } from './mapping.ts';
import { type ClientSpan, SPAN_KINDS, type SpanEvent, type SpanStatus } from './span.ts';

/** An id in hexadecimal; undefined if it does not have this many bytes. */
export type IdReader = (value: unknown, bytes: number) => string | undefined;

export interface ReadSpans {
  spans: ClientSpan[];
  /** Numbers of rejected spans, by reason. */
  rejected: Map<string, number>;
}

export interface Times {
  /** Earlier spans are too old. */
  earliest: Date;
  /** The clock of later spans is wrong. */
  latest: Date;
}

/** Undefined if there are more spans than a request may have. */
export function readSpans(
  request: Record<string, unknown>,
  readId: IdReader,
  times: Times,
): ReadSpans | undefined {
  const spans: ClientSpan[] = [];
  const rejected = new Map<string, number>();
  let count = 0;
  for (const ofResource of listOf(request.resourceSpans).map(memberOf)) {
    const { attributes } = readAttributes(memberOf(ofResource.resource).attributes);
    const name = attributes['service.name'];
    const service = typeof name === 'string' ? cut(name, MAX_NAME_CHARS) : '';
    for (const ofScope of listOf(ofResource.scopeSpans).map(memberOf)) {
      const scope = textOf(memberOf(ofScope.scope).name);
      for (const given of listOf(ofScope.spans)) {
        count += 1;
        if (count > SPAN_LIMITS.maxSpansPerRequest) return undefined;
        const span = readSpan(memberOf(given), readId, times);
        if (typeof span === 'string') rejected.set(span, (rejected.get(span) ?? 0) + 1);
        else spans.push(withOrigin(span, service, scope));
      }
    }
  }
  return { spans, rejected };
}

function withOrigin(span: ClientSpan, service: string, scope: string): ClientSpan {
  if (service !== '') span.service = service;
  // The form in which exporters of formats without a scope write it.
  if (scope !== '') span.attributes = { 'otel.scope.name': scope, ...span.attributes };
  return span;
}

/** The reason, if the span is not acceptable. */
function readSpan(
  given: Record<string, unknown>,
  readId: IdReader,
  times: Times,
): ClientSpan | string {
  const traceId = readId(given.traceId, 16);
  if (traceId === undefined) return 'traceId must be 32 hexadecimal digits, not all zero';
  const spanId = readId(given.spanId, 8);
  if (spanId === undefined) return 'spanId must be 16 hexadecimal digits, not all zero';
  const startedAtNanos = nanosOf(given.startTimeUnixNano);
  if (startedAtNanos === undefined) return 'startTimeUnixNano must be a time';
  const startedAt = Number(startedAtNanos / 1_000_000n);
  if (startedAt < times.earliest.getTime()) return 'the span started too long ago';
  if (startedAt > times.latest.getTime()) return 'the span starts in the future';
  const parentSpanId = readId(given.parentSpanId, 8);
  const endedAtNanos = nanosOf(given.endTimeUnixNano) ?? startedAtNanos;
  const { attributes, truncated } = readAttributes(given.attributes);
  const { facts, rest } = factsOf(attributes);
  const { events, areAll } = readEvents(given.events);
  const status = memberOf(given.status);
  const statusMessage = textOf(status.message, 4_096);
  const left = numberOf(given.droppedAttributesCount) > 0;
  return {
    ...{ traceId, spanId, ...(parentSpanId !== undefined && { parentSpanId }) },
    name: textOf(given.name),
    kind: SPAN_KINDS[numberOf(given.kind) - 1] ?? 'internal',
    status: STATUSES[numberOf(status.code)] ?? 'unset',
    ...(statusMessage !== '' && { statusMessage }),
    startedAtNanos,
    durationNanos: durationOf(startedAtNanos, endedAtNanos),
    ...facts,
    ...{ attributes: rest, events, truncated: truncated || left || !areAll },
  };
}

/** Clocks may go back, and a duration above a hundred days counts as a hundred days. */
function durationOf(start: bigint, end: bigint): bigint {
  const nanos = end > start ? end - start : 0n;
  return nanos > MAX_DURATION ? MAX_DURATION : nanos;
}

const MAX_DURATION = BigInt(Number.MAX_SAFE_INTEGER);

/** Kinds by their numbers. */
const STATUSES: readonly SpanStatus[] = ['unset', 'ok', 'error'];

function readEvents(value: unknown): { events: SpanEvent[]; areAll: boolean } {
  const given = listOf(value);
  let areAll = given.length <= SPAN_LIMITS.maxEventsPerSpan;
  const events = given.slice(0, SPAN_LIMITS.maxEventsPerSpan).map((entry): SpanEvent => {
    const { name, timeUnixNano, attributes: list } = memberOf(entry);
    const { attributes, truncated } = readAttributes(list, MAX_EVENT_CHARS);
    if (truncated) areAll = false;
    return {
      name: textOf(name),
      at: isoOf(nanosOf(timeUnixNano) ?? 0n),
      ...(Object.keys(attributes).length > 0 && { attributes }),
    };
  });
  return { events, areAll };
}

/** For the attributes of an event. */
const MAX_EVENT_CHARS = 4_096;
/** The range of a 64-bit integer in the database. */
const MAX_NANOS = 2n ** 63n;

function isoOf(nanos: bigint): string {
  return new Date(Number(nanos / 1_000_000n)).toISOString();
}

/** A 64-bit count of nanoseconds, which is text in JSON. */
function nanosOf(value: unknown): bigint | undefined {
  const text = typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : value;
  if (typeof text !== 'bigint' && !(typeof text === 'string' && /^\d{1,20}$/.test(text))) {
    return undefined;
  }
  const nanos = BigInt(text);
  return nanos > 0n && nanos < MAX_NANOS ? nanos : undefined;
}

function textOf(value: unknown, chars = MAX_NAME_CHARS): string {
  return typeof value === 'string' ? cut(value, chars) : '';
}
