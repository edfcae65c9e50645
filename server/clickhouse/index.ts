/**
 * The spans of programs in ClickHouse, behind the same port as those in PostgreSQL. Loaded only if it is configured.
 */
export { openClickHouse } from '../platform/db/clickhouse/connection.ts';
export { copySpans } from './copying.ts';
export { dropOldDays } from './days-store.ts';
export { selectSpans } from './export-store.ts';
export { removeSpansBefore, removeSpansOfEndUser, spansOfEndUser } from './removal-store.ts';
export { createReportedSpans } from './reported-store.ts';
export { createClickHouseStore } from './store.ts';
