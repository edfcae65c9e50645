-- What the database says about itself: `known` if it is the one that the deployment acknowledged last, `promoted` on a
-- later timeline of the same cluster, and `other` if it was loaded, copied, put back, or provably lacks commits.
create function history_1() returns text language plpgsql stable as $$
declare
  -- A session cannot change its cluster, so it reads the identifier, which is in a file, only once.
  cluster text := current_setting('model_run.system_identifier', true);
  said text;
begin
  if coalesce(cluster, '') = '' then
    select c.system_identifier::text into cluster from pg_control_system() c;
    perform set_config('model_run.system_identifier', cluster, false);
  end if;
  select case
      when d.went_back or d.place is distinct from database_place() then 'other'
      when d.system_identifier is null then 'known'
      when d.system_identifier <> cluster or d.timeline > now.timeline then 'other'
      when d.timeline is not distinct from now.timeline then 'known'
      else 'promoted'
    end into said
  from deployment d,
    (select ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer as timeline) now;
  return said;
end $$;
