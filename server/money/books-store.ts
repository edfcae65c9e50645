/** The SQL of the operator's books: sums of closed entries, and the few entries that are not closed yet. */
import type { Queryable } from '../platform/db/pool.ts';

/** What moved in one way. Sums of all workspaces can exceed the largest amount, so they are texts. */
export interface FlowRow {
  kind: string;
  /** Where it went. */
  to: string;
  part: 'before' | 'month' | 'after';
  amount: string;
  entries: number;
}

export interface TaxSums {
  received: string;
  receivedEntries: number;
  returned: string;
  returnedEntries: number;
}

interface Span {
  from: Date;
  to: Date;
}

interface Closed {
  until: number;
  /** Nothing is added to the sums before it. */
  final: Date;
}

export async function selectClosed(tx: Queryable): Promise<Closed> {
  const [row] = await tx.query<Closed>('select until, books_final as final from ledger_closed');
  return row!;
}

/** Before, in and after the span. In the snapshot of `closed`, which is known when PostgreSQL plans the query. */
export function selectFlows(
  tx: Queryable,
  { from, to, until, final }: Span & Closed,
): Promise<FlowRow[]> {
  return tx.query<FlowRow>(
    `with flow as (
       select s.at, s.kind, s.credit_bucket, s.amount, s.entries from ledger_sum s
       union all
       select greatest(e.created_at, $4), e.kind, e.credit_bucket, e.amount, 1
       from ledger_entry e where e.id > $3 and e.kind not in ('hold', 'release')
     )
     select kind, credit_bucket as to,
       case when at < $1 then 'before' when at < $2 then 'month' else 'after' end as part,
       sum(amount)::text as amount, sum(entries)::bigint as entries
     from flow group by 1, 2, 3`,
    [from, to, until, final],
  );
}

/** What all accounts have, available and held. */
export async function sumOfAccounts(tx: Queryable): Promise<string> {
  const [row] = await tx.query<{ sum: string }>(
    'select coalesce(sum(available + held), 0)::text as sum from account',
  );
  return row!.sum;
}

/** Runs that ended in the span without anybody knowing what their providers charge for them. */
export async function countUnknownCosts(tx: Queryable, { from, to }: Span): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*) as count from audit_event
     where created_at >= $1 and created_at < $2
       and (kind in ('outcome_given_up', 'completed_uncharged') or kind = 'answer_lost' and detail ->> 'loss_amount' is null)`,
    [from, to],
  );
  return row!.count;
}

/** Taxes that came with payments, and those that went back with them. */
export async function sumOfTaxes(tx: Queryable, { from, to }: Span): Promise<TaxSums> {
  const [row] = await tx.query<TaxSums>(
    `select coalesce(sum(amount) filter (where amount > 0), 0)::text as received,
       count(*) filter (where amount > 0) as "receivedEntries",
       coalesce(-sum(amount) filter (where amount < 0), 0)::text as returned,
       count(*) filter (where amount < 0) as "returnedEntries"
     from tax_entry where created_at >= $1 and created_at < $2`,
    [from, to],
  );
  return row!;
}

export async function insertTax(
  tx: Queryable,
  tax: { workspace: string; reference: string; amount: number },
): Promise<void> {
  await tx.query('insert into tax_entry (workspace, reference, amount) values ($1, $2, $3)', [
    ...[tax.workspace, tax.reference, tax.amount],
  ]);
}

/** What was credited for payments by card, by the references of their entries. */
export function creditsOf(
  db: Queryable,
  payments: readonly { workspace: string; reference: string }[],
): Promise<{ reference: string; amount: number }[]> {
  return db.query<{ reference: string; amount: number }>(
    `select e.external_reference as reference, e.amount from unnest($1::uuid[], $2::text[]) as p (workspace, reference)
     join ledger_entry e on e.workspace = p.workspace and e.external_reference = p.reference and e.kind = 'payment'`,
    [payments.map(({ workspace }) => workspace), payments.map(({ reference }) => reference)],
  );
}
