-- Keys that the dashboard makes for a person who runs something from its pages. Nobody has their secrets.
create table playground_key (
  api_key   uuid primary key references api_key (id),
  workspace uuid not null,
  person    uuid not null
);
create index playground_key_of_person on playground_key (workspace, person, api_key);
