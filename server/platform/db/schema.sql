-- The whole schema: tables, indexes, settings and the rows that a new database begins with. The functions are in
-- `functions/`, and what the service's role may do is in `grants.sql`. `migrate` makes a new database of these files; it
-- creates `schema_migration` and `schema_function` itself, which record what has been applied.
--
-- Rows of a workspace begin with its id: a workspace can be moved as a whole, and a query that forgets whose data it
-- reads finds no index.
--
-- The tables that runs are created with have no foreign keys: these would cost a third of the throughput of creates, and
-- deadlock with the locks on accounts. `audit` looks for orphans instead.
--
-- PostgreSQL parses and plans each check of a table anew for every statement. The tables that a run writes
-- therefore have few checks, and compare with one constant list (`= any ('{...}')`) instead of `in`.
--
-- Tables whose rows change all the time have a `fillfactor`: a change that finds room in its page writes no index entry,
-- as long as no indexed column changes.


-- The schema itself

-- Programs that know the migration with this number, and every later one of theirs, can work with the schema: ADR 14. A
-- migration that removes what older programs need raises the number.
create table schema_range (
  only_row boolean primary key default true check (only_row),
  oldest   integer not null
);
insert into schema_range (oldest) values (1);


-- The deployment, and whether this is still its database

-- Which database this is, and the secret that the deployment signs with. `place` and `went_back` help to recognize a
-- database that was loaded from a dump, copied, or put back in time: ADR 13.
create table deployment (
  only_row          boolean primary key default true check (only_row),
  system_identifier text,
  timeline          integer,
  secret            bytea not null,
  created_at        timestamptz not null default now(),
  -- What `database_place` returned when the deployment last acknowledged the database.
  place             text,
  went_back         boolean not null default false,
  -- Part of a hash of the pseudonym key, which is stored elsewhere: enough to notice another key.
  pseudonym_check   bytea,
  -- The deployment's name at engines, if that does not follow from `secret`.
  compute_name      text
);

-- Files that are put back lack what was written since, and nothing in them says so. So each process counts in rows of its
-- own and remembers how far: a process that finds less knows that the database has gone back.
create table witness (
  id             uuid primary key,
  count          bigint not null,
  seen_at        timestamptz not null default now(),
  -- The timeline on which the process began, or on which it last found everything that it knew of.
  timeline       integer,
  -- Whether its commits waited for a standby when it last counted.
  is_synchronous boolean not null default false
) with (fillfactor = 50);

-- The counts of transactions that follow one another: each transaction counts in its lane as its last statement. So a
-- database that was promoted can prove that it has everything that a process knows to be committed: ADR 13. `is_lost`
-- stays once a count was below what the process knew of.
create table witness_lane (
  witness uuid not null,
  lane    integer not null,
  count   bigint not null,
  is_lost boolean not null default false,
  primary key (witness, lane)
) with (
  fillfactor = 50, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_cost_delay = 0, vacuum_truncate = off);

-- Since when no process claims runs, because the database is not the known one. Runs whose holds come after `last_entry`
-- were never claimed in any history.
create table refusal (
  only_row   boolean primary key default true check (only_row),
  since      timestamptz not null default now(),
  timeline   integer,
  place      text not null,
  last_entry bigint not null
);

-- Processes: one heartbeat each, instead of one for each run.
create table worker (
  id          uuid primary key,
  started_at  timestamptz not null default now(),
  lease_until timestamptz not null
) with (fillfactor = 50);

-- What workers do repeatedly besides runs, such as purging: who does it now, and how it went. A row appears with the first
-- turn. A version that gives up a chore deletes its row, because a chore that has not succeeded for long raises an alert.
create table chore (
  name         text primary key,
  since        timestamptz not null default now(),
  every_ms     integer not null,
  -- The current turn, or the last one.
  turn         uuid not null,
  began_at     timestamptz not null default now(),
  -- No other process begins a turn before that; null once the turn has ended.
  taken_until  timestamptz,
  -- The duration of the last turn that ended.
  duration_ms  integer,
  succeeded_at timestamptz,
  -- How many turns have failed since the last success.
  failures     integer not null default 0,
  failed_at    timestamptz,
  failure      text
) with (fillfactor = 50);

-- What all processes know of each queue's provider: whether its circuit is open, when it may be probed, and until when its
-- retries are scheduled. A row appears with the first failure.
create table provider_circuit (
  -- The kind of the runs and the provider, as in `run_queue`.
  queue         text primary key,
  -- Null while the circuit is closed.
  opened_at     timestamptz(3),
  -- From then on, the next run may be sent as a probe.
  due_at        timestamptz,
  -- The probe in flight; after `probe_until`, another one may be sent.
  probe         uuid,
  probe_until   timestamptz,
  -- Probes that failed since the circuit opened.
  failed_probes integer not null default 0,
  openings      bigint not null default 0,
  probes        bigint not null default 0,
  -- Retries get times one after the other; this is the last of these times.
  retries_until timestamptz not null default '-infinity'
) with (fillfactor = 50);

-- What all processes have taken of a window of requests or bytes. A few rows that change all the time, and are deleted when
-- their window is over. The table is logged like others, so that a restart or a failover of the database does not give
-- every caller a new window; few statements write to it, because processes take a share of a window at a time.
create table rate_window (
  key     text primary key,
  total   bigint not null check (total >= 0),
  ends_at timestamptz not null
) with (
  fillfactor = 50, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_cost_delay = 0, vacuum_index_cleanup = on, vacuum_truncate = off);


-- Workspaces, and the keys of their programs

create table workspace (
  id                 uuid primary key,
  name               text not null check (length(name) between 1 and 100),
  created_at         timestamptz not null default now(),
  -- Scopes that a member may give to a key.
  member_scopes      text[] not null default '{models:read,models:run}',
  -- Below this balance, the dashboard warns and an alert is raised.
  low_balance_amount bigint check (low_balance_amount between 0 and 9007199254740991),
  -- For how many days requests and answers are kept; null for as long as the operator keeps them.
  content_days       integer check (content_days between 1 and 36500),
  -- Of its days and months in statements and usage, by its name in the IANA database.
  time_zone          text not null default 'UTC' check (length(time_zone) between 1 and 64),
  -- Since when the operator lets it create no runs, and why.
  suspended_at       timestamptz,
  suspended_for      text,
  check ((suspended_at is null) = (suspended_for is null))
);
-- Several may have one name, and commands refuse it then.
create index workspace_name on workspace (name);

-- The service recognizes a key by the SHA-256 of its text. The text itself is shown once and not stored.
--
-- Limits apply to a spender: a key with limits, together with the keys that replace it by rotation. They share what is
-- used of the limits, as they share credit. A key without limits has no spender, and neither do its runs: nothing is
-- counted for them. A key that another one created has a spender of its own if either of the two has limits: what it
-- spends counts against its own limits and those of the other one.
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
  -- Who created the key in the dashboard, and by which request: repeating the request creates no second key.
  created_by      uuid,
  request_key     text collate "C" check (length(request_key) between 1 and 255),
  -- The key that created it, or the one in its place after a rotation: this key is within its rights and ends with it.
  made_by         uuid,
  spender         uuid,
  day_limit       bigint check (day_limit between 0 and 9007199254740991),
  month_limit     bigint check (month_limit between 0 and 9007199254740991),
  models          text[] check (cardinality(models) between 1 and 100),
  check (account is not null or not wallet_fallback),
  check (spender is not null or day_limit is null and month_limit is null)
) with (fillfactor = 80);
create index api_key_of_workspace on api_key (workspace, id);
create unique index api_key_once_per_request on api_key (workspace, request_key) where request_key is not null;
create index api_key_made_by on api_key (made_by) where made_by is not null;
create index api_key_revoked on api_key (revoked_at) where revoked_at is not null;
-- For the predecessor of a key, whose spending is shown with that of the key.
create index api_key_rotated_to on api_key (rotated_to) where rotated_to is not null;
create index api_key_with_spender on api_key (spender) where spender is not null;
create index api_key_with_account on api_key (account) where account is not null;

