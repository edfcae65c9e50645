-- Saves how an attempt ended. A receiver that answers again gets at once what waits for it. The function disables an
-- endpoint that is gone, or fails for `disable_after_ms`: it gets nothing more, and the audit trail records this.
-- Returns why.
create function save_delivery(
  of_delivery bigint, of_attempt integer, status integer, error text, is_delivered boolean, is_gone boolean,
  next_in_ms bigint, disable_after_ms bigint
)
returns text language plpgsql as $$
declare
  saved  webhook_delivery;
  target webhook_endpoint;
  why    text;
begin
  select e.* into target
  from webhook_delivery d join webhook_endpoint e on e.workspace = d.workspace and e.id = d.endpoint
  where d.id = of_delivery;
  -- Deliveries to a healthy endpoint do not wait for each other: its row mostly stays the same. Otherwise, lock it
  -- before its deliveries, as a removal does.
  if not is_delivered or target.failing_since is not null or target.last_delivered_at is null
    or target.last_delivered_at < now() - interval '1 minute' then
    select e.* into target from webhook_endpoint e
    where e.workspace = target.workspace and e.id = target.id for no key update;
  end if;
  update webhook_delivery d set last_status = status, last_error = error, is_resend = false,
    delivered_at = case when is_delivered then now()::timestamptz(3) else d.delivered_at end,
    -- A delivery that was given up meanwhile stays given up.
    due_at = case when not is_delivered and d.delivered_at is null and d.due_at is not null
      then now() + next_in_ms * interval '1 ms' end
  where d.id = of_delivery and d.attempts = of_attempt
  returning * into saved;
  if not found then
    return null;
  end if;
  if is_delivered then
    if target.failing_since is not null or target.last_delivered_at is null
      or target.last_delivered_at < now() - interval '1 minute' then
      update webhook_endpoint e set failing_since = null, last_delivered_at = now()
      where e.workspace = target.workspace and e.id = target.id;
    end if;
    if target.failing_since is not null then
      update webhook_delivery d set due_at = now()
      where d.endpoint = target.id and d.due_at > now() and d.last_error is not null;
    end if;
    return null;
  end if;
  why := case when is_gone then 'gone'
    when target.failing_since < now() - disable_after_ms * interval '1 ms' then 'failing' end;
  update webhook_endpoint e set failing_since = coalesce(e.failing_since, now()),
    disabled_at = case when why is not null then coalesce(e.disabled_at, now()) else e.disabled_at end,
    disabled_reason = coalesce(e.disabled_reason, why)
  where e.workspace = target.workspace and e.id = target.id;
  if why is null or target.disabled_at is not null then
    return null;
  end if;
  update webhook_delivery d set due_at = null where d.endpoint = target.id and d.due_at is not null;
  insert into audit_event (workspace, kind, detail)
  values (target.workspace, 'webhook_endpoint_disabled',
    jsonb_build_object('endpoint', target.id, 'url', target.url, 'reason', why));
  return why;
end $$;
