-- concurrently
-- Over tables that runs are created with, and that may be large. Few runs have a parent, a prompt or a trace that others
-- began, so each index holds those alone, and any other run has no entry in it.
create index concurrently audit_event_of_run on audit_event (workspace, run) where run is not null;
-- The runs that one run wanted, newest first.
create index concurrently run_of_parent on run (parent_run, workspace, id) where parent_run is not null;
-- What a prompt cost, without reading the runs of others.
create index concurrently run_of_prompt on run (prompt_id, workspace, id) where prompt_id is not null;
create index concurrently run_of_trace on run (trace, workspace, id) where trace is not null;
-- The states of 0037, behind the change: what is there is looked at while it is used.
alter table run validate constraint run_state_check;
alter table run_queue validate constraint run_queue_step_check;