-- Keys that the dashboard creates for a person who starts runs on its pages. Nobody has their secrets.
create table playground_key (
  api_key   uuid primary key references api_key (id),
  workspace uuid not null,
  person    uuid not null
);
create index playground_key_of_person on playground_key (workspace, person, api_key);

-- What the runs of a spender have been charged and still hold, by the UTC day on which they were created. A month is the
-- sum of its days. A run counts for its key and, if that has limits, for the key that created its key: so a create reads
-- one sum of each, however many keys the other one has created.
create table key_spending (
  workspace uuid not null,
  spender   uuid not null,
  day       date not null,
  spent     bigint not null default 0 check (spent >= 0),
  held      bigint not null default 0 check (held >= 0),
  primary key (workspace, spender, day)
) with (
  fillfactor = 50, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_cost_delay = 0, vacuum_truncate = off);


-- Customers

-- The end users of a workspace, as runs name them, and those that were made ahead with a name, a state and budgets of their
-- own. A create saves the row of an end user who is new in the statement that saves the run. Creates read customers under the
-- lock of the wallet, if the wallet says that some have budgets or are blocked; changes are made under the same lock.
create table customer (
  workspace    uuid not null,
  end_user_id  text not null,
  -- Of the first run, if a run made the row: ids have the order of time.
  id           uuid not null,
  name         text,
  metadata     json,
  state        text not null default 'active' constraint customer_states check (state in ('active', 'blocked', 'erasing')),
  -- Without budgets of its own, the defaults of the workspace apply.
  has_budgets  boolean not null default false,
  day_limit    bigint check (day_limit between 0 and 9007199254740991),
  month_limit  bigint check (month_limit between 0 and 9007199254740991),
  total_limit  bigint check (total_limit between 0 and 9007199254740991),
  -- Of a customer with a prepaid balance: what its runs may be charged and hold in all, like `total_limit`, but with what they
  -- had been charged before it (`prepaid_from`); and the sum of its grants.
  prepaid_limit   bigint check (prepaid_limit between 0 and 9007199254740991),
  prepaid_from    bigint check (prepaid_from >= 0),
  prepaid_granted bigint check (prepaid_granted >= 0),
  -- For each period, the day or month that endpoints were last told of, and the highest budget in it.
  told         jsonb not null default '{}',
  -- Those of the request that made it ahead.
  request_key  text,
  request_hash bytea,
  created_at   timestamptz(3) not null,
  primary key (workspace, end_user_id),
  check ((request_key is null) = (request_hash is null)),
  check (num_nulls(prepaid_limit, prepaid_from, prepaid_granted) in (0, 3))
);
create unique index customer_by_id on customer (workspace, id);
create unique index customer_of_request on customer (workspace, request_key) where request_key is not null;

-- What applies to customers without budgets of their own, and how many customers were made ahead.
create table customer_setting (
  workspace   uuid primary key,
  day_limit   bigint check (day_limit between 0 and 9007199254740991),
  month_limit bigint check (month_limit between 0 and 9007199254740991),
  total_limit bigint check (total_limit between 0 and 9007199254740991),
  made_ahead  integer not null default 0 check (made_ahead >= 0)
);

-- What the runs of a customer with budgets have been charged and still hold: of those that were created on `day` in UTC, in
-- its month, and of all. `customer` is the id of the customer, which a run that counts here has as well. The next run that
-- counts on a later day begins the day and the month anew.
create table customer_spending (
  workspace   uuid not null,
  customer    uuid not null,
  day         date not null,
  day_spent   bigint not null default 0,
  day_held    bigint not null default 0,
  month_spent bigint not null default 0,
  month_held  bigint not null default 0,
  total_spent bigint not null default 0,
  total_held  bigint not null default 0,
  -- Whether a grant to the customer whose time is over keeps something for runs: a settlement reads no grants otherwise.
  has_kept    boolean not null default false,
  primary key (workspace, customer),
  constraint customer_spending_amounts check (
    least(day_spent, day_held, month_spent, month_held, total_spent, total_held) >= 0)
) with (
  fillfactor = 50, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_cost_delay = 0, vacuum_truncate = off);

-- What a workspace grants to a customer: a part of the wallet that the customer may spend, until it expires. As with
-- `credit_grant`, what a grant has left follows from `customer_spending.total_spent`, and `counted` is
-- that sum when `spent` was last brought up to date.
create table customer_grant (
  workspace    uuid not null,
  customer     uuid not null,
  id           uuid primary key,
  -- Those of the request that gave it. Null if nobody did: what the runs that were pending when the balance began may cost.
  request_key  text,
  request_hash bytea,
  note         text,
  amount       bigint not null check (amount between 1 and 9007199254740991),
  created_at   timestamptz(3) not null default clock_timestamp(),
  -- When it expires, or was revoked before; null if it never does.
  ends_at      timestamptz(3),
  -- One that has expired is `expiring` while it keeps something for runs that have not ended: they still spend it.
  state        text not null default 'open' check (state in ('open', 'expiring', 'ended')),
  held_runs    uuid[] not null default '{}',
  -- What it keeps for each of them.
  kept_amounts bigint[] not null default '{}',
  spent        bigint not null default 0 check (spent >= 0),
  expired      bigint not null default 0 check (expired >= 0),
  -- How much of `expired` the audit trail has.
  recorded     bigint not null default 0,
  counted      bigint not null,
  -- Part of no balance, or of an earlier one that was ended.
  is_former    boolean not null default false,
  check ((request_key is null) = (request_hash is null)),
  check (cardinality(held_runs) = cardinality(kept_amounts)),
  check (spent + expired <= amount and (state <> 'ended' or spent + expired = amount))
);
create index customer_grant_of_customer on customer_grant (workspace, customer, id);
create unique index customer_grant_of_request on customer_grant (workspace, request_key) where request_key is not null;
create index customer_grant_not_ended on customer_grant (workspace, customer) where state <> 'ended';
create index customer_grant_ending on customer_grant (ends_at) where state <> 'ended';


-- Money

-- Cached balances. The ledger is the truth, and `audit` compares the two. `pending` counts the runs that have not ended, so
-- that a create checks the limit of pending runs under the lock that it takes anyway.
--
-- The table is small, and each run changes it several times: autovacuum clears it after a number of changes instead of a
-- share of the table, and at full speed. It does not give the end of the table back to the system: that needs an exclusive
-- lock, and the table would grow again.
create table account (
  workspace        uuid not null,
  id               uuid primary key,
  kind             text not null constraint account_kinds check (kind = any ('{wallet,key_credit}')),
  available        bigint not null default 0,
  held             bigint not null default 0,
  spent            bigint not null default 0,
  pending          integer not null default 0,
  created_at       timestamptz not null default now(),
  -- Whether the workspace has webhook endpoints, and broadcast destinations: a settlement reads its accounts anyway, and no
  -- other table if there are none.
  has_webhooks     boolean not null default false,
  has_destinations boolean not null default false,
  -- Of a wallet, whether a customer of the workspace has had a budget or has been blocked: a create reads no customers before.
  has_budgets      boolean not null default false,
  -- Whether a grant of the workspace whose time is over keeps something for runs: a settlement reads no grants otherwise.
  has_kept         boolean not null default false,
  -- The creation of the last run that was pending when limits of its key began to count it: a settlement of a run that is not
  -- newer reads again which spender the run counts for.
  counted_to       timestamptz(3),
  constraint account_amounts check (
    least(available, held, spent) >= 0 and pending >= 0 and available + held + spent <= 9007199254740991)
) with (
  fillfactor = 50, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_cost_delay = 0, vacuum_truncate = off);
