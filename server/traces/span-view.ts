/** A span as readers see it, from a run or a program. */
import type { JsonValue } from '../platform/lib/json.ts';
import type { Run, RunSpan, RunSpans } from '../runs/index.ts';
import { cut, factsOf } from './attributes.ts';
import {
  type Attributes,
  type ClientSpan,
  type ClientSpanDetail,
  type ClientSpanSummary,
  MAX_NAME_CHARS,
  type SpanEvent,
  type SpanFacts,
  type SpanKind,
  type SpanStatus,
} from './span.ts';

export interface SpanView {
  source: 'run' | 'client';
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: SpanKind;
  status: SpanStatus;
  statusMessage?: string;
  startedAt: Date;
  finishedAt?: Date;
  durationMs?: number;
  facts: SpanFacts;
  /** Of the span of a run. */
  run?: Run;
  service?: string;
  truncated?: boolean;
}

export interface SpanDetailView extends SpanView {
  attributes: Attributes;
  events: SpanEvent[];
}

const NANOS_PER_MS = 1_000_000n;

/** The same names as in spans of programs, so that one mapping table reads both. */
export function viewOfRun(span: RunSpan, tellerOf: RunSpans['tellerOf']): SpanDetailView {
  const { run, kind } = span;
  const teller = tellerOf(kind);
  const attributes = withoutUnknown({
    'gen_ai.operation.name': teller.operation,
    [teller.subject]: run.subject,
    'gen_ai.provider.name': run.provider,
    ...teller.attributesOf(run),
    'gen_ai.conversation.id': run.attribution?.sessionId,
    'user.id': run.attribution?.endUserId,
    'gen_ai.prompt.name': run.attribution?.promptId,
    'gen_ai.prompt.version': run.attribution?.promptVersion,
    'error.type': run.error?.code,
  });
  return {
    source: 'run',
    ...{ traceId: run.traceId, spanId: span.spanId },
    ...(span.parentSpanId !== undefined && { parentSpanId: span.parentSpanId }),
    name: nameOfRun(teller, run.subject),
    ...{ kind: 'client', status: statusOf(run) },
    ...(run.error && { statusMessage: run.error.message }),
    startedAt: run.createdAt,
    ...(run.finishedAt && {
      finishedAt: run.finishedAt,
      durationMs: Math.max(0, run.finishedAt.getTime() - run.createdAt.getTime()),
    }),
    facts: factsOf(attributes).facts,
    ...{ run, attributes, events: [] },
  };
}

export function nameOfRun({ operation }: { operation: string }, subject: string): string {
  return cut(`${operation} ${subject}`, MAX_NAME_CHARS);
}

function statusOf({ state }: Run): SpanStatus {
  if (state === 'completed') return 'ok';
  return state === 'failed' ? 'error' : 'unset';
}

export function viewOfClient(span: ClientSpanSummary): SpanView {
  const { traceId, spanId, parentSpanId, name, kind, status, statusMessage, ...rest } = span;
  const { startedAt, durationNanos, service, truncated, ...facts } = rest;
  const durationMs = Number(durationNanos / NANOS_PER_MS);
  return {
    source: 'client',
    ...{ traceId, spanId, ...(parentSpanId !== undefined && { parentSpanId }) },
    ...{ name, kind, status, ...(statusMessage !== undefined && { statusMessage }) },
    ...{ startedAt, finishedAt: new Date(startedAt.getTime() + durationMs), durationMs },
    facts,
    ...(service !== undefined && { service }),
    ...(truncated && { truncated }),
  };
}

export function viewOfClientDetail({
  attributes,
  events,
  ...span
}: ClientSpanDetail): SpanDetailView {
  return { ...viewOfClient(span as ClientSpan & ClientSpanSummary), attributes, events };
}

function withoutUnknown(said: Record<string, JsonValue | undefined>): Attributes {
  return Object.fromEntries(
    Object.entries(said).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined),
  );
}
