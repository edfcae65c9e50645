-- with the next one
-- What runs used and cost, by the hour of their creation, so that nobody adds up all runs. The hours of a workspace
-- are closed in order, once all of their runs have ended; what is not closed yet is added up from the runs.
-- `usage` sums the counts of the runs by name; `latencies` counts completed runs by their duration: bucket b
-- holds those of at most 1.03^b milliseconds. It has six bytes for each bucket, the bucket (2) and its runs (4): so those of many
-- rows are put one behind the other, and whoever reads them adds up.
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

-- The same by end user, apart so that an end user can be forgotten. A run without one has the empty text.
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

-- Every run of the workspace that was created before `until` stands in the two tables above.
create table usage_closed (
  workspace uuid primary key,
  until     timestamptz not null
);