create index account_of_workspace on account (workspace);
create unique index account_one_wallet on account (workspace) where kind = 'wallet';
create index account_with_webhooks on account (workspace) where has_webhooks and kind = 'wallet';
create trigger account_has_outboxes before insert on account
  for each row execute function outboxes_as_wallet();

-- Double entry: each row moves an amount from one bucket to another. The unique indexes allow one move of each kind for a
-- run, and one use of an external reference. The trigger, and the rights of the service's role, prevent changes. An entry
-- has a run or an external reference, as its kind requires.
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
  constraint ledger_entry_moves check (
    kind || ' ' || debit_bucket || ' ' || credit_bucket = any ('{
      top_up external available,
      payment external available,
      refund available external,
      refund_reversed external available,
      grant external available,
      grant_expired available external,
      transfer_out available transit,
      transfer_in transit available,
      hold available held,
      capture_provider held provider,
      capture_fee held fee,
      release held available,
      storage held storage,
      loss external provider,
      loss external storage}')),
  constraint ledger_entry_references check (
    (run is null) = (external_reference is not null)
    and case
      when run is null then
        kind = any (
          '{top_up,payment,refund,refund_reversed,grant,grant_expired,transfer_out,transfer_in,hold,storage,loss}')
      else kind <> all (
        '{top_up,payment,refund,refund_reversed,grant,grant_expired,transfer_out,transfer_in,storage}')
    end)
);
create index ledger_entry_of_account on ledger_entry (workspace, account, id);
create unique index ledger_entry_once_per_reference on ledger_entry (workspace, external_reference, kind)
  where external_reference is not null;
create unique index ledger_entry_once_per_run on ledger_entry (workspace, run, kind) where run is not null;
-- For losses, and for the few entries that no run makes.
create index ledger_entry_rare on ledger_entry (workspace, kind, id)
  where kind in (
    'top_up', 'payment', 'refund', 'refund_reversed', 'grant', 'grant_expired', 'transfer_out', 'transfer_in', 'loss');
create trigger ledger_entry_append_only before update or delete or truncate on ledger_entry
  for each statement execute function refuse_change();
-- If one role migrates and works, it owns the table; this is no more than a protection against mistakes.
revoke update, delete, truncate on ledger_entry from current_user;

-- The sums of the entries of each account up to one entry of the ledger, so that nobody adds up all entries. Only
-- `close_balances` writes them, with the rights of the owner: the service's role can change a closed balance as little as
-- an entry.
create table closed_balance (
  workspace uuid not null,
  account   uuid not null,
  available bigint not null,
  held      bigint not null,
  spent     bigint not null,
  primary key (workspace, account)
) with (fillfactor = 50);

-- Every entry up to `until` is in the closed balances. Those up to `horizon` come next, once the transactions of
-- `waits_for` have ended, each of which may still commit one of them. `books_final` is the time before which nothing is
-- added to `ledger_sum` any more.
create table ledger_closed (
  only_row    boolean primary key default true check (only_row),
  until       bigint not null default 0,
  horizon     bigint not null default 0,
  waits_for   text[] not null default '{}',
  books_final timestamptz not null default '1970-01-01Z'
);
insert into ledger_closed default values;

-- The sums of closed entries over all workspaces, but for holds and releases, for each quarter of an hour: months begin at
-- a quarter in every time zone. `close_balances` adds an entry to the quarter of its time; if that is final, to the first
-- one that is not.
create table ledger_sum (
  at            timestamptz not null,
  kind          text not null,
  credit_bucket text not null,
  amount        numeric not null,
  entries       bigint not null,
  primary key (at, kind, credit_bucket)
) with (fillfactor = 50);

-- Taxes that were received with payments, and negative those that went back with them. They are no credit of workspaces, so
-- the ledger does not have them; the books of the operator do.
create table tax_entry (
  id         bigint generated always as identity primary key,
  workspace  uuid not null,
  -- The payment.
  reference  text not null,
  amount     bigint not null check (amount <> 0),
  created_at timestamptz not null default now()
);
create index tax_entry_at on tax_entry (created_at);
create index tax_entry_of on tax_entry (workspace);

-- Credit that the operator gives a workspace, spent before paid credit, until it expires. Runs write here only what they
-- release of a grant whose time is over: what a grant has left follows from what the accounts of the workspace have been charged
-- (`account.spent`). `counted` is their sum when `spent` was last brought up to date, the same in all grants of a workspace
-- that have not ended.
create table credit_grant (
  workspace    uuid not null references workspace (id),
  id           uuid primary key,
  -- The operator's name for it, by which it is given once. The ledger entry has it too.
  reference    text not null,
  reason       text not null check (reason in ('welcome', 'goodwill', 'promotion')),
  note         text check (length(note) between 1 and 500),
  amount       bigint not null check (amount between 1 and 9007199254740991),
  created_at   timestamptz(3) not null default now(),
  expires_at   timestamptz(3) not null,
  -- When it expires, or when it was revoked before.
  ends_at      timestamptz(3) not null,
  -- A grant that has expired is `expiring` while it keeps something for runs that have not ended: they still spend it.
  state        text not null default 'open' check (state in ('open', 'expiring', 'ended')),
  held_runs    uuid[] not null default '{}',
  -- What it keeps for each of them.
  kept_amounts bigint[] not null default '{}',
  spent        bigint not null default 0 check (spent >= 0),
  expired      bigint not null default 0 check (expired >= 0),
  -- How many entries have taken what is expired.
  takes        integer not null default 0,
  -- How much of `expired` the audit trail has.
  recorded     bigint not null default 0,
  counted      bigint not null,
  -- What the accounts had been charged when it was given, and when it expired: in between, it was open.
  charged_from bigint not null,
  charged_to   bigint,
  unique (workspace, reference),
  check (cardinality(held_runs) = cardinality(kept_amounts)),
  check (spent + expired <= amount and (state <> 'ended' or spent + expired = amount))
);
create index credit_grant_ending on credit_grant (ends_at) where state <> 'ended';
create index credit_grant_not_ended on credit_grant (workspace) where state <> 'ended';

-- Payments by card for the credit of a workspace. The row is there before the provider is asked for a checkout, under the
-- same id, so that the provider makes one checkout however often it is asked. The ledger entry of a payment has the id as
-- its external reference.
create table payment (
  workspace    uuid not null references workspace (id),
  id           uuid not null unique,
  request_key  text not null,
  amount       bigint not null check (amount between 1 and 9007199254740991),
  state        text not null default 'open' check (state in ('open', 'succeeded', 'expired', 'failed')),
  -- The provider's name for its checkout or its charge; null until it has answered.
  checkout     text unique,
  checkout_url text,
  -- The provider's page with the receipt and the invoice, and the invoice as a file.
  receipt_url  text,
  invoice_url  text,
  -- What was paid on top of the amount, for the tax authority.
  tax          bigint not null default 0 check (tax between 0 and 9007199254740991),
  -- The person or the key that began it; neither, if the auto-recharge did.
  created_by   uuid,
  by_key       uuid,
  created_at   timestamptz(3) not null default now(),
  expires_at   timestamptz(3) not null,
  ended_at     timestamptz(3),
  look_ups     integer not null default 0,
  next_look_up timestamptz(3),
  -- Why a payment that was paid is not credited: somebody paid another amount, or the wallet would hold more than it can.
  -- An operator was told.
  fault        text check (fault in ('amount', 'balance')),
  -- What the payer has back, or contests, as the provider last said, and what of it the wallet has given back. While the
  -- second is less, the workspace owes the difference.
  returned     bigint not null default 0,
  taken_back   bigint not null default 0,
  -- How often the wallet gave something back or got it again: each such entry has its number.
  returns      integer not null default 0,
  is_disputed  boolean not null default false,
  -- When the payer's bank took the money back; null if it did not, or has decided for the service.
  charged_back_at timestamptz,
  -- The card that is charged while nobody is present, as the provider names it; null if somebody pays on a page.
  customer     text,
  method       text,
  decline      text,
  primary key (workspace, id),
  unique (workspace, request_key),
  check ((customer is null) = (method is null)),
  check (num_nonnulls(created_by, by_key) = case when method is null then 1 else 0 end),
  check ((state = 'failed') = (decline is not null)),
  check ((state = 'open') = (ended_at is null)),
  check (least(returned, taken_back) >= 0 and greatest(returned, taken_back) <= amount),
  check (greatest(returned, taken_back) = 0 or state = 'succeeded'),
  check (tax = 0 or state = 'succeeded')
);
create index payment_due on payment (next_look_up) where next_look_up is not null;
create index payment_created on payment (created_at);
create index payment_owed on payment (workspace) where returned > taken_back;
create index payment_charged_back on payment (workspace) where charged_back_at is not null;
create index payment_contested on payment (workspace) where is_disputed;
create index payment_automatic on payment (workspace, created_at) where method is not null;
-- One at a time, however many workers find the wallet low.
create unique index payment_automatic_open on payment (workspace) where method is not null and state = 'open';

