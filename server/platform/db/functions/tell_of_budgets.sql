-- Saves messages about budgets that refuse a run, in the transaction of the refusal: once for each budget and period, and
-- again for one that was raised. A budget that is not above the highest that was told of in the period says nothing new, so
-- a program that changes budgets back and forth makes no messages. A prepaid balance is told of once after each grant, which
-- clears its mark. `refused` has what admit_runs says of each refusal; the caller holds the lock of the wallet.
-- An end user without a row, whose every create was refused, is not told of: nothing would bound the rows that remember it.
create function tell_of_budgets(refused json, today date) returns void language sql as $$
  with reached as materialized (
    select distinct on (r.workspace, r.end_user_id, r.period) r.workspace, r.end_user_id, r.period,
      jsonb_build_array(m.start, r."limit") as mark,
      json_build_object('endUserId', r.end_user_id, 'period', r.period, 'limitAmount', r."limit", 'spentAmount', r.spent,
        'heldAmount', r.held, 'requiredAmount', r.required) as data
    from json_to_recordset(refused) r (
      workspace uuid, end_user_id text, required bigint, period text, "limit" bigint, spent bigint, held bigint)
    cross join lateral (
      select case r.period when 'day' then today when 'month' then date_trunc('month', today::timestamp)::date end as start
    ) m
    join customer c on c.workspace = r.workspace and c.end_user_id = r.end_user_id
      and (c.told -> r.period ->> 0 is distinct from m.start::text
        or coalesce((c.told -> r.period ->> 1)::bigint, -1) < r."limit")
    -- An endpoint that subscribes later in the period still learns of it.
    where exists (
      select from webhook_endpoint e
      where e.workspace = r.workspace and e.disabled_at is null and 'budget.reached' = any (e.event_types))
    order by r.workspace, r.end_user_id, r.period
  ), marked as (
    update customer c set told = c.told || n.marks
    from (
      select workspace, end_user_id, jsonb_object_agg(period, mark) as marks from reached group by workspace, end_user_id
    ) n
    where c.workspace = n.workspace and c.end_user_id = n.end_user_id
  )
  insert into webhook_delivery (workspace, endpoint, type, data, due_at)
  select n.workspace, e.id, 'budget.reached', n.data, now()
  from reached n
  join webhook_endpoint e on e.workspace = n.workspace and e.disabled_at is null and 'budget.reached' = any (e.event_types)
  -- As in tell_of_runs.
  for key share of e
$$;
