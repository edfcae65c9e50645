/** All that observability answers over HTTP. */
import type { Db } from '../db/pool.ts';
import type { Cursors } from '../kernel/cursor.ts';
import type { Unit } from '../kernel/money.ts';
import { createExportHandlers } from './export/routes.ts';
import { createMetricsHandlers } from './metrics/routes.ts';
import { createScoreHandlers } from './scores/routes.ts';

export interface ObservabilityOptions {
  db: Db;
  /** For sums: few connections with little patience. */
  reads: Db;
  /** For files, each of which keeps a connection. */
  exports: Db;
  cursors: Cursors;
  unit: Unit;
}

export function createObservabilityHandlers({
  db,
  reads,
  exports,
  cursors,
  unit,
}: ObservabilityOptions) {
  return {
    ...createMetricsHandlers({ reads, unit }),
    ...createScoreHandlers({ db, cursors }),
    ...createExportHandlers(exports),
  };
}
