-- Returns what the runs of a kind that are attributed to a prompt used and cost, from one whole hour to another, by
-- version and state: the closed hours, and the runs after them.
create function usage_of_prompt(
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
    with one as (
      select coalesce(r.prompt_version, '') as version, r.state as state, coalesce(r.charged_amount, 0) as charged,
        coalesce((r.facts -> 'usage' ->> 'promptTokens')::bigint, 0) as prompt_tokens,
        coalesce((r.facts -> 'usage' ->> 'completionTokens')::bigint, 0) as completion_tokens,
        -- The same buckets as in `usage_hour`.
        case when r.state = 'completed' then
          ceil(ln(greatest(extract(epoch from r.finished_at - r.created_at) * 1000, 1)) / ln(1.03))::integer
        end as bucket
      from run r
      -- Ids use the clock of the process that created them; times use that of the database.
      where r.prompt_id = of_prompt and r.workspace = of_workspace and r.kind = of_kind
        and r.id >= run_id_bound(greatest(from_time, closed) - interval '10 minutes')
        and r.id <= run_id_bound(to_time + interval '10 minutes')
        and r.created_at >= greatest(from_time, closed) and r.created_at < to_time
    ), counted as (
      select o.version, o.state, o.bucket, count(*) as runs, sum(o.charged) as charged,
        sum(o.prompt_tokens) as prompt_tokens, sum(o.completion_tokens) as completion_tokens
      from one o group by 1, 2, 3
    )
    select c.version, c.state, sum(c.runs)::bigint, sum(c.charged)::bigint, sum(c.prompt_tokens)::bigint,
      sum(c.completion_tokens)::bigint, coalesce(string_agg(int2send(c.bucket::smallint) || int4send(c.runs::integer), '')
        filter (where c.bucket is not null), '')
    from counted c group by 1, 2;
end $$;
