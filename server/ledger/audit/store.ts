/**
 * The invariants as queries: each selects what breaks one of them, so that no row means that it holds.
 * `$1` is the workspace; `$2` (exclusive) and `$3` (inclusive) bound the ids of runs.
 */
import type { Queryable } from '../../db/pool.ts';
import { LOWEST_UUID } from '../../kernel/ids.ts';

export interface Check {
  name: string;
  /** The invariant, as a sentence. */
  about: string;
  /** What one query of it reads: everything, one workspace, or one range of a workspace's runs. */
  reads: 'deployment' | 'workspace' | 'runs';
  sql: string;
}

export interface FaultRow {
  kind: 'workspace' | 'account' | 'key' | 'run';
  id: string;
  fault: string;
}

/** The first faults tell enough. */
const LIMIT = 'limit 5';
const RUNS_PER_RANGE = 10_000;

/** First in a transaction: all that it reads is of one moment, and it writes nothing. */
export async function beginSnapshot(tx: Queryable): Promise<void> {
  await tx.query('set transaction isolation level repeatable read, read only');
  // Without statistics, as in a young database, the planner would aggregate once per run.
  await tx.query('set local enable_nestloop = off');
}

export async function selectWorkspaces(tx: Queryable): Promise<string[]> {
  const rows = await tx.query<{ id: string }>('select id from workspace order by id');
  return rows.map(({ id }) => id);
}

/** Lower bounds of ranges that together hold every run of the workspace, and any other id. */
export async function rangesOfRuns(tx: Queryable, workspace: string): Promise<string[]> {
  const bounds = [LOWEST_UUID];
  for (;;) {
    const [next] = await tx.query<{ id: string }>(
      'select id from run where workspace = $1 and id > $2 order by id offset $3 limit 1',
      [workspace, bounds.at(-1), RUNS_PER_RANGE - 1],
    );
    if (next === undefined) return bounds;
    bounds.push(next.id);
  }
}

export function readFaults(tx: Queryable, check: Check, parameters: string[]): Promise<FaultRow[]> {
  return tx.query<FaultRow>(check.sql, parameters);
}

const TERMINAL = `('completed', 'failed')`;

/**
 * The workspaces that each table names, found by skipping from one to the next through an index that has the
 * workspace first; the queue has none, and is short.
 */
const NAMED_WORKSPACES = `
  with recursive named (table_name, workspace) as (
    select table_name, '00000000-0000-0000-0000-000000000000'::uuid
    from unnest(array['account', 'api_key', 'run', 'run_payload', 'request_key', 'ledger_entry', 'audit_event']) table_name
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
      when 'audit_event' then
        (select t.workspace from audit_event t where t.workspace > n.workspace order by 1 limit 1)
    end
    from named n where n.workspace is not null
  )
  select table_name, workspace from named where workspace > '00000000-0000-0000-0000-000000000000'
  union all select distinct 'run_queue', workspace from run_queue`;