-- Cards with which a workspace that had welcome credit has paid, or that it has saved, by the SHA-256 of the provider's
-- fingerprint: kept for good, so that a card takes welcome credit for one workspace.
create table welcomed_card (
  card_hash bytea primary key check (length(card_hash) = 32),
  workspace uuid not null
);

-- What is charged by itself when the wallet of a workspace has less than `threshold` available.
create table auto_recharge (
  workspace   uuid primary key references workspace (id),
  -- It turns itself off, and whoever sets it turns it on.
  is_on       boolean not null default true,
  threshold   bigint not null check (threshold between 1 and 9007199254740991),
  amount      bigint not null check (amount between threshold and 9007199254740991),
  -- The most that the payments of a month in UTC come to.
  month_cap   bigint not null check (month_cap between amount and 9007199254740991),
  -- Declines in a row, and the last of them.
  declines    integer not null default 0,
  decline     text,
  declined_at timestamptz(3),
  -- Nothing is charged before: after a decline, and in a month whose payments have come to the cap.
  not_before  timestamptz(3) not null default now(),
  check ((declines = 0) = (decline is null) and (declines = 0) = (declined_at is null))
);

-- Cards that people save at the payment provider: the row is there before the provider is asked for a page, and its id is
-- the idempotency key. Of a card, it has only what people know it by. A card that was removed waits for the provider to
-- forget it.
create table saved_card (
  workspace    uuid not null references workspace (id),
  id           uuid primary key,
  state        text not null default 'open' check (state in ('open', 'saved', 'removed')),
  -- The provider's page, and its names for the customer and the card.
  checkout     text unique,
  checkout_url text,
  customer     text,
  method       text,
  brand        text,
  last4        text check (last4 ~ '^[0-9]{4}$'),
  expires_in   text check (expires_in ~ '^[0-9]{4}-[0-9]{2}$'),
  -- The person or the key that asked for the page.
  saved_by     uuid,
  by_key       uuid,
  expires_at   timestamptz(3) not null,
  next_look_up timestamptz(3) not null,
  check ((state = 'open') = (method is null)),
  check (num_nulls(customer, method, brand, last4, expires_in) in (0, 5)),
  check (num_nonnulls(saved_by, by_key) = 1)
);
create unique index saved_card_one on saved_card (workspace, state) where state <> 'removed';
create index saved_card_due on saved_card (next_look_up) where state <> 'saved';

-- Whom the payment provider knows a workspace as. It has the name, the address and the tax id of invoices: they are not here.
create table payment_customer (
  workspace uuid primary key references workspace (id),
  customer  text not null unique
);

-- How far the provider's lists were read, for what no event told: the reading goes on there, and starts over at their end.
create table payment_search (
  only_row boolean primary key default true check (only_row),
  cursor   text
);
insert into payment_search default values;

-- The payments of a day in UTC, in the payment provider's list and as they were credited here, when they were last compared.
create table payment_day (
  day         date primary key,
  there       integer not null,
  here        integer not null,
  -- False if there was too much to compare, or too much that differs.
  is_whole    boolean not null,
  differences json not null,
  -- What changed the provider's balance: the sums by currency and kind. Null if there was too much to read.
  moved       json,
  compared_at timestamptz(3) not null default now()
);

-- What the stored bytes of a workspace cost for a UTC day, written in the transaction of its entries. A day without a row
-- was not counted, and costs nothing.
create table storage_charge (
  workspace uuid not null,
  day       date not null,
  bytes     bigint not null check (bytes > 0),
  -- The price of a gigabyte, in units.
  price     numeric not null check (price > 0),
  amount    bigint not null,
  primary key (workspace, day),
  -- Rounded up once.
  constraint storage_charge_amount check (amount = least(ceil(bytes * price * 0.000000001), 9007199254740991))
);


-- Runs

-- The requests that were accepted, by request key. A create inserts its key first, so that of two creates with one key, one
-- waits for the other. `operation` is the kind of run: each kind has request keys of its own. `hash_version` says how
-- `request_hash` was made.
create table request_key (
  workspace       uuid not null,
  operation       text not null,
  idempotency_key text not null collate "C",
  run             uuid not null,
  request_hash    bytea not null,
  hash_version    smallint not null,
  primary key (workspace, operation, idempotency_key)
);

-- A run of any kind. `kind` names the resource and `subject` what was bought of it: for a model run, the model. Only
-- conditional updates change its state and money. Times have the precision that answers show, because callers compare
-- them.
--
-- A run is written when it is created and again when it ends, and the second version is larger. Pages that new rows fill
-- to less than half have room for both versions. The table does not grow by it: later rows use the room of first versions.
create table run (
  workspace           uuid not null,
  id                  uuid not null,
  kind                text not null,
  api_key             uuid not null,
  account             uuid not null,
  spender             uuid,
  -- The customer in whose sums the run counts, if the end user had budgets when it was created.
  customer            uuid,
  idempotency_key     text not null collate "C",
  subject             text not null,
  subject_version     text,
  provider            text not null,
  state               text not null,
  attempt             integer not null default 0,
  version             integer not null default 1,
  -- What was agreed at creation: the subject with its prices, the fee and the hold.
  terms               json not null,
  currency            text not null,
  scale               smallint not null,
  fee_basis_points    integer not null,
  reserved_amount     bigint not null,
  provider_amount     bigint,
  list_amount         bigint,
  fee_amount          bigint,
  charged_amount      bigint,
  absorbed_amount     bigint,
  -- What the resource knows besides state and money, which only the resource reads; `usage` in it is a map of counts.
  facts               json,
  error               json,
  -- How far the run is, as its provider reports it while it works.
  progress            json,
  provider_reference  text,
  -- Until when an unsent run may wait, and until when the service looks for an unknown outcome or price.
  deadline            timestamptz(3) not null,
  settle_deadline     timestamptz(3),
  unknown_reason      text,
  look_ups            integer not null default 0,
  last_looked_up_at   timestamptz(3),
  next_check_at       timestamptz(3),
  -- Why the run waits in the queue, and when it is tried again.
  queue_reason        text,
  next_attempt_at     timestamptz(3),
  -- When somebody first requested its cancellation. From then on, no claim takes it.
  cancel_requested_at timestamptz(3),
  session_id          text,
  end_user_id         text,
  prompt_id           text,
  prompt_version      text,
  -- Labels: an object of texts, as the caller sent it. Lists filter by them among the rows that they read anyway, so there
  -- is no index.
  metadata            json,
  -- The run that requested this one, and by which of its calls.
  parent_run          text,
  parent_call         text,
  traceparent         text,
  -- The trace of the run, if it is not one of its own, whose id is the UUID of the run; and the span that it is part of.
  trace               uuid,
  parent_span         text,
  -- The service span that the run was created in, for the processes that continue it: the 25 bytes of a traceparent. Null
  -- if nobody collects service spans.
  service_span        bytea,
  -- When the run entered its last states. Its creation is `created_at`, so a create writes nothing here.
  history             jsonb,
  created_at          timestamptz(3) not null,
  updated_at          timestamptz(3) not null,
  finished_at         timestamptz(3),
  -- When the content of this one run was removed. `content_purge` has this for many runs.
  content_purged_at   timestamptz(3),
  primary key (workspace, id),
  constraint run_amounts check (
    least(reserved_amount, provider_amount, list_amount, fee_amount, charged_amount, absorbed_amount) >= 0
    and fee_basis_points >= 0 and reserved_amount <= 9007199254740991 and charged_amount <= reserved_amount),
  constraint run_states check (
    state = any ('{reserved,queued,submitting,running,received,needs_reconciliation,completed,failed}')
    and (finished_at is not null) = (state = any ('{completed,failed}'))
    and (state <> 'failed' or error is not null and charged_amount is null))
) with (fillfactor = 45);
-- Most runs are in none of these indexes, and no indexed column changes after the create. The workspace comes second:
-- otherwise a planner without statistics could take such an index for the primary key.
create index run_of_end_user on run (end_user_id, workspace, id) where end_user_id is not null;
create index run_of_parent on run (parent_run, workspace, id) where parent_run is not null;
create index run_of_prompt on run (prompt_id, workspace, id) where prompt_id is not null;
create index run_of_session on run (session_id, workspace, id) where session_id is not null;
create index run_of_trace on run (trace, workspace, id) where trace is not null;
-- `advance_runs` notes the states itself. The trigger is for all other writers, such as claims.
create trigger run_history before update of state on run
  for each row when (old.state is distinct from new.state and old.history is not distinct from new.history)
  execute function note_run_state();

