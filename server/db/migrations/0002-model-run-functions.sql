-- The life of model runs, as set-based functions: one round trip and one commit for many runs. They lock
-- in one order everywhere: queue rows by run, runs, accounts by id.

create type model_run_admission as (
  ord              integer,
  workspace        uuid,
  id               uuid,
  api_key          uuid,
  account          uuid,
  fallback_account uuid,
  idempotency_key  text,
  request_hash     text,
  hash_version     smallint,
  model            text,
  provider         text,
  terms            json,
  currency         text,
  scale            smallint,
  fee_basis_points integer,
  reserved_amount  bigint,
  deadline_ms      bigint,
  session_id       text,
  end_user_id      text,
  prompt_id        text,
  prompt_version   text,
  traceparent      text
);

-- Saves runs and holds their money. One row per (workspace, idempotency key) in a call. Outcomes:
--   created          saved and held; also when a repeat of this very call finds its own run
--   existing         the key is taken: `run` names the run, `existing_hash` tells whether it is a replay
--   insufficient     the account can't hold the amount; `available` tells what it could
--   too_many_pending the workspace has `max_pending` runs that are not terminal
--   key_ended        the API key was revoked or has expired meanwhile
-- Runs are inserted first: the unique index makes a concurrent create with the same key wait for this one,
-- before any account is locked. Each statement of this function sees what was committed before it.
create function admit_model_runs(input json, requests text[], max_pending integer)
returns table (
  ord integer, outcome text, run uuid, existing_hash bytea, existing_hash_version smallint,
  payer uuid, payer_available bigint, saved_at timestamptz
) language plpgsql
-- One stalled purse must not stall the others that share the batch: the caller splits and repeats.
set lock_timeout = '250ms'
-- One plan for all calls, of index look-ups only: planned for each call, a batch takes twice as long.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off as $$
declare
  rows       model_run_admission[];
  row        model_run_admission;
  fresh      uuid[];
  ended_keys uuid[];
  purses     uuid[];
  balances   bigint[];
  spaces     uuid[];
  pendings   bigint[];
  admitted   integer[] := '{}';
  taken      model_run_admission[];
  all_fresh  boolean;
  known      boolean := false;
  outcomes   text[] := '{}';
  payers     uuid[] := '{}';
  balance_of_payer bigint[] := '{}';
  purse      integer;
  space      integer;
