-- Moves runs from state to state, and their money with them, in one transaction. A row is applied only
-- where the run is in one of `from_states` and, if `attempt` is given, in that attempt: that fences a late
-- worker. A terminal state captures what is charged, releases the rest and leaves the queue; any other
-- goes back to the queue as `next_step`. `answers` holds what is stored of an answer, by `ord`. Returns for each
-- whether it was applied, and then the run's version, the time of it, and the state that it left with its time.
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
  queue              text,
  provider           text,
  audit_kind         text,
  audit_detail       json
);

create function advance_runs_1(input json, answers text[])
returns table (
  ord integer, applied boolean, version integer, saved_at timestamptz, left_state text, since timestamptz, kind text
) language plpgsql
set lock_timeout = '250ms'
-- One plan for all calls, of index look-ups only, whatever the tables looked like when it was made: planned for
-- each call, one run takes two and a half times as long, and 32 runs half as long again.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off as $$
declare
  rows       advance_runs_1_row[];
  changed    integer[];
  versions   integer[];
  left_states text[];
  entered    timestamptz[];
  kinds      text[];
  -- Of the runs that end, null for the others.
  accounts   uuid[];
  holds      bigint[];
  charges    bigint[];
  fees       bigint[];
  -- Of those of keys with limits: whose limits they count against, and on which day.
  spenders   uuid[];
  days       date[];
  some_count boolean;
  some_end   boolean;
  some_go_on boolean;
  some_audit boolean;
  some_lost  boolean;
  tells      boolean := false;
  broadcasts boolean := false;
  -- Of the runs: other partitions of their payloads are left out of what is opened.
  lowest     uuid;
  highest    uuid;
