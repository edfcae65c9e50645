-- with the next one
-- Where a workspace has the spans of its runs sent: OTLP endpoints of its own. `headers` are secret. One batch at a time is
-- under way to each: `claim` names it, until `claimed_until`. `due_at` is when the next may be sent, `attempts` how many have
-- failed one behind the other, and `batch_limit` how many spans it has taken at once, where it refused more.
create table broadcast_destination (
  workspace         uuid not null,
  id                uuid not null,
  name              text not null,
  url               text not null,
  encoding          text not null check (encoding in ('json', 'protobuf')),
  compression       text not null check (compression in ('gzip', 'none')),
  headers           json not null,
  kinds             text[] not null,
  include_content   boolean not null,
  created_at        timestamptz(3) not null default now(),
  created_by        uuid,
  disabled_at       timestamptz(3),
  disabled_reason   text check (disabled_reason in ('by_user', 'gone', 'failing')),
  due_at            timestamptz not null default now(),
  claim             uuid,
  claimed_until     timestamptz,
  attempts          integer not null default 0,
  batch_limit       integer check (batch_limit > 0),
  failing_since     timestamptz(3),
  last_attempt_at   timestamptz(3),
  last_delivered_at timestamptz(3),
  last_status       smallint,
  last_error        text,
  delivered         bigint not null default 0,
  rejected          bigint not null default 0,
  given_up          bigint not null default 0,
  primary key (workspace, id),
  unique (id),
  check ((disabled_at is null) = (disabled_reason is null))
) with (fillfactor = 50);

-- Runs whose spans are to be sent, written in the transaction that ends them. A row is deleted once its span was taken, was
-- refused for good, or has waited for too long. Those of a destination that is removed are deleted behind it: no reference,
-- because that would lock the destination in each settlement, and remove all of its rows in one transaction.
create table broadcast_span (
  destination uuid not null,
  id          bigint generated always as identity,
  run         uuid not null,
  created_at  timestamptz(3) not null default now(),
  primary key (destination, id)
);

-- Whether its workspace has destinations: a settlement reads its accounts anyway, and no other table where there are none.
alter table account add column has_destinations boolean not null default false;
create function outboxes_as_wallet() returns trigger language plpgsql as $$
begin
  select coalesce(bool_or(a.has_webhooks), false), coalesce(bool_or(a.has_destinations), false)
  into new.has_webhooks, new.has_destinations
  from account a where a.workspace = new.workspace and a.kind = 'wallet';
  return new;
end $$;
drop trigger account_has_webhooks on account;
drop function has_webhooks_as_wallet();
create trigger account_has_outboxes before insert on account
  for each row execute function outboxes_as_wallet();
