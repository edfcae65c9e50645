-- Proof that a database which was promoted lacks nothing that a process was told is saved: ADR 13.

-- What a process is told of in one transaction after the other is a lane: it counts there in the same transaction, last
-- of all. `is_lost` stays once a count was found below the one that the process had been told of.
create table witness_lane (
  witness uuid not null,
  lane    integer not null,
  count   bigint not null,
  is_lost boolean not null default false,
  primary key (witness, lane)
) with (
  fillfactor = 50, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_cost_delay = 0, vacuum_truncate = off);

-- The timeline on which the process began, or last found all that it knew of; none for processes of 0.1.0. And whether
-- its commits waited for a standby when it last counted.
alter table witness add column timeline integer;
alter table witness add column is_synchronous boolean not null default false;

-- Since when nothing is claimed because the database is not the known one. What was held for behind `last_entry` has
-- never been claimed in any history.
create table refusal (
  only_row   boolean primary key default true check (only_row),
  since      timestamptz not null default now(),
  timeline   integer,
  place      text not null,
  last_entry bigint not null
);

-- Programs that know the migration of this number, and every later one of theirs, can work with the schema as it is,
-- whatever has come behind: ADR 14. A migration that takes away what older programs need raises it.
create table schema_range (
  only_row boolean primary key default true check (only_row),
  oldest   integer not null
);
insert into schema_range (oldest) values (42);
