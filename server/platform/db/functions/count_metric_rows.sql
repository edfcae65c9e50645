-- Returns how many rows the metrics of a time range would add up, at most `at_most`: rows of hours, of hours and end
-- users, or of runs, including those within the clock skew. Hours that are not closed yet count only as runs.
create function count_metric_rows(
  of_workspace uuid, from_time timestamptz, to_time timestamptz, source text, at_most integer
)
returns integer language plpgsql stable
set plan_cache_mode = force_custom_plan as $$
begin
  return case source
    when 'hours' then (select count(*) from (
      select from usage_hour u
      where u.workspace = of_workspace and u.hour >= from_time and u.hour < to_time limit at_most) one)
    when 'endUsers' then (select count(*) from (
      select from usage_hour_of_end_user u
      where u.workspace = of_workspace and u.hour >= from_time and u.hour < to_time limit at_most) one)
    when 'runs' then (select count(*) from (
      select from run r
      where r.workspace = of_workspace
        and r.id >= run_id_bound(from_time - interval '10 minutes')
        and r.id <= run_id_bound(to_time + interval '10 minutes') limit at_most) one)
  end;
end $$;