/** What the entries of a workspace add up to, per account. */
const SUMS = `
  select account,
    coalesce(sum(amount) filter (where credit_bucket = 'available'), 0)
      - coalesce(sum(amount) filter (where debit_bucket = 'available'), 0) as available,
    coalesce(sum(amount) filter (where credit_bucket = 'held'), 0)
      - coalesce(sum(amount) filter (where debit_bucket = 'held'), 0) as held,
    coalesce(sum(amount) filter (where debit_bucket = 'held' and credit_bucket <> 'available'), 0) as spent
  from ledger_entry where workspace = $1 group by account`;

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
      count(*) filter (where not exists (
        select from run r where r.workspace = e.workspace and r.id = e.run and r.account = e.account
      )) as strange
    from ledger_entry e where e.workspace = $1 and e.run > $2 and e.run <= $3 group by e.run
  ) e on e.run = m.id
  where m.workspace = $1 and m.id > $2 and m.id <= $3`;

export const CHECKS: readonly Check[] = [
  {
    name: 'workspaces',
    about: 'everything belongs to a workspace that exists',
    reads: 'deployment',
    sql: `select 'workspace' as kind, n.workspace as id, 'does not exist, but has rows in ' || n.table_name as fault
      from (${NAMED_WORKSPACES}) n
      where not exists (select from workspace w where w.id = n.workspace) ${LIMIT}`,
  },
  {
    name: 'wallets',
    about: 'every workspace has one wallet',
    reads: 'workspace',
    sql: `select 'workspace' as kind, $1::uuid as id, 'has ' || count(*) || ' wallets' as fault
      from account where workspace = $1 and kind = 'wallet' having count(*) <> 1 ${LIMIT}`,
  },
  {
    name: 'key-accounts',
    about: 'the credit of a key is an account of its workspace',
    reads: 'workspace',
    sql: `select 'key' as kind, k.id, 'its account ' || k.account || ' is not one of the workspace' as fault
      from api_key k where k.workspace = $1 and k.account is not null and not exists (
        select from account a where a.id = k.account and a.workspace = $1 and a.kind = 'key_credit') ${LIMIT}`,
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
      ) o where not exists (select from run m where m.workspace = $1 and m.id = o.id)
      union all
      select 'run', m.id, 'its key ' || m.api_key || ' does not exist' from run m
      where m.workspace = $1 and m.id > $2 and m.id <= $3
        and not exists (select from api_key k where k.id = m.api_key and k.workspace = $1)
      union all
      select 'run', m.id, 'its account ' || m.account || ' does not exist' from run m
      where m.workspace = $1 and m.id > $2 and m.id <= $3
        and not exists (select from account a where a.id = m.account and a.workspace = $1) ${LIMIT}`,
  },
  {
    name: 'keys-of-runs',
    about: 'every request key names a run',
    reads: 'workspace',
    sql: `select 'run' as kind, k.run as id, 'does not exist, but has a request key' as fault from request_key k
      where k.workspace = $1 and not exists (select from run m where m.workspace = $1 and m.id = k.run) ${LIMIT}`,
  },
  {
    name: 'payloads',
    about: 'every run has its payload',
    reads: 'runs',
    sql: `select 'run' as kind, m.id, 'has no payload row' as fault from run m
      where m.workspace = $1 and m.id > $2 and m.id <= $3
        and not exists (select from run_payload p where p.workspace = $1 and p.run = m.id) ${LIMIT}`,
  },
  {
    name: 'request-keys',
    about: 'every run has its request key, which names no other run',
    reads: 'runs',
    sql: `select 'run' as kind, m.id,
        case when k.run is null then 'has no request key' else 'its request key names the run ' || k.run end as fault
      from run m left join request_key k on k.workspace = m.workspace and k.operation = m.kind
        and k.idempotency_key = m.idempotency_key
      where m.workspace = $1 and m.id > $2 and m.id <= $3 and k.run is distinct from m.id ${LIMIT}`,
  },
  {
    name: 'queue',
    about: 'a run is in the queue exactly until it is terminal',
    reads: 'runs',
    sql: `select 'run' as kind, m.id,
        m.state || case when q.run is null then ', but not in the queue' else ', but still in the queue' end as fault
      from run m left join run_queue q on q.run = m.id and q.workspace = m.workspace
      where m.workspace = $1 and m.id > $2 and m.id <= $3
        and (m.state in ${TERMINAL}) = (q.run is not null) ${LIMIT}`,
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
      ) t group by external_reference having sum(left_amount) <> sum(arrived) ${LIMIT}`,
  },
  {
    name: 'below-zero',
    about: 'no account has ever given more than it had',
    reads: 'workspace',
    sql: `select 'account' as kind, account as id,
        format('the entries add up to %s available and %s held', available, held) as fault
      from (${SUMS}) s where available < 0 or held < 0 ${LIMIT}`,
  },
  {
    name: 'balances',
    about: 'cached balances are the sums of the entries',
    reads: 'workspace',
    sql: `select 'account' as kind, coalesce(a.id, s.account) as id,
        format('cached %s available, %s held, %s spent; the entries say %s, %s, %s', a.available, a.held, a.spent,
          coalesce(s.available, 0), coalesce(s.held, 0), coalesce(s.spent, 0)) as fault
      from (select * from account where workspace = $1) a full join (${SUMS}) s on s.account = a.id
      where (a.available, a.held, a.spent) is distinct from
        (coalesce(s.available, 0), coalesce(s.held, 0), coalesce(s.spent, 0)) ${LIMIT}`,
  },
  {
    name: 'pending',
    about: 'an account counts its pending runs, and holds what they reserved',
    reads: 'workspace',
    sql: `select 'account' as kind, a.id,
        format('counts %s pending runs and holds %s; there are %s that reserved %s',
          a.pending, a.held, coalesce(p.runs, 0), coalesce(p.reserved, 0)) as fault
      from account a left join (
        select m.account, count(*) as runs, sum(m.reserved_amount) as reserved
        from run_queue q join run m on m.workspace = q.workspace and m.id = q.run
        where q.workspace = $1 and m.state not in ${TERMINAL} group by m.account
      ) p on p.account = a.id
      where a.workspace = $1 and (a.pending, a.held) is distinct from (coalesce(p.runs, 0), coalesce(p.reserved, 0)) ${LIMIT}`,
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
        and (hold <> reserved_amount or provider + fee + release > 0)) or strange > 0 ${LIMIT}`,
  },
  {
    name: 'settled',
    about: 'a terminal run holds nothing: its hold was captured or released',
    reads: 'runs',
    sql: `select 'run' as kind, id,
        format('%s with %s reserved: held %s, captured %s, released %s', state, reserved_amount, hold,
          provider + fee, release) as fault
      from (${RUNS}) r where terminal and (hold <> reserved_amount or provider + fee + release <> hold) ${LIMIT}`,
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
        or fee <> case when charged_amount is null then 0 else coalesce(fee_amount, 0) end ${LIMIT}`,
  },
  {
    name: 'usage',
    about:
      'the hours of usage that are closed hold every run of theirs, with what was captured for it',
    reads: 'workspace',
    sql: `select 'workspace' as kind, $1::uuid as id,
        format('closed hours count %s runs and %s charged, by end user %s and %s; there are %s with %s captured',
          h.runs, h.charged, e.runs, e.charged, r.runs, r.captured) as fault
      from usage_closed c
      cross join lateral (
        select coalesce(sum(runs), 0) as runs, coalesce(sum(charged), 0) as charged
        from usage_hour where workspace = $1) h
      cross join lateral (
        select coalesce(sum(runs), 0) as runs, coalesce(sum(charged), 0) as charged
        from usage_hour_of_end_user where workspace = $1) e
      cross join lateral (
        select count(*) as runs, coalesce(sum(l.captured), 0) as captured
        from run m left join (
          select run, sum(amount) as captured from ledger_entry
          where workspace = $1 and kind in ('capture_provider', 'capture_fee') group by run
        ) l on l.run = m.id
        where m.workspace = $1 and m.created_at < c.until) r
      where c.workspace = $1
        and ((h.runs, h.charged) is distinct from (r.runs, r.captured)
          or (e.runs, e.charged) is distinct from (r.runs, r.captured)) ${LIMIT}`,
  },
];
