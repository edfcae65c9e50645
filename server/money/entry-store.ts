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

interface Flows {
  /** What the accounts have now, available and held. */
  total: number;
  /** What came in since `to`, minus what went out. */
  later: number;
  credited: number;
  granted: number;
  expired: number;
  returned: number;
  provider: number;
  fee: number;
  storage: number;
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
