/**
 * A span that a program sent: what the service accepts and keeps of one, what it is in the code and in its stored row,
 * and the port to the store of spans. Facts that the conventions name are members, and all else is an attribute.
 */
import type { Columns } from '../platform/db/encryption/index.ts';
import { invariant } from '../platform/lib/errors.ts';
import type { JsonValue } from '../platform/lib/json.ts';
import type { SpanGroup } from '../runs/index.ts';

/** Which spans of programs the service accepts, and how much it keeps of each. */
export const SPAN_LIMITS = {
  /** For a body, compressed or not. */
  maxBodyBytes: 4_194_304,
  maxSpansPerRequest: 10_000,
  maxAttributesPerSpan: 128,
  maxAttributeChars: 16_384,
  maxEventsPerSpan: 32,
  /** The maximum age of a span's start at its arrival, in days. */
  maxAgeDays: 7,
  /** Maximum number of spans in an answer to reading a trace. */
  maxTraceSpans: 1_000,
} as const;

/** For all attributes of a span together, as JSON, and for its events. */
export const MAX_ATTRIBUTES_CHARS = 65_536;
/** For names, models, sessions and everything else that can be searched. */
export const MAX_NAME_CHARS = 256;
/** For arrays and objects in an attribute. */
export const MAX_VALUE_DEPTH = 16;
/** For a body, at all levels, before it is decoded: resources, scopes, spans, events, attributes and values. */
export const MAX_MESSAGES = 400_000;
/** For a JSON body: more than a full body of spans has. */
export const MAX_JSON_VALUES = 500_000;

export type Attributes = Record<string, JsonValue>;

export const SPAN_KINDS = ['internal', 'server', 'client', 'producer', 'consumer'] as const;
export type SpanKind = (typeof SPAN_KINDS)[number];
const SPAN_STATUSES = ['unset', 'ok', 'error'] as const;
export type SpanStatus = (typeof SPAN_STATUSES)[number];

/** The facts in the attributes of a span, of a run or of a program. */
export interface SpanFacts {
  operation?: string;
  model?: string;
  tool?: string;
  inputTokens?: number;
  outputTokens?: number;
  cachedInputTokens?: number;
  reasoningTokens?: number;
  /** A decimal, as the program reported it. */
  reportedCost?: string;
  sessionId?: string;
  endUserId?: string;
  input?: string;
  output?: string;
}

export interface SpanEvent {
  name: string;
  at: string;
  attributes?: Attributes;
}

export interface ClientSpan extends SpanFacts {
  /** 32 and 16 hexadecimal digits. */
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: SpanKind;
  status: SpanStatus;
  statusMessage?: string;
  service?: string;
  /** Nanoseconds since 1970. */
  startedAtNanos: bigint;
  durationNanos: bigint;
  attributes: Attributes;
  events: SpanEvent[];
  truncated: boolean;
}

/** In lists: without attributes, events, input and output. */
export type ClientSpanSummary = Omit<
  ClientSpan,
  'attributes' | 'events' | 'input' | 'output' | 'startedAtNanos'
> & { startedAt: Date };
export type ClientSpanDetail = ClientSpanSummary &
  Pick<ClientSpan, 'attributes' | 'events' | 'input' | 'output'>;

/** An id in hexadecimal; undefined if it does not have this many bytes. */
export type IdReader = (value: unknown, bytes: number) => string | undefined;

export interface ClientSpanFilter {
  traceId?: string;
  operation?: string;
  model?: string;
  tool?: string;
  sessionId?: string;
  endUserId?: string;
  status?: SpanStatus;
  startedAfter?: Date;
  startedBefore?: Date;
}

export interface ClientSpanQuery {
  filter: ClientSpanFilter;
  /** The `next` of the previous page. */
  before?: string | undefined;
  limit: number;
}

/** A span with its position in the list: `next` of a page that ends with it. */
export type ListedSpan = ClientSpanSummary & { position: string };

/** The key of a group as answers have it: a trace is a UUID where it is stored. */
export function plainKey(by: SpanGroup, key: string): string {
  return by === 'trace' ? key.replaceAll('-', '') : key;
}

export interface ClientSpanSums {
  /** 32 hexadecimal digits for a trace, otherwise the name. */
  key: string;
  spans: number;
  errors: number;
  /** Decimal; null if no span reported one. */
  reportedCost: string | null;
  firstAt: Date;
  lastAt: Date;
  /** The end of the last one. */
  endsAt: Date;
  firstName: string;
  sessionId: string | null;
  endUserId: string | null;
  /** There are more spans than those in the sums. */
  isPartial: boolean;
}

export interface SpanStore {
  /**
   * Resolves with the number of new ones, once all of them are durable: existing ones stay as they are. All or none;
   * throws the Problem of a used-up quota.
   */
  save(workspace: string, spans: readonly ClientSpan[]): Promise<number>;
  /** Newest first. `next` is null at the end. */
  list(
    workspace: string,
    query: ClientSpanQuery,
  ): Promise<{ spans: ListedSpan[]; next: string | null }>;
  /** The earliest spans of a trace. */
  ofTrace(workspace: string, traceId: string, atMost: number): Promise<ClientSpanSummary[]>;
  get(workspace: string, traceId: string, spanId: string): Promise<ClientSpanDetail | undefined>;
  /** The sums over the newest `atMost` spans of each key. */
  sums(
    by: SpanGroup,
    workspace: string,
    keys: readonly string[],
    atMost: number,
  ): Promise<ClientSpanSums[]>;
  /** Keys that have a matching span at or above this position. */
  keysFrom(
    by: SpanGroup,
    query: {
      workspace: string;
      keys: readonly string[];
      from: string;
      filter: ClientSpanFilter;
    },
  ): Promise<string[]>;
}

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
    ...columnsOf(span),
  };
}

/** The columns that are the same in every store. Absent members are undefined. */
export function columnsOf(span: ClientSpan) {
  return {
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