begin
  select array_agg(r order by r.ord) into rows from json_populate_recordset(null::model_run_admission, input) r;

  with inserted as (
    insert into model_run (workspace, id, api_key, account, idempotency_key, request_hash, hash_version,
      model, provider, state, terms, currency, scale, fee_basis_points, reserved_amount, deadline,
      session_id, end_user_id, prompt_id, prompt_version, traceparent, created_at, updated_at)
    select r.workspace, r.id, r.api_key, r.account, r.idempotency_key, decode(r.request_hash, 'hex'),
      r.hash_version, r.model, r.provider, 'reserved', r.terms, r.currency, r.scale, r.fee_basis_points,
      r.reserved_amount, now() + r.deadline_ms * interval '1 ms',
      r.session_id, r.end_user_id, r.prompt_id, r.prompt_version, r.traceparent, now(), now()
    from unnest(rows) r
    order by r.workspace, r.idempotency_key collate "C"
    on conflict do nothing
    returning id
  )
  select coalesce(array_agg(id), '{}') into fresh from inserted;

  all_fresh := cardinality(fresh) = cardinality(rows);

  if cardinality(fresh) > 0 then
    select array_agg(a.id), array_agg(a.available) into purses, balances
    from (
      select id, available from account
      where id in (
        select r.account from unnest(rows) r union select r.fallback_account from unnest(rows) r
        -- The wallet too, whoever pays: the cap of pending runs is the workspace's.
        union select w.id from account w where w.kind = 'wallet' and w.workspace in (select r.workspace from unnest(rows) r))
      order by id for no key update
    ) a;
    -- Under the account's lock: a revocation takes the same lock, so a run is either refused here or
    -- seen by the revocation.
    select coalesce(array_agg(k.id), '{}') into ended_keys from api_key k
    where k.id in (select r.api_key from unnest(rows) r) and (k.revoked_at is not null or k.expires_at <= now());
    select array_agg(t.workspace), array_agg(t.total) into spaces, pendings
    from (
      select a.workspace, sum(a.pending) as total from account a
      where a.workspace in (select r.workspace from unnest(rows) r) group by a.workspace
    ) t;
  end if;

  -- Admit in order over the locked balances: a small hold behind a large one still gets its turn.
  foreach row in array rows loop
    if not all_fresh and row.id <> all (fresh) then
      outcomes[row.ord] := 'existing';
      known := true;
      continue;
    end if;
    purse := array_position(purses, row.account);
    space := array_position(spaces, row.workspace);
    if purse is null then
      raise exception 'account % of the run does not exist', row.account;
    end if;
    payers[row.ord] := row.account;
    balance_of_payer[row.ord] := balances[purse];
    if row.api_key = any (ended_keys) then
      outcomes[row.ord] := 'key_ended';
    elsif pendings[space] >= max_pending then
      outcomes[row.ord] := 'too_many_pending';
    else
      if balances[purse] < row.reserved_amount and row.fallback_account is not null then
        purse := array_position(purses, row.fallback_account);
      end if;
      if balances[purse] < row.reserved_amount then
        outcomes[row.ord] := 'insufficient';
        -- Told is the purse that comes closer.
        if balances[purse] > balance_of_payer[row.ord] then
          payers[row.ord] := purses[purse];
          balance_of_payer[row.ord] := balances[purse];
        end if;
      else
        outcomes[row.ord] := 'created';
        payers[row.ord] := purses[purse];
        balances[purse] := balances[purse] - row.reserved_amount;
        pendings[space] := pendings[space] + 1;
        admitted := admitted || row.ord;
      end if;
    end if;
  end loop;

  if cardinality(admitted) < cardinality(fresh) then
    delete from model_run m using unnest(rows) r
    where r.id = any (fresh) and r.ord <> all (admitted) and m.workspace = r.workspace and m.id = r.id;
  end if;

  if cardinality(admitted) > 0 then
    taken := rows;
    if cardinality(admitted) < cardinality(rows) then
      select array_agg(r) into taken from unnest(rows) r where r.ord = any (admitted);
    end if;

    if exists (select from unnest(taken) r where payers[r.ord] <> r.account) then
      update model_run m set account = payers[r.ord] from unnest(taken) r
      where payers[r.ord] <> r.account and m.workspace = r.workspace and m.id = r.id;
    end if;

    insert into model_run_payload (workspace, run, request)
    select r.workspace, r.id, requests[r.ord] from unnest(taken) r;

    insert into run_queue (workspace, run, provider, step, due_at, give_up_at)
    select r.workspace, r.id, r.provider, 'submit', now(), now() + r.deadline_ms * interval '1 ms'
    from unnest(taken) r;

    insert into ledger_entry (workspace, account, run, kind, debit_bucket, credit_bucket, amount)
    select r.workspace, payers[r.ord], r.id, 'hold', 'available', 'held', r.reserved_amount
    from unnest(taken) r where r.reserved_amount > 0;

    update account a set available = a.available - d.amount, held = a.held + d.amount, pending = a.pending + d.runs
    from (
      select payers[r.ord] as id, sum(r.reserved_amount) as amount, count(*) as runs
      from unnest(taken) r group by 1
    ) d
    where a.id = d.id;
  end if;

  return query
    select r.ord, outcomes[r.ord], r.id, null::bytea, null::smallint, payers[r.ord], balance_of_payer[r.ord],
      now()::timestamptz(3)
    from unnest(rows) r where outcomes[r.ord] <> 'existing';
  if known then
    return query
      select r.ord, case when m.id = r.id then 'created' else 'existing' end,
        m.id, m.request_hash, m.hash_version, m.account, balance_of_payer[r.ord], m.created_at
      from unnest(rows) r
      join model_run m on m.workspace = r.workspace and m.idempotency_key = r.idempotency_key
      where outcomes[r.ord] = 'existing';
  end if;
end $$;

-- Gives a worker runs to submit and marks the intent: after the commit of this call they may be with the
-- provider. Fair between workspaces, oldest first within one. Repeating a call with the same claim
-- returns the same runs, so that a lost reply loses nothing. A worker without a lease gets nothing, and
-- nobody gets anything on a database that is not, or no longer, the one that the deployment knows.
--
-- The plans of this function and the next ones are made for each call: kept ones come from the time when
-- the tables were small, and read them whole when they no longer are.
create function claim_model_runs(for_provider text, at_most integer, new_claim uuid, by_worker uuid)
returns table (
  workspace uuid, id uuid, attempt integer, terms json, fee_basis_points integer, scale smallint,
  reserved_amount bigint, traceparent text, session_id text, end_user_id text, request text
) language plpgsql
set plan_cache_mode = force_custom_plan as $$
declare
  known deployment;
