-- Counts what keys used in this month against their spenders that begin now: the charges of their ended runs, and the holds
-- of their pending runs, which belong to these spenders from now on. What the keys that they created used counts too, if
-- those have spenders. The caller runs it in the transaction that gave the keys their spenders, under the locks of their
-- pending runs and then of the accounts, so that no key creates a run meanwhile. A run that was created between these locks
-- may be settled already, and its settlement waits for the accounts, so this function does not wait for it: it fails, and
-- the caller begins again.
create function begin_spending(of_workspace uuid, begun uuid[])
returns void language plpgsql
set plan_cache_mode = force_custom_plan as $$
declare
  month  timestamptz := date_trunc('month', now(), 'UTC');
  closed timestamptz := coalesce((select c.until from usage_closed c where c.workspace = of_workspace), '-infinity');
  counted uuid[] := array(
    select k.id from api_key k where k.spender = any (begun)
    union select k.id from api_key p join api_key k on k.made_by = p.id
    where p.spender = any (begun) and k.spender is not null);
begin
  perform 1 from run_queue q join run m on m.workspace = q.workspace and m.id = q.run
  where q.workspace = of_workspace and m.api_key = any (counted) order by q.run for update of q nowait;

  update run m set spender = k.spender from run_queue q, api_key k
  where q.workspace = of_workspace and m.workspace = of_workspace and m.id = q.run and k.id = m.api_key
    and k.spender = any (begun) and m.created_at >= month;

  insert into key_spending (workspace, spender, day, spent, held)
  select of_workspace, s.spender, u.day, sum(u.charged), sum(u.held) from (
    select h.api_key, (h.hour at time zone 'UTC')::date as day, h.charged, 0 as held from usage_hour h
    where h.workspace = of_workspace and h.api_key = any (counted) and h.hour >= month and h.hour < closed
    union all
    select m.api_key, (m.created_at at time zone 'UTC')::date, coalesce(m.charged_amount, 0),
      case when m.finished_at is null then m.reserved_amount else 0 end
    from run m
    where m.workspace = of_workspace and m.api_key = any (counted) and m.created_at >= greatest(month, closed)
      -- Ids use the clock of the process that created them; times use that of the database.
      and m.id >= run_id_bound(greatest(month, closed) - interval '10 minutes')
  ) u
  join api_key k on k.id = u.api_key left join api_key p on p.id = k.made_by
  cross join lateral unnest(array[k.spender, p.spender]) s (spender)
  where s.spender = any (begun) group by s.spender, u.day;
end $$;
