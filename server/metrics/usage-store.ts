/**
 * The SQL of usage: money is what the ledger has captured. PostgreSQL reads closed hours as saved, and adds up only
 * later runs. The most expensive groups are separate rows; everything else is the rest.
 */

import { KINDS, type KindNames } from '../kinds.ts';
import type { Queryable } from '../platform/db/pool.ts';

export interface UsageQuery {
  workspace: string;
  from: Date;
  to: Date;
  interval: 'hour' | 'day';
  /** Or what the runs of a kind are of: `model`, for one. */
  groupBy: 'none' | 'kind' | 'key' | 'endUser' | (string & {});
  /** If absent, runs of all kinds. */
  kind?: string | undefined;
  /** UUID of the key that created them. */
  apiKey?: string | undefined;
  /** What they are of: a member of the contract, and its value. */
  of?: { subject: string; id: string } | undefined;
  endUserId?: string | undefined;
  promptId?: string | undefined;
  mostGroups: number;
}

export interface UsageFacts {
  /** From 1, by cost. */
  rank: number;
  /** Null if there is no group to name: without grouping, without an end user, and for the rest. */
  name: string | null;
  rest: boolean;
  runs: number;
  completed: number;
  failed: number;
  prompt_tokens: number;
  completion_tokens: number;
  charged: number;
  provider: number;
  fee: number;
}

interface Latencies {
  /** See `platform/lib/latencies.ts`, as hexadecimal digits; null if no run completed. */
  latencies: string | null;
}

export interface UsageRow {
  buckets: (UsageFacts & Latencies & { start: string })[];
  totals: UsageFacts[];
  errors: { rank: number; code: string; count: number }[];
  groups: number;
}

const SUMS = `
  sum(runs)::bigint as runs, sum(completed)::bigint as completed, sum(failed)::bigint as failed,
  sum(prompt_tokens)::bigint as prompt_tokens, sum(completion_tokens)::bigint as completion_tokens,
  sum(charged)::bigint as charged, sum(charged - fee)::bigint as provider, sum(fee)::bigint as fee`;

/** No group has an empty name: it stands for runs without a group, since a join on null is slow. */
export async function selectUsage(tx: Queryable, query: UsageQuery): Promise<UsageRow> {
  // Beyond the default memory, PostgreSQL writes to disk and reads it back, which takes longer than the rest.
  await tx.query("set local work_mem = '32MB'");
  const grouped = kindOf(query.groupBy);
  const [row] = await tx.query<UsageRow>(
    `with hours as materialized (
       select date_bin($4::interval, hour, 'epoch') as start,
         (case $5 when 'kind' then kind when 'subject' then case when kind = $12 then subject else '' end
            when 'key' then api_key::text when 'endUser' then end_user_id else '' end) collate "C" as grp,
         state, error_code, runs, charged, fee, usage, latencies
       from (
         select * from usage_by_hour($1, $2, $3, $5 = 'endUser') where $11::text is null
         union all
         select * from usage_of_end_user($1, $11, $2, $3) where $11::text is not null
       ) u
       where ($7::text is null or kind = $7) and ($8::uuid is null or api_key = $8)
         and ($9::text is null or kind = $13 and subject = $9) and ($10::text is null or prompt_id = $10)
     ), facts as materialized (
       select start, grp, sum(runs) as runs,
         coalesce(sum(runs) filter (where state = 'completed'), 0) as completed,
         coalesce(sum(runs) filter (where state = 'failed'), 0) as failed,
         sum(coalesce((usage ->> 'promptTokens')::bigint, 0)) as prompt_tokens,
         sum(coalesce((usage ->> 'completionTokens')::bigint, 0)) as completion_tokens,
         sum(charged) as charged, sum(fee) as fee
       from hours group by 1, 2
     ), ranked as (
       select grp, row_number() over (order by sum(charged) desc, sum(runs) desc, grp) as rank
       from facts group by grp
     ), groups as materialized (
       select grp, least(rank, $6 + 1) as rank, rank > $6 as rest,
         case when rank <= $6 then nullif(grp, '') end as name
       from ranked
     ), buckets as (
       select start, rank, min(name) as name, bool_or(rest) as rest, ${SUMS} from facts join groups using (grp)
       group by start, rank
     ), totals as (
       select rank, min(name) as name, bool_or(rest) as rest, ${SUMS} from facts join groups using (grp)
       group by rank
     ), durations as materialized (
       select start, rank, l.bucket as b, sum(l.runs) as count
       from hours join groups using (grp) cross join lateral latency_counts(latencies) l group by 1, 2, 3
     ), latencies as (
       select start, rank, encode(string_agg(int2send(b::smallint) || int4send(count::integer), ''), 'hex') as latencies
       from durations group by start, rank
     ), errors as (
       select rank, error_code as code, sum(runs)::bigint as count from hours join groups using (grp)
       where state = 'failed' group by rank, error_code order by count desc, code
     )
     select (select count(*) from groups) as groups,
       (select coalesce(json_agg(b order by b.start, b.rank), '[]')
        from (select b.*, l.latencies from buckets b left join latencies l using (start, rank)) b) as buckets,
       (select coalesce(json_agg(t order by t.rank), '[]') from totals t) as totals,
       (select coalesce(json_agg(e), '[]') from errors e) as errors`,
    [
      query.workspace,
      query.from,
      query.to,
      INTERVALS[query.interval],
      grouped ? 'subject' : query.groupBy,
      query.mostGroups,
      query.kind ?? null,
      query.apiKey ?? null,
      query.of?.id ?? null,
      query.promptId ?? null,
      query.endUserId ?? null,
      grouped?.kind ?? null,
      kindOf(query.of?.subject)?.kind ?? null,
    ],
  );
  return row!;
}

function kindOf(named: string | undefined): KindNames | undefined {
  return KINDS.find(({ subject }) => subject === named);
}

const INTERVALS = { hour: '1 hour', day: '1 day' };
