/** The SQL of what a prompt cost: what its runs were charged in the ledger, by version. */
import type { Queryable } from '../db/pool.ts';

export interface UsageSpan {
  workspace: string;
  name: string;
  from: Date;
  to: Date;
}

export interface VersionUsage {
  /** As the runs have it; empty for those without one. */
  version: string;
  runs: number;
  completed: number;
  failed: number;
  promptTokens: number;
  completionTokens: number;
  chargedAmount: number;
  /** The percentiles 50, 95 and 99; null where nothing was completed. */
  latencies: [number, number, number] | null;
}

/** Of durations in buckets: one stands for the middle of what it holds. */
const PERCENTILES = `(
  select array[
    round(power(1.03, min(b) filter (where seen >= 0.50 * total) - 0.5))::bigint,
    round(power(1.03, min(b) filter (where seen >= 0.95 * total) - 0.5))::bigint,
    round(power(1.03, min(b) filter (where seen >= 0.99 * total) - 0.5))::bigint]
  from (
    select l.bucket as b, sum(sum(l.runs)) over (order by l.bucket) as seen, sum(sum(l.runs)) over () as total
    from latency_counts_1(s.latencies) l group by 1
  ) d)`;

/** The versions with the most runs. */
export function selectPromptUsage(
  db: Queryable,
  kind: string,
  { workspace, name, from, to }: UsageSpan,
  most: number,
): Promise<VersionUsage[]> {
  return db.query<VersionUsage>(
    `with sums as (
       select prompt_version as version, sum(runs)::bigint as runs,
         coalesce(sum(runs) filter (where state = 'completed'), 0)::bigint as completed,
         coalesce(sum(runs) filter (where state = 'failed'), 0)::bigint as failed,
         sum(prompt_tokens)::bigint as "promptTokens", sum(completion_tokens)::bigint as "completionTokens",
         sum(charged)::bigint as "chargedAmount", string_agg(latencies, '') as latencies
       from usage_of_prompt_1($1, $2, $3, $4, $5)
       group by prompt_version order by sum(runs) desc, prompt_version limit $6
     )
     select s.version, s.runs, s.completed, s.failed, s."promptTokens", s."completionTokens", s."chargedAmount",
       case when s.latencies <> '' then ${PERCENTILES} end as latencies
     from sums s`,
    [workspace, kind, name, from, to, most],
  );
}
