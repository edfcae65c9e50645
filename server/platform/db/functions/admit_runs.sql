-- Saves runs and holds credit for them: many runs in one round trip and one commit. A call has one row per (workspace,
-- kind, idempotency_key), in the order of `ord`, which counts from 1. Outcomes:
--   created          the run is saved and its credit held; also when a repeat of this call finds its own run
--   existing         the request key is taken: `run` names the run, `existing_hash` tells whether it is a replay
--   insufficient     no account of the key can hold the amount; `payer_available` is the larger balance
--   limit_reached    a spending limit of the key, or of the key that created it, leaves less than the amount; `reached`
--                    describes it
--   budget_reached   a budget of the end user, or its prepaid balance, leaves less than the amount; `reached` describes it
--   customer_blocked the end user is blocked
--   too_many_pending the workspace has `max_pending` runs that are not terminal
--   quota_exceeded   its jobs would have more processors or memory than its quota; `reached` describes it
--   key_ended        the API key was revoked or expired meanwhile
-- The function saves a row with `has_slot` as claimed by `by_worker` if it may claim and no run of the queue has been
-- waiting for a claim: after the commit, the provider may have it. `claimed` marks it; other rows wait for a claim.
-- If several processes have a lease, `most_in_flight` of a row limits the runs of its queue in all of them, as in
-- claim_runs: they claim from a queue one after the other. A process that gets no turn soon saves its runs unclaimed.
-- A run that another run of the workspace requested is part of the trace of its parent, any other of that of its
-- `traceparent`; `trace` is null for a run that begins its own.
-- The function inserts request keys first: their primary key makes a concurrent create with the same key wait for this
-- one before it locks any account. Each statement of this function sees what was committed before it.
-- The statement that saves runs also saves the customers that their end users are, if they are new. Budgets are read only
-- if the wallet says that the workspace has any, and then only for end users with budgets; the look for them is part of a
-- statement that every call needs. A prepaid balance is another budget: a sum that all runs together may not pass.
-- Lock order, here and in advance_runs: request keys, the queue, runs, accounts by id, `key_spending`, customers that the
-- create saves, and sums of customers; at the end of a run then grants, and the customers whose balances they lower.
-- Creates of a workspace wait for each other at its wallet. So while they check limits and budgets, what is left of them
-- only grows, by settlements.
create type admit_runs_row as (
  ord              integer,
  -- The columns of server/runs/columns.ts, by npm run generate:
  workspace uuid, id uuid, kind text, api_key uuid, idempotency_key text, subject text, provider text,
  currency text, scale smallint, fee_basis_points integer, reserved_amount bigint, session_id text,
  end_user_id text, prompt_id text, prompt_version text, metadata json, subject_version text, parent_run text,
  parent_call text,
  -- Until here.
  account          uuid,
  fallback_account uuid,
  request_hash     text,
  hash_version     smallint,
  terms            json,
  deadline_ms      bigint,
  traceparent      text,
  parent_uuid      uuid,
  service_span     text,
  has_slot         boolean,
  most_in_flight   integer,
  cpu_millis       bigint,
  memory_mb        bigint,
  most_cpu_millis  bigint,
  most_memory_mb   bigint
);

-- An end user with budgets or a prepaid balance, and what counts against them.
create type admit_runs_customer as (
  workspace   uuid,
  end_user_id text,
  id          uuid,
  is_active   boolean,
  day_limit   bigint,
  month_limit bigint,
  total_limit bigint,
  prepaid_limit bigint,
  prepaid_from  bigint,
  day_spent   bigint,
  day_held    bigint,
  month_spent bigint,
  month_held  bigint,
  total_spent bigint,
  total_held  bigint
);

