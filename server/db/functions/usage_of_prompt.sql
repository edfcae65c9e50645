-- What the runs of a kind that are attributed to a prompt used and cost, from one whole hour to another, by version and state:
-- the hours that are closed, and the runs behind them.
create function usage_of_prompt_1(
  of_workspace uuid, of_kind text, of_prompt text, from_time timestamptz, to_time timestamptz
)
returns table (
  prompt_version text, state text, runs bigint, charged bigint, prompt_tokens bigint, completion_tokens bigint,
  latencies bytea
) language plpgsql stable
set plan_cache_mode = force_custom_plan as $$
declare
  -- Read once: a snapshot that sees the hour as closed sees it in the tables.
  closed timestamptz := coalesce((select c.until from usage_closed c where c.workspace = of_workspace), from_time);
begin
  return query
    select u.prompt_version, u.state, u.runs, u.charged, coalesce((u.usage ->> 'promptTokens')::bigint, 0),
      coalesce((u.usage ->> 'completionTokens')::bigint, 0), u.latencies
    from usage_hour u
    where u.workspace = of_workspace and u.prompt_id = of_prompt and u.prompt_id <> '' and u.kind = of_kind
      and u.hour >= from_time and u.hour < least(to_time, closed);
  return query
    with one as materialized (
      select coalesce(r.prompt_version, '') as version, r.state as state, coalesce(r.charged_amount, 0) as charged,
        coalesce((r.facts -> 'usage' ->> 'promptTokens')::bigint, 0) as prompt_tokens,
        coalesce((r.facts -> 'usage' ->> 'completionTokens')::bigint, 0) as completion_tokens,
        -- The buckets of `usage_hour`.
        case when r.state = 'completed' then
          ceil(ln(greatest(extract(epoch from r.finished_at - r.created_at) * 1000, 1)) / ln(1.03))::integer
        end as bucket
      from run r
      -- Ids carry the clock of the process that made them, times are the database's.
      where r.prompt_id = of_prompt and r.workspace = of_workspace and r.kind = of_kind
        and r.id >= run_id_bound_1(greatest(from_time, closed) - interval '10 minutes')
        and r.id <= run_id_bound_1(to_time + interval '10 minutes')
        and r.created_at >= greatest(from_time, closed) and r.created_at < to_time
    )
    select o.version, o.state, count(*), sum(o.charged)::bigint, sum(o.prompt_tokens)::bigint,
      sum(o.completion_tokens)::bigint,
      (select coalesce(string_agg(int2send(b.bucket::smallint) || int4send(b.runs::integer), ''), '') from (
        select t.bucket, count(*) as runs from one t
        where t.version = o.version and t.state = o.state and t.bucket is not null group by t.bucket
      ) b)
    from one o group by o.version, o.state;
end $$;
