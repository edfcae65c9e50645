/** The SQL of statements. */
import type { Queryable } from '../platform/db/pool.ts';

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
           and e.created_at >= $2 and e.kind in ('top_up', 'capture_provider', 'capture_fee', 'storage')
       ) e where a.workspace = $1 group by 1, 2
     )
     select (select coalesce(sum(available + held), 0) from account where workspace = $1)::bigint as total,
       coalesce(sum(case kind when 'top_up' then amount else -amount end) filter (where is_later), 0)::bigint as later,
       coalesce(sum(amount) filter (where kind = 'top_up' and not is_later), 0)::bigint as credited,
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
     where e.workspace = $1 and e.kind = 'top_up' and e.kind in ('top_up', 'transfer_out', 'transfer_in', 'loss')
       and e.created_at >= $2 and e.created_at < $3
     order by e.id desc limit $4`,
    [workspace, from, to, limit],
  );
}
