/** Observability, from its parts: where spans of programs are stored, how traces are read, and how spans arrive. */
import type { Config } from '../platform/config/index.ts';
import { createConcurrencyLimit } from '../platform/lib/shares.ts';
import type { ObservabilityOptions } from '../traces/http.ts';
import { createIngest, createTraceReading, SPAN_LIMITS } from '../traces/index.ts';
import type { Parts } from './parts.ts';
import type { Spans } from './spans.ts';

/** Partitions are made days in advance, so a missed turn does no harm. */
const KEEP_SPAN_DAYS_EVERY_MS = 3_600_000;
/** Reads of traces by one workspace in this process. */
const READS_AT_ONCE = 2;
const READS_WAITING = 30;

export function composeObservability(
  { observability: { retentionDays }, unit }: Config,
  { spans, runs, cursors, quotas }: Pick<Parts, 'spans' | 'runs' | 'cursors' | 'quotas'>,
): ObservabilityOptions {
  const limit = createConcurrencyLimit({ atOnce: READS_AT_ONCE, mayWait: READS_WAITING });
  const maxAgeDays = Math.min(SPAN_LIMITS.maxAgeDays, retentionDays);
  return {
    reading: createTraceReading({ runs: runs.spans, store: spans.store }, limit),
    ingest: createIngest(spans.store, { maxAgeDays }),
    ...{ cursors, unit },
    limitsOf: (workspace) => ({
      maxSpansPerDay: quotas.limitOf(workspace, 'spans'),
      ...{ retentionDays, maxAgeDays },
    }),
    assertMaySend(workspace) {
      quotas.assertRoom(workspace, 'stored_spans');
      quotas.assertMaySend(workspace);
    },
  };
}

/** What a worker repeats. */
export function spanDaysChore(spans: Spans) {
  return { name: 'keep-span-days', everyMs: KEEP_SPAN_DAYS_EVERY_MS, run: () => spans.keepDays() };
}
