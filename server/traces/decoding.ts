/**
 * Reads the spans of an OTLP body, in either encoding and within its bounds: counts each unacceptable span with the
 * reason, and reads the others. Decoding a large body takes tens of milliseconds of processor time, so a thread, which
 * loads this file, does it: meanwhile this process answers others.
 */
import { isUtf8 } from 'node:buffer';
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { deserialize, serialize } from 'node:v8';
import { Tinypool } from 'tinypool';
import { surveyJson } from '../platform/lib/json.ts';
import { type Fault, Problem } from '../platform/lib/problem.ts';
import { cut, factsOf, listOf, memberOf, numberOf, readAttributes } from './attributes.ts';
import {
  type ClientSpan,
  type IdReader,
  MAX_JSON_VALUES,
  MAX_MESSAGES,
  MAX_NAME_CHARS,
  SPAN_KINDS,
  SPAN_LIMITS,
  type SpanEvent,
  type SpanStatus,
} from './span.ts';

export interface OtlpBody {
  bytes: Buffer;
  isProtobuf: boolean;
}

export interface DecodedBody {
  /** Each returns spans that are saved together; a call decodes them. */
  pieces: (() => ClientSpan[])[];
  spans: number;
  rejected: ReadSpans['rejected'];
}

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

/** What passes between this process and the thread. */
interface Order {
  body: { bytes: Uint8Array; isProtobuf: boolean };
  times: Times;
}
type Answer =
  | { pieces: Uint8Array[]; spans: number; rejected: ReadSpans['rejected'] }
  | { refused: Pick<Problem, 'code' | 'detail' | 'options'> };

/** Of a body, for the spans that are saved together. A thread decodes larger bodies. */
export const PIECE_BYTES = 131_072;
/** A thread takes 30 MB of memory, and a tenth of a second to start. */
const IDLE_MS = 60_000;
/** Nesting levels of a message around the levels of its values. */
const MAX_DEPTH = 200;
/** The niceness of the thread. Only on Linux does each thread have its own. */
const NICENESS = 10;

/** For the attributes of an event. */
const MAX_EVENT_CHARS = 4_096;
/** The range of a 64-bit integer in the database. */
const MAX_NANOS = 2n ** 63n;

const MAX_DURATION = BigInt(Number.MAX_SAFE_INTEGER);

/** Kinds by their numbers. */
const STATUSES: readonly SpanStatus[] = ['unset', 'ok', 'error'];

let threads: Tinypool | undefined;
let isNice = false;

/** Throws the Problem of a body that cannot be read. */
export async function decode(body: OtlpBody, times: Times): Promise<DecodedBody> {
  if (body.bytes.length <= PIECE_BYTES) {
    const { spans, rejected } = await decodeHere(body, times);
    return { pieces: [() => spans], spans: spans.length, rejected };
  }
  threads ??= new Tinypool({
    ...{ filename: import.meta.url, minThreads: 0, maxThreads: 1, idleTimeout: IDLE_MS },
  });
  const order: Order = { body, times };
  const answer = (await threads.run(order, { name: decodeInThread.name })) as Answer;
  if ('refused' in answer) {
    const { code, detail, options } = answer.refused;
    throw new Problem(code, detail, options);
  }
  const { pieces, ...counts } = answer;
  return { ...counts, pieces: pieces.map((piece) => () => deserialize(piece) as ClientSpan[]) };
}

/** What the thread executes. A Problem does not pass as such between threads. */
export async function decodeInThread({ body, times }: Order): Promise<unknown> {
  if (!isNice && process.platform === 'linux') {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), NICENESS);
  }
  isNice = true;
  const { buffer, byteOffset, byteLength } = body.bytes;
  const bytes = Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
  try {
    const { spans, rejected } = await decodeHere({ ...body, bytes }, times);
    const size = Math.ceil(spans.length / Math.ceil(byteLength / PIECE_BYTES));
    const pieces: Uint8Array[] = [];
    for (let at = 0; at < spans.length; at += size) {
      pieces.push(serialize(spans.slice(at, at + size)));
    }
    return { pieces, spans: spans.length, rejected } satisfies Answer;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { code, detail, options } = error;
    return { refused: { code, detail, options } } satisfies Answer;
  }
}

async function decodeHere(body: OtlpBody, times: Times): Promise<ReadSpans> {
  const { request, readId } = await requestOf(body);
  if (request.resourceSpans !== undefined && !Array.isArray(request.resourceSpans)) {
    throw invalid({ pointer: '#/resourceSpans', detail: 'must be a list', code: 'type' });
  }
  const read = readSpans(request, readId, times);
  if (!read) throw tooManySpans();
  return read;
}

async function requestOf({
  bytes,
  isProtobuf,
}: OtlpBody): Promise<{ request: Record<string, unknown>; readId: IdReader }> {
  if (!isProtobuf) return { request: parseJson(bytes), readId: readHexId };
  // The first body of its kind loads it.
  const { decodeRequest, excessOf, readBinaryId } = await import('./protobuf.ts');
  try {
    const excess = excessOf(bytes);
    if (excess === 'spans') throw tooManySpans();
    if (excess === 'messages')
      throw tooMany(`${MAX_MESSAGES} messages, spans and attributes among them`);
    return { request: decodeRequest(bytes), readId: readBinaryId };
  } catch (error) {
    if (error instanceof Problem || !(error instanceof Error)) throw error;
    const detail = 'is not an ExportTraceServiceRequest in the binary form';
    throw invalid({ pointer: '#', detail, code: 'format' });
  }
}

function parseJson(bytes: Buffer): Record<string, unknown> {
  if (!isUtf8(bytes)) throw new Problem('malformed_json', 'The body is not UTF-8.');
  const text = bytes.toString('utf8');
  const { depth, values } = surveyJson(text);
  if (depth > MAX_DEPTH) {
    const detail = `is nested deeper than ${MAX_DEPTH} levels`;
    throw invalid({ pointer: '#', detail, code: 'depth' });
  }
  if (values > MAX_JSON_VALUES) throw tooMany(`${MAX_JSON_VALUES} values`);
  let request: unknown;
  try {
    request = JSON.parse(text);
  } catch {
    throw new Problem('malformed_json', 'The body is not valid JSON.');
  }
  if (typeof request !== 'object' || request === null || Array.isArray(request)) {
    throw invalid({ pointer: '#', detail: 'must be an object', code: 'type' });
  }
  return request as Record<string, unknown>;
}

/** OTLP/JSON has ids in hexadecimal, in upper or lower case. */
const readHexId: IdReader = (value, bytes) => {
  if (typeof value !== 'string' || value.length !== 2 * bytes) return undefined;
  const id = value.toLowerCase();
  return /^[0-9a-f]+$/.test(id) && !/^0+$/.test(id) ? id : undefined;
};

/** Undefined if there are more spans than a request may have. */
function readSpans(
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

function tooManySpans(): Problem {
  const detail = `The body has more than ${SPAN_LIMITS.maxSpansPerRequest} spans.`;
  return new Problem('too_many_spans', detail);
}

function tooMany(what: string): Problem {
  return invalid({ pointer: '#', detail: `has more than ${what}`, code: 'max_items' });
}

function invalid(fault: Fault): Problem {
  const location = fault.pointer === '#' ? 'The body' : fault.pointer;
  return new Problem('invalid_request', `${location} ${fault.detail}.`, { errors: [fault] });
}
