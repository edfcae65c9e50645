-- People: who signs in, by what, and what they may do in which workspace.
--
-- Nothing here lets its reader in: tokens of sessions and links are SHA-256 of random text, and passwords are
-- scrypt hashes. An e-mail address is one person, however it is written.

create table app_user (
  id             uuid primary key,
  name           text not null check (length(name) between 1 and 100),
  email          text not null check (length(email) between 3 and 254),
  -- An OpenID provider has verified the address. Whoever invites it, or types it, proves nothing.
  email_verified boolean not null default false,
  created_at     timestamptz not null,
  updated_at     timestamptz not null
);

create unique index app_user_email on app_user (lower(email));

-- `expires_at` never moves; `idle_until` moves on with use.
create table user_session (
  id         uuid primary key,
  token_hash bytea not null unique check (length(token_hash) = 32),
  user_id    uuid not null references app_user on delete cascade,
  idle_until timestamptz not null,
  expires_at timestamptz not null,
  user_agent text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index user_session_of_user on user_session (user_id);

-- A way to sign in: a password (provider `credential`), or a subject of an OpenID issuer (`oidc:<issuer>`), one of
-- each for a user.
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

-- Sign-ins that went to the OpenID provider and have not come back; taken out once, or expired.
create table user_verification (
  id         uuid primary key,
  identifier text not null,
  value      text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index user_verification_identifier on user_verification (identifier);
create index user_verification_expired on user_verification (expires_at);

-- Made while the row of the workspace is held, so that there is one, and changes of roles wait for each other.
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
  -- Made by a start for a workspace without an owner: each start replaces it, and the first owner ends it.
  is_set_up  boolean not null default false,
  -- Absent: the command line.
  created_by uuid references app_user on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at    timestamptz,
  used_by    uuid references app_user on delete set null,
  check (not is_set_up or role = 'owner')
);

create index invitation_of_workspace on invitation (workspace, id);
create unique index invitation_one_set_up on invitation (workspace) where is_set_up and used_at is null;

-- Scopes that a member may give to a key, and the balance below which the dashboard warns.
alter table workspace
  add column member_scopes text[] not null default '{models:read,models:run}',
  add column low_balance_amount bigint check (low_balance_amount between 0 and 9007199254740991);

-- Who made a key in the dashboard, and by which request: a request that is repeated makes no second key.
alter table api_key
  add column created_by uuid,
  add column request_key text collate "C" check (length(request_key) between 1 and 255);

create unique index api_key_once_per_request on api_key (workspace, request_key)
  where request_key is not null;

-- The user who acted; absent where it was the command line or the service itself.
alter table audit_event add column actor uuid;
