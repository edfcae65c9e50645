-- Closes balances: adds the next entries, at most `at_most` per call, to the closed balances of their accounts. Returns
-- true if another call has work to do. Any process may call it; one call works at a time.
--
-- An entry gets its id before its transaction commits, so entries below the highest id may still come. A call records
-- the highest id, and then which transactions have the lock that each writer takes on the table before it gets an id.
-- Once none of these has the lock, every entry up to the recorded id is there or never will be. Nobody waits for that,
-- and a transaction that begins to write later delays nothing.
create function close_balances(at_most integer) returns boolean language plpgsql
-- The working role may not write closed balances: an audit would trust whatever that role added to them.
security definer
set plan_cache_mode = force_custom_plan as $$
declare
  closed  bigint;
  target  bigint;
  writers text[];
  entries integer;
  last_id bigint;
begin
  -- Each statement must see what was committed before it.
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'balances are closed at the isolation level read committed only';
  end if;
  if not pg_try_advisory_xact_lock(hashtextextended('close_balances', 0)) then
    return false;
  end if;

  select c.until, c.horizon, c.waits_for into closed, target, writers from ledger_closed c;
  if closed >= target then
    select max(e.id) into target from ledger_entry e;
    if target is null or target <= closed then
      return false;
    end if;
    writers := null;
  end if;
  select coalesce(array_agg(l.virtualtransaction), '{}') into writers from pg_locks l
  where l.locktype = 'relation' and l.relation = 'ledger_entry'::regclass
    and l.database = (select d.oid from pg_database d where d.datname = current_database())
    and l.mode = 'RowExclusiveLock' and l.granted
    -- A prepared transaction has a different name than it had while it ran.
    and (writers is null or l.virtualtransaction = any (writers) or l.pid is null);
  if cardinality(writers) > 0 then
    update ledger_closed c set horizon = target, waits_for = writers
    where (c.horizon, c.waits_for) is distinct from (target, writers);
    return true;
  end if;

  with entry as materialized (
    select e.* from ledger_entry e where e.id > closed and e.id <= target order by e.id limit at_most
  ), added as (
    insert into closed_balance as b (workspace, account, available, held, spent)
    select e.workspace, e.account,
      sum(case 'available' when e.credit_bucket then e.amount when e.debit_bucket then -e.amount else 0 end),
      sum(case 'held' when e.credit_bucket then e.amount when e.debit_bucket then -e.amount else 0 end),
      sum(case when e.debit_bucket = 'held' and e.credit_bucket <> 'available' then e.amount else 0 end)
    from entry e group by e.workspace, e.account
    on conflict (workspace, account) do update set
      available = b.available + excluded.available, held = b.held + excluded.held, spent = b.spent + excluded.spent
  )
  select count(*), max(e.id) into entries, last_id from entry e;
  if entries < at_most then
    last_id := target;
  end if;
  update ledger_closed set until = last_id, horizon = target, waits_for = '{}';
  return last_id < target;
end $$;

-- With this search path, a caller cannot substitute its own tables.
do $$ begin
  execute format('alter function close_balances(integer) set search_path = %I, pg_temp', current_schema());
end $$;