begin
  select array_agg(r order by r.ord), bool_or(r.to_state in ('completed', 'failed')), bool_or(r.next_step is not null),
    bool_or(r.audit_kind is not null), bool_or(r.to_state = 'needs_reconciliation' and r.to_state <> all (r.from_states))
  into rows, some_end, some_go_on, some_audit, some_lost
  from json_populate_recordset(null::advance_runs_1_row, input) r;

  perform 1 from run_queue q where q.run in (select r.id from unnest(rows) r) order by q.run for update;

  with updated as (
    update run m set
      state = r.to_state,
      provider = coalesce(r.provider, m.provider),
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
      -- Told while its provider works, and may say what is worked on.
      progress = case when r.to_state not in ('completed', 'failed') then m.progress end,
      provider_reference = coalesce(r.provider_reference, m.provider_reference),
      unknown_reason = coalesce(r.unknown_reason, m.unknown_reason),
      look_ups = m.look_ups + case when r.looked_up then 1 else 0 end,
      last_looked_up_at = case when r.looked_up then now() else m.last_looked_up_at end,
      settle_deadline = coalesce(now() + r.settle_deadline_ms * interval '1 ms', m.settle_deadline),
      next_check_at = case when r.next_step in ('reconcile', 'price', 'watch') then now() + r.due_in_ms * interval '1 ms' end,
      queue_reason = coalesce(r.queue_reason, m.queue_reason),
      next_attempt_at = case when r.next_step = 'submit' then now() + r.due_in_ms * interval '1 ms' end
    from unnest(rows) r
    where m.workspace = r.workspace and m.id = r.id and m.state = any (r.from_states)
      and (r.attempt is null or m.attempt = r.attempt)
    returning r.ord, m.version, case when r.to_state in ('completed', 'failed') then m.account end as account,
      m.reserved_amount as hold, coalesce(m.charged_amount, 0) as charge,
      case when m.charged_amount is null then 0 else coalesce(m.fee_amount, 0) end as fee,
      case when r.to_state in ('completed', 'failed') then m.spender end as spender,
      case when m.spender is not null then (m.created_at at time zone 'UTC')::date end as day,
      -- The trigger has noted the new state last, where there is one.
      coalesce(m.history -> -2 ->> 'state', 'reserved') as left_state,
      coalesce((m.history -> -2 ->> 'at')::timestamptz, m.created_at) as since, m.kind
  )
  select coalesce(array_agg(u.ord), '{}'), array_agg(u.version), array_agg(u.account), array_agg(u.hold),
    array_agg(u.charge), array_agg(u.fee), array_agg(u.spender), array_agg(u.day), bool_or(u.spender is not null),
    array_agg(u.left_state), array_agg(u.since), array_agg(u.kind)
  into changed, versions, accounts, holds, charges, fees, spenders, days, some_count, left_states, entered, kinds
  from updated u;

  if array_length(array_remove(answers, null), 1) > 0 then
    select (array_agg(r.id order by r.id))[1], (array_agg(r.id order by r.id desc))[1] into lowest, highest
    from unnest(rows) r;
    update run_payload p set response = answers[r.ord] from unnest(rows) r
    where r.ord = any (changed) and answers[r.ord] is not null
      and p.workspace = r.workspace and p.run = r.id and p.run >= lowest and p.run <= highest and p.response is null;
  end if;

  if some_end then
    -- What a run settles: the provider's part, the fee, and the rest that is released.
    insert into ledger_entry (workspace, account, run, kind, debit_bucket, credit_bucket, amount)
    select r.workspace, c.account, r.id, e.kind, e.debit_bucket, e.credit_bucket, e.amount
    from unnest(changed, accounts, holds, charges, fees) as c (ord, account, hold, charge, fee)
    join unnest(rows) r on r.ord = c.ord
    cross join lateral (values
      ('capture_provider', 'held', 'provider', c.charge - c.fee),
      ('capture_fee', 'held', 'fee', c.fee),
      ('release', 'held', 'available', c.hold - c.charge),
      ('loss', 'external', 'provider', coalesce(r.loss_amount, 0))
    ) as e (kind, debit_bucket, credit_bucket, amount)
    where c.account is not null and e.amount > 0;

    select bool_or(a.has_webhooks), bool_or(a.has_destinations) into tells, broadcasts from (
      select has_webhooks, has_destinations from account where id = any (accounts) order by id for no key update
    ) a;

    update account a set
      held = a.held - d.hold, available = a.available + d.hold - d.charge, spent = a.spent + d.charge,
      pending = a.pending - d.runs
    from (
      select c.account, sum(c.hold) as hold, sum(c.charge) as charge, count(*) as runs
      from unnest(accounts, holds, charges) as c (account, hold, charge)
      where c.account is not null group by c.account
    ) d
    where a.id = d.account;

    if some_count then
      -- Behind the accounts, as in admit_runs. What is not charged may be spent again in the same period.
      perform 1 from key_spending s
      where (s.workspace, s.spender, s.day) in (
        select r.workspace, c.spender, c.day from unnest(changed, spenders, days) as c (ord, spender, day)
        join unnest(rows) r on r.ord = c.ord where c.spender is not null)
      order by s.workspace, s.spender, s.day for no key update;

      update key_spending s set held = s.held - d.hold, spent = s.spent + d.charge
      from (
        select r.workspace, c.spender, c.day, sum(c.hold) as hold, sum(c.charge) as charge
        from unnest(changed, spenders, days, holds, charges) as c (ord, spender, day, hold, charge)
        join unnest(rows) r on r.ord = c.ord
        where c.spender is not null group by r.workspace, c.spender, c.day
      ) d
      where s.workspace = d.workspace and s.spender = d.spender and s.day = d.day;
    end if;

    delete from run_queue q using unnest(rows) r
    where r.ord = any (changed) and r.to_state in ('completed', 'failed') and q.run = r.id;
  end if;

  if some_go_on then
    update run_queue q set
      step = r.next_step, due_at = now() + r.due_in_ms * interval '1 ms', claim = null, worker = null, is_asked = false,
      queue = coalesce(r.queue, q.queue)
    from unnest(rows) r
    where r.ord = any (changed) and r.next_step is not null and q.run = r.id;

    -- A cancel that came during the look-up does not wait for the pause behind it: what it ends is paid for until then.
    if exists (select from unnest(rows) r where r.next_step = 'watch') then
      update run_queue q set due_at = least(q.due_at, now() + interval '1 s')
      from unnest(rows) r join run m on m.workspace = r.workspace and m.id = r.id
      where r.ord = any (changed) and r.next_step = 'watch' and q.run = r.id and m.cancel_requested_at is not null;
    end if;
  end if;

  if some_audit then
    insert into audit_event (workspace, run, kind, detail)
    select r.workspace, r.id, r.audit_kind, coalesce(r.audit_detail, '{}') from unnest(rows) r
    where r.ord = any (changed) and r.audit_kind is not null;
  end if;

  if some_lost then
    tells := coalesce(tells, false) or exists (
      select from unnest(rows) r
      join account a on a.workspace = r.workspace and a.kind = 'wallet' and a.has_webhooks);
  end if;
  if tells then
    perform tell_of_runs_1(array_agg(r.id), array_agg(r.workspace)) from unnest(rows) r
    where r.ord = any (changed) and r.to_state in ('completed', 'failed', 'needs_reconciliation')
      and r.to_state <> all (r.from_states);
  end if;
  if broadcasts then
    perform broadcast_runs_1(array_agg(r.id), array_agg(r.workspace)) from unnest(rows) r
    where r.ord = any (changed) and r.to_state in ('completed', 'failed');
  end if;

  return query
    select r.ord, r.ord = any (changed), versions[array_position(changed, r.ord)], now()::timestamptz(3),
      left_states[array_position(changed, r.ord)], entered[array_position(changed, r.ord)],
      kinds[array_position(changed, r.ord)]
    from unnest(rows) r;
end $$;
