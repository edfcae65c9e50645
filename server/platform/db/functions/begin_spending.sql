-- Counts what keys used in this month against a new spender: the charges of their ended runs, and the holds of their
-- pending runs, which belong to the spender from now on. What the keys that they created used counts too, if these have
-- spenders; the caller gives them theirs first. The caller runs it in the transaction that gives the keys their spender,
-- under the locks of the accounts, so that no key creates a run meanwhile. A settlement in progress waits for the accounts,
-- so this function does not wait for it: it fails, and the caller begins again.
create function begin_spending(of_workspace uuid, of_keys uuid[], new_spender uuid)
returns void language plpgsql
set plan_cache_mode = force_custom_plan as $$
declare
  month  timestamptz := date_trunc('month', now(), 'UTC');
  closed timestamptz := coalesce((select c.until from usage_closed c where c.workspace = of_workspace), '-infinity');
  counted uuid[] := of_keys || array(select k.id from api_key k where k.made_by = any (of_keys) and k.spender is not null);
begin
  perform 1 from run_queue q join run m on m.workspace = q.workspace and m.id = q.run
  where q.workspace = of_workspace and m.api_key = any (counted) order by q.run for update of q nowait;

  update run m set spender = new_spender from run_queue q
  where q.workspace = of_workspace and m.workspace = of_workspace and m.id = q.run and m.api_key = any (of_keys)
    and m.created_at >= month;

  insert into key_spending (workspace, spender, day, spent, held)
  select of_workspace, new_spender, u.day, sum(u.charged), sum(u.held) from (
    select (h.hour at time zone 'UTC')::date as day, h.charged, 0 as held from usage_hour h
    where h.workspace = of_workspace and h.api_key = any (counted) and h.hour >= month and h.hour < closed
    union all
    select (m.created_at at time zone 'UTC')::date, coalesce(m.charged_amount, 0),
      case when m.finished_at is null then m.reserved_amount else 0 end
    from run m
    where m.workspace = of_workspace and m.api_key = any (counted) and m.created_at >= greatest(month, closed)
      -- Ids use the clock of the process that created them; times use that of the database.
      and m.id >= run_id_bound(greatest(month, closed) - interval '10 minutes')
  ) u group by u.day;
end $$;
