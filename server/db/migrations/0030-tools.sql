-- with the next one
-- The tools that servers have, by their definitions. Runs name the version that they were sold by: a definition that was
-- approved once is kept.
create table tool_definition (
  tool        text not null,
  -- SHA-256 of the definition in its canonical form.
  version     text not null,
  definition  json not null,
  saved_at    timestamptz(3) not null default now(),
  approved_at timestamptz(3),
  primary key (tool, version)
);

-- Which definition of a tool its server has now, and which one may be sold.
create table tool (
  id               text primary key,
  server           text not null,
  seen_version     text not null,
  approved_version text not null,
  seen_at          timestamptz(3) not null default now(),
  -- Since when its server has it no longer.
  gone_at          timestamptz(3),
  foreign key (id, seen_version) references tool_definition (tool, version),
  foreign key (id, approved_version) references tool_definition (tool, version)
);
create index tool_of_server on tool (server);
