-- with the next one
-- Prompts of workspaces: versions that never change, and labels that move from one to another.
create table prompt (
  workspace      uuid not null,
  name           text collate "C" not null,
  -- Versions are counted from 1 under the lock of this row.
  latest_version integer not null default 0,
  created_at     timestamptz(3) not null default now(),
  updated_at     timestamptz(3) not null default now(),
  primary key (workspace, name)
);

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
  -- How many references lie behind each other at most.
  depth           integer not null,
  variables       json,
  config          json,
  comment         text,
  parent_version  integer,
  content_hash    text not null,
  api_key         uuid,
  idempotency_key text not null,
  request_hash    bytea not null,
  created_at      timestamptz(3) not null default now(),
  primary key (workspace, name, version),
  foreign key (workspace, name) references prompt (workspace, name)
);
create unique index prompt_version_once_per_key on prompt_version (workspace, idempotency_key);

create table prompt_label (
  workspace uuid not null,
  name      text collate "C" not null,
  label     text collate "C" not null,
  version   integer not null,
  moved_at  timestamptz(3) not null default now(),
  primary key (workspace, name, label),
  foreign key (workspace, name, version) references prompt_version (workspace, name, version)
);

-- Labels that only admins of the workspace move, in the dashboard.
create table protected_label (
  workspace uuid not null,
  label     text collate "C" not null,
  primary key (workspace, label)
);

-- What a prompt cost, without reading the runs of others.
create index usage_hour_of_prompt on usage_hour (workspace, prompt_id, hour) where prompt_id <> '';
