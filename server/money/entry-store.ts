/**
 * The SQL of reading entries. An index bounds every list: per account, per run, and by kind for the rare kinds. For
 * entries of a key, or of another kind, the query searches a bounded number of entries.
 */

import type { Queryable } from '../platform/db/pool.ts';
import type { EntryRow } from './store.ts';

interface EntryQuery {
  workspace: string;
  before: number;
  /** The lowest possible number. */
  after: number;
  limit: number;
}

/** Kinds that bring in credit that is paid for. */
const CREDITS = `'{top_up,payment,refund_reversed}'`;

/**
 * Columns of an entry `e` of an account `a`. Both halves of a transfer have one reference, and belong to the key that
 * took over the account.
 */
const ENTRY = `
  e.id, e.account, a.kind as "accountKind", e.run, e.kind, e.debit_bucket as from, e.credit_bucket as to,
  e.amount, e.external_reference as reference, e.created_at as "createdAt",
  (select m.kind from run m where m.workspace = e.workspace and m.id = e.run) as "runKind",
  case
    when e.run is not null then
      (select m.api_key from run m where m.workspace = e.workspace and m.id = e.run)
    when e.kind = 'grant_expired' then
      (select k.id from api_key k where k.account = e.account and k.rotated_to is null
       order by k.created_at <= e.created_at desc, k.id desc limit 1)
    when e.kind not in ('top_up', 'payment', 'refund', 'refund_reversed', 'grant') then
      (select k.id from ledger_entry o join api_key k on k.account = o.account
       where o.workspace = e.workspace and o.external_reference = e.external_reference
         and o.kind in ('transfer_in', 'transfer_out') and k.rotated_to is null
       -- Keys of one person for the playground share an account, one after the other.
       order by k.created_at <= e.created_at desc, k.id desc limit 1)
  end as "apiKey"`;

/** Newest first, below the entry `before`; per account, because the index is. */
export function selectEntries(db: Queryable, query: EntryQuery): Promise<EntryRow[]> {
  return db.query<EntryRow>(
    `select ${ENTRY} from account a cross join lateral (
       select * from ledger_entry e
       where e.workspace = a.workspace and e.account = a.id and e.id < $2 and e.id >= $4
       order by e.id desc limit $3
     ) e
     where a.workspace = $1 order by e.id desc limit $3`,
    [query.workspace, query.before, query.limit, query.after],
  );
}

/** The same for a kind that has an index of its own. */
export function selectRareEntries(
  db: Queryable,
  query: EntryQuery & { kind: string },
): Promise<EntryRow[]> {
  return db.query<EntryRow>(
    `select ${ENTRY} from (
       select * from ledger_entry e where e.workspace = $1 and e.kind = $4 and e.id < $2 and e.id >= $5
         and e.kind in (
           'top_up', 'payment', 'refund', 'refund_reversed', 'grant', 'grant_expired', 'transfer_out', 'transfer_in', 'loss')
       order by e.id desc limit $3
     ) e join account a on a.id = e.account order by e.id desc`,
    [query.workspace, query.before, query.limit, query.kind, query.after],
  );
}

export function selectEntriesOfRun(
  db: Queryable,
  workspace: string,
  run: string,
): Promise<EntryRow[]> {
  return db.query<EntryRow>(
    `select ${ENTRY} from ledger_entry e join account a on a.id = e.account
     where e.workspace = $1 and e.run = $2 order by e.id`,
    [workspace, run],
  );
}

/**
 * Among this many entries below `before`; if the query read them all, `lastScanned` is the oldest of them. Those of a
 * key are in its own account or in the wallet.
 */
