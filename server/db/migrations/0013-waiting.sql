-- What a run that waits tells about it, look-ups at the wish of a reader, and a fair share of a provider's
-- slots for each workspace.

-- Why a run waits in the queue, and when it is tried again.
alter table model_run add column queue_reason text, add column next_attempt_at timestamptz(3);
alter type model_run_advance add attribute queue_reason text;

-- Whether a look-up of the run is under way: `due_at` hides it then, and no reader starts a second one.
alter table run_queue add column is_asked boolean not null default false;

-- Claims go from workspace to workspace by this index, and in each from the run that is due first. The time
-- after which a run is not sent stands in it too: a pile of expired runs is passed over without reading them.
create index run_queue_waiting on run_queue (provider, workspace, due_at, run) include (give_up_at)
  where step = 'submit' and claim is null;
drop index run_queue_due;

drop function claim_model_runs(text, integer, uuid, uuid);
drop function claim_look_ups(integer, integer, uuid);

-- Gives a worker runs to submit and marks the intent: after the commit of this call they may be with the
-- provider. Repeating a call with the same claim returns the same runs, so that a lost reply loses nothing.
-- A worker without a lease gets nothing, and nobody gets anything on a database that is not, or no longer,
-- the one that the deployment knows.
--
-- The next slot goes to the workspace with the fewest runs in flight in this process, and within a workspace
-- to the run that is due first: that is the oldest, until a provider hands runs back. A workspace gets another
-- slot only while it has fewer in flight than twice the slots that are then free. So none fills them all, and
-- one that comes later finds room: server/adr/0006-a-share-of-the-free-slots.md.
--
-- `free_slots` is what the process has free for this provider, without it there is no such bound;
-- `held_by` and `held` tell which workspaces have how many in flight in it.
create function claim_model_runs(
  for_provider text, at_most integer, new_claim uuid, by_worker uuid,
  free_slots integer default null, held_by uuid[] default '{}', held integer[] default '{}'
)
returns table (
  workspace uuid, id uuid, attempt integer, terms json, fee_basis_points integer, scale smallint,
  reserved_amount bigint, traceparent text, session_id text, end_user_id text, request text
) language plpgsql
-- One plan for all calls, of index look-ups only, whatever the tables looked like when it was made: planned
-- for each call, a claim of a few runs takes nearly twice as long.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off as $$
declare
  known deployment;
