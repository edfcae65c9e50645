-- Returns the partitions of `run_payload` for months: their ids begin at `low` and stay below `high`.
create function payload_months() returns table (name text, low uuid, high uuid) language sql stable as $$
  select b.name, b.found[1]::uuid, b.found[2]::uuid
  from (
    -- Matches only ids: PostgreSQL may also look at the bounds of partitions of other tables before it excludes them.
    select c.relname::text as name, regexp_match(pg_get_expr(c.relpartbound, c.oid),
        $re$FROM \('([0-9a-f]{8}-[0-9a-f-]{27})'\) TO \('([0-9a-f]{8}-[0-9a-f-]{27})'\)$re$) as found
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'run_payload'::regclass
  ) b where b.found is not null
$$;
