/** Metrics, scores and exports for tests, on one database. */

import { createExportHandlers } from '../../server/exports/http.ts';
import { createMetricsHandlers } from '../../server/metrics/http.ts';
import type { Db } from '../../server/platform/db/pool.ts';
import type { Cursors } from '../../server/platform/lib/cursor.ts';
import { createScoreHandlers } from '../../server/scores/http.ts';
import { createScores } from '../../server/scores/index.ts';

export const SCORES = '/v1/developer/observability/scores';

export function metricsHandlers(db: Db, cursors: Cursors) {
  return {
    ...createMetricsHandlers({ reads: db, unit: { currency: 'USD', scale: 9 } }),
    ...createScoreHandlers({ scores: createScores(db), cursors }),
    ...createExportHandlers(db),
  };
}
