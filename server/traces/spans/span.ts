/** A span that a program sent, as stored: facts that the conventions name are members, and all else is an attribute. */
import type { JsonValue } from '../../platform/lib/json.ts';

export type Attributes = Record<string, JsonValue>;

export const SPAN_KINDS = ['internal', 'server', 'client', 'producer', 'consumer'] as const;
export type SpanKind = (typeof SPAN_KINDS)[number];
export const SPAN_STATUSES = ['unset', 'ok', 'error'] as const;
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
