/**
 * Observability, from its parts: where spans of programs are stored (PostgreSQL, or ClickHouse if it is configured), how
 * traces are read, and how spans arrive.
 */

import type { ReadSpans } from '../exports/datasets.ts';
import type { ReportedSpans } from '../metrics/store.ts';
import type { Config } from '../platform/config/index.ts';
import type { Db } from '../platform/db/pool.ts';
import type { Cursors } from '../platform/lib/cursor.ts';
import { createConcurrencyLimit } from '../platform/lib/shares.ts';
import type { Log } from '../platform/telemetry/log.ts';
import type { Quotas } from '../quotas/index.ts';
import type { RunKernel } from '../runs/index.ts';
import type { ObservabilityOptions } from '../traces/http.ts';
import {
  createIngest,
  createSpanStore,
  createTraceReading,
  type EndUserReferences,
  keepSpanDays,
  removeSpansBefore,
  SPAN_LIMITS,
  type SpanStore,
} from '../traces/index.ts';
import { createSpanQuota } from '../traces/quota-store.ts';
import { loadOnDemand } from './on-demand.ts';

/** Reads of traces by one workspace in this process. */
const READS_AT_ONCE = 2;
const READS_WAITING = 30;

interface ObservabilityParts {
  spans: Pick<Spans, 'store'>;
  runs: Pick<RunKernel, 'spans'>;
  cursors: Cursors;
  quotas: Quotas;
}

export function composeObservability(
  { observability: { retentionDays }, unit }: Config,
  { spans, runs, cursors, quotas }: ObservabilityParts,
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

export interface Spans {
  store: SpanStore;
  /** Undefined if both are in PostgreSQL, together with what they belong to. */
  reported: ReportedSpans | undefined;
  exported: ReadSpans | undefined;
  /** Creates room for the days to come, and drops those that are no longer kept. */
  keepDays(): Promise<void>;
  /** Removes what a workspace sent of a time before this moment. Returns whether all of it is gone, or will be. */
  removeBefore(workspace: string, moment: Date, isTimeUp: () => boolean): Promise<boolean>;
  /** The data of an end user outside PostgreSQL, and its removal. */
  ofEndUser(workspace: string, references: EndUserReferences): Promise<Record<string, unknown>[]>;
  removeOfEndUser(workspace: string, references: EndUserReferences): Promise<void>;
  close(): Promise<void>;
}

interface SpanSurroundings {
  db: Db;
  reads?: Db;
  log: Log;
  /** The quotas of a workspace; by default, those of the deployment. */
  limitOf?: Quotas['limitOf'];
}

export async function openSpans(
  { observability, quotas: { defaults } }: Pick<Config, 'observability' | 'quotas'>,
  { db, reads = db, log, limitOf = (_, name) => defaults[name] }: SpanSurroundings,
): Promise<Spans> {
  const { retentionDays, clickHouseUrl: url } = observability;
  const limits = (workspace: string) => ({
    spans: limitOf(workspace, 'spans'),
    bytes: limitOf(workspace, 'span_bytes'),
  });
  if (url === undefined) {
    return {
      store: createSpanStore({ db, reads, limits, retentionDays }),
      ...{ reported: undefined, exported: undefined },
      keepDays: () => keepSpanDays(db, retentionDays),
      removeBefore: (...args) => removeSpansBefore(db, ...args),
      ofEndUser: async () => [],
      removeOfEndUser: async () => {},
      close: async () => {},
    };
  }
  const parts = await loadOnDemand('clickhouse', () => import('../clickhouse/index.ts'));
  const clickHouse = parts.openClickHouse({ url, log });
  const quota = createSpanQuota(db, limits);
  return {
    store: parts.createClickHouseStore({ clickHouse, quota }),
    reported: parts.createReportedSpans(clickHouse),
    exported: (page) => parts.selectSpans(clickHouse, page),
    async keepDays() {
      // Spans from before ClickHouse stay in PostgreSQL until they are too old.
      await keepSpanDays(db, retentionDays);
      await parts.dropOldDays(clickHouse, retentionDays);
    },
    async removeBefore(workspace, moment, isTimeUp) {
      if (!(await removeSpansBefore(db, workspace, moment, isTimeUp))) return false;
      await parts.removeSpansBefore(clickHouse, workspace, moment);
      return true;
    },
    ofEndUser: (workspace, references) => parts.spansOfEndUser(clickHouse, workspace, references),
    removeOfEndUser: (workspace, references) =>
      parts.removeSpansOfEndUser(clickHouse, workspace, references),
    close: () => clickHouse.close(),
  };
}
