-- When a run came into each of its states, for those who look at it afterwards. Its creation is told by
-- created_at, so that a create costs nothing more; each later change adds one element.
alter table model_run add column history jsonb;

-- A run that is handed back again and again keeps its last changes only.
create function note_model_run_state() returns trigger language plpgsql as $$
begin
  new.history := coalesce(old.history, '[]') || jsonb_build_object('state', new.state, 'at', new.updated_at);
  if jsonb_array_length(new.history) > 50 then
    new.history := new.history - 0;
  end if;
  return new;
end $$;

create trigger model_run_history before update of state on model_run
  for each row when (old.state is distinct from new.state) execute function note_model_run_state();

-- For people who look for the runs of a session or of an end user. The workspace comes second for the same
-- reason as in the index of request keys. What is indexed is written once, at creation.
create index model_run_of_session on model_run (session_id, workspace, id) where session_id is not null;
create index model_run_of_end_user on model_run (end_user_id, workspace, id) where end_user_id is not null;

-- For people who look for the few entries that no run makes, and for losses.
create index ledger_entry_rare on ledger_entry (workspace, kind, id)
  where kind in ('top_up', 'transfer_out', 'transfer_in', 'loss');
