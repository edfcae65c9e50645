/** The span of a run in OTLP form. Ids are hexadecimal, and 64-bit numbers text, as in OTLP's JSON. */
import type { JsonValue } from '../platform/lib/json.ts';
import { decimalOf } from '../platform/lib/money.ts';
import type { RunSpan, RunSpans, SpanContent } from '../runs/index.ts';
import type { Attributes, SpanKind, SpanStatus } from '../traces/span.ts';
import { viewOfRun } from '../traces/span-view.ts';
import { boundedText } from './bounded-text.ts';

export type AnyValue =
  | { stringValue: string }
  | { boolValue: boolean }
  | { intValue: string }
  | { doubleValue: number }
  | { arrayValue: { values: AnyValue[] } };

export interface KeyValue {
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
export const MAX_CONTENT_CHARS = 131_072;
export const CONTENT_TRUNCATED = 'model_run_api.content.truncated';

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
