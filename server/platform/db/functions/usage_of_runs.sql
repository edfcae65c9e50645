-- Returns what the runs of a workspace used and cost that were created from `from_time` on and before `to_time`, by
-- hour: with `by_end_user` for each end user, otherwise for each subject, key and prompt. Closed and open hours use this one
-- definition. With `of_end_user`, of this end user alone, for each subject, key and prompt: closed hours do not say which
-- key created the runs of an end user, so these are read by the index of end users.
create function usage_of_runs(
  of_workspace uuid, from_time timestamptz, to_time timestamptz, by_end_user boolean, of_end_user text default null
)
returns table (
  hour timestamptz, kind text, subject text, api_key uuid, end_user_id text, state text, error_code text,
  prompt_id text, prompt_version text, runs bigint, charged bigint, fee bigint, usage jsonb, latencies bytea
) language sql stable
set work_mem = '32MB'
-- Callers may make each run a group of its own, but the planner expects few: a nested loop would compare all with all.
set enable_nestloop = off
set jit = off as $$
  with one as (
    select date_trunc('hour', r.created_at, 'UTC') as hour, r.kind,
      case when not by_end_user then r.subject end as subject,
      case when not by_end_user then r.api_key end as api_key,
      case when by_end_user or of_end_user is not null then coalesce(r.end_user_id, '') end as end_user_id,
      r.state, coalesce(r.error ->> 'code', '') as error_code,
      case when not by_end_user then coalesce(r.prompt_id, '') end as prompt_id,
      case when not by_end_user then coalesce(r.prompt_version, '') end as prompt_version,
      coalesce(r.charged_amount, 0) as charged,
      case when r.charged_amount is null then 0 else coalesce(r.fee_amount, 0) end as fee,
      r.facts -> 'usage' as usage,
      case when r.state = 'completed' then
        ceil(ln(greatest(extract(epoch from r.finished_at - r.created_at) * 1000, 1)) / ln(1.03))::integer
      end as bucket
    -- Only one of the two is read.
    from (
      select * from run where of_end_user is null and workspace = of_workspace
      union all
      select * from run where end_user_id = of_end_user and workspace = of_workspace
    ) r
    -- Ids use the clock of the process that created them; times use that of the database.
    where r.id >= run_id_bound(from_time - interval '10 minutes')
      and r.id <= run_id_bound(to_time + interval '10 minutes')
      and r.created_at >= from_time and r.created_at < to_time
  ), numbered as materialized (
    select dense_rank() over (order by o.hour, o.kind, o.subject, o.api_key, o.end_user_id, o.state, o.error_code,
      o.prompt_id, o.prompt_version) as number, o.* from one o
  ), sums as (
    select n.number, n.hour, n.kind, n.subject, n.api_key, n.end_user_id, n.state, n.error_code, n.prompt_id,
      n.prompt_version, count(*) as runs, sum(n.charged)::bigint as charged, sum(n.fee)::bigint as fee
    from numbered n group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
  ), counts as (
    select c.number, jsonb_object_agg(c.name, c.total) as usage from (
      select n.number, u.key as name, sum(u.value::text::bigint) as total
      from numbered n cross join lateral json_each(n.usage) u
      where json_typeof(u.value) = 'number' group by 1, 2
    ) c group by c.number
  ), times as (
    select t.number, string_agg(int2send(t.bucket::smallint) || int4send(t.runs::integer), '' order by t.bucket) as latencies
    from (
      select n.number, n.bucket, count(*) as runs from numbered n where n.bucket is not null group by 1, 2
    ) t group by t.number
  )
  select s.hour, s.kind, s.subject, s.api_key, s.end_user_id, s.state, s.error_code, s.prompt_id, s.prompt_version,
    s.runs, s.charged, s.fee, coalesce(c.usage, '{}'), coalesce(t.latencies, '')
  from sums s left join counts c using (number) left join times t using (number)
$$;
