-- Counts what keys used in this month against their spenders that begin now: the charges of their ended runs, and the holds
-- of their pending runs. What the keys that they created used counts too, if those have spenders. The caller runs it in the
-- transaction that gave the keys their spenders, under the locks of all accounts of the workspace, so that no run is created
-- or ends meanwhile. A settlement that waits for these locks has read its run already: `counted_to` of the account makes it
-- read the spender of the key again.
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
  with recent as materialized (
    select m.api_key, m.account, m.created_at, m.finished_at is null as is_pending,
      coalesce(m.charged_amount, 0) as charged, case when m.finished_at is null then m.reserved_amount else 0 end as held
    from run m
    where m.workspace = of_workspace and m.api_key = any (counted) and m.created_at >= greatest(month, closed)
      -- Ids use the clock of the process that created them; times use that of the database.
      and m.id >= run_id_bound(greatest(month, closed) - interval '10 minutes')
  ), noted as (
    update account a set counted_to = greatest(a.counted_to, p.last)
    from (select account, max(created_at) as last from recent where is_pending group by account) p where a.id = p.account
  )
  insert into key_spending (workspace, spender, day, spent, held)
  select of_workspace, s.spender, u.day, sum(u.charged), sum(u.held) from (
    select h.api_key, (h.hour at time zone 'UTC')::date as day, h.charged, 0 as held from usage_hour h
    where h.workspace = of_workspace and h.api_key = any (counted) and h.hour >= month and h.hour < closed
    union all
    select r.api_key, (r.created_at at time zone 'UTC')::date, r.charged, r.held from recent r
  ) u
  join api_key k on k.id = u.api_key left join api_key p on p.id = k.made_by
  cross join lateral unnest(array[k.spender, p.spender]) s (spender)
  where s.spender = any (begun) group by s.spender, u.day;
end $$;
