/**
 * The invariants as queries: each selects what breaks one of them, so that no row means that it holds. None has a
 * limit: the planner would assume that faults are found at once, and read whole tables until they are.
 */

/**
 * What one query of a check reads. It has bounds, so that a transaction reads as much of large books as of small ones.
 */
export type Part =
  /** One row of each workspace, found by skipping. */
  | 'deployment'
  /** The rows of a workspace that do not grow in number with its runs. `$1` is the workspace, as in all that follow. */
  | 'workspace'
  /** Closed balances, and the entries after the last closed one, which is `$2`. */
  | 'balances'
  /** Runs whose ids are above `$2` and at most `$3`. */
  | 'runs'
  /** Request keys of the operation `$2` that are above `$3` and at most `$4`, which may be null. */
  | 'request keys'
  /** Hours of usage from `$2` on and before `$3`; `$5` is the sum of the runs of hours that were closed by `$4`. */
  | 'hours'
  /** What counts against limits on the day that begins at `$2`, and the runs that were created on it. */
  | 'days'
  /** Closed balances; `$3` is the sum of the entries up to `$2`. */
  | 'closed entries';

export interface Check {
  name: string;
  /** The invariant, as a sentence. */
  about: string;
  reads: Part;
  sql: string;
}

const TERMINAL = `('completed', 'failed')`;

/**
 * The workspaces in each table. The query skips from one to the next in an index that begins with the workspace; the
 * queue has no such index, and is short.
 */
const NAMED_WORKSPACES = `
  with recursive named (table_name, workspace) as (
    select table_name, '00000000-0000-0000-0000-000000000000'::uuid
    from unnest(array['account', 'api_key', 'run', 'run_payload', 'request_key', 'ledger_entry',
      'closed_balance', 'audit_event', 'storage_charge']) table_name
    union all
    select n.table_name, case n.table_name
      when 'account' then (select t.workspace from account t where t.workspace > n.workspace order by 1 limit 1)
      when 'api_key' then (select t.workspace from api_key t where t.workspace > n.workspace order by 1 limit 1)
      when 'run' then (select t.workspace from run t where t.workspace > n.workspace order by 1 limit 1)
      when 'run_payload' then
        (select t.workspace from run_payload t where t.workspace > n.workspace order by 1 limit 1)
      when 'request_key' then (select t.workspace from request_key t where t.workspace > n.workspace order by 1 limit 1)
      when 'ledger_entry' then
        (select t.workspace from ledger_entry t where t.workspace > n.workspace order by 1 limit 1)
      when 'closed_balance' then
        (select t.workspace from closed_balance t where t.workspace > n.workspace order by 1 limit 1)
      when 'audit_event' then
        (select t.workspace from audit_event t where t.workspace > n.workspace order by 1 limit 1)
      when 'storage_charge' then
        (select t.workspace from storage_charge t where t.workspace > n.workspace order by 1 limit 1)
    end
    from named n where n.workspace is not null
  )
  select table_name, workspace from named where workspace > '00000000-0000-0000-0000-000000000000'
  union all select distinct 'run_queue', workspace from run_queue`;

/** What an entry changes in its account. */
export const MOVED = `
  case 'available' when credit_bucket then amount when debit_bucket then -amount else 0 end as available,
  case 'held' when credit_bucket then amount when debit_bucket then -amount else 0 end as held,
  case when debit_bucket = 'held' and credit_bucket <> 'available' then amount else 0 end as spent`;

/**
 * The sums of a workspace's entries, by account: closed balances plus later entries. The query skips from one account
 * to the next, so that it also finds entries of an account that does not exist.
 */
const SUMS = `
  with recursive named (account) as (
    (select account from ledger_entry where workspace = $1 order by account limit 1)
    union all
    select (select e.account from ledger_entry e where e.workspace = $1 and e.account > n.account order by e.account limit 1)
    from named n where n.account is not null
  )
  select account, sum(available) as available, sum(held) as held, sum(spent) as spent from (
    select account, available, held, spent from closed_balance where workspace = $1
    union all
    select n.account, e.available, e.held, e.spent from named n cross join lateral (
      select ${MOVED} from ledger_entry where workspace = $1 and account = n.account and id > $2
    ) e
  ) s group by account`;

