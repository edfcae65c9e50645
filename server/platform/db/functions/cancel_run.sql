-- Saves the request to cancel a run, in one transaction. From then on, no claim takes the run: its time to be sent is
-- over, even if an attempt in progress returns it to the queue. Returns whether the provider never had it, so that the
-- caller can end it at once; no row if there is no such run.
create function cancel_run(of_workspace uuid, only_run uuid)
returns table (is_unsent boolean) language plpgsql
set lock_timeout = '2s' as $$
begin
  -- In the lock order of a settlement: the row of the queue, then the row of the run.
  perform 1 from run_queue q where q.run = only_run and q.workspace = of_workspace for update;

  update run m set cancel_requested_at = now(), version = m.version + 1, updated_at = now()
  where m.workspace = of_workspace and m.id = only_run
    and m.state not in ('completed', 'failed') and m.cancel_requested_at is null;

  update run_queue q set give_up_at = now()
  where q.run = only_run and q.workspace = of_workspace and q.step = 'submit' and q.give_up_at > now();

  -- The process that watches the run ends it at once.
  update run_queue q set due_at = now()
  where q.run = only_run and q.workspace = of_workspace and q.step = 'watch' and q.due_at > now();

  return query
    select coalesce(q.step = 'submit' and q.claim is null and m.unknown_reason is null, false)
    from run m left join run_queue q on q.run = m.id and q.workspace = m.workspace
    where m.workspace = of_workspace and m.id = only_run;
end $$;
