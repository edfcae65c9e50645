/** Observability, of its parts: where spans of programs are kept, how traces are read, and what comes in. */
import type { Config } from '../config.ts';
import type { Db } from '../db/pool.ts';
import { createConcurrencyLimit } from '../kernel/concurrency-limit.ts';
import type { Cursors } from '../kernel/cursor.ts';
import {
  createIngest,
  createSpanStore,
  createTraceReading,
  keepSpanDays,
  SPAN_LIMITS,
} from '../observability/index.ts';
import type { ObservabilityOptions } from '../resources/observability/routes.ts';
import type { RunKernel } from '../runs/index.ts';

/** Partitions are made days ahead, so a missed turn costs nothing. */
const KEEP_SPAN_DAYS_EVERY_MS = 3_600_000;
/** Of traces, by one workspace in this process. */
const READS_AT_ONCE = 2;
const READS_WAITING = 30;

export function composeObservability(
  { observability: { maxSpansPerDay, retentionDays }, unit }: Config,
  {
    db,
    traceReads = db,
    runs,
    cursors,
  }: { db: Db; traceReads?: Db; runs: RunKernel; cursors: Cursors },
): ObservabilityOptions {
  const store = createSpanStore({ db, reads: traceReads, maxSpansPerDay, retentionDays });
  const limit = createConcurrencyLimit({ atOnce: READS_AT_ONCE, mayWait: READS_WAITING });
  const maxAgeDays = Math.min(SPAN_LIMITS.maxAgeDays, retentionDays);
  return {
    reading: createTraceReading({ runs: runs.spans, store }, limit),
    ingest: createIngest(store, { maxAgeDays }),
    ...{ cursors, unit },
    limits: { maxSpansPerDay, retentionDays, maxAgeDays },
  };
}

/** What a worker does now and then. */
export function spanDaysChore({ observability: { retentionDays } }: Config, db: Db) {
  return { everyMs: KEEP_SPAN_DAYS_EVERY_MS, run: () => keepSpanDays(db, retentionDays) };
}
