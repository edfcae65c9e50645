-- Returns a bound: all ledger entries made at `at_time` or later have this id or a higher one. Uses binary search, since
-- entries have no index by time. Ids follow the order of inserts, but times are those of transactions, which may be
-- older by as long as one lasts: `slack` is more than that.
create function entry_bound(at_time timestamptz, slack interval default '10 minutes')
returns bigint language plpgsql stable as $$
declare
  low  bigint := coalesce((select min(e.id) from ledger_entry e), 0);
  high bigint := coalesce((select max(e.id) from ledger_entry e), 0) + 1;
  mid  bigint;
  made timestamptz;
begin
  while low < high loop
    mid := low + (high - low) / 2;
    select e.created_at into made from ledger_entry e where e.id >= mid order by e.id limit 1;
    if made is null or made >= at_time - slack then
      high := mid;
    else
      low := mid + 1;
    end if;
  end loop;
  return low;
end $$;
