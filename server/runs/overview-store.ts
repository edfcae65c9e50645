/** The SQL of sums of runs across workspaces, for the operator. */
import type { Queryable } from '../platform/db/pool.ts';

export interface Spender {
  workspace: string;
  name: string;
  /** Charges including fees, in units, for runs that were created in that time. */
  charged: number;
  runs: number;
}

export interface Span {
  /** Whole hours, and the part of the present hour that has passed. */
  hours: number;
  atMost: number;
}

/**
 * The workspaces with the largest charges come first. The query reads closed hours as they are and adds up only later
 * runs.
 */
export function largestSpenders(db: Queryable, { hours, atMost }: Span): Promise<Spender[]> {
  return db.query<Spender>(
    `select w.id as workspace, w.name, s.charged::bigint as charged, s.runs::bigint as runs
     from workspace w
     cross join lateral (
       select date_trunc('hour', now()) - $1 * interval '1 hour' as since,
         coalesce((select c.until from usage_closed c where c.workspace = w.id), '1970-01-02') as closed
     ) t
     cross join lateral (
       select sum(a.charged) as charged, sum(a.runs) as runs from (
         select u.charged, u.runs from usage_hour u
         where u.workspace = w.id and u.hour >= t.since and u.hour < t.closed
         union all
         select coalesce(r.charged_amount, 0), 1 from run r
         where r.workspace = w.id and r.created_at >= greatest(t.since, t.closed)
           and r.id >= run_id_bound(greatest(t.since, t.closed) - interval '10 minutes')
       ) a
     ) s
     where s.charged > 0
     order by s.charged desc, w.id limit $2`,
    [hours, atMost],
    'largest_spenders',
  );
}

export interface Loss {
  workspace: string;
  name: string;
  /** What the deployment bears, in units. */
  lost: number;
  runs: number;
}

/** The workspaces whose runs lost most come first, over all entries of that time. Losses are few, and have an index. */
export function largestLosses(db: Queryable, { hours, atMost }: Span): Promise<Loss[]> {
  return db.query<Loss>(
    `select w.id as workspace, w.name, sum(e.amount)::bigint as lost, count(e.run)::bigint as runs
     from workspace w join ledger_entry e on e.workspace = w.id and e.kind = 'loss'
     where e.created_at >= date_trunc('hour', now()) - $1 * interval '1 hour'
     group by w.id, w.name
     order by lost desc, w.id limit $2`,
    [hours, atMost],
    'largest_losses',
  );
}

/** What the deployment lost within that time, in units. */
export async function totalLoss(db: Queryable, hours: number): Promise<number> {
  const [row] = await db.query<{ lost: number }>(
    `select coalesce(sum(e.amount), 0)::bigint as lost
     from workspace w join ledger_entry e on e.workspace = w.id and e.kind = 'loss'
     where e.created_at >= date_trunc('hour', now()) - $1 * interval '1 hour'`,
    [hours],
    'total_loss',
  );
  return row!.lost;
}
