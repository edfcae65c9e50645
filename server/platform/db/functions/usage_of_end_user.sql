-- Returns what the runs of one end user used and cost that were created from `from_time` on and before `to_time`, by
-- hour, for each subject, key and prompt, like `usage_of_runs`. Reads the runs by the index of end users: closed hours
-- do not say which key created an end user's runs.
create function usage_of_end_user(
  of_workspace uuid, of_end_user text, from_time timestamptz, to_time timestamptz
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
      r.subject, r.api_key, r.end_user_id,
      r.state, coalesce(r.error ->> 'code', '') as error_code,
      coalesce(r.prompt_id, '') as prompt_id, coalesce(r.prompt_version, '') as prompt_version,
      coalesce(r.charged_amount, 0) as charged,
      case when r.charged_amount is null then 0 else coalesce(r.fee_amount, 0) end as fee,
      r.facts -> 'usage' as usage,
      case when r.state = 'completed' then
        ceil(ln(greatest(extract(epoch from r.finished_at - r.created_at) * 1000, 1)) / ln(1.03))::integer
      end as bucket
    from run r
    -- Ids use the clock of the process that created them; times use that of the database.
    where r.end_user_id = of_end_user and r.workspace = of_workspace
      and r.id >= run_id_bound(from_time - interval '10 minutes')
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
