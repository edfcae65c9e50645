-- Bytes of files that a workspace downloaded in a UTC day.
alter table traffic_day add column downloaded bigint not null default 0;
