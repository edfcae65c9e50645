-- with the next one
-- The trace that a run is part of, where it is not one of its own, whose id is the UUID of the run. And the span that the
-- run is part of. A run of neither writes nothing more than before.
alter table run add column trace uuid, add column parent_span text;

-- The spans that programs send, in a partition for each day of UTC that they started on: spans that are too old are dropped
-- with their day. `keep_span_days` makes the partitions. The same span that comes again has the same start, and is one.
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
  -- JSON, as text: nothing looks into it.
  attributes       text not null,
  events           text,
  truncated        boolean not null default false,
  -- In the order in which a trace is read, so that a part of a long one costs no more than that part.
  primary key (workspace, trace, started_at, span)
) partition by range (started_at);
create index client_span_of_workspace on client_span (workspace, started_at, span, trace);
create index client_span_of_session on client_span (session_id, workspace, started_at) where session_id is not null;
create index client_span_of_end_user on client_span (end_user_id, workspace, started_at)
  where end_user_id is not null;

-- How many spans a workspace has sent in a day.
create table span_day (
  workspace uuid not null,
  day       date not null,
  spans     bigint not null,
  primary key (workspace, day)
) with (fillfactor = 50);
