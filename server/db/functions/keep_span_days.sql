-- Makes the partitions of `client_span` for the days from `first` to `last`, and drops those of days before `oldest`.
-- A day is a day of UTC. Answers how many partitions it made and dropped. Called by any number of processes, it works in
-- one at a time.
create function keep_span_days_1(first date, last date, oldest date)
returns table (made integer, dropped integer) language plpgsql
-- The working role owns no table, so it can make and drop none.
security definer
-- Who reads spans is in nobody's way for long: what could not be locked is dropped the next time.
set lock_timeout = '1s'
set plan_cache_mode = force_custom_plan as $$
declare
  day  date;
  name text;
begin
  made := 0;
  dropped := 0;
  perform pg_advisory_xact_lock(hashtextextended('keep_span_days', 0));
  for day in select d::date from generate_series(first, last, interval '1 day') d loop
    name := 'client_span_' || to_char(day, 'YYYYMMDD');
    if to_regclass(name) is null then
      -- To attach a table takes a weaker lock than to create it as a partition.
      execute format('create table %I (like client_span including defaults including constraints)', name);
      execute format('alter table client_span attach partition %I for values from (%L) to (%L)', name,
        day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC');
      made := made + 1;
    end if;
  end loop;
  for name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'client_span'::regclass and c.relname < 'client_span_' || to_char(oldest, 'YYYYMMDD')
    order by c.relname
  loop
    execute format('drop table %I', name);
    dropped := dropped + 1;
  end loop;
  delete from span_day d where d.day < oldest;
  return next;
end $$;

-- A caller can't put tables of its own in the place of these.
do $$ begin
  execute format('alter function keep_span_days_1(date, date, date) set search_path = %I, pg_temp', current_schema());
end $$;