export async function scanEntries(
  db: Queryable,
  query: EntryQuery & { kind: string | null; apiKey: string | null; scanAtMost: number },
): Promise<{ rows: EntryRow[]; lastScanned: number | null }> {
  const found = await db.query<EntryRow & { id: number | null; scanned: number; last: number }>(
    `with scanned as materialized (
       select e.* from account a cross join lateral (
         select * from ledger_entry e where e.workspace = a.workspace and e.account = a.id and e.id < $2 and e.id >= $7
         order by e.id desc limit $6
       ) e
       where a.workspace = $1 and ($5::uuid is null or a.kind = 'wallet'
         or a.id = (select k.account from api_key k where k.workspace = $1 and k.id = $5))
       order by e.id desc limit $6
     ), page as (
       select * from (select ${ENTRY} from scanned e join account a on a.id = e.account) p
       where ($5::uuid is null or p."apiKey" = $5) and ($4::text is null or p.kind = $4) order by p.id desc limit $3
     ), edge as (
       select count(*) as scanned, min(id) as last from scanned
     )
     select edge.scanned, edge.last, page.* from edge left join page on true order by page.id desc`,
    [
      ...[query.workspace, query.before, query.limit],
      ...[query.kind, query.apiKey, query.scanAtMost, query.after],
    ],
  );
  const edge = found[0]!;
  return {
    rows: found.filter(({ id }) => id !== null),
    lastScanned: edge.scanned === query.scanAtMost ? edge.last : null,
  };
}

/** The numbers between which the entries of a period are, with some that are outside of it. */
export async function selectBounds(
  db: Queryable,
  { from, to }: { from: Date | undefined; to: Date | undefined },
): Promise<{ after: number | null; before: number | null }> {
  const [row] = await db.query<{ after: number | null; before: number | null }>(
    `select case when $1::timestamptz is not null then entry_bound($1) end as after,
       case when $2::timestamptz is not null then entry_bound($2 + interval '20 minutes') end as before`,
    [from ?? null, to ?? null],
  );
  return row!;
}

/**
 * What the wallet had available right after this entry. Reads only newer entries; undefined if there are more than
 * `atMost`.
 */
export async function selectWalletAfter(
  db: Queryable,
  { workspace, entry, atMost }: { workspace: string; entry: number; atMost: number },
): Promise<number | undefined> {
  const [row] = await db.query<{ balance: number; newer: number }>(
    `select (a.available - n.sum)::bigint as balance, n.newer
     from account a cross join lateral (
       select count(*) as newer, coalesce(sum(
         case when e.credit_bucket = 'available' then e.amount when e.debit_bucket = 'available' then -e.amount end
       ), 0) as sum
       from (
         select * from ledger_entry e where e.workspace = a.workspace and e.account = a.id and e.id > $2
         order by e.id desc limit $3
       ) e
     ) n
     where a.workspace = $1 and a.kind = 'wallet'`,
    [workspace, entry, atMost + 1],
  );
  return row && row.newer <= atMost ? row.balance : undefined;
}

/* The SQL of statements. */

export interface StatementCredit {
  reference: string;
  amount: number;
  createdAt: Date;
}

export interface Flows {
  /** What the accounts have now, available and held. */
  total: number;
  /** What came in since `to`, minus what went out. */
  later: number;
  credited: number;
  /** Given by the operator, and what of it expired unspent. */
  granted: number;
  expired: number;
  /** Taken back, because payers have it again. */
  returned: number;
  provider: number;
  fee: number;
  storage: number;
  /** Charged runs. */
  runs: number;
}

interface Span {
  from: Date;
  to: Date;
}

