/**
 * Decodes an OTLP body within its bounds. Decoding a large one takes tens of milliseconds of processor time, so a thread
 * does it: meanwhile this process answers others.
 */
import { isUtf8 } from 'node:buffer';
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { deserialize, serialize } from 'node:v8';
import { Tinypool } from 'tinypool';
import { surveyJson } from '../../platform/lib/json.ts';
import { type Fault, Problem } from '../../platform/lib/problem.ts';
import { MAX_JSON_VALUES, MAX_MESSAGES, SPAN_LIMITS } from './limits.ts';
import { type IdReader, type ReadSpans, readSpans, type Times } from './otlp.ts';
import type { ClientSpan } from './span.ts';

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
    const detail = 'is no ExportTraceServiceRequest in the binary form';
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
