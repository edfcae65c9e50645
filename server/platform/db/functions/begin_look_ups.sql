-- Hides look-ups for `hide_ms` and returns what they need: a look-up may repeat, so a dead process only delays it. The
-- function reads `deadline_in_ms` from the database's clock before the look-up, because a deadline acts only after a
-- look-up that was made later than it.
create type due_look_up as (
  workspace uuid, id uuid, kind text, state text, provider text, provider_reference text, look_ups integer,
  deadline_in_ms double precision, terms json, fee_basis_points integer, scale smallint,
  reserved_amount bigint, facts json, is_cancelled boolean, subject text, service_span bytea
);

create function begin_look_ups(due uuid[], hide_ms integer)
returns setof due_look_up language plpgsql
-- One plan with index scans, as in claim_runs.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off as $$
begin
  return query
    with hidden as (
      update run_queue q set due_at = now() + hide_ms * interval '1 ms', is_asked = true where q.run = any (due)
      returning q.workspace, q.run
    )
    select m.workspace, m.id, m.kind, m.state, m.provider, m.provider_reference, m.look_ups,
      extract(epoch from m.settle_deadline - now())::double precision * 1000, m.terms, m.fee_basis_points, m.scale,
      m.reserved_amount, m.facts, m.cancel_requested_at is not null, m.subject, m.service_span
    from hidden h join run m on m.workspace = h.workspace and m.id = h.run;
end $$;
