-- A dump that is loaded again, or a database copied from another, has the cluster and the timeline of what it
-- was taken from, and other numbers in the catalog: these tell it apart.
create function database_place() returns text
language sql stable as $$
  select d.oid || '/' || 'deployment'::regclass::oid from pg_database d where d.datname = current_database()
$$;

alter table deployment add column place text;
update deployment set place = database_place();
