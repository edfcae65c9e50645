/** The SQL of charging stored bytes. */
import type { Queryable } from '../platform/db/pool.ts';
import { MAX_AMOUNT } from '../platform/lib/money.ts';
import { lockWithWallet } from './store.ts';

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