create function admit_runs(
  input json, requests text[], max_pending integer, new_claim uuid default null, by_worker uuid default null
)
returns table (
  ord integer, outcome text, run uuid, existing_hash bytea, existing_hash_version smallint,
  payer uuid, payer_available bigint, saved_at timestamptz, claimed boolean, reached json, trace uuid
) language plpgsql
-- One stalled account must not stall the others in the batch: the caller splits the batch and repeats it.
set lock_timeout = '250ms'
-- One plan for all calls, with index scans only: planning each call would double the time of a batch.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off as $$
declare
  rows       admit_runs_row[];
  row        admit_runs_row;
  size       integer;
  total      bigint;
  spaces     uuid[];
  keys       uuid[];
  payers     uuid[];
  fallbacks  uuid[];
  has_parents boolean;
  -- Whether some run takes processors and memory of a machine until it ends; then, how much the runs of each workspace do.
  has_machines boolean;
  cpu_used    bigint[];
  memory_used bigint[];
  -- The number of new request keys, and the new runs if some request keys are not new.
  inserted   integer;
  fresh      uuid[];
  accounts   uuid[];
  balances   bigint[];
  -- Whether nothing can refuse a row of the call.
  is_plain   boolean := false;
  ended_keys uuid[];
  pendings   bigint[];
  outcomes   text[] := '{}';
  may_claim  boolean := false;
  busy       text[];
  -- Which rows to save as claimed: those with a slot, unless something prevents it.
  claims     boolean[];
  submitted  jsonb;
  -- If other processes claim too: queues that only this call claims from now, and the slots they have left.
  is_shared  boolean := false;
  queue_at   integer;
  counted_queues text[];
  rooms      integer[];
  in_flight  jsonb;
  space_of   text;
  balance_of_payer bigint[] := '{}';
  account_at integer;
  space_at   integer;
  -- Keys whose runs count against limits (null if there are none): their own limits, and those of the keys that created
  -- them. Then what each spender has spent and holds in this period; that of a creator includes its keys.
  limited      uuid[];
  spenders     uuid[];
  day_limits   bigint[];
  month_limits bigint[];
  makers       uuid[];
  maker_day_limits   bigint[];
  maker_month_limits bigint[];
  reached_limit json;
  today        date;
  counted      uuid[];
  day_spent    bigint[];
  day_held     bigint[];
  month_spent  bigint[];
  month_held   bigint[];
  limit_at     integer;
  counted_at   integer;
  maker_at     integer;
  spender_of   uuid[] := '{}';
  maker_of     uuid[] := '{}';
  -- End users who have budgets or are blocked, and their names; null if there are none.
  may_cap      boolean;
  may_tell     boolean;
  is_capped    boolean := false;
  customers    admit_runs_customer[];
  capped       admit_runs_customer;
  named        text[];
  customer_at  integer;
  customer_of  uuid[] := '{}';
  limits_reached json[] := '{}';
  -- For runs with a parent: the traces that they belong to, and the spans of their parents.
  traces        uuid[];
  parent_spans  text[];
