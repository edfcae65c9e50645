-- Gives a worker runs to submit and marks the intent: after this call commits, the provider may have them. A repeated
-- call with the same claim returns the same runs, so a lost reply loses none. A worker without a lease gets nothing, and
-- no worker gets anything on a database that is not, or no longer is, the one that the deployment knows.
--
-- The next slot goes to the workspace with the fewest runs in flight in this process, and within a workspace to the run
-- that is due first: the oldest, until a provider hands runs back. A workspace gets another slot only while it has fewer
-- in flight than twice the slots that are then free. So none fills them all, and a later one finds room:
-- server/adr/0006-a-share-of-the-free-slots.md.
--
-- `from_queue` names the kind and the provider. `into_queue` is the queue of the runs from the claim on, if only the
-- machine that claims them can report on them. `free_slots` is what the process has free for them; null means no limit.
-- `held_by` and `held` count its runs in flight by workspace.
--
-- `most_in_flight` limits the queue's runs in all processes. If several have a lease, they claim from a queue one after
-- the other, and each counts the runs in flight under live leases, in total and by workspace: the lock lasts until the
-- commit, so none counts while another is about to add runs. A row without an id says that runs wait because of this
-- limit. A process that is alone knows all runs in flight itself.
create function claim_runs(
  from_queue text, at_most integer, new_claim uuid, by_worker uuid,
  free_slots integer default null, held_by uuid[] default '{}', held integer[] default '{}',
  into_queue text default null, most_in_flight integer default null
)
returns table (
  workspace uuid, id uuid, attempt integer, terms json, fee_basis_points integer, scale smallint,
  reserved_amount bigint, traceparent text, session_id text, end_user_id text, request text, subject text,
  service_span bytea, waited_since timestamptz, claimed_at timestamptz
) language plpgsql
-- One plan for all calls, with index scans only, whatever the tables contained when PostgreSQL made it: planning each
-- call would make a claim of a few runs take nearly twice as long.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off as $$
declare
  is_shared boolean := false;
  room      integer := free_slots;
  most      integer := at_most;
  spaces_in_flight uuid[] := held_by;
  counts_in_flight integer[] := held;
  -- The range of ids in the claim: with these bounds, PostgreSQL opens no other partitions of payloads.
  lowest  uuid;
  highest uuid;
