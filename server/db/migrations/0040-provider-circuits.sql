-- What all processes know of each queue's provider: whether its circuit is open, when it may be probed, and how far its
-- retries are spoken for. A row appears with the first failure.
create table provider_circuit (
  -- The kind of the runs and the provider, as in run_queue.
  queue         text primary key,
  -- Null while the circuit is closed.
  opened_at     timestamptz(3),
  -- The next run may be sent as a probe from then on.
  due_at        timestamptz,
  -- The probe that is under way; after its time another one may be.
  probe         uuid,
  probe_until   timestamptz,
  -- Probes that failed since the circuit opened.
  failed_probes integer not null default 0,
  openings      bigint not null default 0,
  probes        bigint not null default 0,
  -- Retries are given times one behind the other, up to this one.
  retries_until timestamptz not null default '-infinity'
) with (fillfactor = 50);
