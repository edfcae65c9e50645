-- Moves runs from state to state, and their money with them, in one transaction. A row is applied only
-- where the run is in one of `from_states` and, if `attempt` is given, in that attempt: that fences a late
-- worker. A terminal state captures what is charged, releases the rest and leaves the queue; any other
-- goes back to the queue as `next_step`. `answers` holds what is stored of an answer, by `ord`. Returns for each
-- whether it was applied, and then the run's version and the time of it.
create type advance_runs_1_row as (
  ord                integer,
  workspace          uuid,
  id                 uuid,
  from_states        text[],
  attempt            integer,
  to_state           text,
  provider_amount    bigint,
  list_amount        bigint,
  fee_amount         bigint,
  charged_amount     bigint,
  absorbed_amount    bigint,
  loss_amount        bigint,
  facts              json,
  error              json,
  provider_reference text,
  unknown_reason     text,
  looked_up          boolean,
  settle_deadline_ms bigint,
  next_step          text,
  due_in_ms          bigint,
  queue_reason       text,
  audit_kind         text,
  audit_detail       json
);

create function advance_runs_1(input json, answers text[])
returns table (ord integer, applied boolean, version integer, saved_at timestamptz) language plpgsql
set lock_timeout = '250ms'
-- One plan for all calls, of index look-ups only, whatever the tables looked like when it was made: planned for
-- each call, one run takes two and a half times as long, and 32 runs half as long again.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off as $$
declare
  rows     advance_runs_1_row[];
  changed  integer[];
  versions integer[];
begin
  select array_agg(r order by r.ord) into rows from json_populate_recordset(null::advance_runs_1_row, input) r;

  perform 1 from run_queue q where q.run in (select r.id from unnest(rows) r) order by q.run for update;

  with updated as (
    update run m set
      state = r.to_state,
      version = m.version + 1,
      updated_at = now(),
      finished_at = case when r.to_state in ('completed', 'failed') then now() end,
      provider_amount = coalesce(r.provider_amount, m.provider_amount),
      list_amount = coalesce(r.list_amount, m.list_amount),
      fee_amount = coalesce(r.fee_amount, m.fee_amount),
      charged_amount = coalesce(r.charged_amount, m.charged_amount),
      absorbed_amount = coalesce(r.absorbed_amount, m.absorbed_amount),
      facts = coalesce(r.facts, m.facts),
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
    returning r.ord, m.version
  )
  select coalesce(array_agg(u.ord), '{}'), array_agg(u.version) into changed, versions from updated u;

  update run_payload p set response = answers[r.ord] from unnest(rows) r
  where r.ord = any (changed) and answers[r.ord] is not null
    and p.workspace = r.workspace and p.run = r.id and p.response is null;

  -- What a run settles: the provider's part, the fee, and the rest that is released.
  with settled as (
    select m.workspace, m.account, m.id,
      coalesce(m.charged_amount, 0) - coalesce(case when m.charged_amount is not null then m.fee_amount end, 0) as capture_provider,
      coalesce(case when m.charged_amount is not null then m.fee_amount end, 0) as capture_fee,
      m.reserved_amount - coalesce(m.charged_amount, 0) as release,
      coalesce(r.loss_amount, 0) as loss
    from unnest(rows) r join run m on m.workspace = r.workspace and m.id = r.id
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
    select m.account from unnest(rows) r join run m on m.workspace = r.workspace and m.id = r.id
    where r.ord = any (changed) and r.to_state in ('completed', 'failed'))
  order by a.id for no key update;

  update account a set
    held = a.held - d.reserved, available = a.available + d.reserved - d.charged, spent = a.spent + d.charged,
    pending = a.pending - d.runs
  from (
    select m.account, sum(m.reserved_amount) as reserved, sum(coalesce(m.charged_amount, 0)) as charged, count(*) as runs
    from unnest(rows) r join run m on m.workspace = r.workspace and m.id = r.id
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

  return query
    select r.ord, r.ord = any (changed), versions[array_position(changed, r.ord)], now()::timestamptz(3)
    from unnest(rows) r;
end $$;
