-- Counts what a customer has used against the budgets, or the prepaid balance, that it is about to get: the charges of its
-- ended runs, and the holds of its pending runs, which count from now on. The caller runs it in the transaction that gives
-- the customer its budgets, under the lock of the wallet, so that no run is created meanwhile. A settlement in progress
-- waits for the wallet, so this function does not wait for it: it fails, and the caller begins again. To lock the runs
-- before the wallet would not end that, as one may be created in between; nor can a settlement find out later, as it does
-- for `begin_spending`: sums of a customer that come from default budgets do not count the runs before these.
create function begin_budgets(of_workspace uuid, of_end_user text, of_customer uuid)
returns void language plpgsql
set plan_cache_mode = force_custom_plan as $$
declare
  today date := (now()::timestamptz(3) at time zone 'UTC')::date;
begin
  perform 1 from run_queue q join run m on m.workspace = q.workspace and m.id = q.run
  where q.workspace = of_workspace and m.end_user_id = of_end_user order by q.run for update of q nowait;

  update run m set customer = of_customer from run_queue q
  where q.workspace = of_workspace and m.workspace = of_workspace and m.id = q.run and m.end_user_id = of_end_user;

  insert into customer_spending (workspace, customer, day, day_spent, day_held, month_spent, month_held, total_spent, total_held)
  select of_workspace, of_customer, today,
    coalesce(sum(u.charged) filter (where u.day = today), 0), coalesce(sum(u.held) filter (where u.day = today), 0),
    coalesce(sum(u.charged) filter (where u.day >= date_trunc('month', today::timestamp)::date), 0),
    coalesce(sum(u.held) filter (where u.day >= date_trunc('month', today::timestamp)::date), 0),
    coalesce(sum(u.charged), 0), coalesce(sum(u.held), 0)
  from (
    select (m.created_at at time zone 'UTC')::date as day, coalesce(m.charged_amount, 0) as charged,
      case when m.finished_at is null then m.reserved_amount else 0 end as held
    from run m where m.end_user_id = of_end_user and m.workspace = of_workspace
  ) u
  on conflict (workspace, customer) do update set
    day = excluded.day, day_spent = excluded.day_spent, day_held = excluded.day_held, month_spent = excluded.month_spent,
    month_held = excluded.month_held, total_spent = excluded.total_spent, total_held = excluded.total_held;
end $$;
