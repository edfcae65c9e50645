/**
 * Takes an OTLP body: decodes it within its bounds, and saves its spans. A successful answer means that the spans are
 * saved.
 */
import { isUtf8 } from 'node:buffer';
import { type Fault, Problem } from '../../kernel/problem.ts';
import { spareTime } from '../../kernel/spare-time.ts';
import { surveyJson } from '../../kernel/survey-json.ts';
import { MAX_JSON_VALUES, MAX_MESSAGES, SPAN_LIMITS } from './limits.ts';
import { type IdReader, type ReadSpans, readSpans, type Times } from './otlp.ts';
import type { SpanStore } from './port.ts';

/** The rejected spans: their number, and why. */
export interface Rejected {
  rejectedSpans: number;
  errorMessage: string;
}

export interface Ingest {
  /** Undefined if all spans were accepted. Throws the Problem of a body that cannot be read, or of a quota, or the signal's reason. */
  take(workspace: string, body: OtlpBody, signal: AbortSignal): Promise<Rejected | undefined>;
  /** The answer in binary form. */
  binaryAnswer(rejected: Rejected | undefined): Promise<Buffer>;
}

export interface OtlpBody {
  bytes: Buffer;
  isProtobuf: boolean;
}

/** Of a body, whose spans are saved together. */
const PIECE_BYTES = 262_144;
const DAY_MS = 86_400_000;
/** Nesting levels of a message around the levels of its values. */
const MAX_DEPTH = 200;

export function createIngest(store: SpanStore, { maxAgeDays }: { maxAgeDays: number }): Ingest {
  return {
    async take(workspace, body, signal) {
      const pieces = Math.ceil(body.bytes.length / PIECE_BYTES);
      if (pieces > 1) await spareTime(workspace, signal);
      const { request, readId } = await requestOf(body);
      if (request.resourceSpans !== undefined && !Array.isArray(request.resourceSpans)) {
        throw invalid({ pointer: '#/resourceSpans', detail: 'must be a list', code: 'type' });
      }
      const read = readSpans(request, readId, timesAt(Date.now(), maxAgeDays));
      if (!read) throw tooManySpans();
      await save(store, workspace, read, { pieces, signal });
      return rejectedOf(read);
    },
    async binaryAnswer(rejected) {
      const { encodeResponse } = await import('./protobuf.ts');
      return encodeResponse(rejected ? { partialSuccess: rejected } : {});
    },
  };
}

/**
 * Saves the spans in about as many pieces, so that a large body does not occupy the process. If the quota of the day
 * ends within the body, the rest is rejected.
 */
async function save(
  store: SpanStore,
  workspace: string,
  { spans, rejected }: ReadSpans,
  { pieces, signal }: { pieces: number; signal: AbortSignal },
): Promise<void> {
  const size = Math.ceil(spans.length / pieces);
  for (let at = 0; at < spans.length; at += size) {
    if (at > 0) await spareTime(workspace, signal);
    try {
      await store.save(workspace, spans.slice(at, at + size));
    } catch (error) {
      if (at === 0 || !isQuotaOfDay(error)) throw error;
      rejected.set('the quota of the day is used up', spans.length - at);
      return;
    }
  }
}

function isQuotaOfDay(error: unknown): boolean {
  return error instanceof Problem && error.code === 'ingest_quota_exceeded';
}

/** Whole days: their partitions exist. */
function timesAt(now: number, maxAgeDays: number): Times {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  return {
    earliest: new Date(today - maxAgeDays * DAY_MS),
    latest: new Date(now + DAY_MS),
  };
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

function rejectedOf({ rejected }: ReadSpans): Rejected | undefined {
  if (rejected.size === 0) return undefined;
  const parts = [...rejected].map(
    ([reason, count]) => `${count} ${count === 1 ? 'span' : 'spans'}: ${reason}.`,
  );
  const rejectedSpans = [...rejected.values()].reduce((sum, count) => sum + count, 0);
  return { rejectedSpans, errorMessage: parts.join(' ') };
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