begin
  -- A repeat waits for the first call, which may still be committing: then it finds what that one claimed.
  perform pg_advisory_xact_lock(hashtextextended(new_claim::text, 0));
  if not exists (select from worker w where w.id = by_worker and w.lease_until > now()) then
    return;
  end if;
  select * into known from deployment;
  if known.system_identifier is not null and (
    known.system_identifier <> (select c.system_identifier::text from pg_control_system() c)
    or known.timeline <> ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer
  ) then
    return;
  end if;
  if not exists (select from run_queue q where q.worker = by_worker and q.claim = new_claim) then
    with waiting as (
      select q.run, q.workspace, q.due_at from run_queue q
      where q.provider = for_provider and q.step = 'submit' and q.claim is null
        and q.due_at <= now() and q.give_up_at > now()
      order by q.due_at limit 2000
    ), turns as (
      select w.run, w.due_at, row_number() over (partition by w.workspace order by w.due_at) as turn from waiting w
    ), picked as (
      select q.run from run_queue q
      where q.run = any (array(select t.run from turns t order by t.turn, t.due_at limit at_most))
        and q.step = 'submit' and q.claim is null
        and not exists (
          select from model_run m join api_key k on k.id = m.api_key
          where m.workspace = q.workspace and m.id = q.run and k.revoked_at is not null)
      order by q.run for update skip locked
    ), claimed as (
      update run_queue q set claim = new_claim, worker = by_worker from picked p where q.run = p.run
      returning q.workspace, q.run
    )
    update model_run m
    set state = 'submitting', attempt = m.attempt + 1, version = m.version + 1, updated_at = now(), next_check_at = null
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

-- Gives look-ups that are due, and hides them for `hide_ms`: a look-up may repeat, so a dead process only
-- delays it. With `only_run` it is the single-flight of a GET. `deadline_in_ms` is told by the database's
-- clock before the look-up starts, because a deadline acts only after a look-up made later than it.
create function claim_look_ups(at_most integer, hide_ms integer, only_run uuid)
returns table (
  workspace uuid, id uuid, state text, provider text, provider_reference text, look_ups integer,
  deadline_in_ms double precision, terms json, fee_basis_points integer, scale smallint,
  reserved_amount bigint, prompt_tokens bigint, completion_tokens bigint, cached_prompt_tokens bigint,
  reasoning_tokens bigint
) language plpgsql
set plan_cache_mode = force_custom_plan as $$
declare
  due uuid[];
begin
  if only_run is null then
    select array_agg(d.run) into due from (
      select q.run from run_queue q where q.step <> 'submit' and q.due_at <= now()
      order by q.due_at limit at_most for update skip locked
    ) d;
  else
    select array_agg(d.run) into due from (
      select q.run from run_queue q where q.run = only_run and q.step <> 'submit' and q.due_at <= now()
      for update skip locked
    ) d;
  end if;
  return query
    with hidden as (
      update run_queue q set due_at = now() + hide_ms * interval '1 ms' where q.run = any (due)
      returning q.workspace, q.run
    )
    select m.workspace, m.id, m.state, m.provider, m.provider_reference, m.look_ups,
      extract(epoch from m.settle_deadline - now())::double precision * 1000, m.terms, m.fee_basis_points, m.scale, m.reserved_amount,
      m.prompt_tokens, m.completion_tokens, m.cached_prompt_tokens, m.reasoning_tokens
    from hidden h join model_run m on m.workspace = h.workspace and m.id = h.run;
end $$;

create type model_run_advance as (
  ord              integer,
  workspace        uuid,
  id               uuid,
  from_states      text[],
  attempt          integer,
  to_state         text,
  provider_amount  bigint,
  list_amount      bigint,
  fee_amount       bigint,
  charged_amount   bigint,
  absorbed_amount  bigint,
  loss_amount      bigint,
  prompt_tokens        bigint,
  completion_tokens    bigint,
  cached_prompt_tokens bigint,
  reasoning_tokens     bigint,
  finish_reason    text,
  error            json,
  provider_reference text,
  unknown_reason   text,
  looked_up        boolean,
  settle_deadline_ms bigint,
  next_step        text,
  due_in_ms        bigint,
  audit_kind       text,
  audit_detail     json
);

-- Moves runs from state to state, and their money with them, in one transaction. A row is applied only
-- where the run is in one of `from_states` and, if `attempt` is given, in that attempt: that fences a late
-- worker. A terminal state captures what is charged, releases the rest and leaves the queue; any other
-- goes back to the queue as `next_step`.
create function advance_model_runs(input json, responses text[])
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
      next_check_at = case when r.next_step in ('reconcile', 'price') then now() + r.due_in_ms * interval '1 ms' end
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
    step = r.next_step, due_at = now() + r.due_in_ms * interval '1 ms', claim = null, worker = null
  from unnest(rows) r
  where r.ord = any (changed) and r.next_step is not null and q.run = r.id;

  insert into audit_event (workspace, run, kind, detail)
  select r.workspace, r.id, r.audit_kind, coalesce(r.audit_detail, '{}') from unnest(rows) r
  where r.ord = any (changed) and r.audit_kind is not null;

  return query select r.ord, r.ord = any (changed) from unnest(rows) r;
end $$;
