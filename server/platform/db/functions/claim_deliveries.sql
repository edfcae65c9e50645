-- Claims deliveries that are due, and hides them for `hide_ms`: if a process dies, its delivery is late, or arrives
-- twice. An endpoint gets the deliveries of a run one at a time, in the order of its versions; resends are exempt. An
-- endpoint gets `at_once` deliveries at a time, and one while it fails. `at_most` is how many slots the process has
-- free; `held_by` and `held` count its deliveries in progress by workspace. Workspaces share its slots as in claim_runs.
-- So slow endpoints keep no other workspace from a slot.
create function claim_deliveries(
  at_most integer, at_once integer, hide_ms integer, held_by uuid[], held integer[]
)
returns table (
  id bigint, message uuid, workspace uuid, endpoint uuid, type text, run uuid, kind text, version integer, data json,
  created_at timestamptz, attempts integer, url text, secret text, previous_secret text, service_span bytea
) language plpgsql
-- One plan with index scans, as in claim_runs.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off as $$
begin
  return query
    with recursive waiting (endpoint) as (
      -- Steps from each endpoint straight to the next, without reading the deliveries that wait for it.
      (select d.endpoint from webhook_delivery d where d.due_at is not null order by d.endpoint limit 1)
      union all
      select (select d.endpoint from webhook_delivery d
              where d.due_at is not null and d.endpoint > w.endpoint order by d.endpoint limit 1)
      from waiting w where w.endpoint is not null
    ), candidates as (
      select d.id, d.due_at, open_one.workspace
      from (
        select e.id as endpoint, e.workspace, case when e.failing_since is null then at_once else 1 end - (
          select count(*) from webhook_delivery h
          where h.endpoint = e.id and h.due_at > now() and h.last_attempt_at > now() - hide_ms * interval '1 ms'
            and h.last_status is null and h.last_error is null) as room
        from waiting w join webhook_endpoint e on e.id = w.endpoint and e.disabled_at is null
      ) open_one
      cross join lateral (
        select c.id, c.due_at from webhook_delivery c
        where c.endpoint = open_one.endpoint and c.due_at <= now() and (c.is_resend or c.run is null or not exists (
          select from webhook_delivery b
          where b.endpoint = c.endpoint and b.run = c.run and b.version < c.version and b.due_at is not null
            and not b.is_resend))
        order by c.due_at, c.id limit greatest(open_one.room, 0) for update skip locked
      ) d
    ), counted as (
      -- How many its workspace would have in progress after the claim.
      select c.id, c.due_at,
        coalesce(h.count, 0) + row_number() over (partition by c.workspace order by c.due_at, c.id) - 1 as under_way
      from candidates c left join unnest(held_by, held) as h (workspace, count) on h.workspace = c.workspace
    ), ranked as (
      select c.id, c.under_way, row_number() over (order by c.under_way, c.due_at, c.id) as rank from counted c
    ), due as (
      select r.id from ranked r where r.rank <= at_most and r.under_way < 2 * (at_most - r.rank + 1)
    ), claimed as (
      update webhook_delivery w set due_at = now() + hide_ms * interval '1 ms', attempts = w.attempts + 1,
        last_attempt_at = now(), last_status = null, last_error = null
      from due where w.id = due.id
      returning w.*
    )
    select c.id, c.message, c.workspace, c.endpoint, c.type, c.run, c.kind, c.version, c.data, c.created_at,
      c.attempts, e.url, e.secret, case when e.previous_until > now() then e.previous_secret end,
      c.service_span
    from claimed c join webhook_endpoint e on e.workspace = c.workspace and e.id = c.endpoint;
end $$;
