-- Records when a run entered each of its states. Its creation is `created_at`, so a create costs nothing more; each
-- later change adds one element. If a writer records the state itself, the trigger changes nothing.
create function note_run_state() returns trigger language plpgsql as $$
begin
  if new.history is distinct from old.history then
    return new;
  end if;
  new.history := coalesce(old.history, '[]') || jsonb_build_object('state', new.state, 'at', new.updated_at);
  -- A run that providers hand back again and again keeps only its last changes.
  if jsonb_array_length(new.history) > 50 then
    new.history := new.history - 0;
  end if;
  return new;
end $$;
