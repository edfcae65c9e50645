-- Notifies subscribed endpoints that the wallet has less left than the warning amount: once, until it has enough again.
-- Held credit is left until it is charged, so neither a hold nor its release causes a message.
create function tell_of_low_balances() returns void language sql as $$
  delete from low_balance_told t using workspace w, account a
  where w.id = t.workspace and a.workspace = t.workspace and a.kind = 'wallet'
    and (w.low_balance_amount is null or a.available + a.held >= w.low_balance_amount);

  with low as (
    insert into low_balance_told (workspace)
    select w.id from account a join workspace w on w.id = a.workspace and a.available + a.held < w.low_balance_amount
    where a.has_webhooks and a.kind = 'wallet' and exists (
      select from webhook_endpoint e
      where e.workspace = w.id and e.disabled_at is null and 'credit.low' = any (e.event_types))
    on conflict do nothing
    returning workspace
  )
  insert into webhook_delivery (workspace, endpoint, type, data, due_at)
  select l.workspace, e.id, 'credit.low', json_build_object(
    'availableAmount', a.available, 'heldAmount', a.held, 'lowBalanceAmount', w.low_balance_amount), now()
  from low l
  join workspace w on w.id = l.workspace
  join account a on a.workspace = l.workspace and a.kind = 'wallet'
  join webhook_endpoint e
    on e.workspace = l.workspace and e.disabled_at is null and 'credit.low' = any (e.event_types);
$$;