begin
  -- A repeat waits for the first call, which may still be committing: then it finds what that one claimed.
  perform pg_advisory_xact_lock(hashtextextended(new_claim::text, 0));
  if not exists (select from worker w where w.id = by_worker and w.lease_until > now()) then
    return;
  end if;
  select * into known from deployment;
  if known.only_row and (known.went_back or known.place is distinct from database_place()) then
    return;
  end if;
  if known.system_identifier is not null and (
    known.system_identifier <> (select c.system_identifier::text from pg_control_system() c)
    or known.timeline <> ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer
  ) then
    return;
  end if;
  if not exists (select from run_queue q where q.worker = by_worker and q.claim = new_claim) then
    with recursive spaces (workspace) as (
      -- From each workspace straight to the next: its runs, however many, are not read.
      (select q.workspace from run_queue q
       where q.provider = for_provider and q.step = 'submit' and q.claim is null
       order by q.workspace limit 1)
      union all
      select (select q.workspace from run_queue q
              where q.provider = for_provider and q.step = 'submit' and q.claim is null
                and q.workspace > s.workspace
              order by q.workspace limit 1)
      from spaces s where s.workspace is not null
    ), revoked as materialized (
      -- No run may be sent for longer than a day after its creation, and no key makes one after its revocation.
      select distinct k.workspace from api_key k where k.revoked_at > now() - interval '2 days'
    ), waiting as materialized (
      select s.workspace, coalesce(h.count, 0) as held,
        exists (select from revoked r where r.workspace = s.workspace) as has_revoked
      from spaces s left join unnest(held_by, held) as h (workspace, count) on h.workspace = s.workspace
      where s.workspace is not null
    ), candidates as (
      -- How many its workspace would have in flight when the turn is the run's.
      select q.run, q.due_at,
        w.held + row_number() over (partition by w.workspace order by q.due_at, q.run) - 1 as in_flight
      from waiting w cross join lateral (
        select q.run, q.due_at from run_queue q
        where q.provider = for_provider and q.step = 'submit' and q.claim is null
          and q.workspace = w.workspace and q.due_at <= now() and q.give_up_at > now()
          -- A run of a revoked key takes no turn from others. Runs are read for this only where a key was
          -- revoked of late: else the index alone answers.
          and (not w.has_revoked or (
            select k.revoked_at from model_run m join api_key k on k.id = m.api_key
            where m.workspace = q.workspace and m.id = q.run) is null)
        order by q.due_at, q.run
        limit least(at_most, greatest(2000 / (select count(*) from waiting), 1))
      ) q
    ), turns as (
      select c.run, c.in_flight, row_number() over (order by c.in_flight, c.due_at, c.run) as turn
      from candidates c
    ), picked as (
      select q.run from run_queue q
      where q.run = any (array(
          select t.run from turns t
          where t.turn <= at_most and (free_slots is null or t.in_flight < 2 * (free_slots - t.turn + 1))))
        and q.step = 'submit' and q.claim is null
        -- None is sent whose key was revoked, however long ago.
        and not exists (
          select from model_run m join api_key k on k.id = m.api_key
          where m.workspace = q.workspace and m.id = q.run and k.revoked_at is not null)
      order by q.run for update skip locked
    ), claimed as (
      update run_queue q set claim = new_claim, worker = by_worker from picked p where q.run = p.run
      returning q.workspace, q.run
    )
    update model_run m
    set state = 'submitting', attempt = m.attempt + 1, version = m.version + 1, updated_at = now(),
      next_check_at = null, next_attempt_at = null
    from claimed c
    where m.workspace = c.workspace and m.id = c.run and m.state in ('reserved', 'queued');
  end if;
  return query
    select m.workspace, m.id, m.attempt, m.terms, m.fee_basis_points, m.scale, m.reserved_amount,
      m.traceparent, m.session_id, m.end_user_id, p.request
    from run_queue q
    join model_run m on m.workspace = q.workspace and m.id = q.run
    join model_run_payload p on p.workspace = q.workspace and p.run = q.run
    where q.worker = by_worker and q.claim = new_claim and m.state = 'submitting';
end $$;

-- What a look-up needs to know of its run. `deadline_in_ms` is told by the database's clock before the look-up
-- starts, because a deadline acts only after a look-up made later than it.
create type look_up as (
  workspace uuid, id uuid, state text, provider text, provider_reference text, look_ups integer,
  deadline_in_ms double precision, terms json, fee_basis_points integer, scale smallint,
  reserved_amount bigint, prompt_tokens bigint, completion_tokens bigint, cached_prompt_tokens bigint,
  reasoning_tokens bigint
);

-- Gives look-ups that are due to the sweep, for each of the providers as many as its count says. Of providers
-- that are `resting` it gives only what is past its deadline, which then acts without a look-up, and of those
-- that are `full` nothing. Of any other provider nothing can be asked: it gives `at_most` of these.
create function claim_look_ups(
  at_most integer, hide_ms integer, providers text[], counts integer[], resting text[], full_ones text[]
)
returns setof look_up language plpgsql
set plan_cache_mode = force_custom_plan as $$
declare
  due uuid[];
begin
  select array_agg(d.run) into due from (
    select of_one.run from unnest(providers, counts) as p (provider, count) cross join lateral (
      select q.run from run_queue q
      where q.step <> 'submit' and q.provider = p.provider and q.due_at <= now()
      order by q.due_at limit p.count for update skip locked
    ) of_one
    union all
    select overdue.run from (
      select q.run from run_queue q join model_run m on m.workspace = q.workspace and m.id = q.run
      where q.step <> 'submit' and q.provider = any (resting) and q.due_at <= now()
        and m.settle_deadline <= now()
      order by q.due_at limit at_most for update of q skip locked
    ) overdue
    union all
    select of_others.run from (
      select q.run from run_queue q
      where q.step <> 'submit' and q.provider <> all (providers || resting || full_ones) and q.due_at <= now()
      order by q.due_at limit at_most for update skip locked
    ) of_others
  ) d;
  return query select * from begin_look_ups(due, hide_ms);