/** Since the beginning of the span, and in it: reads from the first entry that can belong to it. */
export async function selectFlows(
  tx: Queryable,
  workspace: string,
  { from, to }: Span,
): Promise<Flows> {
  const [row] = await tx.query<Flows>(
    `with flow as (
       select e.kind, e.created_at >= $3 as is_later, sum(e.amount) as amount, count(*) as count
       from account a cross join lateral (
         select * from ledger_entry e
         where e.workspace = a.workspace and e.account = a.id and e.id >= entry_bound($2)
           and e.created_at >= $2 and (e.kind = any (${CREDITS})
             or e.kind in ('grant', 'grant_expired', 'refund', 'capture_provider', 'capture_fee', 'storage'))
       ) e where a.workspace = $1 group by 1, 2
     )
     select (select coalesce(sum(available + held), 0) from account where workspace = $1)::bigint as total,
       coalesce(sum(case when kind = any (${CREDITS}) or kind = 'grant' then amount else -amount end)
         filter (where is_later), 0)::bigint as later,
       coalesce(sum(amount) filter (where kind = any (${CREDITS}) and not is_later), 0)::bigint as credited,
       coalesce(sum(amount) filter (where kind = 'grant' and not is_later), 0)::bigint as granted,
       coalesce(sum(amount) filter (where kind = 'grant_expired' and not is_later), 0)::bigint as expired,
       coalesce(sum(amount) filter (where kind = 'refund' and not is_later), 0)::bigint as returned,
       coalesce(sum(amount) filter (where kind = 'capture_provider' and not is_later), 0)::bigint as provider,
       coalesce(sum(amount) filter (where kind = 'capture_fee' and not is_later), 0)::bigint as fee,
       coalesce(sum(amount) filter (where kind = 'storage' and not is_later), 0)::bigint as storage,
       coalesce(sum(count) filter (where kind = 'capture_provider' and not is_later), 0)::bigint as runs
     from flow`,
    [workspace, from, to],
  );
  return row!;
}

export function selectCredits(
  tx: Queryable,
  { workspace, from, to, limit }: Span & { workspace: string; limit: number },
): Promise<StatementCredit[]> {
  return tx.query<StatementCredit>(
    `select e.external_reference as reference, e.amount, e.created_at as "createdAt" from ledger_entry e
     where e.workspace = $1 and e.kind = any (${CREDITS})
       and e.created_at >= $2 and e.created_at < $3
     order by e.id desc limit $4`,
    [workspace, from, to, limit],
  );
}

/* The SQL of charges: what the runs of all kinds were charged in a span, by the entries that the statement adds up. */

export interface ChargedSpan extends Span {
  workspace: string;
  /** Only runs of this end user. */
  endUser?: string | undefined;
}

export interface ChargeQuery extends ChargedSpan {
  by: 'endUser' | 'key' | 'subject' | 'kind' | 'day' | 'label';
  /** The name of the label. */
  label: string | undefined;
  /** The first instants of the days, and that of the day after the last one. */
  days: readonly { name: string; at: Date }[];
  /** The ranks of the groups to return, from 1; those below are one more group if `withRest`. */
  above: number;
  atMost: number;
  withRest: boolean;
}

export interface ChargedGroup {
  rank: number;
  /** Null for runs that have none, and for the rest. */
  name: string | null;
  kind: string | null;
  isRest: boolean;
  runs: number;
  provider: number;
  fee: number;
}

/** The entries of the workspace $1 by which runs were charged since $2 and before $3. */
export const CAPTURES = `
  select e.* from account a cross join lateral (
    select e.run, e.kind, e.amount, e.created_at from ledger_entry e
    where e.workspace = a.workspace and e.account = a.id
      and e.id >= entry_bound($2) and e.id < entry_bound($3::timestamptz + interval '20 minutes')
      and e.created_at >= $2 and e.created_at < $3 and e.kind in ('capture_provider', 'capture_fee')
  ) e where a.workspace = $1`;

/** What each run was charged, by these entries. */
const CHARGED_RUNS = `
  select e.run, max(e.created_at) as at,
    coalesce(sum(e.amount) filter (where e.kind = 'capture_provider'), 0) as provider,
    coalesce(sum(e.amount) filter (where e.kind = 'capture_fee'), 0) as fee
  from (${CAPTURES}) e group by e.run`;

