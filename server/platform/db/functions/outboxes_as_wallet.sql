-- Gives a new account what the wallet of its workspace says about webhooks and broadcast.
create function outboxes_as_wallet() returns trigger language plpgsql as $$
begin
  select coalesce(bool_or(a.has_webhooks), false), coalesce(bool_or(a.has_destinations), false)
  into new.has_webhooks, new.has_destinations
  from account a where a.workspace = new.workspace and a.kind = 'wallet';
  return new;
end $$;