-- Requests and answers: wide, written once each, and purgeable. They are JSON as text, because jsonb reorders members and
-- refuses \u0000. Each month of ids has a partition, so that a month that nobody keeps is dropped as a whole:
-- `keep_payload_months` creates and drops them. `run_payload_beyond` has the ids outside of these months, so that a create
-- does not fail because a clock is wrong or a partition is missing.
--
-- pglz, which every server has, takes 3 ms of processor time for 100 kB: more than everything else that such a run costs
-- the database. So texts are compressed with lz4, or not at all if the server was built without it.
create table run_payload (
  workspace uuid not null,
  run       uuid not null,
  request   text,
  response  text,
  primary key (workspace, run)
) partition by range (run);
do $$ begin
  if exists (select from pg_settings where name = 'default_toast_compression' and 'lz4' = any (enumvals)) then
    alter table run_payload alter column request set compression lz4, alter column response set compression lz4;
  else
    alter table run_payload alter column request set storage external, alter column response set storage external;
  end if;
end $$;
create table run_payload_beyond partition of run_payload default with (fillfactor = 45);

-- What is still to do: to submit a run, to watch one that its provider works on, or to look up an unknown outcome or a
-- price. `claim` and `worker` say who submits it. A look-up may repeat, so a process claims it by moving `due_at`.
--
-- Autovacuum as for `account`, and in the indexes as well.
create table run_queue (
  workspace  uuid not null,
  run        uuid primary key,
  -- The kind and the provider; after an @, the machine that alone can report on the run.
  queue      text not null,
  step       text not null constraint run_queue_steps check (step = any ('{submit,reconcile,price,watch}')),
  due_at     timestamptz not null,
  give_up_at timestamptz not null,
  claim      uuid,
  worker     uuid,
  -- Whether a look-up is under way: `due_at` hides the row then, and no reader starts a second one.
  is_asked   boolean not null default false
) with (
  fillfactor = 70, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_cost_delay = 0, vacuum_index_cleanup = on, vacuum_truncate = off);
create index run_queue_claimed on run_queue (worker, claim) where claim is not null;
create index run_queue_look_ups on run_queue (due_at) where step <> 'submit';
-- Claims go from workspace to workspace by this index, and in each from the run that is due first. It includes the time
-- after which a run is not sent, so that a claim passes over a pile of expired runs without reading them.
create index run_queue_waiting on run_queue (queue, workspace, due_at, run) include (give_up_at)
  where step = 'submit' and claim is null;

-- Submissions whose connection was closed because their run was canceled. Until the run has ended, `at_most` is what the
-- deployment may lose by it.
create table early_end (
  workspace uuid not null,
  run       uuid not null,
  at_most   bigint not null check (at_most >= 0),
  ended_at  timestamptz not null default now(),
  primary key (workspace, run)
);
create index early_end_of_late on early_end (workspace, ended_at);

-- The content of all runs whose ids are below `until` was purged at `purged_at`. The row of a run is the first one above
-- its id.
create table content_purge (
  workspace uuid not null,
  until     uuid not null,
  purged_at timestamptz(3) not null default now(),
  primary key (workspace, until)
);

-- Keys that content is encrypted with, wrapped with a key of the operator that is stored elsewhere. `purpose` is the month
-- of the content, or `hash` for keyed hashes of requests.
create table content_key (
  workspace  uuid not null,
  id         text not null constraint content_key_id check (id ~ '^[0-9a-f]{8}$'),
  purpose    text not null,
  key_id     text not null,
  wrapped    bytea not null,
  created_at timestamptz(3) not null default now(),
  primary key (workspace, id)
);
-- Each start asks which keys of the operator the database needs.
create index content_key_by_key on content_key (key_id);


-- What can be bought

-- The models of a provider as its own catalog listed them, saved by `models sync`.
create table synced_model (
  provider  text not null,
  id        text not null,
  model     json not null,
  primary key (provider, id)
);

-- The definitions of tools. Runs name the version that they were sold with: a definition that was approved once is kept.
create table tool_definition (
  tool        text not null,
  -- SHA-256 of the definition in its canonical form.
  version     text not null,
  definition  json not null,
  saved_at    timestamptz(3) not null default now(),
  approved_at timestamptz(3),
  primary key (tool, version)
);

-- Which definition of a tool its server has now, and which one may be sold.
create table tool (
  id               text primary key,
  server           text not null,
  seen_version     text not null,
  approved_version text not null,
  seen_at          timestamptz(3) not null default now(),
  -- Since when its server no longer has it.
  gone_at          timestamptz(3),
  foreign key (id, seen_version) references tool_definition (tool, version),
  foreign key (id, approved_version) references tool_definition (tool, version)
);
create index tool_of_server on tool (server);

-- What the service leaves out of a server's list of tools, and why. A server whose whole list is usable has no row.
create table tools_left_out (
  server   text primary key,
  -- Objects with a reason, and the name of the tool if it is about one.
  left_out jsonb not null
);

-- What is stored as files, such as the logs and artifacts of jobs that have ended and exports, in parts.
create table output_part (
  workspace   uuid not null,
  -- A job, by its run, or an export that is made in the background.
  owner       uuid not null,
  kind        text not null check (kind in ('log', 'artifact', 'export')),
  name        text not null,
  part_offset bigint not null check (part_offset >= 0),
  content     bytea not null,
  primary key (workspace, owner, kind, name, part_offset)
);
-- A read takes a piece of a part without decompressing the rest.
alter table output_part alter column content set storage external;


-- Quotas, and what counts against them

-- Quotas that the operator has set for a workspace instead of a default.
create table quota (
  workspace uuid not null,
  name      text not null,
  most      bigint not null check (most between 0 and 9007199254740991),
  primary key (workspace, name)
);

-- What is stored now, by the name of the quota: outputs are counted when they are saved and removed, the rest by a chore.
create table stored_bytes (
  workspace uuid not null,
  name      text not null check (name = any ('{stored_outputs,stored_content,stored_spans}')),
  bytes     bigint not null check (bytes >= 0),
  primary key (workspace, name)
) with (fillfactor = 50);

