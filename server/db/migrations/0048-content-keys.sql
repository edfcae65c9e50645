-- Keys that content is encrypted under, wrapped with a key of the operator that is kept elsewhere. `purpose` is the month
-- whose content it is for, or `hash` for keyed hashes of requests.
create table content_key (
  workspace   uuid not null,
  id          text not null constraint content_key_id check (id ~ '^[0-9a-f]{8}$'),
  purpose     text not null,
  key_id      text not null,
  wrapped     bytea not null,
  created_at  timestamptz(3) not null default now(),
  primary key (workspace, id)
);

-- Which keys of the operator are needed is asked at every start.
create index content_key_by_key on content_key (key_id);