end $$;

-- Gives one look-up to a reader, unless somebody is at it. It need not be due where the provider was last
-- asked, or the run was lost sight of, `fresh_ms` ago.
create function claim_look_up(only_run uuid, hide_ms integer, fresh_ms integer)
returns setof look_up language plpgsql
set plan_cache_mode = force_custom_plan as $$
declare
  due uuid[];
begin
  -- Locked first, and looked at by a statement of its own, which sees what the last holder of the lock did.
  perform 1 from run_queue q where q.run = only_run and q.step <> 'submit' for update skip locked;
  if not found then
    return;
  end if;
  select array_agg(q.run) into due
  from run_queue q join model_run m on m.workspace = q.workspace and m.id = q.run
  where q.run = only_run and q.step <> 'submit' and (
    q.due_at <= now()
    or (not q.is_asked and m.provider_reference is not null
      and coalesce(m.last_looked_up_at, m.updated_at) <= now() - fresh_ms * interval '1 ms'));
  return query select * from begin_look_ups(due, hide_ms);
end $$;

-- Hides look-ups for `hide_ms` and tells what they need: a look-up may repeat, so a dead process only delays
-- it.
create function begin_look_ups(due uuid[], hide_ms integer)
returns setof look_up language sql
set plan_cache_mode = force_custom_plan as $$
  with hidden as (
    update run_queue q set due_at = now() + hide_ms * interval '1 ms', is_asked = true where q.run = any (due)
    returning q.workspace, q.run
  )
  select m.workspace, m.id, m.state, m.provider, m.provider_reference, m.look_ups,
    extract(epoch from m.settle_deadline - now())::double precision * 1000, m.terms, m.fee_basis_points, m.scale,
    m.reserved_amount, m.prompt_tokens, m.completion_tokens, m.cached_prompt_tokens, m.reasoning_tokens
  from hidden h join model_run m on m.workspace = h.workspace and m.id = h.run;
$$;

-- Moves runs from state to state, and their money with them, in one transaction. A row is applied only
-- where the run is in one of `from_states` and, if `attempt` is given, in that attempt: that fences a late
-- worker. A terminal state captures what is charged, releases the rest and leaves the queue; any other
-- goes back to the queue as `next_step`.
create or replace function advance_model_runs(input json, responses text[])
returns table (ord integer, applied boolean) language plpgsql
set plan_cache_mode = force_custom_plan
set lock_timeout = '250ms' as $$
declare
  rows    model_run_advance[];
  changed integer[];
