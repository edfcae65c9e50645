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
