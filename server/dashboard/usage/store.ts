/**
 * The SQL of usage: money is what the ledger has captured. One pass over the runs of a range, which the primary
 * key finds since ids rise with time. The groups that cost most are told apart; what belongs to no such group is
 * the rest.
 */
import type { Queryable } from '../../db/pool.ts';

export interface UsageQuery {
  workspace: string;
  /** Every run of the range has an id between these. */
  fromId: string;
  toId: string;
  from: Date;
  to: Date;
  interval: 'hour' | 'day';
  groupBy: 'none' | 'model' | 'key' | 'endUser';
  mostGroups: number;
}

export interface UsageFacts {
  /** From 1, by cost. */
  place: number;
  /** Null where there is no group to name: without groups, without an end user, and for the rest. */
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

interface Latency {
  /** The percentiles 50, 95 and 99; null where nothing was completed. */
  ms: [number, number, number] | null;
}

export interface UsageRow {
  buckets: (UsageFacts & Latency & { start: string })[];
  totals: (UsageFacts & Latency)[];
  errors: { place: number; code: string; count: number }[];
  groups: number;
}

const SUMS = `
  sum(runs) as runs, sum(completed) as completed, sum(failed) as failed,
  sum(prompt_tokens) as prompt_tokens, sum(completion_tokens) as completion_tokens,
  sum(charged) as charged, sum(provider) as provider, sum(fee) as fee`;

/** No end user has an empty name: it stands for runs without one, since a join on null is slow. */
export async function selectUsage(tx: Queryable, query: UsageQuery): Promise<UsageRow> {
  // What the usual share of memory can't hold goes to disk and back, which takes longer than the rest.
  await tx.query("set local work_mem = '32MB'");
  const [row] = await tx.query<UsageRow>(
    `with facts as materialized (
       select date_bin($6::interval, created_at, 'epoch') as start,
         (case $7 when 'model' then subject when 'key' then api_key::text when 'endUser' then coalesce(end_user_id, '')
            else '' end) collate "C" as grp,
         count(*) as runs,
         count(*) filter (where state = 'completed') as completed,
         count(*) filter (where state = 'failed') as failed,
         coalesce(sum((facts->'usage'->>'promptTokens')::bigint), 0)::bigint as prompt_tokens,
         coalesce(sum((facts->'usage'->>'completionTokens')::bigint), 0)::bigint as completion_tokens,
         coalesce(sum(charged_amount), 0)::bigint as charged,
         coalesce(sum(charged_amount - coalesce(fee_amount, 0)), 0)::bigint as provider,
         coalesce(sum(fee_amount) filter (where charged_amount is not null), 0)::bigint as fee,
         array_agg((date_part('epoch', finished_at - created_at) * 1000)::bigint)
           filter (where state = 'completed') as ms,
         array_agg(error->>'code') filter (where state = 'failed') as codes
       from run
       where workspace = $1 and id >= $2 and id <= $3 and created_at >= $4 and created_at < $5
       group by 1, 2
     ), ranked as (
       select grp, row_number() over (order by sum(charged) desc, sum(runs) desc, grp) as place
       from facts group by grp
     ), groups as materialized (
       select grp, least(place, $8 + 1) as place, place > $8 as rest,
         case when place <= $8 then nullif(grp, '') end as name
       from ranked
     ), buckets as (
       select start, place, min(name) as name, bool_or(rest) as rest, ${SUMS} from facts join groups using (grp)
       group by start, place
     ), bucket_latencies as (
       select start, place, percentile_disc(array[0.5, 0.95, 0.99]) within group (order by each) as ms
       from facts join groups using (grp) cross join unnest(ms) each group by start, place
     ), totals as (
       select place, min(name) as name, bool_or(rest) as rest, ${SUMS} from facts join groups using (grp)
       group by place
     ), latencies as (
       select place, percentile_disc(array[0.5, 0.95, 0.99]) within group (order by each) as ms
       from facts join groups using (grp) cross join unnest(ms) each group by place
     ), errors as (
       select place, code, count(*) as count from facts join groups using (grp) cross join unnest(codes) code
       where codes is not null group by place, code order by count(*) desc, code
     )
     select (select count(*) from groups) as groups,
       (select coalesce(json_agg(b order by b.start, b.place), '[]')
        from (select b.*, l.ms from buckets b left join bucket_latencies l using (start, place)) b) as buckets,
       (select coalesce(json_agg(t order by t.place), '[]')
        from (select t.*, l.ms from totals t left join latencies l using (place)) t) as totals,
       (select coalesce(json_agg(e), '[]') from errors e) as errors`,
    [
      query.workspace,
      query.fromId,
      query.toId,
      query.from,
      query.to,
      INTERVALS[query.interval],
      query.groupBy,
      query.mostGroups,
    ],
  );
  return row!;
}

const INTERVALS = { hour: '1 hour', day: '1 day' };