/** By what they were charged, the highest first. */
export function selectChargedGroups(db: Queryable, query: ChargeQuery): Promise<ChargedGroup[]> {
  return db.query<ChargedGroup>(
    `with charged as materialized (
       ${CHARGED_RUNS}
     ), named as (
       select case $4::text when 'endUser' then r.end_user_id when 'key' then r.api_key::text when 'kind' then r.kind
           when 'subject' then r.subject when 'label' then r.metadata ->> $5
           when 'day' then ($6::text[])[width_bucket(c.at, $7::timestamptz[])] end as name,
         case when $4::text = 'subject' then r.kind end as kind, c.provider, c.fee
       from charged c left join run r on r.workspace = $1 and r.id = c.run
       where $11::text is null or r.end_user_id = $11
     ), ranked as (
       select name, kind, count(*) as runs, sum(provider) as provider, sum(fee) as fee,
         row_number() over (order by sum(provider + fee) desc, count(*) desc, name collate "C" nulls last, kind) as rank
       from named group by name, kind
     )
     select min(rank) as rank, case when rank <= $8::bigint + $9::bigint then name end as name,
       case when rank <= $8::bigint + $9::bigint then kind end as kind, rank > $8::bigint + $9::bigint as "isRest",
       sum(runs)::bigint as runs, sum(provider)::bigint as provider, sum(fee)::bigint as fee
     from ranked where rank > $8::bigint and (rank <= $8::bigint + $9::bigint or $10::boolean)
     group by least(rank, $8::bigint + $9::bigint + 1), 2, 3, 4 order by 1`,
    [
      ...[query.workspace, query.from, query.to, query.by, query.label ?? null],
      query.days.map(({ name }) => name),
      query.days.map(({ at }) => at),
      ...[query.above, query.atMost, query.withRest, query.endUser ?? null],
    ],
  );
}

export interface ChargedRun {
  /** Of the entry. */
  id: number;
  at: Date;
  run: string;
  kind: string;
  subject: string;
  apiKey: string;
  idempotencyKey: string;
  endUser: string | null;
  session: string | null;
  prompt: string | null;
  promptVersion: string | null;
  /** As JSON. */
  labels: string | null;
  currency: string;
  scale: number;
  provider: number;
  fee: number;
}

/** Oldest first, above the entry `after`: each run at the later one of the two entries that charge it. */
export function selectChargedRuns(
  db: Queryable,
  query: ChargedSpan & { after: number; limit: number },
): Promise<ChargedRun[]> {
  return db.query<ChargedRun>(
    `select e.id, e.created_at as at, r.id as run, r.kind, r.subject, r.api_key as "apiKey",
       r.idempotency_key as "idempotencyKey", r.end_user_id as "endUser", r.session_id as session, r.prompt_id as prompt,
       r.prompt_version as "promptVersion", r.metadata::text as labels, r.currency, r.scale,
       case when e.kind = 'capture_provider' then e.amount else e.other end as provider,
       case when e.kind = 'capture_fee' then e.amount else e.other end as fee
     from account a cross join lateral (
       select e.*, coalesce(o.amount, 0) as other
       from ledger_entry e left join ledger_entry o on o.workspace = e.workspace and o.run = e.run
         and o.kind = case e.kind when 'capture_fee' then 'capture_provider' else 'capture_fee' end
       where e.workspace = a.workspace and e.account = a.id and e.id >= greatest($4 + 1, entry_bound($2))
         and e.id < entry_bound($3::timestamptz + interval '20 minutes')
         and e.created_at >= $2 and e.created_at < $3 and e.kind in ('capture_provider', 'capture_fee')
         and (o.id is null or o.id < e.id)
         and ($6::text is null or exists (
           select from run r where r.workspace = e.workspace and r.id = e.run and r.end_user_id = $6))
       order by e.id limit $5
     ) e join run r on r.workspace = e.workspace and r.id = e.run
     where a.workspace = $1 order by e.id limit $5`,
    [...[query.workspace, query.from, query.to, query.after, query.limit], query.endUser ?? null],
  );
}
