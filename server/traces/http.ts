/** Observability over HTTP: translates requests to reads of traces and back, and passes bodies of spans on. */

import type {
  EndUser,
  Session,
  Span,
  SpanSummary,
  SpanTotals,
  Trace,
  TraceSummary,
} from '../../openapi/generated/developer.ts';
import type { Handlers } from '../platform/http/index.ts';
import type { Cursors } from '../platform/lib/cursor.ts';
import { toDate } from '../platform/lib/moment.ts';
import type { Unit } from '../platform/lib/money.ts';
import { NOT_FOUND, Problem } from '../platform/lib/problem.ts';
import {
  type Group,
  type Ingest,
  SPAN_LIMITS,
  type SpanDetailView,
  type SpanView,
  type Totals,
  type TraceFilter,
  type TraceReading,
  type TraceView,
} from './index.ts';

type ObservabilityHandlers = Pick<
  Handlers,
  | 'getObservabilityLimits'
  | 'listTraces'
  | 'getTrace'
  | 'getSpan'
  | 'listSpans'
  | 'listSessions'
  | 'listEndUsers'
  | 'createSpans'
>;

export interface ObservabilityOptions {
  reading: TraceReading;
  ingest: Ingest;
  cursors: Cursors;
  unit: Unit;
  limitsOf(workspace: string): {
    maxSpansPerDay: number;
    retentionDays: number;
    maxAgeDays: number;
  };
  /** Throws the refusal of more spans. */
  assertMaySend(workspace: string): void;
}

/** As the contracts have it. */
export interface GivenFilter extends Omit<TraceFilter, 'startedAfter' | 'startedBefore'> {
  startedAfter?: string;
  startedBefore?: string;
}

interface PageInput {
  principal: { workspace: string };
  query: GivenFilter & { limit?: number; cursor?: string };
}

export function createObservabilityHandlers(options: ObservabilityOptions): ObservabilityHandlers {
  const { reading, ingest, unit, limitsOf } = options;
  const groups = groupPages(options);
  return {
    getObservabilityLimits: ({ principal: { workspace } }) => ({
      status: 200,
      body: { ...SPAN_LIMITS, ...limitsOf(workspace) },
    }),

    listTraces: (input) => groups(input, 'listTraces', 'trace', toTraceSummary),
    listSessions: (input) => groups(input, 'listSessions', 'session', toSession),
    listEndUsers: (input) => groups(input, 'listEndUsers', 'endUser', toEndUser),

    async listSpans(input) {
      const { list, query } = pageOf(options, input, 'listSpans');
      const { spans, next } = await reading.listSpans(query);
      const data = spans.map(toSpanSummary);
      return { status: 200, body: { data, nextCursor: cursorOf(options, list, next) } };
    },

    async getTrace({ principal: { workspace }, params: { traceId } }) {
      const trace = await reading.getTrace(workspace, traceId);
      if (!trace) throw new Problem('not_found', NOT_FOUND);
      return { status: 200, body: toTrace(trace, unit) };
    },

    async getSpan({ principal: { workspace }, params: { traceId, spanId } }) {
      const span = await reading.getSpan(workspace, traceId, spanId);
      if (!span) throw new Problem('not_found', NOT_FOUND);
      return { status: 200, body: toSpan(span) };
    },

    async createSpans({ principal: { workspace }, rawBody, signal }) {
      options.assertMaySend(workspace);
      const { bytes, mediaType } = rawBody!;
      const isProtobuf = mediaType !== 'application/json';
      const rejected = await ingest.take(workspace, { bytes, isProtobuf }, signal);
      if (isProtobuf) return { status: 200, bytes: await ingest.binaryAnswer(rejected) };
      if (!rejected) return { status: 200, body: {} };
      const { rejectedSpans, errorMessage } = rejected;
      const partialSuccess = { rejectedSpans: String(rejectedSpans), errorMessage };
      return { status: 200, body: { partialSuccess } };
    },
  };
}

function groupPages(options: ObservabilityOptions) {
  return async <Body>(
    input: PageInput,
    operation: string,
    by: 'trace' | 'session' | 'endUser',
    present: (group: Group, unit: Unit) => Body,
  ) => {
    const { list, query } = pageOf(options, input, operation);
    const { groups, next } = await options.reading.list(by, query);
    const data = groups.map((group) => present(group, options.unit));
    const nextCursor = cursorOf(options, list, next);
    return { status: 200 as const, body: { data, nextCursor } };
  };
}

