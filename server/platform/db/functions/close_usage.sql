-- Closes hours that are over and whose runs have all ended: at most a day of each of `at_most` workspaces per call, an
-- hour if the day has more than `most_runs` runs, and no other workspace once the call exceeds `longest`, because a call
-- that times out closes nothing. Returns the number of workspaces. An hour is over once it ended `settling` ago: no
-- create takes that long, so no run can still enter it. Any process may call it; one call works at a time.
create function close_usage(
  at_most integer, settling interval default '15 minutes', most_runs integer default 200000,
  longest interval default '5 seconds'
)
returns integer language plpgsql
set plan_cache_mode = force_custom_plan as $$
declare
  over_at timestamptz := date_trunc('hour', now() - settling, 'UTC');
  one     record;
  closed  integer := 0;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('close_usage', 0)) then
    return 0;
  end if;
  for one in
    with open as (
      -- The hour of the oldest run of a workspace that has not ended, by the earliest time that its id can mean.
      select q.workspace, date_trunc('hour', to_timestamp(
        ('x' || left(replace(min(q.run::text), '-', ''), 12))::bit(48)::bigint / 1000.0) - interval '10 minutes', 'UTC') as hour
      from run_queue q group by q.workspace
    ), candidate as (
      select w.id as workspace, coalesce(c.until, '-infinity') as until, least(over_at, coalesce(o.hour, over_at)) as over_at
      from workspace w left join usage_closed c on c.workspace = w.id left join open o on o.workspace = w.id
    )
    select k.workspace, k.until, k.over_at, date_trunc('hour', first.created_at, 'UTC') as first_hour
    from candidate k cross join lateral (
      select r.created_at from run r
      where r.workspace = k.workspace and r.created_at >= k.until
        and r.id >= run_id_bound(greatest(k.until, '1970-01-02') - interval '10 minutes')
      order by r.id limit 1
    ) first
    where k.until < k.over_at and date_trunc('hour', first.created_at, 'UTC') < k.over_at
    order by k.until limit at_most
  loop
    -- Ids may not follow the order of times: runs before the first one are within the clock skew.
    one.first_hour := greatest(one.until, one.first_hour - interval '1 hour');
    one.over_at := least(one.over_at, one.first_hour + interval '1 day');
    if (select count(*) from (
      select from run r
      where r.workspace = one.workspace and r.id >= run_id_bound(one.first_hour)
        and r.id < run_id_bound(one.over_at) limit most_runs + 1) many) > most_runs
    then
      one.over_at := least(one.over_at, one.first_hour + interval '1 hour');
    end if;
    insert into usage_hour (workspace, hour, kind, subject, api_key, state, error_code, prompt_id, prompt_version,
      runs, charged, fee, usage, latencies)
    select one.workspace, u.hour, u.kind, u.subject, u.api_key, u.state, u.error_code, u.prompt_id, u.prompt_version,
      u.runs, u.charged, u.fee, u.usage, u.latencies
    from usage_of_runs(one.workspace, one.first_hour, one.over_at, false) u;
    insert into usage_hour_of_end_user (workspace, hour, kind, end_user_id, state, error_code, runs, charged, fee,
      usage, latencies)
    select one.workspace, u.hour, u.kind, u.end_user_id, u.state, u.error_code, u.runs, u.charged, u.fee, u.usage,
      u.latencies
    from usage_of_runs(one.workspace, one.first_hour, one.over_at, true) u;
    insert into usage_closed as c (workspace, until) values (one.workspace, one.over_at)
    on conflict (workspace) do update set until = excluded.until;
    closed := closed + 1;
    exit when clock_timestamp() > statement_timestamp() + longest;
  end loop;
  return closed;
end $$;
