-- Deletes spans that have waited longer than `older_than_ms`, the oldest first, and counts them at their destination.
-- Also deletes those whose destination is gone. While a process sends a batch to a destination, the function skips the
-- oldest `under_way` spans, which may be in it. Returns how many spans it deleted, `at_most` in total.
create function give_up_broadcasts(older_than_ms bigint, at_most integer, under_way integer)
returns integer language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off as $$
declare
  target  uuid;
  is_gone boolean;
  skipped integer;
  oldest  timestamptz := now() - older_than_ms * interval '1 ms';
  gone    integer;
  total   integer := 0;
begin
  target := (select s.destination from broadcast_span s order by s.destination limit 1);
  while target is not null and total < at_most loop
    -- Null if another process has locked the row.
    select case when d.claimed_until > now() then under_way else 0 end into skipped
    from broadcast_destination d where d.id = target for no key update skip locked;
    is_gone := not exists (select from broadcast_destination d where d.id = target);
    if is_gone then
      skipped := 0;
    end if;
    -- The first row shows whether there is work, so PostgreSQL does not read the rest.
    if skipped is not null and (is_gone or oldest > (
      select s.created_at from broadcast_span s where s.destination = target order by s.id limit 1 offset skipped
    )) then
      delete from broadcast_span s using (
        select w.id, w.created_at from broadcast_span w where w.destination = target
        order by w.id limit at_most - total offset skipped
      ) old
      where s.destination = target and s.id = old.id and (is_gone or old.created_at < oldest);
      get diagnostics gone = row_count;
      update broadcast_destination d set given_up = d.given_up + gone where d.id = target and gone > 0;
      total := total + gone;
    end if;
    target := (select s.destination from broadcast_span s where s.destination > target order by s.destination limit 1);
  end loop;
  return total;
end $$;
