-- Returns whether a worker may claim runs: it has a lease, and the database is the one that the deployment knows.
create function may_claim_1(by_worker uuid) returns boolean language plpgsql stable
set plan_cache_mode = force_generic_plan
set enable_seqscan = off as $$
begin
  return exists (select from worker w where w.id = by_worker and w.lease_until > now())
    and not exists (
      select from deployment d
      where d.went_back or d.place is distinct from database_place()
        or d.system_identifier is not null and (
          d.system_identifier <> (select c.system_identifier::text from pg_control_system() c)
          or d.timeline is distinct from ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer));
end $$;
