/** Metrics, scores, exports and customers for tests, on one database. */

import { createCustomerHandlers, createCustomerSpending } from '../../server/customers/http.ts';
import { createCustomerStore, createCustomers } from '../../server/customers/index.ts';
import { createExportEdge, createExportHandlers } from '../../server/exports/http.ts';
import { createExports } from '../../server/exports/index.ts';
import { createSavedExports } from '../../server/exports/saved.ts';
import { createMetricsHandlers } from '../../server/metrics/http.ts';
import type { Db } from '../../server/platform/db/pool.ts';
import type { Cursors } from '../../server/platform/lib/cursor.ts';
import { createPaging } from '../../server/platform/lib/cursor.ts';
import { createScoreHandlers } from '../../server/scores/http.ts';
import { createScores } from '../../server/scores/index.ts';

export const SCORES = '/v1/developer/observability/scores';
export const SAVED_EXPORTS = '/v1/developer/saved-exports';
const UNIT = { currency: 'USD', scale: 9 };

export function metricsHandlers(db: Db, cursors: Cursors, mostCustomers = 1_000) {
  const customers = createCustomers({
    ...{ store: createCustomerStore(db), limitOf: () => mostCustomers },
    eraseEndUser: () => Promise.reject(new Error('nothing is erased here')),
  });
  return {
    ...createMetricsHandlers({ reads: db, unit: UNIT }),
    ...createScoreHandlers({ scores: createScores(db), cursors }),
    ...createExportHandlers(
      createExportEdge({
        ...{ exports: createExports(db), saved: createSavedExports(db) },
        paging: createPaging(cursors),
      }),
    ),
    ...createCustomerHandlers({
      ...{ customers, cursors, unit: UNIT },
      customerSpending: createCustomerSpending({
        ...{ reads: db, unit: UNIT, paging: createPaging(cursors) },
      }),
    }),
  };
}
