-- The data of the service. Every row names its workspace first, so that a workspace can be moved whole
-- and a query that forgets whose data it reads does not find its index.
--
-- No foreign keys on the hot tables: they cost a third of the throughput of a create and deadlock with
-- the locks on accounts. `audit` looks for orphans instead.

-- The deployment itself: which database this is, and the secret behind pseudonyms sent upstream.
create table deployment (
  only_row          boolean primary key default true check (only_row),
  system_identifier text,
  timeline          integer,
  attribution_key   bytea not null,
  created_at        timestamptz not null default now()
);

create table workspace (
  id         uuid primary key,
  name       text not null unique check (length(name) between 1 and 100),
  created_at timestamptz not null default now()
);

-- Cached balances of a purse; the ledger is the truth and `audit` compares them. `pending` counts the
-- runs that are not terminal, so that the cap of pending runs is checked under the lock of the create.
create table account (
  workspace  uuid not null,
  id         uuid primary key,
  kind       text not null check (kind in ('wallet', 'key_credit')),
  available  bigint not null default 0 check (available >= 0),
  held       bigint not null default 0 check (held >= 0),
  spent      bigint not null default 0 check (spent >= 0),
  pending    integer not null default 0 check (pending >= 0),
  created_at timestamptz not null default now(),
  check (available + held + spent <= 9007199254740991)
) with (fillfactor = 50);

create unique index account_one_wallet on account (workspace) where kind = 'wallet';
create index account_of_workspace on account (workspace);

-- A key is known by the SHA-256 of its text; the text itself is shown once and kept nowhere.
create table api_key (
  workspace       uuid not null,
  id              uuid primary key,
  hash            bytea not null unique check (length(hash) = 32),
  prefix          text not null,
  last4           text not null,
  name            text not null check (length(name) between 1 and 100),
  scopes          text[] not null check (cardinality(scopes) > 0),
  account         uuid,
  wallet_fallback boolean not null default false,
  expires_at      timestamptz,
  revoked_at      timestamptz,
  last_used_at    timestamptz,
  rotated_to      uuid,
  created_at      timestamptz not null default now(),
  check (account is not null or not wallet_fallback)
) with (fillfactor = 80);

create index api_key_of_workspace on api_key (workspace, id);
create index api_key_revoked on api_key (revoked_at) where revoked_at is not null;
create index api_key_with_account on api_key (account) where account is not null;

-- A model run. State and money change by conditional updates only; no indexed column ever changes, so
-- that updates stay within the page. Times are kept as exactly as they are shown: a caller compares them.
create table model_run (
  workspace           uuid not null,
  id                  uuid not null,
  api_key             uuid not null,
  account             uuid not null,
  idempotency_key     text not null collate "C",
  request_hash        bytea not null,
  hash_version        smallint not null,
  model               text not null,
  provider            text not null,
  state               text not null check (state in ('reserved', 'queued', 'submitting', 'received',
                        'needs_reconciliation', 'completed', 'failed')),
  attempt             integer not null default 0,
  version             integer not null default 1,
  -- What was agreed on at creation: the model with its prices, the fee and the hold.
  terms               json not null,
  currency            text not null,
  scale               smallint not null,
  fee_basis_points    integer not null check (fee_basis_points >= 0),
  reserved_amount     bigint not null check (reserved_amount between 0 and 9007199254740991),
  provider_amount     bigint check (provider_amount >= 0),
  list_amount         bigint check (list_amount >= 0),
  fee_amount          bigint check (fee_amount >= 0),
  charged_amount      bigint check (charged_amount between 0 and reserved_amount),
  absorbed_amount     bigint check (absorbed_amount >= 0),
  prompt_tokens       bigint,
  completion_tokens   bigint,
  cached_prompt_tokens bigint,
  reasoning_tokens    bigint,
  finish_reason       text,
  error               json,
  provider_reference  text,
  -- Until when an unsent run may wait, and until when an unknown outcome or price is looked for.
  deadline            timestamptz(3) not null,
  settle_deadline     timestamptz(3),
  unknown_reason      text,
  look_ups            integer not null default 0,
  last_looked_up_at   timestamptz(3),
  next_check_at       timestamptz(3),
  session_id          text,
  end_user_id         text,
  prompt_id           text,
  prompt_version      text,
  traceparent         text,
  created_at          timestamptz(3) not null,
  updated_at          timestamptz(3) not null,
  finished_at         timestamptz(3),
  primary key (workspace, id),
  -- The key first: with the workspace first a planner without statistics takes this one for the primary key.
  unique (idempotency_key, workspace),
  check ((finished_at is not null) = (state in ('completed', 'failed'))),
  check (state <> 'failed' or (error is not null and charged_amount is null))
) with (fillfactor = 70);

