-- Returns how many bytes of durations the metrics of a time range combine: those of hours, or of hours and end users.
-- Each run that a query reads by itself has six.
create function count_latency_bytes(of_workspace uuid, from_time timestamptz, to_time timestamptz, source text)
returns bigint language plpgsql stable
set plan_cache_mode = force_custom_plan as $$
begin
  return case source
    when 'hours' then (
      select coalesce(sum(octet_length(u.latencies)), 0) from usage_hour u
      where u.workspace = of_workspace and u.hour >= from_time and u.hour < to_time)
    when 'endUsers' then (
      select coalesce(sum(octet_length(u.latencies)), 0) from usage_hour_of_end_user u
      where u.workspace = of_workspace and u.hour >= from_time and u.hour < to_time)
    else 0
  end;
end $$;