/** The runs of a range, each with what its entries say. */
const RUNS = `
  select m.id, m.state, m.state in ${TERMINAL} as terminal, m.reserved_amount, m.charged_amount, m.fee_amount,
    m.account, coalesce(e.hold, 0) as hold, coalesce(e.provider, 0) as provider, coalesce(e.fee, 0) as fee,
    coalesce(e.release, 0) as release, coalesce(e.strange, 0) as strange
  from run m
  left join (
    select e.run,
      sum(e.amount) filter (where e.kind = 'hold') as hold,
      sum(e.amount) filter (where e.kind = 'capture_provider') as provider,
      sum(e.amount) filter (where e.kind = 'capture_fee') as fee,
      sum(e.amount) filter (where e.kind = 'release') as release,
      count(*) filter (where r.account is distinct from e.account) as strange
    from ledger_entry e left join run r on r.workspace = $1 and r.id = e.run and r.id > $2 and r.id <= $3
    where e.workspace = $1 and e.run > $2 and e.run <= $3 group by e.run
  ) e on e.run = m.id
  where m.workspace = $1 and m.id > $2 and m.id <= $3`;

/** The format of an hour, here and in the sums of runs. */
export const HOUR = `'YYYY-MM-DD"T"HH24:MI"Z"'`;

/** The closed hours of a range, without those that were closed after their runs were added up. */
const CLOSED_HOURS = `workspace = $1 and hour >= $2 and hour < $3
  and not (hour >= $4 and hour < coalesce((select until from usage_closed where workspace = $1), '-infinity'))`;

