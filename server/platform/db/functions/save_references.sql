-- Saves the provider's references of submissions in progress. Skips a run that has one already, or has moved on.
create function save_references(workspaces uuid[], ids uuid[], attempts integer[], provider_references text[])
returns void language plpgsql
-- One plan with index scans, as in claim_runs.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off as $$
begin
  perform 1 from run_queue q where q.run = any (ids) order by q.run for update;
  update run m set provider_reference = r.reference
  from unnest(workspaces, ids, attempts, provider_references) as r (workspace, id, attempt, reference)
  where m.workspace = r.workspace and m.id = r.id and m.attempt = r.attempt
    and m.state in ('submitting', 'needs_reconciliation') and m.provider_reference is null
    and exists (select from run_queue q where q.run = r.id);
end $$;
