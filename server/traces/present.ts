/** Traces, spans, sessions and end users as the contract has them. */
import type {
  EndUser,
  Session,
  Span,
  SpanSummary,
  SpanTotals,
  Trace,
  TraceSummary,
} from '../../openapi/generated/developer.ts';
import type { Unit } from '../platform/lib/money.ts';
import type { Group, SpanDetailView, SpanView, Totals, TraceView } from './index.ts';

export function toSpanSummary(span: SpanView): SpanSummary {
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

export function toEndUser(group: Group, unit: Unit): EndUser {
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
