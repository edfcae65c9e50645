-- Deletes what has waited for longer than `older_than_ms`, the oldest `at_most` of each destination, and counts it there.
-- What is under way is left alone. Returns how much it deleted.
create function give_up_broadcasts_1(older_than_ms bigint, at_most integer) returns bigint language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off as $$
declare
  target uuid;
  oldest timestamptz := now() - older_than_ms * interval '1 ms';
  gone   bigint;
  total  bigint := 0;
begin
  target := (select s.destination from broadcast_span s order by s.destination limit 1);
  while target is not null loop
    perform from broadcast_destination d
    where d.id = target and (d.claimed_until is null or d.claimed_until <= now()) for no key update skip locked;
    if found then
      delete from broadcast_span s using (
        select w.id, w.created_at from broadcast_span w where w.destination = target order by w.id limit at_most
      ) old
      where s.destination = target and s.id = old.id and old.created_at < oldest;
      get diagnostics gone = row_count;
      if gone > 0 then
        update broadcast_destination d set given_up = d.given_up + gone where d.id = target;
        total := total + gone;
      end if;
    end if;
    target := (select s.destination from broadcast_span s where s.destination > target order by s.destination limit 1);
  end loop;
  return total;
end $$;
