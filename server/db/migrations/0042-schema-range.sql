-- Programs that know the migration of this number, and every later one of theirs, can work with the schema as it is,
-- whatever has come behind: ADR 14. A migration that takes away what older programs need raises it.
create table schema_range (
  only_row boolean primary key default true check (only_row),
  oldest   integer not null
);
insert into schema_range (oldest) values (42);
