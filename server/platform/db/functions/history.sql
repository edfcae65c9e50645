-- What the database says about itself: `known` if it is the one that the deployment acknowledged last, `promoted` on a
-- later timeline of the same cluster, and `other` if it was loaded, copied, put back, or provably lacks commits.
create function history() returns text language plpgsql stable as $$
declare
  -- A session cannot change its cluster, so it reads the identifier, which is in a file, only once.
  cluster text := current_setting('model_run.system_identifier', true);
  acknowledged record;
  current_timeline integer;
begin
  select d.went_back or d.place is distinct from database_place() as is_other, d.system_identifier, d.timeline
    into acknowledged from deployment d;
  if acknowledged.is_other then
    return 'other';
  end if;
  -- A server that does not tell this role its identifier may refuse it the functions below as well.
  if acknowledged.system_identifier is null then
    return 'known';
  end if;
  if coalesce(cluster, '') = '' then
    select c.system_identifier::text into cluster from pg_control_system() c;
    perform set_config('model_run.system_identifier', cluster, false);
  end if;
  current_timeline := ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer;
  return case
    when acknowledged.system_identifier <> cluster or acknowledged.timeline > current_timeline then 'other'
    when acknowledged.timeline is not distinct from current_timeline then 'known'
    else 'promoted'
  end;
end $$;
