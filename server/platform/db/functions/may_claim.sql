-- Returns whether a worker may claim runs: it has a lease, and the database is the one that the deployment knows.
create function may_claim(by_worker uuid) returns boolean language plpgsql stable
set plan_cache_mode = force_generic_plan
set enable_seqscan = off as $$
declare
  -- A session cannot change its cluster, so it reads the identifier, which is in a file, only once.
  cluster text := current_setting('model_run.system_identifier', true);
begin
  if coalesce(cluster, '') = '' then
    select c.system_identifier::text into cluster from pg_control_system() c;
    perform set_config('model_run.system_identifier', cluster, false);
  end if;
  return exists (select from worker w where w.id = by_worker and w.lease_until > now())
    and not exists (
      select from deployment d
      where d.went_back or d.place is distinct from database_place()
        or d.system_identifier is not null and (
          d.system_identifier <> cluster
          or d.timeline is distinct from ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer));
end $$;
