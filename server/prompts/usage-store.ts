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

/** Of the durations in buckets `b`, each with so many runs; a bucket stands for the middle of what it holds. */
const PERCENTILES = `array[
  round(power(1.03, min(b) filter (where seen >= 0.50 * total) - 0.5))::bigint,
  round(power(1.03, min(b) filter (where seen >= 0.95 * total) - 0.5))::bigint,
  round(power(1.03, min(b) filter (where seen >= 0.99 * total) - 0.5))::bigint]`;

/** The versions with the most runs. */
export function selectPromptUsage(
  db: Queryable,
  kind: string,
  { workspace, name, from, to }: UsageSpan,
  most: number,
): Promise<VersionUsage[]> {
  return db.query<VersionUsage>(
    `with used as materialized (
       select * from usage_of_prompt_1($1, $2, $3, $4, $5)
     ), sums as (
       select prompt_version as version, sum(runs)::bigint as runs,
         coalesce(sum(runs) filter (where state = 'completed'), 0)::bigint as completed,
         coalesce(sum(runs) filter (where state = 'failed'), 0)::bigint as failed,
         sum(prompt_tokens)::bigint as "promptTokens", sum(completion_tokens)::bigint as "completionTokens",
         sum(charged)::bigint as "chargedAmount"
       from used group by prompt_version order by sum(runs) desc, prompt_version limit $6
     ), durations as (
       select prompt_version as version, l.bucket as b, sum(l.runs) as count
       from used cross join lateral latency_counts_1(latencies) l group by 1, 2
     ), percentiles as (
       select version, ${PERCENTILES} as latencies from (
         select version, b, sum(count) over (partition by version order by b) as seen,
           sum(count) over (partition by version) as total
         from durations
       ) d group by version
     )
     select s.*, p.latencies from sums s left join percentiles p using (version)`,
    [workspace, kind, name, from, to, most],
  );
}
