/** What happened, as traces: the spans of runs, derived when they are read, and the spans that programs send. */
export * from './end-user-store.ts';
export { KEPT_OF_OBSERVABILITY } from './kept-content-store.ts';
export type { Group, Totals } from './reading/groups.ts';
export { createTraceReading, type TraceReading, type TraceView } from './reading/reading.ts';
export type { SpanDetailView, SpanView } from './reading/span-view.ts';
export type { TraceFilter } from './reading/streams.ts';
export type { TreeSpan } from './reading/tree.ts';
export { createIngest, type Ingest, type Rejected } from './spans/ingest.ts';
export { SPAN_LIMITS } from './spans/limits.ts';
export type { SpanStore } from './spans/port.ts';
export { removeSpansBefore } from './spans/removal-store.ts';
export { createSpanStore, keepSpanDays } from './spans/store.ts';
