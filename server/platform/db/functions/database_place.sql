-- Returns where the database is in its cluster. A dump that is loaded again, or a database copied from another one, has
-- the cluster and the timeline of its source, and other numbers in the catalog.
create function database_place() returns text language sql stable as $$
  select d.oid || '/' || 'deployment'::regclass::oid from pg_database d where d.datname = current_database()
$$;
