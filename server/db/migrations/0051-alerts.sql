-- What workspaces want to be alerted to; the amount of a low balance stands in `workspace`.
create table alert_setting (
  workspace        uuid primary key,
  -- Of a spending limit of a key; null for no alert.
  key_percent      smallint check (key_percent between 1 and 100),
  -- Of the runs that ended in so many minutes, where there were so many; null for no alert.
  failure_percent  smallint check (failure_percent between 1 and 100),
  failure_minutes  smallint not null default 15 check (failure_minutes between 5 and 1440),
  failure_runs     integer not null default 20 check (failure_runs between 1 and 10000),
  mail_to          text not null default 'owners' check (mail_to in ('nobody', 'owners', 'admins'))
);

-- Lines that were crossed. One that is crossed has one open row, whoever finds it: that is what the index is for.
create table alert (
  id            bigint generated always as identity primary key,
  reference     uuid not null default gen_random_uuid() unique,
  workspace     uuid not null,
  kind          text not null,
  subject       text not null,
  data          json not null,
  raised_at     timestamptz(3) not null default now(),
  recovered_at  timestamptz(3)
);
create unique index alert_open on alert (workspace, kind, subject) where recovered_at is null;
create index alert_of_workspace on alert (workspace, id);
