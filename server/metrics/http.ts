/** Metrics over HTTP. */
import type { Db } from '../platform/db/pool.ts';
import type { Handlers } from '../platform/http/index.ts';
import type { Unit } from '../platform/lib/money.ts';
import { createConcurrencyLimit } from '../platform/lib/shares.ts';
import { type MetricsSources, readMetrics } from './index.ts';
import { toMetrics } from './present.ts';

/** Reads of one workspace in this process. */
const READS_AT_ONCE = 2;
const READS_WAITING = 8;

interface MetricsOptions {
  /** With few connections and short time-outs. */
  reads: Db;
  unit: Unit;
  /** Present if the spans of programs are stored elsewhere. */
  reported?: MetricsSources['reported'];
}

export function createMetricsHandlers({
  reads,
  unit,
  reported,
}: MetricsOptions): Pick<Handlers, 'queryMetrics'> {
  const limit = createConcurrencyLimit({ atOnce: READS_AT_ONCE, mayWait: READS_WAITING });
  return {
    async queryMetrics({ principal: { workspace }, body }) {
      const metrics = await readMetrics({ db: reads, limit, reported }, workspace, body);
      const headers = { 'Cache-Control': 'no-store' };
      return { status: 200, headers, body: toMetrics(metrics, unit) };
    },
  };
}