export const CHECKS: readonly Check[] = [
  {
    name: 'workspaces',
    about: 'everything belongs to a workspace that exists',
    reads: 'deployment',
    sql: `select 'workspace' as kind, n.workspace as id, 'does not exist, but has rows in ' || n.table_name as fault
      from (${NAMED_WORKSPACES}) n
      where not exists (select from workspace w where w.id = n.workspace)`,
  },
  {
    name: 'books',
    about: 'the sums of the books come to what closed balances have together',
    reads: 'deployment',
    sql: `select 'deployment' as kind, null::uuid as id,
        format('the books have %s as the credit of workspaces; closed balances have %s', s.credit, b.credit) as fault
      from (
        select coalesce(sum(case when kind in ('top_up', 'payment', 'refund_reversed', 'grant', 'transfer_in') then amount
          when kind = 'loss' then 0 else -amount end), 0) as credit from ledger_sum
      ) s, (select coalesce(sum(available + held), 0) as credit from closed_balance) b
      where s.credit <> b.credit`,
  },
  {
    name: 'wallets',
    about: 'every workspace has one wallet',
    reads: 'workspace',
    sql: `select 'workspace' as kind, $1::uuid as id, 'has ' || count(*) || ' wallets' as fault
      from account where workspace = $1 and kind = 'wallet' having count(*) <> 1`,
  },
  {
    name: 'key-accounts',
    about: 'the credit of a key is an account of its workspace',
    reads: 'workspace',
    sql: `select 'key' as kind, k.id, 'its account ' || k.account || ' is not one of the workspace' as fault
      from api_key k where k.workspace = $1 and k.account is not null and not exists (
        select from account a where a.id = k.account and a.workspace = $1 and a.kind = 'key_credit')`,
  },
  {
    name: 'orphans',
    about: 'entries, payloads and queue rows have a run, and runs a key and an account',
    reads: 'runs',
    sql: `select 'run' as kind, o.id, 'does not exist, but has ' || o.what as fault from (
        select run as id, 'a ledger entry (' || kind || ')' as what from ledger_entry
          where workspace = $1 and run > $2 and run <= $3
        union all select run, 'a payload' from run_payload where workspace = $1 and run > $2 and run <= $3
        union all select run, 'a queue row' from run_queue where workspace = $1 and run > $2 and run <= $3
      ) o where not exists (
        select from run m where m.workspace = $1 and m.id > $2 and m.id <= $3 and m.id = o.id)
      union all
      select 'run', m.id, 'its key ' || m.api_key || ' does not exist' from run m
      where m.workspace = $1 and m.id > $2 and m.id <= $3
        and not exists (select from api_key k where k.id = m.api_key and k.workspace = $1)
      union all
      select 'run', m.id, 'its account ' || m.account || ' does not exist' from run m
      where m.workspace = $1 and m.id > $2 and m.id <= $3
        and not exists (select from account a where a.id = m.account and a.workspace = $1)`,
  },
  {
    name: 'keys-of-runs',
    about: 'every request key names a run',
    reads: 'request keys',
    // One index look-up for each key: its run may be anywhere.
    sql: `select 'run' as kind, k.run as id, 'does not exist, but has a request key' as fault from request_key k
      where k.workspace = $1 and k.operation = $2 and k.idempotency_key > $3
        and ($4::text is null or k.idempotency_key <= $4)
        and (select m.id from run m where m.workspace = $1 and m.id = k.run) is null`,
  },
  {
    name: 'payloads',
    about: 'every run has its payload, or says when that was purged',
    reads: 'runs',
    sql: `select 'run' as kind, m.id, 'has no payload row' as fault from run m
      where m.workspace = $1 and m.id > $2 and m.id <= $3 and m.content_purged_at is null
        and not (m.state in ${TERMINAL} and exists (
          select from content_purge c where c.workspace = $1 and c.until > m.id))
        and not exists (
          select from run_payload p where p.workspace = $1 and p.run > $2 and p.run <= $3 and p.run = m.id)`,
  },
  {
    name: 'request-keys',
    about: 'every run has its request key, which names no other run',
    reads: 'runs',
    // One index look-up for each run: its key may be anywhere.
    sql: `select 'run' as kind, m.id,
        case when m.named is null then 'has no request key' else 'its request key names the run ' || m.named end as fault
      from (
        select r.id, (select k.run from request_key k where k.workspace = $1 and k.operation = r.kind
          and k.idempotency_key = r.idempotency_key) as named
        from run r where r.workspace = $1 and r.id > $2 and r.id <= $3
      ) m where m.named is distinct from m.id`,
  },
  {
    name: 'queue',
    about: 'a run is in the queue exactly until it is terminal',
    reads: 'runs',
    sql: `select 'run' as kind, m.id,
        m.state || case when q.run is null then ', but not in the queue' else ', but still in the queue' end as fault
      from run m left join run_queue q on q.run = m.id and q.workspace = m.workspace and q.run > $2 and q.run <= $3
      where m.workspace = $1 and m.id > $2 and m.id <= $3
        and (m.state in ${TERMINAL}) = (q.run is not null)`,
  },
  {
    name: 'transit',
    about: 'what leaves one account of a workspace arrives in another',
    reads: 'workspace',
    sql: `select 'workspace' as kind, $1::uuid as id,
        format('transfer %s: %s left and %s arrived', external_reference, sum(left_amount), sum(arrived)) as fault
      from (
        select external_reference, case kind when 'transfer_out' then amount else 0 end as left_amount,
          case kind when 'transfer_in' then amount else 0 end as arrived
        from ledger_entry
        where workspace = $1 and external_reference is not null and kind in ('transfer_out', 'transfer_in')
      ) t group by external_reference having sum(left_amount) <> sum(arrived)`,
  },
  {
    name: 'payments',
    about:
      'payments by card credited what succeeded, took back what is saved as taken back, and entered their taxes',
    reads: 'workspace',
    sql: `select 'workspace' as kind, $1::uuid as id,
        format('payments of %s succeeded and credited %s; %s was taken back, and their entries say %s',
          p.succeeded, e.credited, p.taken_back, e.taken_back) as fault
      from (
        select coalesce(sum(amount) filter (where state = 'succeeded'), 0) as succeeded,
          coalesce(sum(taken_back), 0) as taken_back
        from payment where workspace = $1
      ) p, (
        select coalesce(sum(amount) filter (where kind = 'payment'), 0) as credited,
          coalesce(sum(case kind when 'refund' then amount when 'refund_reversed' then -amount end), 0) as taken_back
        from ledger_entry
        where workspace = $1 and kind in ('payment', 'refund', 'refund_reversed')
      ) e where (p.succeeded, p.taken_back) <> (e.credited, e.taken_back)
      union all
      select 'workspace', $1, format('payments have %s of taxes, and their entries %s', p.tax, t.tax)
      from (
        select coalesce(sum(tax - trunc(tax::numeric * returned / amount)), 0) as tax from payment where workspace = $1
      ) p, (select coalesce(sum(amount), 0) as tax from tax_entry where workspace = $1) t
      where p.tax <> t.tax`,
  },
  {
    name: 'grants',
    about:
      'what was granted is spent, expired or left; charges spent open grants first; what is left is there',
    reads: 'workspace',
    sql: `with given as (
        select id, reference, amount, spent, expired, state, counted, charged_from, coalesce(charged_to, counted) as charged_to
        from credit_grant where workspace = $1
      ), entered as (
        select case kind when 'grant' then external_reference
            else regexp_replace(external_reference, '/[0-9]+$', '') end as reference,
          sum(amount) filter (where kind = 'grant') as given, sum(amount) filter (where kind = 'grant_expired') as expired
        from ledger_entry where workspace = $1 and kind in ('grant', 'grant_expired') group by 1
      ), sums as (
        select sum(spent) as charged, sum(available + held) as credit from account where workspace = $1
      )
      select 'workspace' as kind, $1::uuid as id,
        format('the grant %s of %s has expired %s; its entries gave %s and took %s', reference, g.amount, g.expired,
          e.given, coalesce(e.expired, 0)) as fault
      from given g full join entered e using (reference)
      where (g.amount, g.expired) is distinct from (e.given, coalesce(e.expired, 0))
      union all
      select 'workspace', $1, format('the grant %s spent %s, and %s was charged meanwhile', g.reference, g.spent,
        g.counted - g.charged_from)
      from given g cross join sums s
      where g.spent > g.counted - g.charged_from or g.counted > s.charged
      union all
      -- While a grant had something left, all charges were spent from it and from others that had not ended.
      select 'workspace', $1, format('%s was charged while the grant %s was open, and grants spent %s',
        g.charged_to - g.charged_from, g.reference, o.spent)
      from given g cross join lateral (
        select sum(h.spent) as spent from given h
        where h.charged_from < g.charged_to and h.counted > g.charged_from
      ) o
      where g.spent < g.amount and g.charged_to - g.charged_from > coalesce(o.spent, 0)
      union all
      select 'workspace', $1, format('%s is left of grants, and the workspace has %s', g.due, s.credit)
      from sums s cross join lateral (
        select sum(g.amount - g.spent - g.expired) - (s.charged - max(g.counted)) as due
        from given g where g.state <> 'ended'
      ) g
      where g.due > s.credit
      union all
      select 'account', a.id, 'what its runs release of grants whose time is over would not be taken' from account a
      where a.workspace = $1 and not a.has_kept and exists (
        select from credit_grant g join run r on r.workspace = $1 and r.id = any (g.held_runs)
        where g.workspace = $1 and g.state = 'expiring' and r.account = a.id and r.state not in ${TERMINAL})`,
  },
  {
    name: 'storage',
    about: 'what stored bytes cost on a day was held and charged, or lost, once',
    reads: 'workspace',
    sql: `select 'workspace' as kind, $1::uuid as id,
        format('on %s, stored bytes cost %s; %s was held, %s charged and %s lost', day, coalesce(c.amount, 0),
          coalesce(e.held, 0), coalesce(e.charged, 0), coalesce(e.lost, 0)) as fault
      from (select day::text as day, amount from storage_charge where workspace = $1) c full join (
        select external_reference as day, sum(amount) filter (where kind = 'hold') as held,
          sum(amount) filter (where kind = 'storage') as charged, sum(amount) filter (where kind = 'loss') as lost
        from ledger_entry
        where workspace = $1 and external_reference is not null and kind in ('hold', 'storage', 'loss')
        group by external_reference
      ) e using (day)
      where e.held is distinct from e.charged
        or coalesce(e.charged, 0) + coalesce(e.lost, 0) <> coalesce(c.amount, 0)`,
  },
  {
    name: 'closed',
    about: 'closed balances are the sums of all entries that they hold',
    reads: 'closed entries',
    // More may have been closed since the sums.
    sql: `select 'account' as kind, account as id,
        format('closed with %s available, %s held, %s spent; the entries say %s, %s, %s', coalesce(b.available, 0),
          coalesce(b.held, 0), coalesce(b.spent, 0), coalesce(e.available, 0), coalesce(e.held, 0),
          coalesce(e.spent, 0)) as fault
      from (select * from closed_balance where workspace = $1) b full join (
        select account, sum(available) as available, sum(held) as held, sum(spent) as spent from (
          select * from json_to_recordset($3) as a (account uuid, available numeric, held numeric, spent numeric)
          union all
          select account, ${MOVED} from ledger_entry
          where workspace = $1 and id > $2 and id <= (select until from ledger_closed)
        ) s group by account
      ) e using (account)
      where (coalesce(b.available, 0), coalesce(b.held, 0), coalesce(b.spent, 0)) is distinct from
        (coalesce(e.available, 0), coalesce(e.held, 0), coalesce(e.spent, 0))`,
  },
  {
    name: 'below-zero',
    about: 'no account has ever given more than it had',
    reads: 'balances',
    sql: `select 'account' as kind, account as id,
        format('the entries add up to %s available and %s held', available, held) as fault
      from (${SUMS}) s where available < 0 or held < 0`,
  },
  {
    name: 'balances',
    about: 'cached balances are the sums of the entries',
    reads: 'balances',
    sql: `select 'account' as kind, coalesce(a.id, s.account) as id,
        format('cached %s available, %s held, %s spent; the entries say %s, %s, %s', a.available, a.held, a.spent,
          coalesce(s.available, 0), coalesce(s.held, 0), coalesce(s.spent, 0)) as fault
      from (select * from account where workspace = $1) a full join (${SUMS}) s on s.account = a.id
      where (a.available, a.held, a.spent) is distinct from
        (coalesce(s.available, 0), coalesce(s.held, 0), coalesce(s.spent, 0))`,
  },
  {
    name: 'pending',
    about: 'an account counts its pending runs, and holds what they reserved',
    reads: 'workspace',
    // One index look-up for each queued run: there may be many more runs in all.
    sql: `select 'account' as kind, a.id,
        format('counts %s pending runs and holds %s; there are %s that reserved %s',
          a.pending, a.held, coalesce(p.runs, 0), coalesce(p.reserved, 0)) as fault
      from account a left join (
        select m.account, count(*) as runs, sum(m.reserved_amount) as reserved
        from run_queue q cross join lateral (
          select r.account, r.reserved_amount, r.state from run r where r.workspace = $1 and r.id = q.run limit 1
        ) m
        where q.workspace = $1 and m.state not in ${TERMINAL} group by m.account
      ) p on p.account = a.id
      where a.workspace = $1 and (a.pending, a.held) is distinct from (coalesce(p.runs, 0), coalesce(p.reserved, 0))`,
  },
  {
    name: 'holds',
    about:
      'a pending run has one hold of what it reserved, on the account that pays, and nothing else',
    reads: 'runs',
    sql: `select 'run' as kind, id,
        format('%s with %s reserved: held %s, captured %s, released %s', state, reserved_amount, hold,
          provider + fee, release) || case when strange > 0 then ', on another account' else '' end as fault
      from (${RUNS}) r where (not terminal
        and (hold <> reserved_amount or provider + fee + release > 0)) or strange > 0`,
  },
  {
    name: 'settled',
    about: 'a terminal run holds nothing: its hold was captured or released',
    reads: 'runs',
    sql: `select 'run' as kind, id,
        format('%s with %s reserved: held %s, captured %s, released %s', state, reserved_amount, hold,
          provider + fee, release) as fault
      from (${RUNS}) r where terminal and (hold <> reserved_amount or provider + fee + release <> hold)`,
  },
  {
    name: 'captures',
    about: 'what was captured is what the run says was charged, and never above the hold',
    reads: 'runs',
    sql: `select 'run' as kind, id,
        format('charged %s with a fee of %s; captured %s with a fee of %s, of a hold of %s', charged_amount,
          fee_amount, provider + fee, fee, hold) as fault
      from (${RUNS}) r where provider + fee > hold or charged_amount > reserved_amount
        or provider + fee <> coalesce(charged_amount, 0)
        or fee <> case when charged_amount is null then 0 else coalesce(fee_amount, 0) end`,
  },
  {
    name: 'usage',
    about:
      'the hours of usage that are closed hold every run of theirs, with what was captured for it',
    reads: 'hours',
    sql: `select 'workspace' as kind, $1::uuid as id,
        format('the hour %s is closed with %s runs and %s charged, by end user %s and %s; there are %s with %s captured',
          to_char(hour at time zone 'UTC', ${HOUR}), coalesce(h.runs, 0), coalesce(h.charged, 0),
          coalesce(e.runs, 0), coalesce(e.charged, 0), coalesce(r.runs, 0), coalesce(r.captured, 0)) as fault
      from (
        select hour, sum(runs) as runs, sum(charged) as charged from usage_hour where ${CLOSED_HOURS} group by hour
      ) h full join (
        select hour, sum(runs) as runs, sum(charged) as charged from usage_hour_of_end_user
        where ${CLOSED_HOURS} group by hour
      ) e using (hour) full join (
        select * from json_to_recordset($5) as a (hour timestamptz, runs bigint, captured numeric)
      ) r using (hour)
      where (coalesce(h.runs, 0), coalesce(h.charged, 0), coalesce(e.runs, 0), coalesce(e.charged, 0)) is distinct from
        (coalesce(r.runs, 0), coalesce(r.captured, 0), coalesce(r.runs, 0), coalesce(r.captured, 0))
      order by hour`,
  },
];

