-- Returns the runs of each bucket of `latencies` in usage rows: a bucket may occur several times.
create function latency_counts(latencies bytea)
returns table (bucket integer, runs bigint) language sql immutable as $$
  select (get_byte(latencies, at) << 8) | get_byte(latencies, at + 1),
    (get_byte(latencies, at + 2)::bigint << 24)
      | ((get_byte(latencies, at + 3) << 16) | (get_byte(latencies, at + 4) << 8) | get_byte(latencies, at + 5))
  from generate_series(0, length(latencies) - 6, 6) at
$$;
