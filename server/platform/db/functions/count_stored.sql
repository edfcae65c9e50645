-- Counts the stored content of workspaces by day, and what is stored of content and spans in all. A run counts once it
-- is `settling` old, because ids carry the clocks of processes, and once it has ended. Each call counts at most
-- `at_most` new runs of a workspace, and no other workspace once it exceeds `longest`. Returns whether another call has
-- something to do. Any process may call it; one call works at a time.
create function count_stored(
  at_most integer, settling interval default '10 minutes', longest interval default '3 seconds'
)
returns boolean language plpgsql
set plan_cache_mode = force_custom_plan as $$
declare
  target   uuid := run_id_bound(now() - settling);
  one      record;
  upto     uuid;
  runs     integer;
  open_now uuid[];
  more     boolean := false;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('count_stored', 0)) then
    return false;
  end if;
  for one in
    select w.id as workspace, coalesce(c.until, '00000000-0000-0000-0000-000000000000') as until,
      coalesce(c.open, '{}') as open,
      (select p.until from content_purge p where p.workspace = w.id order by p.until desc limit 1) as purged
    from workspace w left join content_counted c on c.workspace = w.id
    -- So that none waits for the same others each time.
    order by random()
  loop
    if clock_timestamp() > statement_timestamp() + longest then
      more := true;
      exit;
    end if;
    select (array_agg(p.run order by p.run desc))[1], count(*) into upto, runs from (
      select p.run from run_payload p
      where p.workspace = one.workspace and p.run > one.until and p.run < target order by p.run limit at_most
    ) p;
    more := more or runs = at_most;
    upto := coalesce(upto, one.until);
    -- First: a run that ends in between counts in a later call.
    open_now := array(select q.run from run_queue q where q.workspace = one.workspace and q.run <= upto);
    if runs > 0 or open_now <> one.open then
      insert into content_day as d (workspace, day, bytes)
      select one.workspace,
        (to_timestamp(('x' || left(replace(p.run::text, '-', ''), 12))::bit(48)::bigint / 1000.0) at time zone 'UTC')::date,
        sum(coalesce(octet_length(p.request), 0) + coalesce(octet_length(p.response), 0))
      from run_payload p
      where p.workspace = one.workspace and p.run <> all (open_now)
        and (p.run > one.until and p.run <= upto or p.run = any (one.open))
      group by 2
      on conflict (workspace, day) do update set bytes = d.bytes + excluded.bytes;
      insert into content_counted as c (workspace, until, open) values (one.workspace, upto, open_now)
      on conflict (workspace) do update set until = excluded.until, open = excluded.open;
    end if;
    delete from content_day d
    where d.workspace = one.workspace and run_id_bound((d.day + 1)::timestamp at time zone 'UTC') <= one.purged;
  end loop;

  insert into stored_bytes as s (workspace, name, bytes)
  select d.workspace, 'stored_content', sum(d.bytes) from content_day d group by d.workspace
  union all
  -- A workspace that keeps content for fewer days than spans has none of the days before.
  select d.workspace, 'stored_spans', sum(d.bytes) from span_day d
  where not exists (
    select from content_purge p
    where p.workspace = d.workspace and p.until >= run_id_bound((d.day + 1)::timestamp at time zone 'UTC'))
  group by d.workspace
  on conflict (workspace, name) do update set bytes = excluded.bytes where s.bytes <> excluded.bytes;
  update stored_bytes s set bytes = 0
  where s.bytes > 0 and (
    s.name = 'stored_content' and not exists (select from content_day d where d.workspace = s.workspace)
    or s.name = 'stored_spans' and not exists (
      select from span_day d where d.workspace = s.workspace and d.bytes > 0 and not exists (
        select from content_purge p
        where p.workspace = d.workspace and p.until >= run_id_bound((d.day + 1)::timestamp at time zone 'UTC'))));
  return more;
end $$;
