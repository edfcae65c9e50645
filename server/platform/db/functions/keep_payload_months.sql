-- Creates the partitions of `run_payload` for the month of `today` and for `ahead` months after it, and drops those
-- whose whole content is due: each workspace with rows in it has purged past its end, and none of its runs is open.
-- Drops at most 30, because each takes space in the lock table. Returns how many partitions it created and dropped. Any
-- process may call it; one call works at a time.
create function keep_payload_months(ahead integer, today date default (now() at time zone 'UTC')::date)
returns table (made integer, dropped integer) language plpgsql
-- The working role owns no table, so it cannot create or drop one.
security definer
-- Others create and read runs meanwhile: a later call creates, or drops, what this one cannot lock at once.
set lock_timeout = '200ms'
set plan_cache_mode = force_custom_plan as $$
declare
  month   date;
  name    text;
  first   uuid;
  behind  uuid;
  is_kept boolean;
begin
  made := 0;
  dropped := 0;
  perform pg_advisory_xact_lock(hashtextextended('keep_payload_months', 0));
  for month in
    select (date_trunc('month', today::timestamp) + n * interval '1 month')::date from generate_series(0, ahead) n
  loop
    name := 'run_payload_' || to_char(month, 'YYYYMM');
    first := run_id_bound(month::timestamp at time zone 'UTC');
    behind := run_id_bound((month::timestamp + interval '1 month') at time zone 'UTC');
    if to_regclass(name) is null then
      begin
        -- Attaching a table takes a weaker lock than creating it as a partition.
        execute format('create table %I (like run_payload including all) with (fillfactor = 45)', name);
        -- Move the rows that arrived before this partition existed.
        execute format('with moved as (
            delete from run_payload_beyond where run >= %2$L and run < %3$L returning workspace, run, request, response)
          insert into %1$I (workspace, run, request, response) select * from moved', name, first, behind);
        execute format('alter table run_payload attach partition %I for values from (%L) to (%L)', name, first, behind);
      exception when lock_not_available then
        exit;
      end;
      made := made + 1;
    end if;
  end loop;

  for name, behind in
    select p.name, p.high from payload_months() p
    where p.high <= (select c.until from content_purge c order by c.until desc limit 1) order by p.high limit 30
  loop
    execute format(
      'with recursive spaces (workspace) as (
         (select workspace from %1$I order by workspace limit 1)
         union all
         select (select p.workspace from %1$I p where p.workspace > s.workspace order by p.workspace limit 1)
         from spaces s where s.workspace is not null
       )
       select exists (
         select from spaces s where s.workspace is not null and not exists (
           select from content_purge c where c.workspace = s.workspace and c.until >= %2$L)
       ) or exists (
         select from run_queue q join %1$I p on p.workspace = q.workspace and p.run = q.run where q.run < %2$L)',
      name, behind) into is_kept;
    continue when is_kept;
    begin
      execute format('drop table %I', name);
    exception when lock_not_available then
      exit;
    end;
    dropped := dropped + 1;
  end loop;
  return next;
end $$;

-- With this search path, a caller cannot substitute its own tables.
do $$ begin
  execute format('alter function keep_payload_months(integer, date) set search_path = %I, pg_temp', current_schema());
end $$;