begin
  select array_agg(r order by r.ord) into rows from json_populate_recordset(null::model_run_advance, input) r;

  perform 1 from run_queue q where q.run in (select r.id from unnest(rows) r) order by q.run for update;

  with updated as (
    update model_run m set
      state = r.to_state,
      version = m.version + 1,
      updated_at = now(),
      finished_at = case when r.to_state in ('completed', 'failed') then now() end,
      provider_amount = coalesce(r.provider_amount, m.provider_amount),
      list_amount = coalesce(r.list_amount, m.list_amount),
      fee_amount = coalesce(r.fee_amount, m.fee_amount),
      charged_amount = coalesce(r.charged_amount, m.charged_amount),
      absorbed_amount = coalesce(r.absorbed_amount, m.absorbed_amount),
      prompt_tokens = coalesce(r.prompt_tokens, m.prompt_tokens),
      completion_tokens = coalesce(r.completion_tokens, m.completion_tokens),
      cached_prompt_tokens = coalesce(r.cached_prompt_tokens, m.cached_prompt_tokens),
      reasoning_tokens = coalesce(r.reasoning_tokens, m.reasoning_tokens),
      finish_reason = coalesce(r.finish_reason, m.finish_reason),
      error = r.error,
      provider_reference = coalesce(r.provider_reference, m.provider_reference),
      unknown_reason = coalesce(r.unknown_reason, m.unknown_reason),
      look_ups = m.look_ups + case when r.looked_up then 1 else 0 end,
      last_looked_up_at = case when r.looked_up then now() else m.last_looked_up_at end,
      settle_deadline = coalesce(now() + r.settle_deadline_ms * interval '1 ms', m.settle_deadline),
      next_check_at = case when r.next_step in ('reconcile', 'price') then now() + r.due_in_ms * interval '1 ms' end,
      queue_reason = coalesce(r.queue_reason, m.queue_reason),
      next_attempt_at = case when r.next_step = 'submit' then now() + r.due_in_ms * interval '1 ms' end
    from unnest(rows) r
    where m.workspace = r.workspace and m.id = r.id and m.state = any (r.from_states)
      and (r.attempt is null or m.attempt = r.attempt)
    returning r.ord
  )
  select coalesce(array_agg(u.ord), '{}') into changed from updated u;

  update model_run_payload p set response = responses[r.ord] from unnest(rows) r
  where r.ord = any (changed) and responses[r.ord] is not null
    and p.workspace = r.workspace and p.run = r.id and p.response is null;

  -- What a run settles: the provider's part, the fee, and the rest that is released.
  with settled as (
    select m.workspace, m.account, m.id,
      coalesce(m.charged_amount, 0) - coalesce(case when m.charged_amount is not null then m.fee_amount end, 0) as capture_provider,
      coalesce(case when m.charged_amount is not null then m.fee_amount end, 0) as capture_fee,
      m.reserved_amount - coalesce(m.charged_amount, 0) as release,
      coalesce(r.loss_amount, 0) as loss
    from unnest(rows) r join model_run m on m.workspace = r.workspace and m.id = r.id
    where r.ord = any (changed) and r.to_state in ('completed', 'failed')
  )
  insert into ledger_entry (workspace, account, run, kind, debit_bucket, credit_bucket, amount)
  select s.workspace, s.account, s.id, e.kind, e.debit_bucket, e.credit_bucket, e.amount
  from settled s cross join lateral (values
    ('capture_provider', 'held', 'provider', s.capture_provider),
    ('capture_fee', 'held', 'fee', s.capture_fee),
    ('release', 'held', 'available', s.release),
    ('loss', 'external', 'provider', s.loss)
  ) as e (kind, debit_bucket, credit_bucket, amount)
  where e.amount > 0;

  perform 1 from account a
  where a.id in (
    select m.account from unnest(rows) r join model_run m on m.workspace = r.workspace and m.id = r.id
    where r.ord = any (changed) and r.to_state in ('completed', 'failed'))
  order by a.id for no key update;

  update account a set
    held = a.held - d.reserved, available = a.available + d.reserved - d.charged, spent = a.spent + d.charged,
    pending = a.pending - d.runs
  from (
    select m.account, sum(m.reserved_amount) as reserved, sum(coalesce(m.charged_amount, 0)) as charged, count(*) as runs
    from unnest(rows) r join model_run m on m.workspace = r.workspace and m.id = r.id
    where r.ord = any (changed) and r.to_state in ('completed', 'failed') group by m.account
  ) d
  where a.id = d.account;

  delete from run_queue q using unnest(rows) r
  where r.ord = any (changed) and r.to_state in ('completed', 'failed') and q.run = r.id;

  update run_queue q set
    step = r.next_step, due_at = now() + r.due_in_ms * interval '1 ms', claim = null, worker = null, is_asked = false
  from unnest(rows) r
  where r.ord = any (changed) and r.next_step is not null and q.run = r.id;

  insert into audit_event (workspace, run, kind, detail)
  select r.workspace, r.id, r.audit_kind, coalesce(r.audit_detail, '{}') from unnest(rows) r
  where r.ord = any (changed) and r.audit_kind is not null;

  return query select r.ord, r.ord = any (changed) from unnest(rows) r;
end $$;
