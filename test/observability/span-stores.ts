/** The stores of the spans of programs, each as the service opens it, for tests that all of them must pass. */
import { randomBytes } from 'node:crypto';
import { openSpans, type Spans } from '../../server/compose/observability.ts';
import { selectSpans } from '../../server/exports/store.ts';
import { type ReportedSpans, reportedIn } from '../../server/metrics/store.ts';
import type { Config } from '../../server/platform/config/index.ts';
import { newUuid } from '../../server/platform/lib/ids.ts';
import { createLog } from '../../server/platform/telemetry/log.ts';
import type { ClientSpan } from '../../server/traces/span.ts';
import { CHDB_FOLDER, startClickHouse, type TestClickHouse } from '../support/clickhouse.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

export interface Opened extends Spans {
  reported: ReportedSpans;
  exported: NonNullable<Spans['exported']>;
  database: TestDatabase;
  clickHouse: TestClickHouse | undefined;
}

export const MAX_SPANS_PER_DAY = 20_000;
const MAX_SPAN_BYTES_PER_DAY = 100_000_000;
export const RETENTION_DAYS = 30;
export const dailyLimits = () => ({ spans: MAX_SPANS_PER_DAY, bytes: MAX_SPAN_BYTES_PER_DAY });

/** ClickHouse only if its engine is installed: `npm run check:clickhouse`. */
export const STORES: readonly ('PostgreSQL' | 'ClickHouse')[] =
  CHDB_FOLDER === undefined ? ['PostgreSQL'] : ['PostgreSQL', 'ClickHouse'];

export async function openStore(name: (typeof STORES)[number]): Promise<Opened> {
  const database = await createTestDatabase();
  const clickHouse = name === 'ClickHouse' ? await startClickHouse(CHDB_FOLDER!) : undefined;
  const config = configOf(clickHouse?.url);
  const { db } = database;
  const spans = await openSpans(config, { db, log: createLog({ level: 'silent' }) });
  return {
    ...{ ...spans, database, clickHouse },
    reported: spans.reported ?? reportedIn(db),
    exported: spans.exported ?? ((page) => selectSpans(db, page)),
    async close() {
      await spans.close();
      await clickHouse?.close();
      await database.drop();
    },
  };
}

export function configOf(clickHouseUrl: string | undefined): Config {
  return {
    observability: {
      ...{ retentionDays: RETENTION_DAYS, clickHouseUrl },
    },
    quotas: { defaults: { spans: MAX_SPANS_PER_DAY, span_bytes: MAX_SPAN_BYTES_PER_DAY } },
  } as Config;
}

export const hex = (bytes: number) => randomBytes(bytes).toString('hex');
export const newWorkspace = () => newUuid();
/** The beginning of an hour of yesterday, so that no test crosses its end. */
export const START = Math.floor(Date.now() / 3_600_000 - 24) * 3_600_000;

export function spanOf({
  atMicros = 0,
  ...more
}: Partial<ClientSpan> & { atMicros?: number } = {}): ClientSpan {
  return {
    ...{ traceId: hex(16), spanId: hex(8), name: 'work', kind: 'internal', status: 'unset' },
    startedAtNanos: (BigInt(START) * 1_000n + BigInt(atMicros)) * 1_000n,
    ...{ durationNanos: 5_000_000n, attributes: {}, events: [], truncated: false },
    ...more,
  };
}
