-- Saves how a batch ended. `sent` lists the rows that are done: the receiver accepted `delivered` of them and refused
-- the others for good. The function deletes them, whichever process has the destination now; an earlier call counted
-- those already gone. Only the current claim saves the rest. A destination that says it is gone, or fails for
-- `disable_after_ms`, is disabled, which the audit trail records. A day with nothing to send does not count as failing.
-- Waiting spans stay until they are too old. Returns why this call disabled the destination.
create function save_broadcast(
  of_destination uuid, of_claim uuid, sent bigint[], delivered integer, status integer, error text, is_taken boolean,
  is_gone boolean, next_in_ms bigint, next_limit integer, disable_after_ms bigint
)
returns text language plpgsql as $$
declare
  target  broadcast_destination;
  deleted integer;
  failing timestamptz;
  why     text;
begin
  select d.* into target from broadcast_destination d where d.id = of_destination for no key update;
  if not found then
    return null;
  end if;
  delete from broadcast_span s where s.destination = target.id and s.id = any (sent);
  get diagnostics deleted = row_count;
  update broadcast_destination d set delivered = d.delivered + least(save_broadcast.delivered, deleted),
    rejected = d.rejected + greatest(deleted - save_broadcast.delivered, 0)
  where d.id = target.id and deleted > 0;
  if target.claim is distinct from of_claim then
    return null;
  end if;
  failing := case when target.due_at > now() - interval '1 day' then coalesce(target.failing_since, now()) else now() end;
  if not is_taken and target.disabled_at is null then
    why := case when is_gone then 'gone'
      when failing < now() - disable_after_ms * interval '1 ms' then 'failing' end;
  end if;
  update broadcast_destination d set
    claim = null, claimed_until = null, batch_limit = next_limit,
    due_at = now() + next_in_ms * interval '1 ms',
    attempts = case when is_taken then 0 else d.attempts + 1 end,
    failing_since = case when not is_taken then failing end,
    last_delivered_at = case when is_taken and save_broadcast.delivered > 0 then now() else d.last_delivered_at end,
    last_status = status, last_error = error,
    disabled_at = case when why is not null then now() else d.disabled_at end,
    disabled_reason = coalesce(why, d.disabled_reason)
  where d.id = target.id;
  if why is not null then
    insert into audit_event (workspace, kind, detail)
    values (target.workspace, 'destination_disabled',
      jsonb_build_object('destination', target.id, 'name', target.name, 'reason', why));
  end if;
  return why;
end $$;