-- The size of the outputs of an owner, such as a job, in whatever store they are.
create table stored_output (
  workspace uuid not null,
  owner     uuid not null,
  bytes     bigint not null check (bytes >= 0),
  primary key (workspace, owner)
);

-- The size of the requests and answers of the runs of a UTC day, by their ids.
create table content_day (
  workspace uuid not null,
  day       date not null,
  bytes     bigint not null,
  primary key (workspace, day)
) with (fillfactor = 50);

-- Which runs `content_day` counts: those up to `until`, except `open`, which had not ended.
create table content_counted (
  workspace uuid not null primary key,
  until     uuid not null,
  open      uuid[] not null
) with (fillfactor = 50);

-- Bytes that a workspace sent, and bytes of files that it downloaded, in a UTC day, as the processes have added them.
create table traffic_day (
  workspace  uuid not null,
  day        date not null,
  received   bigint not null,
  downloaded bigint not null default 0,
  primary key (workspace, day)
) with (fillfactor = 50);


-- Prompts

create table prompt (
  workspace      uuid not null,
  name           text collate "C" not null,
  -- Versions are counted from 1 under the lock of this row.
  latest_version integer not null default 0,
  created_at     timestamptz(3) not null default now(),
  updated_at     timestamptz(3) not null default now(),
  primary key (workspace, name)
);

-- Versions never change. What a person saves in the dashboard has no key.
create table prompt_version (
  workspace       uuid not null,
  name            text collate "C" not null,
  version         integer not null check (version > 0),
  -- As it was saved: `text` or `messages`.
  content         json not null,
  -- The messages in pieces: texts, and variables as lists of their name. References are resolved in it.
  compiled        json not null,
  variable_names  text[] not null,
  -- Names and versions of all prompts that it is made of.
  refs            json not null,
  -- The length of the longest chain of references.
  depth           integer not null,
  variables       json,
  config          json,
  comment         text,
  parent_version  integer,
  content_hash    text not null,
  api_key         uuid,
  person          uuid,
  idempotency_key text not null,
  request_hash    bytea not null,
  created_at      timestamptz(3) not null default now(),
  primary key (workspace, name, version),
  foreign key (workspace, name) references prompt (workspace, name),
  check (api_key is null or person is null)
);
create unique index prompt_version_once_per_key on prompt_version (workspace, idempotency_key);

-- Labels move from one version to another.
create table prompt_label (
  workspace uuid not null,
  name      text collate "C" not null,
  label     text collate "C" not null,
  version   integer not null,
  primary key (workspace, name, label),
  foreign key (workspace, name, version) references prompt_version (workspace, name, version)
);

-- Labels that only admins of the workspace move, in the dashboard.
create table protected_label (
  workspace uuid not null,
  label     text collate "C" not null,
  primary key (workspace, label)
);


-- Traces, scores and usage

-- The spans that programs send. Each UTC day of starts has a partition: spans that are too old are dropped with their day,
-- and `keep_span_days` creates and drops the partitions. A span that is sent again has the same start, so it is stored once.
create table client_span (
  workspace        uuid not null,
  trace            uuid not null,
  span             bytea not null check (length(span) = 8),
  started_at       timestamptz not null,
  -- Nanoseconds.
  duration         bigint not null check (duration >= 0),
  parent_span      bytea check (length(parent_span) = 8),
  name             text not null,
  kind             text not null,
  status           text not null,
  status_message   text,
  service          text,
  operation        text,
  model            text,
  tool             text,
  input_tokens     bigint,
  output_tokens    bigint,
  cached_tokens    bigint,
  reasoning_tokens bigint,
  reported_cost    numeric,
  session_id       text,
  end_user_id      text,
  input            text,
  output           text,
  -- JSON as text: no statement looks into it.
  attributes       text not null,
  events           text,
  truncated        boolean not null default false,
  -- In the order in which a trace is read, so that a page of a long one costs no more than the page.
  primary key (workspace, trace, started_at, span)
) partition by range (started_at);
create index client_span_of_end_user on client_span (end_user_id, workspace, started_at)
  where end_user_id is not null;
create index client_span_of_session on client_span (session_id, workspace, started_at) where session_id is not null;
create index client_span_of_workspace on client_span (workspace, started_at, span, trace);

-- How many spans a workspace has sent in a day, and their size.
create table span_day (
  workspace uuid not null,
  day       date not null,
  spans     bigint not null,
  bytes     bigint not null default 0,
  primary key (workspace, day)
) with (fillfactor = 50);

-- How good a run, a span or a session was. A score names exactly one of them, and has exactly one value. The attribution of
-- a run never changes, so the score has a copy. A score is saved once and may be deleted. What a person saves in the
-- dashboard has no key.
create table score (
  workspace      uuid not null,
  id             uuid not null,
  request_key    text collate "C" not null,
  request_hash   bytea not null,
  api_key        uuid,
  person         uuid,
  created_at     timestamptz(3) not null default now(),
  name           text not null,
  source         text not null check (source in ('human', 'automatic')),
  numeric_value  double precision,
  category       text,
  boolean_value  boolean,
  comment        text,
  run            uuid,
  kind           text,
  trace_id       text,
  span_id        text,
  session_id     text,
  -- The session of the run.
  run_session_id text,
  end_user_id    text,
  prompt_id      text,
  prompt_version text,
  primary key (workspace, id),
  unique (workspace, request_key),
  check (num_nonnulls(numeric_value, category, boolean_value) = 1),
  check (num_nonnulls(run, span_id, session_id) = 1),
  check ((run is null) = (kind is null) and (trace_id is null) = (span_id is null)),
  check (num_nonnulls(api_key, person) = 1)
);
create index score_of_prompt on score (workspace, prompt_id, id) where prompt_id is not null;
create index score_of_run on score (workspace, run, id) where run is not null;
create index score_of_session on score (workspace, session_id, id) where session_id is not null;
create index score_of_span on score (workspace, trace_id, span_id, id) where span_id is not null;

-- What runs used and cost, by the hour of their creation, so that nobody adds up all runs. The hours of a workspace are
-- closed in order, once all of their runs have ended; what is not closed yet is added up from the runs. `usage` sums the
-- counts of the runs by name. `latencies` counts completed runs by their duration: bucket b has those of at most 1.03^b
-- milliseconds. Each bucket takes six bytes, two for its number and four for its runs: so those of many rows can be
-- concatenated, and whoever reads them adds up.
create table usage_hour (
  workspace      uuid not null,
  hour           timestamptz not null,
  kind           text not null,
  subject        text not null,
  api_key        uuid not null,
  state          text not null,
  error_code     text not null,
  prompt_id      text not null,
  prompt_version text not null,
  runs           bigint not null,
  charged        bigint not null,
  fee            bigint not null,
  usage          jsonb not null,
  latencies      bytea not null,
  primary key (workspace, hour, kind, subject, api_key, state, error_code, prompt_id, prompt_version)
);
-- For what a prompt cost, without reading the runs of others.
create index usage_hour_of_prompt on usage_hour (workspace, prompt_id, hour) where prompt_id <> '';

-- The same by end user, in a separate table so that an end user can be forgotten. A run without one has the empty text.
create table usage_hour_of_end_user (
  workspace   uuid not null,
  hour        timestamptz not null,
  kind        text not null,
  end_user_id text not null,
  state       text not null,
  error_code  text not null,
  runs        bigint not null,
  charged     bigint not null,
  fee         bigint not null,
  usage       jsonb not null,
  latencies   bytea not null,
  primary key (workspace, hour, kind, end_user_id, state, error_code)
);

-- Every run of the workspace that was created before `until` is in the two tables above.
create table usage_closed (
  workspace uuid primary key,
  until     timestamptz not null
);


