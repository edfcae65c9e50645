/**
 * The spans of programs in ClickHouse, behind the same port as those in PostgreSQL. Loaded only if it is configured.
 */
export { openClickHouse } from '../platform/db/clickhouse/connection.ts';
export {
  copySpans,
  dropOldDays,
  removeSpansBefore,
  removeSpansOfEndUser,
  selectSpans,
  spansOfEndUser,
} from './kept-store.ts';
export { createReportedSpans } from './reported-store.ts';
export { createClickHouseStore } from './store.ts';
