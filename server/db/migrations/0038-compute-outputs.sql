-- What compute jobs wrote, once they have ended: logs and artifacts, in parts of a mebibyte.
create table compute_output (
  workspace   uuid not null,
  run         uuid not null,
  kind        text not null check (kind in ('log', 'artifact')),
  name        text not null,
  part_offset bigint not null check (part_offset >= 0),
  content     bytea not null,
  primary key (workspace, run, kind, name, part_offset)
);
-- A read takes a piece of a part without unpacking the rest.
alter table compute_output alter column content set storage external;