-- Webhooks and broadcast

-- Where a workspace is told what becomes of its runs. `secret` signs every message; for some time after a rotation, the
-- previous one signs as well. An endpoint that fails gets fewer messages, and is disabled after days. `last_delivered_at`
-- is exact to the minute.
create table webhook_endpoint (
  workspace         uuid not null,
  id                uuid not null unique,
  url               text not null,
  description       text not null default '',
  event_types       text[] not null,
  secret            text not null,
  previous_secret   text,
  previous_until    timestamptz(3),
  created_at        timestamptz(3) not null default now(),
  created_by        uuid,
  -- Of the request that created it: repeating it creates no second endpoint.
  request_key       text collate "C" check (length(request_key) between 1 and 255),
  last_delivered_at timestamptz(3),
  failing_since     timestamptz(3),
  disabled_at       timestamptz(3),
  disabled_reason   text check (disabled_reason in ('by_user', 'gone', 'failing')),
  primary key (workspace, id),
  unique (workspace, request_key),
  check ((disabled_at is null) = (disabled_reason is null))
);

-- Messages to one endpoint, written in the transaction of what they are about. `due_at` is null once nothing is left to
-- send. `message` identifies it to the receiver in every attempt.
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
  -- As in `run`.
  service_span    bytea,
  foreign key (workspace, endpoint) references webhook_endpoint (workspace, id) on delete cascade
);
create index webhook_delivery_due on webhook_delivery (endpoint, due_at, id) where due_at is not null;
create index webhook_delivery_failed on webhook_delivery (workspace, endpoint, id)
  where due_at is null and delivered_at is null;
create index webhook_delivery_in_order on webhook_delivery (endpoint, run, version) where due_at is not null;
create index webhook_delivery_about_no_run on webhook_delivery (created_at) where run is null and due_at is null;
create index webhook_delivery_of_endpoint on webhook_delivery (workspace, endpoint, id);
create index webhook_delivery_of_customer on webhook_delivery (workspace, (data ->> 'endUserId'))
  where type in ('budget.reached', 'customer.blocked');
create index webhook_delivery_under_way on webhook_delivery (endpoint, last_attempt_at)
  where due_at is not null and last_attempt_at is not null and last_status is null and last_error is null;

-- Workspaces that were told that their balance is low, until it no longer is.
create table low_balance_told (
  workspace uuid primary key
);

-- OTLP endpoints of a workspace that the spans of its runs are sent to. `headers` are secret. One batch at a time is under
-- way to each: `claim` names it, until `claimed_until`. `due_at` is when the next batch may be sent, `attempts` how many
-- have failed since the last success, and `batch_limit` how many spans the endpoint has accepted at once, if it refused
-- more.
create table broadcast_destination (
  workspace         uuid not null,
  id                uuid not null unique,
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
  check ((disabled_at is null) = (disabled_reason is null))
) with (fillfactor = 50);

-- Runs whose spans are still to be sent, written in the transaction that ends them. A row is deleted once its span was
-- accepted, was refused for good, or has waited too long. A foreign key would lock the destination in each settlement, and
-- delete all of its rows in one transaction: rows of a removed destination are deleted later.
create table broadcast_span (
  destination uuid not null,
  id          bigint generated always as identity,
  run         uuid not null,
  created_at  timestamptz(3) not null default now(),
  primary key (destination, id)
);


-- People

-- Nothing in these tables lets its reader sign in: tokens of sessions and links are SHA-256 of random text, and passwords
-- are scrypt hashes. An email address is one person, however it is written.
create table app_user (
  id             uuid primary key,
  name           text not null check (length(name) between 1 and 100),
  email          text not null check (length(email) between 3 and 254),
  -- An OpenID provider has verified the address, or a link in an email to it was used. Whoever invites it, or types it,
  -- proves nothing.
  email_verified boolean not null default false,
  created_at     timestamptz not null,
  updated_at     timestamptz not null
);
create unique index app_user_email on app_user (lower(email));

-- A way to sign in: a password (provider `credential`), or a subject of an OpenID issuer (`oidc:<issuer>`). A user has at
-- most one of each.
create table user_account (
  id          uuid primary key,
  user_id     uuid not null references app_user on delete cascade,
  provider_id text not null,
  account_id  text not null,
  password    text,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  unique (provider_id, account_id),
  unique (user_id, provider_id)
);

-- Use moves `idle_until`. Nothing moves `expires_at`. `proven_at` says when a code of the second factor was last given in
-- the session, which the operator's console asks for.
create table user_session (
  id         uuid primary key,
  token_hash bytea not null unique check (length(token_hash) = 32),
  user_id    uuid not null references app_user on delete cascade,
  idle_until timestamptz not null,
  expires_at timestamptz not null,
  user_agent text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  proven_at  timestamptz
);
create index user_session_of_user on user_session (user_id);

