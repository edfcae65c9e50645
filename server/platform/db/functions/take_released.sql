-- Takes what ended runs release of grants whose time is over, in the transaction that ends them: no other run can hold it.
-- What a run is charged is spent first from what such grants keep for it, in the order of `selectCounted` and
-- `selectBalance`. What is spent stays there until the grants are brought up to date. The caller has locked the accounts of
-- the runs, and the sums of their customers. The audit trail has the sum once the last of the runs has ended (`settleCounted`).
create function take_released(steps advance_runs_step[])
returns void language plpgsql as $$
begin
  perform 1 from credit_grant g
  where g.state = 'expiring' and exists (
    select from unnest(steps) s where s.ends and s.workspace = g.workspace and s.id = any (g.held_runs))
  order by g.id for no key update;

  with released as (
    select r.*, row_number() over (partition by r.id order by r.run) as n
    from (
      select g.id, g.workspace, g.reference, g.takes, s.id as run, s.account,
        least(k.amount, sum(k.amount) over (partition by s.id order by g.expires_at, g.id) - s.charge)::bigint as amount
      from unnest(steps) s
      join credit_grant g on g.workspace = s.workspace and g.state = 'expiring'
      cross join lateral unnest(g.held_runs, g.kept_amounts) as k (run, amount)
      where s.ends and k.run = s.id
    ) r where r.amount > 0
  ), taken as (
    update account a set available = a.available - t.amount
    from (select r.account, sum(r.amount) as amount from released r group by r.account) t where a.id = t.account
  ), entered as (
    insert into ledger_entry (workspace, account, kind, debit_bucket, credit_bucket, amount, external_reference)
    select r.workspace, r.account, 'grant_expired', 'available', 'external', r.amount, r.reference || '/' || (r.takes + r.n)
    from released r order by r.id, r.n
  )
  update credit_grant g set expired = g.expired + t.amount, takes = g.takes + t.entries, kept_amounts = array(
    select k.amount - coalesce((select r.amount from released r where r.id = g.id and r.run = k.run), 0)
    from unnest(g.held_runs, g.kept_amounts) with ordinality as k (run, amount, n) order by k.n)
  from (select r.id, sum(r.amount) as amount, count(*) as entries from released r group by r.id) t where g.id = t.id;

  with released as (
    select r.*
    from (
      select g.id, g.workspace, g.customer, s.id as run,
        least(k.amount, sum(k.amount) over (partition by s.id order by g.ends_at, g.id) - s.charge)::bigint as amount
      from unnest(steps) s
      join customer_grant g on g.workspace = s.workspace and g.customer = s.customer and g.state = 'expiring'
      cross join lateral unnest(g.held_runs, g.kept_amounts) as k (run, amount)
      where s.ends and k.run = s.id
    ) r where r.amount > 0
  ), lowered as (
    update customer c set prepaid_limit = c.prepaid_limit - t.amount
    from (select r.workspace, r.customer, sum(r.amount) as amount from released r group by r.workspace, r.customer) t
    where c.workspace = t.workspace and c.id = t.customer
  )
  update customer_grant g set expired = g.expired + t.amount, kept_amounts = array(
    select k.amount - coalesce((select r.amount from released r where r.id = g.id and r.run = k.run), 0)
    from unnest(g.held_runs, g.kept_amounts) with ordinality as k (run, amount, n) order by k.n)
  from (select r.id, sum(r.amount) as amount from released r group by r.id) t where g.id = t.id;
end $$;