begin
  -- A repeat waits for the first call, which may still be committing, and then finds what that call claimed.
  perform pg_advisory_xact_lock(hashtextextended(new_claim::text, 0));
  if not may_claim(by_worker) then
    return;
  end if;
  if not exists (select from run_queue q where q.worker = by_worker and q.claim = new_claim) then
    -- Most calls find nothing, because creates claim their own runs.
    if not exists (select from run_queue q where q.queue = from_queue and q.step = 'submit' and q.claim is null) then
      return;
    end if;
    is_shared := most_in_flight is not null
      and (select count(*) from worker w where w.lease_until > now()) > 1;
    if is_shared then
      perform pg_advisory_xact_lock(hashtextextended('in flight ' || from_queue, 0));
      select coalesce(array_agg(f.workspace), '{}'), coalesce(array_agg(f.count), '{}'),
        least(free_slots, most_in_flight - coalesce(sum(f.saved), 0))
      into spaces_in_flight, counts_in_flight, room
      -- This process may have more runs in flight than it has saved.
      from (
        select a.workspace, greatest(sum(a.saved), sum(a.own))::integer as count, sum(a.saved) as saved
        from (
          select q.workspace, 1 as saved, 0 as own from worker w join run_queue q on q.worker = w.id
          where w.lease_until > now() and q.claim is not null and q.queue = from_queue and q.step = 'submit'
          union all
          select h.workspace, 0, h.count from unnest(held_by, held) as h (workspace, count)
        ) a
        group by a.workspace
      ) f;
      most := greatest(least(at_most, room), 0);
    end if;
    with recursive spaces (workspace) as (
      -- Steps from each workspace straight to the next, without reading its runs.
      (select q.workspace from run_queue q
       where q.queue = from_queue and q.step = 'submit' and q.claim is null
       order by q.workspace limit 1)
      union all
      select (select q.workspace from run_queue q
              where q.queue = from_queue and q.step = 'submit' and q.claim is null
                and q.workspace > s.workspace
              order by q.workspace limit 1)
      from spaces s where s.workspace is not null
    ), revoked as materialized (
      -- A run can be sent for at most a day after its creation, and a key creates no run after its revocation.
      select distinct k.workspace from api_key k where k.revoked_at > now() - interval '2 days'
    ), waiting as materialized (
      select s.workspace, coalesce(h.count, 0) as held,
        -- PostgreSQL hashes this list instead of comparing one by one: both sides may be long.
        s.workspace in (select r.workspace from revoked r) as has_revoked
      from spaces s left join unnest(spaces_in_flight, counts_in_flight) as h (workspace, count) on h.workspace = s.workspace
      where s.workspace is not null
    ), candidates as (
      -- How many runs its workspace would have in flight after the claim of this run.
      select q.run, q.due_at,
        w.held + row_number() over (partition by w.workspace order by q.due_at, q.run) - 1 as in_flight
      from waiting w cross join lateral (
        select q.run, q.due_at from run_queue q
        where q.queue = from_queue and q.step = 'submit' and q.claim is null
          and q.workspace = w.workspace and q.due_at <= now() and q.give_up_at > now()
          -- A run of a revoked key takes no slot from others. PostgreSQL reads runs for this only if a key was revoked
          -- recently; otherwise, the index alone answers.
          and (not w.has_revoked or (
            select k.revoked_at from run m join api_key k on k.id = m.api_key
            where m.workspace = q.workspace and m.id = q.run) is null)
        order by q.due_at, q.run
        limit least(most, greatest(2000 / (select count(*) from waiting), 1))
      ) q
    ), ranked as (
      select c.run, c.in_flight, row_number() over (order by c.in_flight, c.due_at, c.run) as rank
      from candidates c
    ), picked as (
      select q.run from run_queue q
      where q.run = any (array(
          select r.run from ranked r
          where r.rank <= most and (room is null or r.in_flight < 2 * (room - r.rank + 1))))
        and q.step = 'submit' and q.claim is null
        -- PostgreSQL checks this on the locked row: a cancel may have ended its time since the query found it.
        and q.give_up_at > clock_timestamp()
        -- Excludes runs whose key was revoked before this claim began to look, however long ago. A revocation that is
        -- saved meanwhile fails unsent runs itself, row by row: it gets those not locked here, the worker sends the
        -- others.
        and not exists (
          select from run m join api_key k on k.id = m.api_key
          where m.workspace = q.workspace and m.id = q.run and k.revoked_at is not null)
      order by q.run for update skip locked
    ), claimed as (
      update run_queue q set claim = new_claim, worker = by_worker, queue = coalesce(into_queue, q.queue)
      from picked p where q.run = p.run
      returning q.workspace, q.run
    )
    update run m
    set state = 'submitting', attempt = m.attempt + 1, version = m.version + 1, updated_at = now(),
      next_check_at = null, next_attempt_at = null
    from claimed c
    where m.workspace = c.workspace and m.id = c.run and m.state in ('reserved', 'queued');
    if is_shared and exists (
      select from run_queue q
      where q.queue = from_queue and q.step = 'submit' and q.claim is null and q.due_at <= now()
    ) then
      return query select null::uuid, null::uuid, null::integer, null::json, null::integer, null::smallint, null::bigint,
        null::text, null::text, null::text, null::text, null::text, null::bytea, null::timestamptz, null::timestamptz;
    end if;
  end if;
  select (array_agg(q.run order by q.run))[1], (array_agg(q.run order by q.run desc))[1] into lowest, highest
  from run_queue q where q.worker = by_worker and q.claim = new_claim;
  if lowest is null then
    return;
  end if;
  return query
    select m.workspace, m.id, m.attempt, m.terms, m.fee_basis_points, m.scale, m.reserved_amount,
      m.traceparent, m.session_id, m.end_user_id, p.request, m.subject, m.service_span,
      -- When the run entered the state that the claim took it from.
      coalesce((m.history -> -2 ->> 'at')::timestamptz, m.created_at),
      m.updated_at
    from run_queue q
    join run m on m.workspace = q.workspace and m.id = q.run
    join run_payload p on p.workspace = q.workspace and p.run = q.run and p.run >= lowest and p.run <= highest
    where q.worker = by_worker and q.claim = new_claim and m.state = 'submitting';
end $$;
