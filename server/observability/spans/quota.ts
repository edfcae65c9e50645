/** The refusal of spans beyond the daily quota of a workspace. */
import { Problem } from '../../kernel/problem.ts';

const DAY_MS = 86_400_000;

/** Days are in UTC: the quota is free again the next day. */
export function quotaExceeded(maxSpansPerDay: number): Problem {
  const retryAfterSeconds = Math.ceil((DAY_MS - (Date.now() % DAY_MS)) / 1_000);
  const detail = `The workspace has sent all of its ${maxSpansPerDay} spans of today, in UTC.`;
  return new Problem('ingest_quota_exceeded', detail, { retryAfterSeconds });
}