function pageOf(
  { cursors }: ObservabilityOptions,
  { principal: { workspace }, query: { limit = 20, cursor, ...filters } }: PageInput,
  operation: string,
) {
  const list = { operation, workspace, filters: { ...filters } };
  const filter = toFilter(filters);
  const before = cursor === undefined ? undefined : cursors.take(list, cursor);
  return { list, query: { workspace, filter, before, limit } };
}

/** Throws the refusal of a time that is none. */
export function toFilter({ startedAfter, startedBefore, ...same }: GivenFilter): TraceFilter {
  return {
    ...same,
    ...(startedAfter !== undefined && { startedAfter: toDate('startedAfter', startedAfter) }),
    ...(startedBefore !== undefined && { startedBefore: toDate('startedBefore', startedBefore) }),
  };
}

function cursorOf(
  { cursors }: ObservabilityOptions,
  list: Parameters<Cursors['give']>[0],
  next: string | null,
): string | null {
  return next === null ? null : cursors.give(list, next);
}

function toSpanSummary(span: SpanView): SpanSummary {
  const { startedAt, finishedAt, facts, run, traceId, spanId, parentSpanId, source } = span;
  const { operation, model, tool, sessionId, endUserId, reportedCost } = facts;
  const usage = toUsage(facts);
  return known<SpanSummary>({
    ...{ traceId, spanId, parentSpanId, source },
    ...{ name: span.name, kind: span.kind, status: span.status },
    statusMessage: span.statusMessage,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString(),
    durationMs: span.durationMs,
    ...{ operation, model, tool, usage, sessionId, endUserId },
    run: run && toRun(run),
    service: span.service,
    reportedCost: source === 'client' ? reportedCost : undefined,
    truncated: span.truncated,
  });
}

export function toSpan(span: SpanDetailView): Span {
  const { attributes, events, facts } = span;
  return known<Span>({
    ...toSpanSummary(span),
    attributes,
    ...{ input: facts.input, output: facts.output },
    events: events.length === 0 ? undefined : events,
  });
}

function toUsage({
  inputTokens,
  outputTokens,
  cachedInputTokens,
  reasoningTokens,
}: SpanView['facts']): SpanSummary['usage'] {
  const usage = known({ inputTokens, outputTokens, cachedInputTokens, reasoningTokens });
  return Object.keys(usage).length === 0 ? undefined : usage;
}

function toRun(run: NonNullable<SpanView['run']>): SpanSummary['run'] {
  const { id, state, currency, scale, reservedAmount, chargedAmount, feeAmount } = run;
  return known<NonNullable<SpanSummary['run']>>({
    ...{ id, state, currency, scale, reservedAmount, chargedAmount, feeAmount },
  });
}

export function toTrace(
  { key, startedAt, totals, spans, isPartial }: TraceView,
  unit: Unit,
): Trace {
  return {
    traceId: key,
    startedAt: startedAt.toISOString(),
    totals: toTotals(totals, unit),
    spans: spans.map((span) => ({ ...toSpanSummary(span), depth: span.depth })),
    ...(isPartial && { isPartial }),
  };
}

export function toTraceSummary(group: Group, unit: Unit): TraceSummary {
  const { key, name, sessionId, endUserId } = group;
  return known<TraceSummary>({
    ...{ traceId: key, name, sessionId, endUserId },
    ...toSpread(group, unit),
  });
}

export function toSession(group: Group, unit: Unit): Session {
  const { key, endUserId } = group;
  return known<Session>({ sessionId: key, endUserId, ...toSpread(group, unit) });
}

function toEndUser(group: Group, unit: Unit): EndUser {
  return { endUserId: group.key, ...toSpread(group, unit) };
}

function toSpread(group: Group, unit: Unit) {
  const { startedAt, lastStartedAt, finishedAt, totals, isPartial } = group;
  return {
    startedAt: startedAt.toISOString(),
    lastStartedAt: lastStartedAt.toISOString(),
    ...(finishedAt && { lastFinishedAt: finishedAt.toISOString() }),
    totals: toTotals(totals, unit),
    ...(isPartial && { isPartial }),
  };
}

function toTotals(totals: Totals, { currency, scale }: Unit): SpanTotals {
  return { ...totals, currency, scale };
}

/** Leaves out unknown members. */
function known<T extends object>(facts: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as T;
}
