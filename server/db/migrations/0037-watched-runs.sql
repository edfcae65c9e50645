-- with the next one
-- Work that its provider has named goes on for long, and is watched: the run is `running`, its step is `watch`, and no
-- worker holds it meanwhile.
alter table run drop constraint model_run_state_check;
alter table run add constraint run_state_check check (state in
  ('reserved', 'queued', 'submitting', 'running', 'received', 'needs_reconciliation', 'completed', 'failed')) not valid;
alter table run_queue drop constraint run_queue_step_check;
alter table run_queue add constraint run_queue_step_check
  check (step in ('submit', 'reconcile', 'price', 'watch')) not valid;