-- What was asked and what was answered: wide, written once each, and purgeable. JSON as text, because
-- jsonb reorders members and refuses \u0000.
create table model_run_payload (
  workspace uuid not null,
  run       uuid not null,
  request   text,
  response  text,
  primary key (workspace, run)
);

-- What is still to be done: to submit a run, to look up an unknown outcome, or to look up a price.
-- `claim` and `worker` name who submits; look-ups are claimed by moving due_at, since they may repeat.
create table run_queue (
  workspace uuid not null,
  run       uuid primary key,
  provider  text not null,
  step      text not null check (step in ('submit', 'reconcile', 'price')),
  due_at    timestamptz not null,
  give_up_at timestamptz not null,
  claim     uuid,
  worker    uuid
) with (fillfactor = 70);

create index run_queue_due on run_queue (provider, step, due_at) where claim is null;
create index run_queue_look_ups on run_queue (due_at) where step <> 'submit';
create index run_queue_claimed on run_queue (worker, claim) where claim is not null;

-- One heartbeat per process, not one per run.
create table worker (
  id          uuid primary key,
  started_at  timestamptz not null default now(),
  lease_until timestamptz not null
) with (fillfactor = 50);

-- Double entry: each row moves an amount from one bucket to another. A run's money can be moved once per
-- kind and an external reference can be used once, by index; rows are never changed, by right and trigger.
create table ledger_entry (
  workspace          uuid not null,
  id                 bigint generated always as identity primary key,
  account            uuid not null,
  run                uuid,
  kind               text not null,
  debit_bucket       text not null,
  credit_bucket      text not null,
  amount             bigint not null check (amount between 1 and 9007199254740991),
  external_reference text,
  created_at         timestamptz not null default now(),
  check ((kind, debit_bucket, credit_bucket) in (
    ('top_up',           'external',  'available'),
    ('transfer_out',     'available', 'transit'),
    ('transfer_in',      'transit',   'available'),
    ('hold',             'available', 'held'),
    ('capture_provider', 'held',      'provider'),
    ('capture_fee',      'held',      'fee'),
    ('release',          'held',      'available'),
    ('loss',             'external',  'provider'))),
  check ((run is not null) = (kind in ('hold', 'capture_provider', 'capture_fee', 'release', 'loss'))),
  check ((external_reference is not null) = (kind in ('top_up', 'transfer_out', 'transfer_in')))
);

create unique index ledger_entry_once_per_run on ledger_entry (workspace, run, kind) where run is not null;
create unique index ledger_entry_once_per_reference on ledger_entry (workspace, external_reference, kind)
  where external_reference is not null;
create index ledger_entry_of_account on ledger_entry (workspace, account, id);

-- What an operator must be able to answer for and no amount can tell: outcomes given up, losses of
-- unknown size, acts of administration.
create table audit_event (
  id         bigint generated always as identity primary key,
  workspace  uuid,
  run        uuid,
  kind       text not null,
  detail     json not null default '{}',
  created_at timestamptz not null default now()
);

create index audit_event_of_workspace on audit_event (workspace, id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

create trigger ledger_entry_append_only before update or delete or truncate on ledger_entry
  for each statement execute function refuse_change();
create trigger audit_event_append_only before update or delete or truncate on audit_event
  for each statement execute function refuse_change();

revoke update, delete, truncate on ledger_entry from current_user;
revoke update, delete, truncate on audit_event from current_user;

-- The models of a provider as its own catalog listed them, saved by `models sync`.
create table synced_model (
  provider  text not null,
  id        text not null,
  model     json not null,
  synced_at timestamptz not null default now(),
  primary key (provider, id)
);
