-- Gives one look-up to a reader, unless another process is at it. It need not be due where the provider was last
-- asked, or the run was lost sight of, `fresh_ms` ago.
-- Nobody gets one of a run that is bound to another machine than `from_queue` names, before its time is over.
create function claim_look_up_1(only_run uuid, hide_ms integer, fresh_ms integer, from_queue text default null)
returns setof due_look_up_1 language plpgsql
-- One plan of index look-ups, as in claim_runs.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off as $$
declare
  due uuid[];
begin
  -- Locked first, and looked at by a statement of its own, which sees what the last holder of the lock did.
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
  return query select * from begin_look_ups_1(due, hide_ms);
end $$;
