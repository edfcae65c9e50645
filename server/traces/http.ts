/** Observability over HTTP: translates requests to reads of traces and back, and passes bodies of spans on. */
import type { Handlers } from '../platform/http/index.ts';
import type { Cursors } from '../platform/lib/cursor.ts';
import { toDate } from '../platform/lib/moment.ts';
import type { Unit } from '../platform/lib/money.ts';
import { NOT_FOUND, Problem } from '../platform/lib/problem.ts';
import {
  type Group,
  type Ingest,
  SPAN_LIMITS,
  type TraceFilter,
  type TraceReading,
} from './index.ts';
import { toEndUser, toSession, toSpan, toSpanSummary, toTrace, toTraceSummary } from './present.ts';

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
