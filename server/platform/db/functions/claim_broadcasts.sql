-- Claims destinations that spans wait for, for one batch each, and hides them for `hide_ms`: if a process dies, its
-- batch is late, or its spans arrive twice. `at_most` is how many slots the process has free; `held_by` and `held` count
-- its batches in progress by workspace. Workspaces share its slots as in claim_runs.
create function claim_broadcasts(
  at_most integer, hide_ms integer, as_claim uuid, held_by uuid[], held integer[]
)
returns table (
  id uuid, workspace uuid, url text, encoding text, compression text, headers json, include_content boolean,
  attempts integer, batch_limit integer, claim uuid
) language plpgsql
-- One plan with index scans, as in claim_runs.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off as $$
begin
  return query
    with recursive waiting (destination) as (
      -- Steps from each destination straight to the next, without reading the spans that wait for it.
      (select s.destination from broadcast_span s order by s.destination limit 1)
      union all
      select (select s.destination from broadcast_span s where s.destination > w.destination
              order by s.destination limit 1)
      from waiting w where w.destination is not null
    ), candidates as (
      select c.id, c.workspace, c.due_at
      from waiting w cross join lateral (
        select d.id, d.workspace, d.due_at from broadcast_destination d
        where d.id = w.destination and d.disabled_at is null and d.due_at <= now()
          and (d.claimed_until is null or d.claimed_until <= now())
        for no key update skip locked
      ) c
    ), counted as (
      -- How many its workspace would have in progress after the claim.
      select c.id, c.due_at,
        coalesce(h.count, 0) + row_number() over (partition by c.workspace order by c.due_at, c.id) - 1 as under_way
      from candidates c left join unnest(held_by, held) as h (workspace, count) on h.workspace = c.workspace
    ), ranked as (
      select c.id, c.under_way, row_number() over (order by c.under_way, c.due_at, c.id) as rank from counted c
    ), due as (
      select r.id from ranked r where r.rank <= at_most and r.under_way < 2 * (at_most - r.rank + 1)
    )
    update broadcast_destination d set claim = as_claim, claimed_until = now() + hide_ms * interval '1 ms',
      last_attempt_at = now()
    from due where d.id = due.id
    returning d.id, d.workspace, d.url, d.encoding, d.compression, d.headers, d.include_content, d.attempts,
      d.batch_limit, d.claim;
end $$;
