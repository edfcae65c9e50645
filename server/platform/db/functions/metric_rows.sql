-- Returns the runs of a workspace as usage rows, one row per run, with the details that usage rows combine: for metrics
-- by session, by label, or by an end user together with something else.
create function metric_rows(of_workspace uuid, from_time timestamptz, to_time timestamptz)
returns table (
  hour timestamptz, kind text, subject text, api_key uuid, end_user_id text, session_id text, metadata json, state text,
  error_code text, prompt_id text, prompt_version text, runs bigint, charged bigint, usage jsonb, latencies bytea
) language sql stable
set plan_cache_mode = force_custom_plan as $$
  select date_trunc('hour', r.created_at, 'UTC'), r.kind, r.subject, r.api_key, coalesce(r.end_user_id, ''),
    coalesce(r.session_id, ''), r.metadata, r.state, coalesce(r.error ->> 'code', ''), coalesce(r.prompt_id, ''),
    coalesce(r.prompt_version, ''), 1::bigint, coalesce(r.charged_amount, 0), (r.facts -> 'usage')::jsonb,
    case when r.state = 'completed' then
      int2send(ceil(ln(greatest(extract(epoch from r.finished_at - r.created_at) * 1000, 1)) / ln(1.03))::smallint)
        || int4send(1)
    end
  from run r
  where r.workspace = of_workspace
    and r.id >= run_id_bound(from_time - interval '10 minutes')
    and r.id <= run_id_bound(to_time + interval '10 minutes')
    and r.created_at >= from_time and r.created_at < to_time
$$;

