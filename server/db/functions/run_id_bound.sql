-- The lowest id of a run that was made at a moment, as the clock of a process had it.
create function run_id_bound_1(moment timestamptz) returns uuid language sql immutable as $$
  select (lpad(to_hex(greatest(floor(extract(epoch from moment) * 1000), 0)::bigint), 12, '0')
    || '00000000000000000000')::uuid
$$;
