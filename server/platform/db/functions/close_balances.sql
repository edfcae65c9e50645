-- Closes balances: adds the next entries, at most `at_most` per call, to the closed balances of their accounts. Returns
-- true if another call has work to do. Any process may call it; one call works at a time.
--
-- An entry gets its id before its transaction commits, so entries below the highest id may still come. A call records
-- the highest id, and then which transactions have the lock that each writer takes on the table before it gets an id.
-- Once none of these has the lock, every entry up to the recorded id is there or never will be. Nobody waits for that,
-- and a transaction that begins to write later delays nothing.
--
-- It also adds the entries to the sums of the books. An entry has the time at which its transaction began, so that of a
-- later one may be earlier, by as long as a transaction lasts. Everything older than 20 minutes than the last closed entry
-- is final: an entry that is even later counts in the first quarter that is not.
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
  last_at timestamptz;
  final   timestamptz;
begin
  -- Each statement must see what was committed before it.
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'balances are closed at the isolation level read committed only';
  end if;
  if not pg_try_advisory_xact_lock(hashtextextended('close_balances', 0)) then
    return false;
  end if;

  select c.until, c.horizon, c.waits_for, c.books_final into closed, target, writers, final from ledger_closed c;
  if closed >= target then
    select max(e.id) into target from ledger_entry e;
    if target is null or target <= closed then
      -- Nothing is left to close: what is written from now on began a short time ago.
      last_at := date_bin('15 minutes', now() - interval '20 minutes', '2000-01-01Z');
      update ledger_closed c set books_final = last_at where c.books_final < last_at;
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
  ), summed as (
    insert into ledger_sum as s (at, kind, credit_bucket, amount, entries)
    select greatest(date_bin('15 minutes', e.created_at, '2000-01-01Z'), final), e.kind, e.credit_bucket, sum(e.amount),
      count(*)
    from entry e where e.kind not in ('hold', 'release') group by 1, 2, 3
    on conflict (at, kind, credit_bucket) do update set
      amount = s.amount + excluded.amount, entries = s.entries + excluded.entries
  )
  select count(*), max(e.id), (array_agg(e.created_at order by e.id desc))[1] into entries, last_id, last_at from entry e;
  if entries < at_most then
    last_id := target;
  end if;
  update ledger_closed c set until = last_id, horizon = target, waits_for = '{}', books_final =
    greatest(c.books_final, date_bin('15 minutes', last_at - interval '20 minutes', '2000-01-01Z'));
  return last_id < target;
end $$;

-- With this search path, a caller cannot substitute its own tables.
do $$ begin
  execute format('alter function close_balances(integer) set search_path = %I, pg_temp', current_schema());
end $$;
