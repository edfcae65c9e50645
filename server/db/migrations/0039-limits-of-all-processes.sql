-- What is taken of a window of requests or bytes, by all processes. A few rows that change all the time and are deleted
-- when their window is over. They are written to the log as other tables are, which few leases make little of, so that a
-- restart or a failover of the database does not give every caller a new window.
create table rate_window (
  key     text primary key,
  total   bigint not null check (total >= 0),
  ends_at timestamptz not null
) with (
  fillfactor = 50, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_cost_delay = 0, vacuum_index_cleanup = on, vacuum_truncate = off);

-- How often passwords were tried in vain: by an address, at an account, and by an address or a device at an account, each
-- named by a hash.
create table sign_in_attempt (
  key         text primary key,
  failures    integer not null check (failures >= 0),
  ends_at     timestamptz not null,
  -- Whoever failed too often is not heard before.
  waits_until timestamptz
);
create index sign_in_attempt_ended on sign_in_attempt (ends_at);
