-- Moves runs from state to state, with their money, in one transaction. A row is applied only if the run is in one of
-- `from_states` and, if `attempt` is given, in that attempt: this fences a late worker. In a terminal state, it captures
-- the charge, releases the rest and removes the run from the queue; otherwise, it returns the run to the queue as
-- `next_step`. `answers` has what to store of each answer, by `ord`. Returns whether each row was applied, the version
-- of the run, the time, the state that it left, and since when.
create type advance_runs_row as (
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

-- A row that was applied.
create type advance_runs_step as (
  ord        integer,
  workspace  uuid,
  id         uuid,
  version    integer,
  ends       boolean,
  account    uuid,
  hold       bigint,
  charge     bigint,
  -- The spender whose limits the run counts against, the customer whose budgets it counts against, and the day; null if
  -- neither the key nor the end user has any.
  spender    uuid,
  customer   uuid,
  day        date,
  left_state text,
  since      timestamptz,
  kind       text
);

-- What ended runs change of one day of a spender.
create type advance_runs_count as (
  workspace uuid,
  spender   uuid,
  day       date,
  hold      bigint,
  charge    bigint
);

create function advance_runs(input json, answers text[])
returns table (
  ord integer, applied boolean, version integer, saved_at timestamptz, left_state text, since timestamptz, kind text
) language plpgsql
set lock_timeout = '250ms'
-- One plan for all calls, with index scans only, whatever the tables contained when PostgreSQL made it: planning each
-- call would make one run take two and a half times as long, and 32 runs one and a half times.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off as $$
declare
  rows       advance_runs_row[];
  -- Sorted. Next to a join, they limit what PostgreSQL reads of a table that was empty when it made the plan.
  ids        uuid[];
  steps      advance_runs_step[];
  accounts   uuid[];
  -- The creation of the oldest run that ends, and whether limits may have begun to count one of them while it was pending.
  oldest     timestamptz;
  may_count  boolean;
  some_count boolean;
  counts     advance_runs_count[];
  some_customers boolean;
  some_end   boolean;
  some_go_on boolean;
  some_audit boolean;
  some_lost  boolean;
  tells      boolean := false;
  broadcasts boolean := false;
  some_kept  boolean := false;
  some_kept_of_customers boolean := false;
begin
  select array_agg(r), array_agg(r.id order by r.id), bool_or(r.to_state in ('completed', 'failed')),
    bool_or(r.next_step is not null), bool_or(r.audit_kind is not null),
    bool_or(r.to_state = 'needs_reconciliation' and r.to_state <> all (r.from_states))
  into rows, ids, some_end, some_go_on, some_audit, some_lost
  from json_populate_recordset(null::advance_runs_row, input) r;

  perform 1 from run_queue q where q.run = any (ids) order by q.run for update;

  with updated as (
    update run m set
      state = r.to_state,
      provider = coalesce(r.provider, m.provider),
      version = m.version + 1,
      updated_at = now(),
      finished_at = case when r.to_state in ('completed', 'failed') then now() end,
      -- In the form in which the trigger records it for other writers.
      history = case when m.state = r.to_state then m.history else
        case when jsonb_array_length(m.history) >= 50 then m.history - 0 else coalesce(m.history, '[]') end
        || jsonb_build_object('state', r.to_state, 'at', now()::timestamptz(3)) end,
      provider_amount = coalesce(r.provider_amount, m.provider_amount),
      list_amount = coalesce(r.list_amount, m.list_amount),
      fee_amount = coalesce(r.fee_amount, m.fee_amount),
      charged_amount = coalesce(r.charged_amount, m.charged_amount),
      absorbed_amount = coalesce(r.absorbed_amount, m.absorbed_amount),
      facts = coalesce(r.facts, m.facts),
      error = r.error,
      -- The provider reports progress only while it works, and progress may say what it works on.
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
    returning r.ord, m.workspace, m.id, m.version, m.state in ('completed', 'failed') as ends, m.account,
      m.reserved_amount as hold, coalesce(m.charged_amount, 0) as charge,
      case when m.charged_amount is null then 0 else coalesce(m.fee_amount, 0) end as fee,
      coalesce(r.loss_amount, 0) as loss, m.spender, m.customer,
      case when coalesce(m.spender, m.customer) is not null then (m.created_at at time zone 'UTC')::date end as day,
      m.created_at,
      -- If there is a new state, it is the last element.
      coalesce(m.history -> -2 ->> 'state', 'reserved') as left_state,
      coalesce((m.history -> -2 ->> 'at')::timestamptz, m.created_at) as since, m.kind
  ), answered as (
    update run_payload p set response = answers[u.ord] from updated u
    where answers[u.ord] is not null and p.workspace = u.workspace and p.run = u.id and p.response is null
      -- With these bounds, PostgreSQL opens no other partitions.
      and p.run >= ids[1] and p.run <= ids[cardinality(ids)]
  ), entered as (
    -- The entries of a settlement: the provider's part, the fee, the released rest, and the loss.
    insert into ledger_entry (workspace, account, run, kind, debit_bucket, credit_bucket, amount)
    select u.workspace, u.account, u.id, e.kind, e.debit_bucket, e.credit_bucket, e.amount
    from updated u
    cross join lateral (
      -- As VALUES, PostgreSQL would prepare these expressions again for each run.
      select 'capture_provider' as kind, 'held' as debit_bucket, 'provider' as credit_bucket, u.charge - u.fee as amount
      union all select 'capture_fee', 'held', 'fee', u.fee
      union all select 'release', 'held', 'available', u.hold - u.charge
      union all select 'loss', 'external', 'provider', u.loss
    ) as e
    where u.ends and e.amount > 0
  ), left_queue as (
    delete from run_queue q where q.run = any (array(select u.id from updated u where u.ends))
  )
  select array_agg((u.ord, u.workspace, u.id, u.version, u.ends, u.account, u.hold, u.charge, u.spender, u.customer, u.day,
      u.left_state, u.since, u.kind)::advance_runs_step),
    array_agg(u.account) filter (where u.ends), bool_or(u.ends and u.spender is not null),
    bool_or(u.ends and u.customer is not null), min(u.created_at) filter (where u.ends)
  into steps, accounts, some_count, some_customers, oldest
  from updated u;

  if accounts is not null then
    select bool_or(a.has_webhooks), bool_or(a.has_destinations), bool_or(a.has_kept), max(a.counted_to) >= oldest
    into tells, broadcasts, some_kept, may_count
    from (
      select has_webhooks, has_destinations, has_kept, counted_to from account where id = any (accounts)
      order by id for no key update
    ) a;

    update account a set
      held = a.held - d.hold, available = a.available + d.hold - d.charge, spent = a.spent + d.charge,
      pending = a.pending - d.runs
    from (
      select s.account, sum(s.hold) as hold, sum(s.charge) as charge, count(*) as runs
      from unnest(steps) s where s.ends group by s.account
    ) d
    where a.id = d.account and a.id = any (accounts);

    if may_count then
      -- The present spender of the key is always right: `run.spender` only saves this statement.
      select array_agg((s.ord, s.workspace, s.id, s.version, s.ends, s.account, s.hold, s.charge, k.spender, s.customer,
          (m.created_at at time zone 'UTC')::date, s.left_state, s.since, s.kind)::advance_runs_step),
        bool_or(s.ends and k.spender is not null)
      into steps, some_count
      from unnest(steps) s join run m on m.workspace = s.workspace and m.id = s.id left join api_key k on k.id = m.api_key;
    end if;

    if some_count then
      -- Locked after the accounts, as in admit_runs. The key can spend what is not charged again in the same period. A run
      -- counts for the key that created its key, too.
      select array_agg((l.workspace, l.spender, l.day, l.hold, l.charge)::advance_runs_count) into counts
      from (
        select k.workspace, k.spender, k.day, d.hold, d.charge
        from (
          select s.workspace, u.spender, s.day, sum(s.hold) as hold, sum(s.charge) as charge
          from unnest(steps) s
          cross join lateral (
            select s.spender
            union all (
              select p.spender from api_key c join api_key p on p.id = c.made_by
              where c.spender = s.spender and p.spender is not null limit 1)
          ) u
          where s.ends and s.spender is not null group by s.workspace, u.spender, s.day
        ) d
        join key_spending k on k.workspace = d.workspace and k.spender = d.spender and k.day = d.day
        order by k.workspace, k.spender, k.day for no key update of k
      ) l;

      update key_spending k set held = k.held - c.hold, spent = k.spent + c.charge
      from unnest(counts) c where k.workspace = c.workspace and k.spender = c.spender and k.day = c.day;
    end if;

    if some_customers then
      select bool_or(l.has_kept) into some_kept_of_customers from (
        select c.has_kept from customer_spending c
        where (c.workspace, c.customer) in (
          select s.workspace, s.customer from unnest(steps) s where s.ends and s.customer is not null)
        order by c.workspace, c.customer for no key update
      ) l;

      -- A run of an earlier day or month no longer counts in the present one.
      update customer_spending c set
        day_held = c.day_held - d.day_hold, day_spent = c.day_spent + d.day_charge,
        month_held = c.month_held - d.month_hold, month_spent = c.month_spent + d.month_charge,
        total_held = c.total_held - d.hold, total_spent = c.total_spent + d.charge
      from (
        select s.workspace, s.customer,
          coalesce(sum(s.hold) filter (where s.day = k.day), 0) as day_hold,
          coalesce(sum(s.charge) filter (where s.day = k.day), 0) as day_charge,
          coalesce(sum(s.hold) filter (where date_trunc('month', s.day::timestamp) = date_trunc('month', k.day::timestamp)), 0)
            as month_hold,
          coalesce(sum(s.charge) filter (where date_trunc('month', s.day::timestamp) = date_trunc('month', k.day::timestamp)), 0)
            as month_charge,
          sum(s.hold) as hold, sum(s.charge) as charge
        from unnest(steps) s join customer_spending k on k.workspace = s.workspace and k.customer = s.customer
        where s.ends group by s.workspace, s.customer
      ) d
      where c.workspace = d.workspace and c.customer = d.customer;
    end if;

    if some_kept or some_kept_of_customers then
      perform take_released(steps);
    end if;
  end if;

  if some_go_on then
    update run_queue q set
      step = r.next_step, due_at = now() + r.due_in_ms * interval '1 ms', claim = null, worker = null, is_asked = false,
      queue = coalesce(r.queue, q.queue)
    from unnest(steps) s join unnest(rows) r on r.ord = s.ord
    where r.next_step is not null and q.run = s.id and q.run = any (ids);

    -- A cancel that came during the look-up does not wait for the pause after it: the run costs money until it ends.
    if exists (select from unnest(rows) r where r.next_step = 'watch') then
      update run_queue q set due_at = least(q.due_at, now() + interval '1 s')
      from unnest(steps) s join unnest(rows) r on r.ord = s.ord join run m on m.workspace = s.workspace and m.id = s.id
      where r.next_step = 'watch' and q.run = s.id and q.run = any (ids) and m.cancel_requested_at is not null;
    end if;
  end if;

  if some_audit then
    insert into audit_event (workspace, run, kind, detail)
    select s.workspace, s.id, r.audit_kind, coalesce(r.audit_detail, '{}')
    from unnest(steps) s join unnest(rows) r on r.ord = s.ord where r.audit_kind is not null;
  end if;

  if some_lost then
    tells := coalesce(tells, false) or exists (
      select from unnest(rows) r
      join account a on a.workspace = r.workspace and a.kind = 'wallet' and a.has_webhooks);
  end if;
  if tells then
    perform tell_of_runs(array_agg(s.id), array_agg(s.workspace))
    from unnest(steps) s join unnest(rows) r on r.ord = s.ord
    where r.to_state in ('completed', 'failed', 'needs_reconciliation') and r.to_state <> all (r.from_states);
  end if;
  if broadcasts then
    perform broadcast_runs(array_agg(s.id), array_agg(s.workspace)) from unnest(steps) s where s.ends;
  end if;

  return query
    select s.ord, true, s.version, now()::timestamptz(3), s.left_state, s.since, s.kind from unnest(steps) s;
  if coalesce(cardinality(steps), 0) < cardinality(rows) then
    return query
      select r.ord, false, null::integer, null::timestamptz, null::text, null::timestamptz, null::text
      from unnest(rows) r where r.ord not in (select s.ord from unnest(steps) s);
  end if;
end $$;
