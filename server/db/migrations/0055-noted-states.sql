-- advance_runs notes the states that it moves runs to. The trigger is for all other writers, such as claims and processes of
-- the version before.
create or replace trigger run_history before update of state on run
  for each row when (old.state is distinct from new.state and old.history is not distinct from new.history)
  execute function note_run_state_1();
