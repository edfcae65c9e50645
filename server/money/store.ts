/**
 * The SQL of accounts and of money that moves between them outside of runs. As everywhere, transactions lock accounts
 * in the order of their ids and never FOR UPDATE; each change of a cached balance is in one transaction with the
 * entries that explain it.
 */

import type { Queryable } from '../platform/db/pool.ts';
import { MAX_AMOUNT } from '../platform/lib/money.ts';

export type AccountKind = 'wallet' | 'key_credit';

export interface Balance {
  account: string;
  kind: AccountKind;
  available: number;
  held: number;
  spent: number;
  /** Runs that are not terminal. */
  pending: number;
}

export interface EntryRow {
  id: number;
  account: string;
  accountKind: AccountKind;
  run: string | null;
  /** The kind of the run. */
  runKind: string | null;
  kind: string;
  from: string;
  to: string;
  amount: number;
  reference: string | null;
  createdAt: Date;
  /** The key that created the run, or whose credit came or went. */
  apiKey: string | null;
}

/** An entry has to match every filter. */
export interface EntryFilter {
  /** Made at this time or later, and before `to`. */
  from?: Date;
  to?: Date;
  kind?: string;
  run?: string;
  apiKey?: string;
}

/** What raises a wallet: the operator's top-up, a payment by card, or a grant. */
export type CreditKind = 'top_up' | 'payment' | 'refund_reversed' | 'grant';

const BALANCE = 'id as account, kind, available, held, spent, pending';

export async function insertAccount(
  tx: Queryable,
  account: { workspace: string; id: string; kind: AccountKind },
): Promise<void> {
  await tx.query('insert into account (workspace, id, kind) values ($1, $2, $3)', [
    account.workspace,
    account.id,
    account.kind,
  ]);
}

/** Whether settlements of a workspace write deliveries and broadcasts; they read its accounts anyway. */
type Outbox = 'webhooks' | 'destinations';

/** Locks the accounts until the transaction ends. */
export async function setOutbox(
  tx: Queryable,
  workspace: string,
  { outbox, isUsed }: { outbox: Outbox; isUsed: boolean },
): Promise<void> {
  await tx.query(
    `with locked as (select id from account where workspace = $1 order by id for no key update)
     update account a set
       has_webhooks = case when $2 = 'webhooks' then $3 else a.has_webhooks end,
       has_destinations = case when $2 = 'destinations' then $3 else a.has_destinations end
     from locked l where a.id = l.id`,
    [workspace, outbox, isUsed],
  );
}

/** From now on, creates of the workspace look for budgets of customers. The caller has the lock of the wallet. */
export async function noteBudgets(tx: Queryable, workspace: string): Promise<void> {
  await tx.query(
    `update account set has_budgets = true where workspace = $1 and kind = 'wallet' and not has_budgets`,
    [workspace],
  );
}

export function selectBalances(db: Queryable, workspace: string): Promise<Balance[]> {
  return db.query<Balance>(
    `select ${BALANCE} from account where workspace = $1 order by kind = 'wallet' desc, id`,
    [workspace],
  );
}

/** The workspace's wallet and the named account, locked until the transaction ends. */
export function lockWithWallet(
  tx: Queryable,
  workspace: string,
  account: string | null,
): Promise<Balance[]> {
  return tx.query<Balance>(
    `select ${BALANCE} from account where workspace = $1 and (kind = 'wallet' or id = $2)
     order by id for no key update`,
    [workspace, account],
  );
}

/** The id of the new entry; undefined if an entry of this kind has the reference already. */
export async function insertCredit(
  tx: Queryable,
  credit: { workspace: string; amount: number; reference: string; kind: CreditKind },
): Promise<{ id: number } | undefined> {
  const [row] = await tx.query<{ id: number }>(
    `insert into ledger_entry
       (workspace, account, kind, debit_bucket, credit_bucket, amount, external_reference)
     select workspace, id, $4, 'external', 'available', $2::bigint, $3
     from account where workspace = $1 and kind = 'wallet'
     on conflict (workspace, external_reference, kind) where external_reference is not null
     do nothing
     returning id`,
    [credit.workspace, credit.amount, credit.reference, credit.kind],
  );
  return row;
}

/**
 * What was taken: at most what the wallet has available, and no credit of grants, which have `granted` left. Credit that
 * was moved to keys came from paid credit first. Zero leaves no entry.
 */
export async function insertRefund(
  tx: Queryable,
  refund: { workspace: string; atMost: number; granted: number; reference: string },
): Promise<number> {
  // First, so that the next statement sees what the wallet has then.
  await lockWithWallet(tx, refund.workspace, null);
  const [row] = await tx.query<{ amount: number }>(
    `with due as materialized (
       select id, least($2::bigint, available, available + held - $4::bigint) as amount
       from account where workspace = $1 and kind = 'wallet'
     ), taken as (
       update account a set available = a.available - d.amount from due d where a.id = d.id and d.amount > 0
       returning a.id, d.amount
     )
     insert into ledger_entry
       (workspace, account, kind, debit_bucket, credit_bucket, amount, external_reference)
     select $1, id, 'refund', 'available', 'external', amount, $3 from taken returning amount`,
    [refund.workspace, refund.atMost, refund.reference, refund.granted],
  );
  return row?.amount ?? 0;
}

export async function selectTopUp(
  tx: Queryable,
  workspace: string,
  reference: string,
): Promise<{ id: number; amount: number } | undefined> {
  const [row] = await tx.query<{ id: number; amount: number }>(
    `select id, amount from ledger_entry
     where workspace = $1 and external_reference = $2 and kind = 'top_up'`,
    [workspace, reference],
  );
  return row;
}

