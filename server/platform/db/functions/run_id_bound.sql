-- Returns the lowest id of a run that was created at `moment`, by the clock of the process that created it.
create function run_id_bound(moment timestamptz) returns uuid language sql immutable as $$
  select (lpad(to_hex(greatest(floor(extract(epoch from moment) * 1000), 0)::bigint), 12, '0')
    || '00000000000000000000')::uuid
$$;
