-- Returns what a workspace used from one whole hour to another: the closed hours, and the runs after them.
create function usage_by_hour(
  of_workspace uuid, from_time timestamptz, to_time timestamptz, by_end_user boolean
)
returns table (
  hour timestamptz, kind text, subject text, api_key uuid, end_user_id text, state text, error_code text,
  prompt_id text, prompt_version text, runs bigint, charged bigint, fee bigint, usage jsonb, latencies bytea
) language plpgsql stable
set plan_cache_mode = force_custom_plan as $$
declare
  -- Read once: a snapshot that sees the hour as closed sees it in the tables.
  closed timestamptz := coalesce((select c.until from usage_closed c where c.workspace = of_workspace), from_time);
begin
  if by_end_user then
    return query
      select u.hour, u.kind, null::text, null::uuid, u.end_user_id, u.state, u.error_code, null::text, null::text,
        u.runs, u.charged, u.fee, u.usage, u.latencies
      from usage_hour_of_end_user u
      where u.workspace = of_workspace and u.hour >= from_time and u.hour < least(to_time, closed);
  else
    return query
      select u.hour, u.kind, u.subject, u.api_key, null::text, u.state, u.error_code, u.prompt_id, u.prompt_version,
        u.runs, u.charged, u.fee, u.usage, u.latencies
      from usage_hour u
      where u.workspace = of_workspace and u.hour >= from_time and u.hour < least(to_time, closed);
  end if;
  return query select * from usage_of_runs(of_workspace, greatest(from_time, closed), to_time, by_end_user);
end $$;
