-- Filters and columns of a list of runs, under the name that a person has given them.
create table saved_view (
  workspace  uuid not null,
  id         uuid not null,
  person     uuid not null,
  list       text not null,
  name       text not null check (length(name) between 1 and 100),
  query      text not null check (length(query) <= 2048),
  is_shared  boolean not null,
  created_at timestamptz(3) not null default now(),
  primary key (workspace, id)
);