begin
  select array_agg(r), count(*), sum(r.reserved_amount), array_agg(r.workspace), array_agg(r.api_key),
    array_agg(r.account), array_agg(r.fallback_account), array_agg(r.has_slot), bool_or(r.parent_uuid is not null),
    bool_or(r.cpu_millis is not null)
  into rows, size, total, spaces, keys, payers, fallbacks, claims, has_parents, has_machines
  from json_populate_recordset(null::admit_runs_row, input) r;

  if new_claim is not null then
    -- A process that asks what the claim holds waits for all calls of it; they do not wait for each other.
    perform pg_advisory_xact_lock_shared(hashtextextended(new_claim::text, 0));
    may_claim := may_claim(by_worker);
  end if;
  if may_claim then
    busy := array(
      select s.queue
      from (select distinct r.kind || '/' || r.provider as queue from unnest(rows) r where r.has_slot) s
      -- Ignore very short waits: otherwise, runs that just missed their slot would keep all later runs from theirs.
      where exists (
        select from run_queue q
        where q.queue = s.queue and q.step = 'submit' and q.claim is null
          and q.due_at <= now() - interval '50 milliseconds'));
    is_shared := (select count(*) from worker w where w.lease_until > now()) > 1;
  end if;

  insert into request_key (workspace, operation, idempotency_key, run, request_hash, hash_version)
  select r.workspace, r.kind, r.idempotency_key, r.id, decode(r.request_hash, 'hex'), r.hash_version
  from unnest(rows) r
  order by r.workspace, r.kind, r.idempotency_key collate "C"
  on conflict do nothing;
  get diagnostics inserted = row_count;

  if inserted < size then
    -- A request key that existed before this call already has its run.
    fresh := array(
      select r.id from unnest(rows) r
      join request_key k
        on k.workspace = r.workspace and k.operation = r.kind and k.idempotency_key = r.idempotency_key and k.run = r.id
      where not exists (select from run m where m.workspace = r.workspace and m.id = r.id));
  end if;

  if inserted > 0 then
    select array_agg(a.id), array_agg(a.available), bool_or(a.has_budgets), bool_or(a.has_webhooks)
    into accounts, balances, may_cap, may_tell
    from (
      select id, available, has_budgets, has_webhooks from account
      where id = any (payers) or id = any (fallbacks)
        -- Lock the wallet too, whichever account pays: the limit of pending runs belongs to the workspace.
        or (workspace = any (spaces) and kind = 'wallet')
      order by id for no key update
    ) a;
    -- A revocation takes the account's lock too: so either this call refuses a run, or the revocation sees it. If each
    -- account covers the whole call, the function admits the call without checking its rows.
    select not has_machines and inserted = size and total <= all (balances) and payers <@ accounts
      and not exists (
        select from api_key k
        where k.id = any (keys) and (k.revoked_at is not null or k.expires_at <= now() or k.spender is not null))
      and not exists (
        select from account a where a.workspace = any (spaces)
        group by a.workspace having sum(a.pending) + size > max_pending),
      may_cap and exists (
        select from unnest(rows) r
        left join customer c on c.workspace = r.workspace and c.end_user_id = r.end_user_id
        left join customer_setting d on d.workspace = r.workspace
        where r.end_user_id is not null and (c.state <> 'active' or c.prepaid_limit is not null or case when c.has_budgets
          then coalesce(c.day_limit, c.month_limit, c.total_limit)
          else coalesce(d.day_limit, d.month_limit, d.total_limit) end is not null))
    into is_plain, is_capped;
    is_plain := is_plain and not is_capped;
  end if;

  if is_plain then
    outcomes := array_fill('created'::text, array[size]);
  elsif inserted > 0 then
    select coalesce(array_agg(k.id) filter (where k.revoked_at is not null or k.expires_at <= now()), '{}'),
      array_agg(k.id) filter (where k.spender is not null), array_agg(k.spender) filter (where k.spender is not null),
      array_agg(k.day_limit) filter (where k.spender is not null),
      array_agg(k.month_limit) filter (where k.spender is not null),
      array_agg(m.spender) filter (where k.spender is not null),
      array_agg(m.day_limit) filter (where k.spender is not null),
      array_agg(m.month_limit) filter (where k.spender is not null)
    into ended_keys, limited, spenders, day_limits, month_limits, makers, maker_day_limits, maker_month_limits
    from api_key k left join api_key m on m.id = k.made_by
    where k.id = any (keys) and (k.revoked_at is not null or k.expires_at <= now() or k.spender is not null);
    select array_agg(s.workspace), array_agg(s.pending) into spaces, pendings
    from (
      select a.workspace, sum(a.pending) as pending from account a where a.workspace = any (spaces) group by a.workspace
    ) s;

    if has_machines then
      select array_agg(coalesce(u.cpu, 0) order by s.place), array_agg(coalesce(u.memory, 0) order by s.place)
      into cpu_used, memory_used
      from unnest(spaces) with ordinality s (workspace, place) left join lateral (
        select sum((m.terms ->> 'cpuMillis')::bigint)::bigint as cpu,
          sum((m.terms ->> 'memoryMb')::bigint)::bigint as memory
        from run_queue q join run m on m.workspace = q.workspace and m.id = q.run
        where q.workspace = s.workspace and m.kind in (
          select r.kind from unnest(rows) r where r.workspace = s.workspace and r.cpu_millis is not null)
      ) u on true;
    end if;

    -- The day of `created_at`, with the precision that `created_at` has.
    today := (now()::timestamptz(3) at time zone 'UTC')::date;
    if limited is not null then
      select array_agg(k.spender), array_agg(c.day_spent), array_agg(c.day_held), array_agg(c.month_spent),
        array_agg(c.month_held)
      into counted, day_spent, day_held, month_spent, month_held
      from (
        select a.workspace, a.spender from api_key a where a.id = any (limited)
        union
        select a.workspace, m.spender from api_key a join api_key m on m.id = a.made_by
        where a.id = any (limited) and m.spender is not null
      ) k
      cross join lateral (
        select coalesce(sum(s.spent) filter (where s.day = today), 0) as day_spent,
          coalesce(sum(s.held) filter (where s.day = today), 0) as day_held,
          coalesce(sum(s.spent), 0) as month_spent, coalesce(sum(s.held), 0) as month_held
        from key_spending s
        where s.workspace = k.workspace and s.spender = k.spender
          and s.day >= date_trunc('month', today::timestamp)::date
          and s.day < (date_trunc('month', today::timestamp) + interval '1 month')::date
      ) c;
    end if;

    if is_capped then
      -- A sum of an earlier day or month counts for nothing. If another call has begun a later one, its sums count here too.
      select array_agg(k::admit_runs_customer), array_agg(k.workspace || ' ' || k.end_user_id) into customers, named
      from (
        select u.workspace, u.end_user_id, coalesce(c.id, u.id), coalesce(c.state = 'active', true),
          case when c.has_budgets then c.day_limit else d.day_limit end,
          case when c.has_budgets then c.month_limit else d.month_limit end,
          case when c.has_budgets then c.total_limit else d.total_limit end, c.prepaid_limit, c.prepaid_from,
          coalesce(case when s.day >= today then s.day_spent end, 0), coalesce(case when s.day >= today then s.day_held end, 0),
          coalesce(case when s.day >= date_trunc('month', today::timestamp)::date then s.month_spent end, 0),
          coalesce(case when s.day >= date_trunc('month', today::timestamp)::date then s.month_held end, 0),
          coalesce(s.total_spent, 0), coalesce(s.total_held, 0)
        from (
          select r.workspace, r.end_user_id, (array_agg(r.id order by r.ord))[1] as id
          from unnest(rows) r where r.end_user_id is not null group by 1, 2
        ) u
        left join customer c on c.workspace = u.workspace and c.end_user_id = u.end_user_id
        left join customer_setting d on d.workspace = u.workspace
        left join customer_spending s on s.workspace = c.workspace and s.customer = c.id
        where c.state <> 'active' or c.prepaid_limit is not null or case when c.has_budgets
          then coalesce(c.day_limit, c.month_limit, c.total_limit)
          else coalesce(d.day_limit, d.month_limit, d.total_limit) end is not null
      ) k;
    end if;

    -- Admit in order against the locked balances: a small hold after a refused large one still gets its turn.
    foreach row in array rows loop
      if inserted < size and row.id <> all (fresh) then
        outcomes[row.ord] := 'existing';
        continue;
      end if;
      account_at := array_position(accounts, row.account);
      space_at := array_position(spaces, row.workspace);
      if account_at is null then
        raise exception 'account % of the run does not exist', row.account;
      end if;
      balance_of_payer[row.ord] := balances[account_at];
      if limited is not null then
        limit_at := array_position(limited, row.api_key);
        counted_at := array_position(counted, spenders[limit_at]);
        maker_at := array_position(counted, makers[limit_at]);
        -- If several limits refuse, the refusal names the one that lasts longest.
        reached_limit := case
          when month_limits[limit_at] < month_spent[counted_at] + month_held[counted_at] + row.reserved_amount then
            json_build_object('period', 'month', 'limit', month_limits[limit_at], 'spent', month_spent[counted_at],
              'held', month_held[counted_at])
          when maker_month_limits[limit_at] < month_spent[maker_at] + month_held[maker_at] + row.reserved_amount then
            json_build_object('period', 'month', 'limit', maker_month_limits[limit_at], 'spent', month_spent[maker_at],
              'held', month_held[maker_at], 'is_makers', true)
          when day_limits[limit_at] < day_spent[counted_at] + day_held[counted_at] + row.reserved_amount then
            json_build_object('period', 'day', 'limit', day_limits[limit_at], 'spent', day_spent[counted_at],
              'held', day_held[counted_at])
          when maker_day_limits[limit_at] < day_spent[maker_at] + day_held[maker_at] + row.reserved_amount then
            json_build_object('period', 'day', 'limit', maker_day_limits[limit_at], 'spent', day_spent[maker_at],
              'held', day_held[maker_at], 'is_makers', true)
        end;
      end if;
      if is_capped then
        customer_at := array_position(named, row.workspace || ' ' || row.end_user_id);
        capped := customers[customer_at];
      end if;
      if row.api_key = any (ended_keys) then
        outcomes[row.ord] := 'key_ended';
      elsif pendings[space_at] >= max_pending then
        outcomes[row.ord] := 'too_many_pending';
      elsif row.cpu_millis is not null and cpu_used[space_at] + row.cpu_millis > row.most_cpu_millis then
        outcomes[row.ord] := 'quota_exceeded';
        limits_reached[row.ord] := json_build_object('quota', 'compute_cpu', 'limit', row.most_cpu_millis,
          'used', cpu_used[space_at], 'requested', row.cpu_millis);
      elsif row.cpu_millis is not null and memory_used[space_at] + row.memory_mb > row.most_memory_mb then
        outcomes[row.ord] := 'quota_exceeded';
        limits_reached[row.ord] := json_build_object('quota', 'compute_memory', 'limit', row.most_memory_mb,
          'used', memory_used[space_at], 'requested', row.memory_mb);
      elsif reached_limit is not null then
        outcomes[row.ord] := 'limit_reached';
        limits_reached[row.ord] := reached_limit;
      elsif customer_at is not null and not capped.is_active then
        outcomes[row.ord] := 'customer_blocked';
      elsif customer_at is not null and capped.prepaid_limit < capped.total_spent + capped.total_held
          + row.reserved_amount then
        outcomes[row.ord] := 'budget_reached';
        limits_reached[row.ord] := json_build_object('period', 'balance',
          'limit', capped.prepaid_limit - capped.prepaid_from, 'spent', capped.total_spent - capped.prepaid_from,
          'held', capped.total_held);
      elsif customer_at is not null and capped.total_limit < capped.total_spent + capped.total_held
          + row.reserved_amount then
        outcomes[row.ord] := 'budget_reached';
        limits_reached[row.ord] := json_build_object('period', 'total', 'limit', capped.total_limit,
          'spent', capped.total_spent, 'held', capped.total_held);
      elsif customer_at is not null and capped.month_limit < capped.month_spent + capped.month_held
          + row.reserved_amount then
        outcomes[row.ord] := 'budget_reached';
        limits_reached[row.ord] := json_build_object('period', 'month', 'limit', capped.month_limit,
          'spent', capped.month_spent, 'held', capped.month_held);
      elsif customer_at is not null and capped.day_limit < capped.day_spent + capped.day_held
          + row.reserved_amount then
        outcomes[row.ord] := 'budget_reached';
        limits_reached[row.ord] := json_build_object('period', 'day', 'limit', capped.day_limit,
          'spent', capped.day_spent, 'held', capped.day_held);
      else
        if balances[account_at] < row.reserved_amount and row.fallback_account is not null then
          account_at := array_position(accounts, row.fallback_account);
        end if;
        if balances[account_at] < row.reserved_amount then
          outcomes[row.ord] := 'insufficient';
          -- The refusal names the account that has more.
          if balances[account_at] > balance_of_payer[row.ord] then
            payers[row.ord] := accounts[account_at];
            balance_of_payer[row.ord] := balances[account_at];
          end if;
        else
          outcomes[row.ord] := 'created';
          payers[row.ord] := accounts[account_at];
          balances[account_at] := balances[account_at] - row.reserved_amount;
          pendings[space_at] := pendings[space_at] + 1;
          if row.cpu_millis is not null then
            cpu_used[space_at] := cpu_used[space_at] + row.cpu_millis;
            memory_used[space_at] := memory_used[space_at] + row.memory_mb;
          end if;
          if counted_at is not null then
            day_held[counted_at] := day_held[counted_at] + row.reserved_amount;
            month_held[counted_at] := month_held[counted_at] + row.reserved_amount;
            spender_of[row.ord] := counted[counted_at];
          end if;
          if maker_at is not null then
            day_held[maker_at] := day_held[maker_at] + row.reserved_amount;
            month_held[maker_at] := month_held[maker_at] + row.reserved_amount;
            maker_of[row.ord] := counted[maker_at];
          end if;
          if customer_at is not null then
            capped.day_held := capped.day_held + row.reserved_amount;
            capped.month_held := capped.month_held + row.reserved_amount;
            capped.total_held := capped.total_held + row.reserved_amount;
            customers[customer_at] := capped;
            customer_of[row.ord] := capped.id;
          end if;
        end if;
      end if;
    end loop;

    if cardinality(array_positions(outcomes, 'created')) < inserted then
      delete from request_key k using unnest(rows) r
      where outcomes[r.ord] not in ('created', 'existing')
        and k.workspace = r.workspace and k.operation = r.kind and k.idempotency_key = r.idempotency_key;
    end if;
  else
    outcomes := array_fill('existing'::text, array[size]);
  end if;

  if may_claim then
    submitted := jsonb_build_array(jsonb_build_object('state', 'submitting', 'at', now()::timestamptz(3)));
    if not is_plain or cardinality(busy) > 0 then
      claims := array(
        select outcomes[r.ord] = 'created' and r.has_slot and r.kind || '/' || r.provider <> all (busy)
        from unnest(rows) r);
    end if;
  else
    claims := null;
  end if;
  if is_shared and 'created' = any (outcomes) then
    select array_agg(s.queue), array_agg(s.most_in_flight) into counted_queues, rooms
    from (
      select distinct r.kind || '/' || r.provider as queue, r.most_in_flight
      from unnest(rows) r where r.has_slot and r.most_in_flight is not null
      order by 1
    ) s;
    -- A turn lasts until the commit. The process has its locks of accounts already, so it waits for none now.
    begin
      perform set_config('lock_timeout', '100ms', true),
        pg_advisory_xact_lock(hashtextextended('in flight ' || queue, 0)) from unnest(counted_queues) queue;
    exception when lock_not_available then
      counted_queues := null;
      rooms := null;
    end;
    perform set_config('lock_timeout', '250ms', true);
    -- After the lock, so that this query counts every earlier claim.
    select array_agg(c.room - c.taken order by c.queue_at), jsonb_object_agg(c.queue_at, c.spaces) into rooms, in_flight
    from (
      select k.queue_at, k.room, coalesce(sum(f.count), 0)::integer as taken,
        coalesce(jsonb_object_agg(f.workspace, f.count) filter (where f.workspace is not null), '{}') as spaces
      from unnest(counted_queues, rooms) with ordinality as k (queue, room, queue_at)
      left join lateral (
        select q.workspace, count(*) as count from worker w join run_queue q on q.worker = w.id
        where w.lease_until > now() and q.claim is not null and q.queue = k.queue and q.step = 'submit'
        group by q.workspace
      ) f on true
      group by k.queue_at, k.room
    ) c;

    foreach row in array rows loop
      if claims[row.ord] and row.most_in_flight is not null then
        queue_at := array_position(counted_queues, row.kind || '/' || row.provider);
        space_of := row.workspace::text;
        claims[row.ord] := queue_at is not null
          and coalesce((in_flight -> queue_at::text ->> space_of)::integer, 0) < 2 * rooms[queue_at];
        if claims[row.ord] then
          rooms[queue_at] := rooms[queue_at] - 1;
          in_flight := jsonb_set(in_flight, array[queue_at::text, space_of],
            to_jsonb(coalesce((in_flight -> queue_at::text ->> space_of)::integer, 0) + 1));
        end if;
      end if;
    end loop;
  end if;

  if has_parents then
    select array_agg(coalesce(p.trace, p.id) order by r.ord),
      array_agg(right(replace(p.id::text, '-', ''), 16) order by r.ord)
    into traces, parent_spans
    from unnest(rows) r left join run p on p.workspace = r.workspace and p.id = r.parent_uuid;
  end if;

  if 'created' = any (outcomes) then
    with saved as (
      insert into run (
        -- The columns of server/runs/columns.ts, by npm run generate:
        workspace, id, kind, api_key, idempotency_key, subject, provider, currency, scale, fee_basis_points,
        reserved_amount, session_id, end_user_id, prompt_id, prompt_version, metadata, subject_version, parent_run,
        parent_call,
        -- Until here.
        account, state, attempt, history, terms, deadline, traceparent, spender, customer, trace, parent_span, service_span,
        created_at, updated_at)
      select
        -- The columns of server/runs/columns.ts, by npm run generate:
        r.workspace, r.id, r.kind, r.api_key, r.idempotency_key, r.subject, r.provider, r.currency, r.scale,
        r.fee_basis_points, r.reserved_amount, r.session_id, r.end_user_id, r.prompt_id, r.prompt_version,
        r.metadata, r.subject_version, r.parent_run, r.parent_call,
        -- Until here.
        payers[r.ord],
        case when claims[r.ord] then 'submitting' else 'reserved' end, case when claims[r.ord] then 1 else 0 end,
        case when claims[r.ord] then submitted end,
        r.terms, now() + r.deadline_ms * interval '1 ms', r.traceparent, spender_of[r.ord], customer_of[r.ord],
        coalesce(traces[r.ord], substr(r.traceparent, 4, 32)::uuid),
        coalesce(parent_spans[r.ord], substr(r.traceparent, 37, 16)), decode(r.service_span, 'hex'), now(), now()
      from unnest(rows) r where outcomes[r.ord] = 'created'
      returning workspace, id, kind || '/' || provider as queue, account, attempt = 1 as is_claimed, reserved_amount, deadline
    ), appeared as (
      insert into customer (workspace, end_user_id, id, created_at)
      select distinct on (r.workspace, r.end_user_id) r.workspace, r.end_user_id, coalesce(customer_of[r.ord], r.id), now()
      from unnest(rows) r where r.end_user_id is not null and outcomes[r.ord] = 'created'
      order by r.workspace, r.end_user_id, r.ord
      on conflict (workspace, end_user_id) do nothing
    ), requested as (
      insert into run_payload (workspace, run, request)
      select r.workspace, r.id, requests[r.ord] from unnest(rows) r where outcomes[r.ord] = 'created'
    ), queued as (
      insert into run_queue (workspace, run, queue, step, due_at, give_up_at, claim, worker)
      select s.workspace, s.id, s.queue, 'submit', now(), s.deadline, case when s.is_claimed then new_claim end,
        case when s.is_claimed then by_worker end
      from saved s
    ), held as (
      insert into ledger_entry (workspace, account, run, kind, debit_bucket, credit_bucket, amount)
      select s.workspace, s.account, s.id, 'hold', 'available', 'held', s.reserved_amount
      from saved s where s.reserved_amount > 0
    )
    update account a set available = a.available - d.amount, held = a.held + d.amount, pending = a.pending + d.runs
    from (
      select s.account, sum(s.reserved_amount) as amount, count(*) as runs from saved s group by s.account
    ) d
    where a.id = d.account and a.id = any (accounts);

    if cardinality(spender_of) > 0 then
      insert into key_spending as s (workspace, spender, day, held)
      select r.workspace, u.spender, today, sum(r.reserved_amount)
      from unnest(rows) r cross join lateral unnest(array[spender_of[r.ord], maker_of[r.ord]]) u (spender)
      where u.spender is not null
      group by 1, 2 order by 1, 2
      on conflict (workspace, spender, day) do update set held = s.held + excluded.held;
    end if;
    if cardinality(customer_of) > 0 then
      -- If another call has begun a later day or month, this run counts in neither.
      insert into customer_spending as s (workspace, customer, day, day_held, month_held, total_held)
      select r.workspace, customer_of[r.ord], today, sum(r.reserved_amount), sum(r.reserved_amount), sum(r.reserved_amount)
      from unnest(rows) r where customer_of[r.ord] is not null
      group by 1, 2 order by 1, 2
      on conflict (workspace, customer) do update set
        day = greatest(s.day, excluded.day),
        day_spent = case when s.day < excluded.day then 0 else s.day_spent end,
        day_held = case when s.day = excluded.day then s.day_held + excluded.day_held when s.day < excluded.day
          then excluded.day_held else s.day_held end,
        month_spent = case when s.day < date_trunc('month', excluded.day::timestamp)::date then 0 else s.month_spent end,
        month_held = case when s.day < date_trunc('month', excluded.day::timestamp)::date then excluded.month_held
          when excluded.day < date_trunc('month', s.day::timestamp)::date then s.month_held
          else s.month_held + excluded.month_held end,
        total_held = s.total_held + excluded.total_held;
    end if;
  end if;

  if is_capped and may_tell and 'budget_reached' = any (outcomes) then
    -- After the statement that saves customers: the first run of one may be in this call.
    perform tell_of_budgets(json_agg(json_build_object('workspace', r.workspace, 'end_user_id', r.end_user_id,
      'required', r.reserved_amount, 'period', l.period, 'limit', l."limit", 'spent', l.spent, 'held', l.held)), today)
    from unnest(rows) r
    cross join lateral json_to_record(limits_reached[r.ord]) l (period text, "limit" bigint, spent bigint, held bigint)
    where outcomes[r.ord] = 'budget_reached';
  end if;

  return query
    select r.ord, outcomes[r.ord], r.id, null::bytea, null::smallint, payers[r.ord], balance_of_payer[r.ord],
      now()::timestamptz(3), coalesce(claims[r.ord], false), limits_reached[r.ord],
      coalesce(traces[r.ord], substr(r.traceparent, 4, 32)::uuid)
    from unnest(rows) r where outcomes[r.ord] <> 'existing';
  if inserted < size then
    return query
      select r.ord, case when k.run = r.id then 'created' else 'existing' end,
        k.run, k.request_hash, k.hash_version, m.account, balance_of_payer[r.ord], m.created_at,
        k.run = r.id and m.state = 'submitting' and exists (
          select from run_queue q where q.run = r.id and q.claim = new_claim and q.worker = by_worker), null::json, m.trace
      from unnest(rows) r
      join request_key k
        on k.workspace = r.workspace and k.operation = r.kind and k.idempotency_key = r.idempotency_key
      join run m on m.workspace = k.workspace and m.id = k.run
      where outcomes[r.ord] = 'existing';
  end if;
end $$;
