-- in batches
-- Runs of any kind, second of three steps: the request keys and the facts of the runs that are there. Each batch
-- is a transaction of its own, so that nobody waits for more than one; whatever is broken off is begun again.
do $$
declare
  after_workspace uuid := '00000000-0000-0000-0000-000000000000';
  after_run       uuid := '00000000-0000-0000-0000-000000000000';
  last_workspace  uuid;
  last_run        uuid;
begin
  loop
    select b.workspace, b.id into last_workspace, last_run from (
      select m.workspace, m.id from model_run m where (m.workspace, m.id) > (after_workspace, after_run)
      order by m.workspace, m.id limit 5000
    ) b order by b.workspace desc, b.id desc limit 1;
    exit when last_run is null;

    insert into request_key (workspace, operation, idempotency_key, run, request_hash, hash_version)
    select m.workspace, 'model_run', m.idempotency_key, m.id, m.request_hash, m.hash_version from model_run m
    where (m.workspace, m.id) > (after_workspace, after_run) and (m.workspace, m.id) <= (last_workspace, last_run)
    on conflict do nothing;

    -- A run that has ended is changed by nobody else.
    update model_run m set facts = model_run_facts(m)
    where (m.workspace, m.id) > (after_workspace, after_run) and (m.workspace, m.id) <= (last_workspace, last_run)
      and m.state = 'completed' and m.facts is null;

    after_workspace := last_workspace;
    after_run := last_run;
    last_run := null;
    commit;
  end loop;
end $$;
