/** The refusal of spans beyond the daily quotas of a workspace. */
import type { Problem } from '../../platform/lib/problem.ts';
import { endOfDay, quotaExceeded } from '../../quotas/index.ts';

/** What a workspace may send in a day of UTC. */
export interface DailySpans {
  spans: number;
  /** Of the rows that are saved of them. */
  bytes: number;
}

export type DailyLimits = (workspace: string) => DailySpans;

/** The quota that does not leave the spans of a body, from what was sent before. */
export function dailyQuotaExceeded(limit: DailySpans, used: DailySpans, more: DailySpans): Problem {
  const isSpans = used.spans >= limit.spans || used.spans + more.spans > limit.spans;
  const [quota, of] = isSpans ? (['spans', 'spans'] as const) : (['span_bytes', 'bytes'] as const);
  return quotaExceeded(
    { quota, limit: limit[of], used: used[of], freesAt: endOfDay() },
    'ingest_quota_exceeded',
  );
}