/* What must hold between spending limits and runs, as queries like those of the other checks. */

/** The keys of each spender; a fault names the newest. */
const SPENDERS = `
  select spender, (array_agg(id order by id desc))[1] as key from api_key
  where workspace = $1 and spender is not null group by spender`;

/** The sums of the day's runs whose keys have limits. A run counts for its key, and for the key that created it. */
const OF_RUNS = `
  select u.spender, sum(coalesce(m.charged_amount, 0)) as spent,
    sum(case when m.finished_at is null then m.reserved_amount else 0 end) as held
  from run m join api_key k on k.id = m.api_key and k.spender is not null
  left join api_key p on p.id = k.made_by
  cross join lateral (values (k.spender), (p.spender)) u (spender)
  where u.spender is not null
    and m.workspace = $1 and m.created_at >= $2::timestamptz and m.created_at < $2::timestamptz + interval '24 hours'
    -- Ids carry the clock of the process that made them, times are the database's.
    and m.id >= run_id_bound($2::timestamptz - interval '10 minutes')
    and m.id <= run_id_bound($2::timestamptz + interval '24 hours 10 minutes')
  group by u.spender`;

export const LIMIT_CHECKS: readonly Check[] = [
  {
    name: 'spending',
    about: 'what counts against the limits of a key is what its runs were charged and hold',
    reads: 'days',
    sql: `select 'key' as kind, k.key as id,
        format('on %s, %s counts as spent and %s as held; its runs say %s and %s', s.day, s.spent, s.held,
          coalesce(r.spent, 0), coalesce(r.held, 0)) as fault
      from (${SPENDERS}) k
      join key_spending s on s.workspace = $1 and s.spender = k.spender
        and s.day = ($2::timestamptz at time zone 'UTC')::date
      left join (${OF_RUNS}) r on r.spender = k.spender
      where (s.spent, s.held) is distinct from (coalesce(r.spent, 0), coalesce(r.held, 0))`,
  },
  {
    name: 'spenders',
    about: 'a run that counts against limits has a sum of its day that it counts in',
    reads: 'runs',
    sql: `select 'run' as kind, m.id, 'counts against limits, and its day has no sum' as fault
      from run m where m.workspace = $1 and m.id > $2 and m.id <= $3 and m.spender is not null
        and exists (select from api_key k where k.workspace = $1 and k.spender = m.spender)
        and not exists (select from key_spending s where s.workspace = $1 and s.spender = m.spender
          and s.day = (m.created_at at time zone 'UTC')::date)`,
  },
  {
    name: 'budgets',
    about: 'what counts as held against the budgets of a customer is what its pending runs hold',
    reads: 'workspace',
    // One index look-up for each queued run, as of the pending runs of an account.
    sql: `select 'workspace' as kind, $1::uuid as id,
        format('%s counts as held against the budgets of a customer; its pending runs hold %s', coalesce(s.held, 0),
          coalesce(p.held, 0)) as fault
      from (select customer, total_held as held from customer_spending where workspace = $1) s full join (
        select m.customer, sum(m.reserved_amount) as held
        from run_queue q cross join lateral (
          select r.customer, r.reserved_amount, r.state from run r where r.workspace = $1 and r.id = q.run limit 1
        ) m
        where q.workspace = $1 and m.customer is not null and m.state not in ${TERMINAL} group by m.customer
      ) p using (customer)
      where coalesce(s.held, 0) <> coalesce(p.held, 0)`,
  },
  {
    name: 'balances',
    about: 'what is left of the grants of a prepaid customer is what its runs may still be charged',
    reads: 'workspace',
    sql: `select 'workspace' as kind, $1::uuid as id,
        format('grants to a customer have %s left, of %s that its runs may still be charged', coalesce(g.left, 0),
          c.prepaid_limit - coalesce(g.counted, s.total_spent)) as fault
      from customer c
      left join customer_spending s on s.workspace = $1 and s.customer = c.id
      left join lateral (
        select sum(g.amount - g.spent - g.expired) as left, max(g.counted) as counted from customer_grant g
        where g.workspace = $1 and g.customer = c.id and g.state <> 'ended'
      ) g on true
      where c.workspace = $1 and c.prepaid_limit is not null
        and c.prepaid_limit - coalesce(g.counted, s.total_spent, 0) <> coalesce(g.left, 0)
      union all
      select 'workspace', $1, format('%s is charged or held for a customer that may spend %s', s.total_spent + s.total_held,
        c.prepaid_limit)
      from customer c join customer_spending s on s.workspace = $1 and s.customer = c.id
      where c.workspace = $1 and s.total_spent + s.total_held > c.prepaid_limit
      union all
      select 'workspace', $1, 'what runs of a customer release of grants whose time is over would not be taken'
      from customer_spending s
      where s.workspace = $1 and not s.has_kept and exists (
        select from customer_grant g join run r on r.workspace = $1 and r.id = any (g.held_runs)
        where g.workspace = $1 and g.customer = s.customer and g.state = 'expiring' and r.customer = s.customer
          and r.state not in ${TERMINAL})`,
  },
];
