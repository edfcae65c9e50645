/** The daily quotas of spans: how many a workspace sent in a day of UTC and their bytes, and the refusal of more. */
import type { Db, Queryable } from '../platform/db/pool.ts';
import type { Problem } from '../platform/lib/problem.ts';
import { endOfDay, quotaExceeded } from '../quotas/index.ts';

/** What a workspace may send in a day of UTC. */
export interface DailySpans {
  spans: number;
  /** Of the rows that are saved of them. */
  bytes: number;
}

export type DailyLimits = (workspace: string) => DailySpans;

/** For spans that are stored outside PostgreSQL. */
export interface SpanQuota {
  /** Throws the Problem of a used-up quota. */
  check(workspace: string): Promise<void>;
  /** All or none; throws like `check`. The returned function takes them back, if they could not be saved. */
  take(workspace: string, more: DailySpans): Promise<() => Promise<void>>;
}

const NONE: DailySpans = { spans: 0, bytes: 0 };

export function createSpanQuota(db: Db, limits: DailyLimits): SpanQuota {
  return {
    async check(workspace) {
      const used = await spansOfDay(db, workspace, today());
      const limit = limits(workspace);
      if (used.spans < limit.spans && used.bytes < limit.bytes) return;
      throw dailyQuotaExceeded(limit, used, NONE);
    },
    async take(workspace, more) {
      const day = today();
      const limit = limits(workspace);
      const [row] = await db.query(
        `insert into span_day as d (workspace, day, spans, bytes)
         select $1, $2, $3::bigint, $4::bigint where $3 <= $5::bigint and $4 <= $6::bigint
         on conflict (workspace, day) do update set spans = d.spans + excluded.spans, bytes = d.bytes + excluded.bytes
           where d.spans + excluded.spans <= $5 and d.bytes + excluded.bytes <= $6
         returning spans`,
        [workspace, day, more.spans, more.bytes, limit.spans, limit.bytes],
        'span_quota_take',
      );
      if (!row) throw dailyQuotaExceeded(limit, await spansOfDay(db, workspace, day), more);
      return async () => {
        await db.query(
          'update span_day set spans = spans - $3, bytes = bytes - $4 where workspace = $1 and day = $2',
          [workspace, day, more.spans, more.bytes],
          'span_quota_give_back',
        );
      };
    },
  };
}

export async function spansOfDay(
  db: Queryable,
  workspace: string,
  day: string,
): Promise<DailySpans> {
  const [row] = await db.query<DailySpans>(
    'select spans, bytes from span_day where workspace = $1 and day = $2',
    [workspace, day],
    'spans_of_day',
  );
  return row ?? NONE;
}

/** The quota that does not leave the spans of a body, from what was sent before. */
export function dailyQuotaExceeded(limit: DailySpans, used: DailySpans, more: DailySpans): Problem {
  const isSpans = used.spans >= limit.spans || used.spans + more.spans > limit.spans;
  const [quota, of] = isSpans ? (['spans', 'spans'] as const) : (['span_bytes', 'bytes'] as const);
  return quotaExceeded(
    { quota, limit: limit[of], used: used[of], freesAt: endOfDay() },
    'ingest_quota_exceeded',
  );
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
