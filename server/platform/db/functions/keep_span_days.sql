-- Creates the partitions of `client_span` for `reach` days before today, for today, and for `ahead` days after it. Drops
-- those more than `retention` days old. Days are UTC days by the database's clock: that of one process may be wrong, and
-- dropped spans are gone. Drops at most 30, because each takes space in the lock table, and the rest in later calls.
-- Returns how many partitions it created and dropped. Any process may call it; one call works at a time.
create function keep_span_days(
  reach integer, ahead integer, retention integer, today date default (now() at time zone 'UTC')::date
)
returns table (made integer, dropped integer) language plpgsql
-- The working role owns no table, so it cannot create or drop one.
security definer
-- A process that reads spans blocks nobody for long: a later call drops what this one cannot lock.
set lock_timeout = '1s'
set plan_cache_mode = force_custom_plan as $$
declare
  oldest date := today - retention;
  day    date;
  name   text;
begin
  made := 0;
  dropped := 0;
  perform pg_advisory_xact_lock(hashtextextended('keep_span_days', 0));
  for day in select today + n from generate_series(-reach, ahead) n loop
    name := 'client_span_' || to_char(day, 'YYYYMMDD');
    if to_regclass(name) is null then
      -- Attaching a table takes a weaker lock than creating it as a partition.
      execute format('create table %I (like client_span including defaults including constraints)', name);
      execute format('alter table client_span attach partition %I for values from (%L) to (%L)', name,
        day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC');
      made := made + 1;
    end if;
  end loop;
  for name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'client_span'::regclass and c.relname < 'client_span_' || to_char(oldest, 'YYYYMMDD')
    order by c.relname limit 30
  loop
    begin
      execute format('drop table %I', name);
    exception when lock_not_available then
      exit;
    end;
    dropped := dropped + 1;
  end loop;
  delete from span_day d where d.day < oldest;
  return next;
end $$;

-- With this search path, a caller cannot substitute its own tables.
do $$ begin
  execute format('alter function keep_span_days(integer, integer, integer, date) set search_path = %I, pg_temp', current_schema());
end $$;
