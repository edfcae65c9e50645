-- Whether a worker may take runs: while it has its lease, and the database is the one that the deployment knows.
create function may_claim_1(by_worker uuid) returns boolean language plpgsql stable
set plan_cache_mode = force_generic_plan
set enable_seqscan = off as $$
declare
  known deployment;
begin
  if not exists (select from worker w where w.id = by_worker and w.lease_until > now()) then
    return false;
  end if;
  select * into known from deployment;
  if known.only_row and (known.went_back or known.place is distinct from database_place()) then
    return false;
  end if;
  return known.system_identifier is null or (
    known.system_identifier = (select c.system_identifier::text from pg_control_system() c)
    and known.timeline is not distinct from ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer);
end $$;
