-- Saves the progress of runs, for readers. Skips a run that has moved on, or is in another attempt. Returns the runs
-- that it changed.
create function save_progress(workspaces uuid[], ids uuid[], attempts integer[], told json[])
returns setof uuid language plpgsql
-- One plan with index scans, as in claim_runs.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off as $$
begin
  perform 1 from run_queue q where q.run = any (ids) order by q.run for update;
  return query
    update run m set progress = r.progress, version = m.version + 1, updated_at = now()
    from unnest(workspaces, ids, attempts, told) as r (workspace, id, attempt, progress)
    where m.workspace = r.workspace and m.id = r.id and m.attempt = r.attempt and m.state = 'submitting'
    returning m.id;
end $$;
