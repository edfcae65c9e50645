/**
 * Metrics of a workspace: sums of what its runs cost and used, and percentiles of how long they took. They are added up of the
 * same rows as the ledger's, in one transaction, so a run that has ended is in the next answer.
 */
import type { Db } from '../../db/pool.ts';
import type { ConcurrencyLimit } from '../../kernel/concurrency-limit.ts';
import { type MetricsInput, type MetricsQuery, toMetricsQuery, tooWide } from './query.ts';
import { countMetricRows, type MetricsRow, selectMetrics } from './store.ts';

export const MEASURES = ['charged', 'count', 'tokens', 'latency', 'errorRate'] as const;

/** Of the answer: points in time, each with its groups. */
const MOST_ROWS = 10_000;
/** Of what is added up. */
const MOST_ADDED_UP = { hours: 500_000, endUsers: 500_000, runs: 100_000 };

export interface Metrics {
  query: MetricsQuery;
  /** By time, and those of one time by cost. */
  rows: MetricsRow[];
}

export interface MetricsSources {
  /** With little patience. */
  db: Db;
  /** Of workspaces. */
  limit: ConcurrencyLimit;
}

export async function readMetrics(
  { db, limit }: MetricsSources,
  workspace: string,
  input: MetricsInput,
): Promise<Metrics> {
  const query = toMetricsQuery(input);
  const most = MOST_ADDED_UP[query.source];
  const selection = { ...query, workspace, atMost: MOST_ROWS + 1 };
  const rows = await limit.run(workspace, () =>
    db.transaction(async (tx) => {
      if ((await countMetricRows(tx, selection, most + 1)) > most) {
        throw tooWide(`has more than ${most} ${ROWS[query.source]} to add up before to`, '#/from');
      }
      return selectMetrics(tx, selection);
    }),
  );
  if (rows.length > MOST_ROWS) {
    throw tooWide(
      `give more than ${MOST_ROWS} rows: points in time, each with its groups`,
      DIMENSIONS,
    );
  }
  return { query, rows };
}

const ROWS = { hours: 'rows', endUsers: 'rows of end users', runs: 'runs' };
const DIMENSIONS = '#/dimensions';
