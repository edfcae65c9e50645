-- with the next one
-- Where a workspace is told of what becomes of its runs. `secret` signs every message; for some time after a rotation the
-- one before signs as well. An endpoint that fails is told less, and is disabled after days. `last_delivered_at` is to the
-- minute.
create table webhook_endpoint (
  workspace       uuid not null,
  id              uuid not null,
  url             text not null,
  description     text not null default '',
  event_types     text[] not null,
  secret          text not null,
  previous_secret text,
  previous_until  timestamptz(3),
  created_at      timestamptz(3) not null default now(),
  created_by      uuid,
  last_delivered_at timestamptz(3),
  failing_since   timestamptz(3),
  disabled_at     timestamptz(3),
  disabled_reason text check (disabled_reason in ('by_user', 'gone', 'failing')),
  primary key (workspace, id),
  unique (id),
  check ((disabled_at is null) = (disabled_reason is null))
);

-- What is to be said to one endpoint, written in the transaction of what it tells. `due_at` is null once nothing is to
-- be sent any more. `message` names it to the receiver, in every attempt.
create table webhook_delivery (
  id              bigint generated always as identity primary key,
  message         uuid not null default gen_random_uuid() unique,
  workspace       uuid not null,
  endpoint        uuid not null,
  type            text not null,
  run             uuid,
  kind            text,
  version         integer,
  data            json not null,
  created_at      timestamptz(3) not null default now(),
  due_at          timestamptz,
  is_resend       boolean not null default false,
  attempts        integer not null default 0,
  last_attempt_at timestamptz(3),
  last_status     smallint,
  last_error      text,
  delivered_at    timestamptz(3),
  foreign key (workspace, endpoint) references webhook_endpoint (workspace, id) on delete cascade
);
create index webhook_delivery_due on webhook_delivery (endpoint, due_at, id) where due_at is not null;
create index webhook_delivery_in_order on webhook_delivery (endpoint, run, version) where due_at is not null;
create index webhook_delivery_under_way on webhook_delivery (endpoint, last_attempt_at)
  where due_at is not null and last_attempt_at is not null and last_status is null and last_error is null;
create index webhook_delivery_of_endpoint on webhook_delivery (workspace, endpoint, id);
create index webhook_delivery_failed on webhook_delivery (workspace, endpoint, id)
  where due_at is null and delivered_at is null;

-- Whether its workspace has endpoints: a settlement reads its accounts anyway, and no other table where there are none.
alter table account add column has_webhooks boolean not null default false;
create function has_webhooks_as_wallet() returns trigger language plpgsql as $$
begin
  new.has_webhooks := exists (
    select from account a where a.workspace = new.workspace and a.kind = 'wallet' and a.has_webhooks);
  return new;
end $$;
create trigger account_has_webhooks before insert on account
  for each row execute function has_webhooks_as_wallet();
create index account_with_webhooks on account (workspace) where has_webhooks and kind = 'wallet';

-- Workspaces that were told that their balance is low, until it is not.
create table low_balance_told (
  workspace uuid primary key,
  told_at   timestamptz(3) not null default now()
);
