/** Observability, from its parts: where spans of programs are stored, how traces are read, and how spans arrive. */
import type { Config } from '../config.ts';
import { createConcurrencyLimit } from '../kernel/concurrency-limit.ts';
import type { Cursors } from '../kernel/cursor.ts';
import { createIngest, createTraceReading, SPAN_LIMITS } from '../observability/index.ts';
import type { ObservabilityOptions } from '../resources/observability/routes.ts';
import type { RunKernel } from '../runs/index.ts';
import type { Spans } from './spans.ts';

/** Partitions are made days in advance, so a missed turn does no harm. */
const KEEP_SPAN_DAYS_EVERY_MS = 3_600_000;
/** Reads of traces by one workspace in this process. */
const READS_AT_ONCE = 2;
const READS_WAITING = 30;

export function composeObservability(
  { observability: { maxSpansPerDay, retentionDays }, unit }: Config,
  { spans: { store }, runs, cursors }: { spans: Spans; runs: RunKernel; cursors: Cursors },
): ObservabilityOptions {
  const limit = createConcurrencyLimit({ atOnce: READS_AT_ONCE, mayWait: READS_WAITING });
  const maxAgeDays = Math.min(SPAN_LIMITS.maxAgeDays, retentionDays);
  return {
    reading: createTraceReading({ runs: runs.spans, store }, limit),
    ingest: createIngest(store, { maxAgeDays }),
    ...{ cursors, unit },
    limits: { maxSpansPerDay, retentionDays, maxAgeDays },
  };
}

/** What a worker repeats. */
export function spanDaysChore(spans: Spans) {
  return { name: 'keep-span-days', everyMs: KEEP_SPAN_DAYS_EVERY_MS, run: () => spans.keepDays() };
}
