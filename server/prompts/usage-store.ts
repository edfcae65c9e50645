/** The SQL of a prompt's cost: what the ledger charged for its runs, by version. */
import type { Queryable } from '../platform/db/pool.ts';

export interface UsageSpan {
  workspace: string;
  name: string;
  from: Date;
  to: Date;
}

export interface VersionUsage {
  /** The version in the runs; empty for runs without one. */
  version: string;
  runs: number;
  completed: number;
  failed: number;
  promptTokens: number;
  completionTokens: number;
  chargedAmount: number;
  /** See `platform/lib/latencies.ts`. */
  latencies: Buffer;
}

/** The versions with the most runs. */
export function selectPromptUsage(
  db: Queryable,
  kind: string,
  { workspace, name, from, to }: UsageSpan,
  most: number,
): Promise<VersionUsage[]> {
  return db.query<VersionUsage>(
    `select prompt_version as version, sum(runs)::bigint as runs,
       coalesce(sum(runs) filter (where state = 'completed'), 0)::bigint as completed,
       coalesce(sum(runs) filter (where state = 'failed'), 0)::bigint as failed,
       sum(prompt_tokens)::bigint as "promptTokens", sum(completion_tokens)::bigint as "completionTokens",
       sum(charged)::bigint as "chargedAmount", string_agg(latencies, '') as latencies
     from usage_of_prompt($1, $2, $3, $4, $5)
     group by prompt_version order by sum(runs) desc, prompt_version limit $6`,
    [workspace, kind, name, from, to, most],
  );
}