-- Sign-ins that went to the OpenID provider and have not come back; each is taken once, or expires.
create table user_verification (
  id         uuid primary key,
  identifier text not null,
  value      text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index user_verification_expired on user_verification (expires_at);
create index user_verification_identifier on user_verification (identifier);

-- How often passwords were wrong: from an address, for an account, and for an account from an address or a device. Hashes
-- name them.
create table sign_in_attempt (
  key         text primary key,
  failures    integer not null check (failures >= 0),
  ends_at     timestamptz not null,
  -- After too many failures, no attempt is accepted before this.
  waits_until timestamptz
);
create index sign_in_attempt_ended on sign_in_attempt (ends_at);

-- Links that set a new password: the SHA-256 of the secret in each.
create table password_reset (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id    uuid not null references app_user (id) on delete cascade,
  expires_at timestamptz not null
);
create index password_reset_of_user on password_reset (user_id);

-- Accounts that somebody asked for, and nobody has made yet. Using a link deletes all of its email.
create table sign_up (
  id          uuid primary key,
  email       text not null check (email = lower(email) and length(email) between 3 and 254),
  -- What an OpenID provider said about the person, who needs no password and no email then.
  issuer      text,
  subject     text,
  name        text,
  -- Made on the command line: works while nobody else may sign up. Its link may have reached anybody.
  by_operator boolean not null default false,
  expires_at  timestamptz not null,
  check ((issuer is null) = (subject is null))
);
create index sign_up_email on sign_up (email);
create index sign_up_ended on sign_up (expires_at);

-- Their links: the SHA-256 of the secret in each. One for each email that was sent.
create table sign_up_link (
  token_hash bytea primary key check (length(token_hash) = 32),
  sign_up    uuid not null references sign_up (id) on delete cascade
);
create index sign_up_link_of on sign_up_link (sign_up);

-- Mailboxes whose welcome credit was given, by their SHA-256: kept for good, so that it is given once.
create table welcomed_mailbox (
  mailbox_hash bytea primary key check (length(mailbox_hash) = 32)
);

-- What users prove besides their password. The secret is encrypted with a key that is not in the database. `last_step` lets
-- a code be used only once. Without `confirmed_at`, no sign-in asks for it yet.
create table second_factor (
  user_id      uuid primary key references app_user (id) on delete cascade,
  secret       bytea not null,
  last_step    bigint not null default 0,
  created_at   timestamptz not null default now(),
  confirmed_at timestamptz
);

-- For users who have lost the device that makes the codes: the SHA-256 of each recovery code, which has 80 random bits. A
-- code that was used is deleted.
create table recovery_code (
  user_id   uuid not null references second_factor (user_id) on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  primary key (user_id, code_hash)
);

-- People who may use the operator's console, as the command line has granted it.
create table operator_role (
  user_id    uuid primary key references app_user on delete cascade,
  role       text not null check (role in ('viewer', 'admin')),
  granted_at timestamptz not null default now()
);

-- Written under the lock of the workspace's row, so that the workspace exists, and changes of roles wait for each other.
create table membership (
  id         uuid primary key,
  workspace  uuid not null,
  user_id    uuid not null references app_user on delete cascade,
  role       text not null check (role in ('member', 'admin', 'owner')),
  created_at timestamptz not null default now(),
  unique (workspace, user_id)
);
create index membership_of_user on membership (user_id);

create table invitation (
  id         uuid primary key,
  workspace  uuid not null,
  token_hash bytea not null unique check (length(token_hash) = 32),
  role       text not null check (role in ('member', 'admin', 'owner')),
  email      text,
  -- A start creates it for a workspace without an owner: each start replaces it, and the first owner ends it.
  is_set_up  boolean not null default false,
  -- Null for the command line.
  created_by uuid references app_user on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at    timestamptz,
  used_by    uuid references app_user on delete set null,
  check (not is_set_up or role = 'owner')
);
create index invitation_of_workspace on invitation (workspace, id);
create unique index invitation_one_set_up on invitation (workspace) where is_set_up and used_at is null;

-- Links to an invitation besides the one that was shown: one for each email.
create table invitation_link (
  token_hash bytea primary key check (length(token_hash) = 32),
  invitation uuid not null references invitation (id) on delete cascade
);
create index invitation_link_of on invitation_link (invitation);

-- Filters and columns of a list of runs, under a name that a person has given them.
create table saved_view (
  workspace  uuid not null,
  id         uuid not null,
  person     uuid not null,
  list       text not null,
  name       text not null check (length(name) between 1 and 100),
  query      text not null check (length(query) <= 2048),
  is_shared  boolean not null,
  created_at timestamptz(3) not null default now(),
  primary key (workspace, id)
);


-- Alerts, mail and the audit trail

-- What a workspace wants alerts for; `workspace` has the amount of a low balance.
create table alert_setting (
  workspace       uuid primary key,
  -- The percentage of a spending limit of a key; null for no alert.
  key_percent     smallint check (key_percent between 1 and 100),
  -- The percentage of the runs that ended in so many minutes, if there were so many; null for no alert.
  failure_percent smallint check (failure_percent between 1 and 100),
  failure_minutes smallint not null default 15 check (failure_minutes between 5 and 1440),
  failure_runs    integer not null default 20 check (failure_runs between 1 and 10000),
  mail_to         text not null default 'owners' check (mail_to in ('nobody', 'owners', 'admins'))
);

-- What to export again and again: the period of each moves with the calendar of the workspace.
create table saved_export (
  workspace   uuid not null,
  id          uuid not null unique,
  name        text not null check (length(name) between 1 and 100),
  dataset     text not null,
  format      text not null,
  period      text not null check (period in ('previous_day', 'current_month', 'previous_month')),
  -- Whose rows it has; null for those of all end users.
  end_user_id text,
  -- Of the request that saved it: repeating it saves no second one.
  request_key text collate "C" not null check (length(request_key) between 1 and 255),
  created_at  timestamptz(3) not null default now(),
  primary key (workspace, id),
  unique (workspace, request_key)
);

-- Exports that are made in the background. The oldest unfinished one of a workspace is made first; its bytes are outputs.
create table made_export (
  workspace   uuid not null,
  id          uuid not null unique,
  -- Who gets an email once it has ended.
  asked_by    uuid references app_user (id) on delete set null,
  dataset     text not null,
  format      text not null,
  month       text not null check (length(month) = 7),
  span_from   timestamptz not null,
  span_to     timestamptz not null,
  -- Whose rows it has; null for those of all end users.
  end_user_id text,
  -- Of the request that asked for it: repeating it asks for no second one.
  request_key text collate "C" not null check (length(request_key) between 1 and 255),
  state       text not null default 'queued' check (state in ('queued', 'making', 'ready', 'failed')),
  -- The attempt that makes or has made it, and the number of attempts.
  claim       uuid,
  attempts    integer not null default 0,
  -- When it may be claimed: until then, another attempt has it, or it waits.
  due_at      timestamptz not null default now(),
  bytes       bigint check (bytes >= 0),
  failure     text check (failure in ('too_large', 'no_room', 'too_slow', 'not_made')),
  created_at  timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  -- Nobody reads it from then on, and it is removed together with its bytes.
  expires_at  timestamptz(3) not null,
  primary key (workspace, id),
  unique (workspace, request_key),
  check ((state = 'ready') = (bytes is not null)),
  check ((state = 'failed') = (failure is not null))
);
create index made_export_open on made_export (due_at) where state in ('queued', 'making');
create index made_export_expiry on made_export (expires_at);

-- Thresholds that were crossed. The unique index keeps one open row for each, whichever process finds it.
create table alert (
  id           bigint generated always as identity primary key,
  reference    uuid not null default gen_random_uuid() unique,
  workspace    uuid not null,
  kind         text not null,
  subject      text not null,
  data         json not null,
  raised_at    timestamptz(3) not null default now(),
  recovered_at timestamptz(3)
);
create index alert_of_workspace on alert (workspace, id);
create unique index alert_open on alert (workspace, kind, subject) where recovered_at is null;

-- Emails to send: only what they are about. The service writes an email, and creates the links in it, when it sends the
-- email, so that no secret waits here.
create table mail (
  id         bigint generated always as identity primary key,
  kind       text not null check (kind in ('password_reset', 'invitation', 'sign_up', 'alert', 'made_export')),
  about      uuid not null,
  recipient  uuid references app_user (id) on delete cascade,
  attempts   integer not null default 0,
  last_error text,
  created_at timestamptz not null default now(),
  due_at     timestamptz not null default now(),
  -- An email that no server has accepted by then is deleted.
  ends_at    timestamptz not null
);
create index mail_due on mail (due_at);

-- The audit trail: who changed what, and what an operator must be able to explain although no amount shows it, such as
-- outcomes that were given up and losses of unknown size. `actor` is the user who acted; null for the command line and the
-- service itself.
create table audit_event (
  id         bigint generated always as identity primary key,
  workspace  uuid,
  run        uuid,
  kind       text not null,
  detail     json not null default '{}',
  created_at timestamptz not null default now(),
  actor      uuid
);
-- For what people did that concerns no single workspace, such as signing in: the audit trail of a workspace has the
-- sign-ins of its members.
create index audit_event_of_person on audit_event (actor, id) where workspace is null and actor is not null;
create index audit_event_of_run on audit_event (workspace, run) where run is not null;
create index audit_event_of_workspace on audit_event (workspace, id);
-- Runs that may have cost the deployment something, and of which nobody ever learned what.
create index audit_event_of_unknown_cost on audit_event (created_at)
  where kind in ('outcome_given_up', 'completed_uncharged') or kind = 'answer_lost' and detail ->> 'loss_amount' is null;
create trigger audit_event_append_only before update or delete or truncate on audit_event
  for each statement execute function refuse_change();
revoke update, delete, truncate on audit_event from current_user;

-- What operators of the deployment did, which no workspace sees: in the console, where `actor` is the person and
-- `request_key` does an act once, on the command line, and by rules that they have set.
create table operator_act (
  id          bigint generated always as identity primary key,
  workspace   uuid,
  via         text not null check (via in ('console', 'command_line', 'rule')),
  actor       uuid,
  kind        text not null,
  reason      text,
  detail      json not null default '{}',
  request_key text unique,
  created_at  timestamptz not null default now(),
  check ((via = 'console') = (actor is not null)),
  check (via <> 'console' or reason is not null and request_key is not null)
);
create index operator_act_of_workspace on operator_act (workspace, id) where workspace is not null;
create trigger operator_act_append_only before update or delete or truncate on operator_act
  for each statement execute function refuse_change();
revoke update, delete, truncate on operator_act from current_user;


-- Partitions for the first months of payloads; a chore creates the later ones. Those of spans come with their first chore.
select keep_payload_months(2);