/**
 * The wallet after the credit; undefined if all accounts together would exceed the largest amount. So whatever a key's
 * account returns fits into the wallet. Only a credit raises the sum.
 */
export async function creditWallet(
  tx: Queryable,
  workspace: string,
  amount: number,
): Promise<Balance | undefined> {
  // First, so that the next statement sees the sum that the previous credit left.
  await lockWithWallet(tx, workspace, null);
  const [row] = await tx.query<Balance>(
    `update account set available = available + $2
     where workspace = $1 and kind = 'wallet' and $3::bigint - $2 >=
       (select sum(a.available + a.held + a.spent) from account a where a.workspace = $1)
     returning ${BALANCE}`,
    [workspace, amount, MAX_AMOUNT],
  );
  return row;
}

export async function insertTransfer(
  tx: Queryable,
  transfer: { workspace: string; from: string; to: string; amount: number; reference: string },
): Promise<void> {
  await tx.query(
    `insert into ledger_entry
       (workspace, account, kind, debit_bucket, credit_bucket, amount, external_reference)
     values ($1, $2, 'transfer_out', 'available', 'transit', $4, $5),
            ($1, $3, 'transfer_in', 'transit', 'available', $4, $5)`,
    [transfer.workspace, transfer.from, transfer.to, transfer.amount, transfer.reference],
  );
  await tx.query(
    `update account set available = available + case id when $2 then -$4::bigint else $4 end
     where workspace = $1 and id in ($2, $3)`,
    [transfer.workspace, transfer.from, transfer.to, transfer.amount],
  );
}

/** Returns everything that accounts of keys have available to the wallet, and how much it is. The caller has locked all. */
export async function returnToWallet(
  tx: Queryable,
  workspace: string,
  accounts: readonly string[],
): Promise<number> {
  if (accounts.length === 0) return 0;
  const [row] = await tx.query<{ returned: number }>(
    `with given as materialized (
       select id, available as amount, 'key-return:' || gen_random_uuid() as reference from account
       where workspace = $1 and id = any ($2::uuid[]) and kind = 'key_credit' and available > 0
     ), entered as (
       insert into ledger_entry
         (workspace, account, kind, debit_bucket, credit_bucket, amount, external_reference)
       select $1, e.account, e.kind, e.debit, e.credit, g.amount, g.reference
       from given g join account w on w.workspace = $1 and w.kind = 'wallet'
       cross join lateral (values (1, g.id, 'transfer_out', 'available', 'transit'),
         (2, w.id, 'transfer_in', 'transit', 'available')) e (n, account, kind, debit, credit)
       order by g.id, e.n
     ), moved as (
       update account a set available = a.available + m.amount
       from (
         select id, -amount as amount from given
         union all select w.id, sum(g.amount) from given g join account w on w.workspace = $1 and w.kind = 'wallet'
         group by w.id
       ) m where a.id = m.id
     )
     select coalesce(sum(amount), 0)::bigint as returned from given`,
    [workspace, accounts],
  );
  return row!.returned;
}

/* The SQL of closing balances. */

/** Adds up at most this many entries; returns whether another call has something to do. */
export async function closeNextEntries(db: Queryable, atMost: number): Promise<boolean> {
  const [row] = await db.query<{ more: boolean }>(
    'select close_balances($1) as more',
    [atMost],
    'close_balances',
  );
  return row!.more;
}

/* The SQL of charging stored bytes. */

export interface Stored {
  workspace: string;
  bytes: number;
}

/** Those that have not been charged for today, in UTC. */
export function selectUncharged(db: Queryable, stored: readonly Stored[]): Promise<Stored[]> {
  return db.query<Stored>(
    `select s.workspace, s.bytes from unnest($1::uuid[], $2::bigint[]) as s (workspace, bytes)
     where not exists (
       select from storage_charge c where c.workspace = s.workspace and c.day = (now() at time zone 'UTC')::date)`,
    [stored.map(({ workspace }) => workspace), stored.map(({ bytes }) => bytes)],
  );
}

/**
 * Charges a workspace for today, unless that was done before. The wallet pays what it has available; the deployment
 * bears the rest.
 */
export async function insertCharge(
  tx: Queryable,
  { workspace, bytes, price }: Stored & { price: string },
): Promise<void> {
  // First, so that the next statement sees what the wallet has then.
  await lockWithWallet(tx, workspace, null);
  await tx.query(
    `with charge as (
       insert into storage_charge (workspace, day, bytes, price, amount)
       select $1, (now() at time zone 'UTC')::date, $2, $3::numeric,
         least(ceil($2::bigint * $3::numeric * 0.000000001), $4::bigint)
       on conflict do nothing returning day, amount
     ), paid as (
       select a.id as account, c.day::text as day, c.amount, least(c.amount, a.available) as paid
       from charge c join account a on a.workspace = $1 and a.kind = 'wallet'
     ), entry as (
       insert into ledger_entry (workspace, account, kind, debit_bucket, credit_bucket, amount, external_reference)
       select $1, p.account, v.kind, v.debit, v.credit, v.amount, p.day
       from paid p cross join lateral (values
         (1, 'hold', 'available', 'held', p.paid),
         (2, 'storage', 'held', 'storage', p.paid),
         (3, 'loss', 'external', 'storage', p.amount - p.paid)
       ) v (ord, kind, debit, credit, amount) where v.amount > 0 order by v.ord
     )
     update account a set available = a.available - p.paid, spent = a.spent + p.paid
     from paid p where a.workspace = $1 and a.id = p.account`,
    [workspace, bytes, price, MAX_AMOUNT],
  );
}
