-- with the next one
-- The queue and the accounts are small, and each run changes them several times: what the changes leave behind is
-- cleared after a number of changes, not after a share of the table, at full speed and in the indexes as well. The
-- end of such a table is not given back to the system: that takes an exclusive lock, and the table grows again.
alter table run_queue set (
  autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_cost_delay = 0,
  vacuum_index_cleanup = on, vacuum_truncate = off);
alter table account set (
  autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_cost_delay = 0,
  vacuum_truncate = off);
