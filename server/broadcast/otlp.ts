/**
 * The spans of runs as one OTLP body, in an encoding that the destination accepts. Ids are hexadecimal, and 64-bit
 * numbers text, as in OTLP's JSON. Content is the text of one attribute, within a bound.
 */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { JsonValue } from '../platform/lib/json.ts';
import { decimalOf } from '../platform/lib/money.ts';
import type { RunSpan, RunSpans, SpanContent } from '../runs/index.ts';
import { encodeRequest } from '../traces/protobuf.ts';
import type { Attributes, SpanKind, SpanStatus } from '../traces/span.ts';
import { viewOfRun } from '../traces/span-view.ts';

export const ENCODINGS = ['protobuf', 'json'] as const;
export type Encoding = (typeof ENCODINGS)[number];
export const COMPRESSIONS = ['gzip', 'none'] as const;
export type Compression = (typeof COMPRESSIONS)[number];

interface Wire {
  encoding: Encoding;
  compression: Compression;
}

export interface Body {
  headers: Record<string, string>;
  body: Buffer;
}

/** The name of this service at destinations. */
const SERVICE_NAME = 'model-run-api';
const MEDIA_TYPES: Record<Encoding, string> = {
  json: 'application/json',
  protobuf: 'application/x-protobuf',
};

export async function bodyOf(
  workspaceId: string,
  spans: readonly OtlpSpan[],
  { encoding, compression }: Wire,
): Promise<Body> {
  const request = {
    resourceSpans: [
      {
        resource: {
          attributes: keyValues({
            'service.name': SERVICE_NAME,
            'model_run_api.workspace.id': workspaceId,
          }),
        },
        scopeSpans: [{ scope: { name: SERVICE_NAME }, spans }],
      },
    ],
  };
  const plain = encoding === 'json' ? Buffer.from(JSON.stringify(request)) : encodeRequest(request);
  const isCompressed = compression === 'gzip';
  return {
    headers: {
      'content-type': MEDIA_TYPES[encoding],
      'user-agent': `${SERVICE_NAME} broadcast`,
      ...(isCompressed && { 'content-encoding': 'gzip' }),
    },
    body: isCompressed ? await compress(plain) : plain,
  };
}

const compress = promisify(gzip) as (plain: Buffer) => Promise<Buffer>;

type AnyValue =
  | { stringValue: string }
  | { boolValue: boolean }
  | { intValue: string }
  | { doubleValue: number }
  | { arrayValue: { values: AnyValue[] } };

interface KeyValue {
  key: string;
  value: AnyValue;
}

export interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: KeyValue[];
  status: { code: number; message?: string };
}

/** Kinds and statuses by their numbers in OTLP. */
const KINDS: Record<SpanKind, number> = {
  internal: 1,
  server: 2,
  client: 3,
  producer: 4,
  consumer: 5,
};
const STATUSES: Record<SpanStatus, number> = { unset: 0, ok: 1, error: 2 };
/** The limit of each attribute with content. */
const MAX_CONTENT_CHARS = 131_072;
const CONTENT_TRUNCATED = 'model_run_api.content.truncated';

/** Without content, it contains nothing that callers, models or tools have said, not even the message of an error. */
export function spanOfRun(
  span: RunSpan,
  tellerOf: RunSpans['tellerOf'],
  content?: SpanContent,
): OtlpSpan {
  const { run, kind } = span;
  const view = viewOfRun(span, tellerOf);
  const started = run.createdAt.getTime();
  const ended = Math.max(started, (run.finishedAt ?? run.createdAt).getTime());
  return {
    ...{ traceId: view.traceId, spanId: view.spanId },
    ...(view.parentSpanId !== undefined && { parentSpanId: view.parentSpanId }),
    ...{ name: view.name, kind: KINDS[view.kind] },
    ...{ startTimeUnixNano: nanosOf(started), endTimeUnixNano: nanosOf(ended) },
    attributes: [
      ...keyValues(view.attributes),
      ...identityOf(span),
      ...(content ? contentValues(content, tellerOf(kind)) : []),
    ],
    status: {
      code: STATUSES[view.status],
      ...(content && view.statusMessage !== undefined && { message: view.statusMessage }),
    },
  };
}

/** The ids of the run, and the charge: exactly, and as a number under the name by which others read a cost. */
function identityOf({ run, kind }: RunSpan): KeyValue[] {
  const known = keyValues({ 'model_run_api.run.id': run.id, 'model_run_api.run.kind': kind });
  if (run.chargedAmount === undefined) return known;
  const charged = decimalOf(run.chargedAmount, run);
  return [
    ...known,
    ...keyValues({ 'model_run_api.charged': charged, 'model_run_api.currency': run.currency }),
    { key: 'gen_ai.usage.cost', value: { doubleValue: Number(charged) } },
  ];
}

function contentValues(
  content: SpanContent,
  { contentOf }: ReturnType<RunSpans['tellerOf']>,
): KeyValue[] {
  let isTruncated = content.isCut === true;
  const values = Object.entries(contentOf?.(content) ?? {}).map(([key, value]) => {
    const bounded = boundedText(value, MAX_CONTENT_CHARS);
    if (bounded.isTruncated) isTruncated = true;
    return { key, value: { stringValue: bounded.text } };
  });
  return isTruncated ? [...values, ...keyValues({ [CONTENT_TRUNCATED]: true })] : values;
}

export function keyValues(attributes: Attributes): KeyValue[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: anyValueOf(value) }));
}

function anyValueOf(value: JsonValue): AnyValue {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  }
  if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValueOf) } };
  return { stringValue: JSON.stringify(value) };
}

function nanosOf(ms: number): string {
  return String(BigInt(ms) * 1_000_000n);
}

interface BoundedText {
  text: string;
  isTruncated: boolean;
}

/** Marks where the rest of a text is missing. */
const CUT = '…';
const SHORTEST = 100;

/** JSON text stays JSON text: its strings are shortened, all to the same length. Empty if that is not enough. */
function boundedText(value: JsonValue, mostChars: number): BoundedText {
  if (typeof value === 'string') {
    const text = cutTo(value, mostChars);
    return { text, isTruncated: text !== value };
  }
  const whole = JSON.stringify(value).toWellFormed();
  if (whole.length <= mostChars) return { text: whole, isTruncated: false };
  for (let longest = mostChars / 2; longest >= SHORTEST; longest /= 4) {
    const text = JSON.stringify(shortened(value, Math.floor(longest))).toWellFormed();
    if (text.length <= mostChars) return { text, isTruncated: true };
  }
  return { text: '', isTruncated: true };
}

function shortened(value: JsonValue, longest: number): JsonValue {
  if (typeof value === 'string') return cutTo(value, longest);
  if (Array.isArray(value)) return value.map((item) => shortened(item, longest));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, held]) => [name, shortened(held, longest)]);
  return Object.fromEntries(members) as JsonValue;
}

function cutTo(text: string, longest: number): string {
  const whole = text.toWellFormed();
  return whole.length > longest ? `${whole.slice(0, longest - 1).toWellFormed()}${CUT}` : whole;
}
