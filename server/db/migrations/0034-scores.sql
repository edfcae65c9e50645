-- with the next one
-- How good a run, a span or a session was. A score names exactly one of them, and has exactly one value. What a run was
-- attributed to never changes, so it stands here as well. A score is saved once and may be deleted.
create table score (
  workspace      uuid not null,
  id             uuid not null,
  request_key    text collate "C" not null,
  request_hash   bytea not null,
  api_key        uuid not null,
  created_at     timestamptz(3) not null default now(),
  name           text not null,
  source         text not null,
  numeric_value  double precision,
  category       text,
  boolean_value  boolean,
  comment        text,
  run            uuid,
  kind           text,
  trace_id       text,
  span_id        text,
  session_id     text,
  -- Of the run.
  run_session_id text,
  end_user_id    text,
  prompt_id      text,
  prompt_version text,
  primary key (workspace, id),
  unique (workspace, request_key),
  check (num_nonnulls(numeric_value, category, boolean_value) = 1),
  check (num_nonnulls(run, span_id, session_id) = 1),
  check ((run is null) = (kind is null) and (trace_id is null) = (span_id is null)),
  check (source in ('human', 'automatic'))
);
create index score_of_run on score (workspace, run, id) where run is not null;
create index score_of_span on score (workspace, trace_id, span_id, id) where span_id is not null;
create index score_of_session on score (workspace, session_id, id) where session_id is not null;
create index score_of_prompt on score (workspace, prompt_id, id) where prompt_id is not null;
