-- What the operator has set for a workspace in the place of a default.
create table quota (
  workspace uuid not null,
  name text not null,
  most bigint not null check (most >= 0 and most <= 9007199254740991),
  primary key (workspace, name)
);

-- What is stored now, by the name of the quota: outputs as they are saved and removed, the rest by a chore.
create table stored_bytes (
  workspace uuid not null,
  name text not null check (name = any ('{stored_outputs,stored_content,stored_spans}')),
  bytes bigint not null check (bytes >= 0),
  primary key (workspace, name)
) with (fillfactor = 50);

-- Logs and artifacts of a job, in whatever store they are.
create table stored_output (
  workspace uuid not null,
  run uuid not null,
  bytes bigint not null check (bytes >= 0),
  primary key (workspace, run)
);

-- Requests and answers of the runs of a UTC day, by their ids.
create table content_day (
  workspace uuid not null,
  day date not null,
  bytes bigint not null,
  primary key (workspace, day)
) with (fillfactor = 50);

-- Which runs are counted there: those up to `until`, but for `open`, which had not ended.
create table content_counted (
  workspace uuid not null primary key,
  until uuid not null,
  open uuid[] not null
) with (fillfactor = 50);

-- Bytes that a workspace sent in a UTC day, as the processes have added them.
create table traffic_day (
  workspace uuid not null,
  day date not null,
  received bigint not null,
  primary key (workspace, day)
) with (fillfactor = 50);

alter table span_day add column bytes bigint not null default 0;
