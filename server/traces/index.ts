/** What happened, as traces: the spans of runs, derived when they are read, and the spans that programs send. */
export { createIngest, type Ingest } from './ingest.ts';
export {
  deleteSpansOfEndUser,
  type EndUserReferences,
  eraseScoresOfEndUser,
  KEPT_OF_OBSERVABILITY,
  removeSpansBefore,
  selectScoresOfEndUser,
  selectSpansOfEndUser,
  selectTracesOfEndUser,
} from './kept-store.ts';
export type { Group, Totals, TraceFilter } from './lists.ts';
export { createTraceReading, type TraceReading, type TraceView, type TreeSpan } from './reading.ts';
export { SPAN_LIMITS, type SpanStore } from './span.ts';
export type { SpanDetailView, SpanView } from './span-view.ts';
export { createSpanStore, keepSpanDays } from './store.ts';
