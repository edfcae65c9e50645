/** Metrics, scores and exports for tests, on one database. */
import type { Db } from '../../server/db/pool.ts';
import type { Cursors } from '../../server/kernel/cursor.ts';
import { createExportHandlers } from '../../server/resources/exports/routes.ts';
import { createMetricsHandlers } from '../../server/resources/metrics/routes.ts';
import { createScoreHandlers } from '../../server/resources/scores/routes.ts';

export const SCORES = '/v1/developer/observability/scores';

export function metricsHandlers(db: Db, cursors: Cursors) {
  return {
    ...createMetricsHandlers({ reads: db, unit: { currency: 'USD', scale: 9 } }),
    ...createScoreHandlers({ db, cursors }),
    ...createExportHandlers(db),
  };
}
