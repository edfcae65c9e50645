-- What is to be sent by mail. Only what it is about: letters are written as they are sent, and links in them made then, so that
-- no secret waits here.
create table mail (
  id          bigint generated always as identity primary key,
  kind        text not null check (kind in ('password_reset', 'invitation', 'alert')),
  about       uuid not null,
  recipient   uuid references app_user (id) on delete cascade,
  attempts    integer not null default 0,
  last_error  text,
  created_at  timestamptz not null default now(),
  due_at      timestamptz not null default now(),
  -- What has not been taken by then is deleted.
  ends_at     timestamptz not null
);
create index mail_due on mail (due_at);

-- Links that set a new password: the SHA-256 of the secret in each.
create table password_reset (
  token_hash  bytea primary key check (length(token_hash) = 32),
  user_id     uuid not null references app_user (id) on delete cascade,
  expires_at  timestamptz not null
);
create index password_reset_of_user on password_reset (user_id);

-- Links to an invitation beside the one that was shown: one for each letter.
create table invitation_link (
  token_hash  bytea primary key check (length(token_hash) = 32),
  invitation  uuid not null references invitation (id) on delete cascade
);
create index invitation_link_of on invitation_link (invitation);

-- What users prove beside their password. The secret is encrypted with a key that is not in the database; a code is taken once,
-- which is what the last step is for. Without `confirmed_at` nobody is asked for it yet.
create table second_factor (
  user_id       uuid primary key references app_user (id) on delete cascade,
  secret        bytea not null,
  last_step     bigint not null default 0,
  created_at    timestamptz not null default now(),
  confirmed_at  timestamptz
);

-- For who has lost what makes the codes: the SHA-256 of each, which has 80 random bits. One that was used is gone.
create table recovery_code (
  user_id    uuid not null references second_factor (user_id) on delete cascade,
  code_hash  bytea not null check (length(code_hash) = 32),
  primary key (user_id, code_hash)
);
