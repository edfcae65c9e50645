/** Converts a program's span to its stored row, and back: null members are left out. */
import type { Columns } from '../../platform/db/encryption/index.ts';
import { invariant } from '../../platform/lib/errors.ts';
import type {
  Attributes,
  ClientSpan,
  ClientSpanDetail,
  ClientSpanSummary,
  SpanEvent,
  SpanKind,
  SpanStatus,
} from './span.ts';

export interface Row {
  trace: string;
  span: Buffer | null;
  parent_span: Buffer | null;
  started_at: Date;
  duration: number;
  name: string;
  kind: SpanKind;
  status: SpanStatus;
  status_message: string | null;
  service: string | null;
  operation: string | null;
  model: string | null;
  tool: string | null;
  input_tokens: number | null;
  output_tokens: number | null;
  cached_tokens: number | null;
  reasoning_tokens: number | null;
  reported_cost: string | null;
  session_id: string | null;
  end_user_id: string | null;
  truncated: boolean;
  /** In lists. */
  position?: string;
  /** For one span only. */
  attributes?: string;
  events?: string | null;
  input?: string | null;
  output?: string | null;
}

interface WithContent {
  trace: string;
  /** Null in a row without a span. */
  span: Buffer | string | null;
  status_message?: string | null | undefined;
  attributes?: string | undefined;
  events?: string | null | undefined;
  input?: string | null | undefined;
  output?: string | null | undefined;
}

/** The columns with content, as encrypted: each text is bound to its span. */
export const spanContent = (workspace: string): Columns<WithContent> => ({
  table: 'client_span',
  columns: ['status_message', 'attributes', 'events', 'input', 'output'],
  at: ({ trace, span }) => {
    const spanId = typeof span === 'string' ? span.replace('\\x', '') : span?.toString('hex');
    return { workspace, key: `${trace.replaceAll('-', '')}\0${spanId}` };
  },
});

/** In the form that `save_spans` accepts. */
export function rowOf(span: ClientSpan): WithContent & Record<string, unknown> {
  return {
    trace: span.traceId,
    span: `\\x${span.spanId}`,
    parent_span: span.parentSpanId === undefined ? undefined : `\\x${span.parentSpanId}`,
    started_at: momentOf(span.startedAtNanos),
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

/** PostgreSQL stores microseconds. */
function momentOf(nanos: bigint): string {
  const ms = new Date(Number(nanos / 1_000_000n)).toISOString().slice(0, -1);
  return `${ms}${((nanos / 1_000n) % 1_000n).toString().padStart(3, '0')}Z`;
}

export function summaryOf(row: Row): ClientSpanSummary {
  return withoutNulls({
    traceId: row.trace.replaceAll('-', ''),
    spanId: row.span!.toString('hex'),
    parentSpanId: row.parent_span?.toString('hex') ?? null,
    ...{ name: row.name, kind: row.kind, status: row.status, statusMessage: row.status_message },
    startedAt: row.started_at,
    durationNanos: BigInt(row.duration),
    ...{ service: row.service, operation: row.operation, model: row.model, tool: row.tool },
    ...{ inputTokens: row.input_tokens, outputTokens: row.output_tokens },
    ...{ cachedInputTokens: row.cached_tokens, reasoningTokens: row.reasoning_tokens },
    reportedCost: row.reported_cost,
    ...{ sessionId: row.session_id, endUserId: row.end_user_id, truncated: row.truncated },
  }) as unknown as ClientSpanSummary;
}

export function listedOf(row: Row): ClientSpanSummary & { position: string } {
  return { ...summaryOf(row), position: row.position! };
}

export function detailOf(row: Row): ClientSpanDetail {
  const { attributes = '{}', events, input, output } = row;
  return {
    ...summaryOf(row),
    attributes: JSON.parse(attributes) as Attributes,
    events: events ? (JSON.parse(events) as SpanEvent[]) : [],
    ...(typeof input === 'string' && { input }),
    ...(typeof output === 'string' && { output }),
  };
}

function withoutNulls(facts: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null));
}

/** The time, the span and the trace of a position in the list; all null before the first page. */
export function positionOf(position: string | undefined): unknown[] {
  if (position === undefined) return [null, null, null];
  const [micros, span, trace] = position.split('.');
  invariant(micros && span && trace, 'a position was given by a list');
  const at = new Date(Number(BigInt(micros) / 1_000n)).toISOString().slice(0, -1);
  const rest = (BigInt(micros) % 1_000n).toString().padStart(3, '0');
  return [`${at}${rest}Z`, Buffer.from(span, 'hex'), trace];
}
