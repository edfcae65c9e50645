-- Gives a reader one look-up, unless another process has it. It need not be due if a process last asked the provider, or
-- lost track of the run, at least `fresh_ms` ago. If the run is bound to a machine that `from_queue` does not name,
-- nobody gets its look-up before its `settle_deadline`.
create function claim_look_up(only_run uuid, hide_ms integer, fresh_ms integer, from_queue text default null)
returns setof due_look_up language plpgsql
-- One plan with index scans, as in claim_runs.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off as $$
declare
  due uuid[];
begin
  -- Lock the row first, then read it in its own statement, which sees what the last owner of the lock did.
  perform 1 from run_queue q where q.run = only_run and q.step <> 'submit' for update skip locked;
  if not found then
    return;
  end if;
  select array_agg(q.run) into due
  from run_queue q join run m on m.workspace = q.workspace and m.id = q.run
  where q.run = only_run and q.step <> 'submit'
    and (position('@' in q.queue) = 0 or q.queue = from_queue or m.settle_deadline <= now()) and (
    q.due_at <= now()
    or (not q.is_asked and m.provider_reference is not null
      and coalesce(m.last_looked_up_at, m.updated_at) <= now() - fresh_ms * interval '1 ms'));
  return query select * from begin_look_ups(due, hide_ms);
end $$;
