/**
 * The SQL of sums over runs: hours of usage, which the worker closes once they are over; what keys and workspaces spent;
 * and what the deployment lost. Closed hours are read as they are, so that no sum depends on the number of runs.
 */
import type { Db, Queryable } from '../platform/db/pool.ts';

const WORKSPACES_PER_CALL = 200;

/**
 * Closes the hours that are over, and resolves when it has closed all that can be closed now. A call that is interrupted,
 * or runs at the same time as another, counts nothing twice.
 */
export async function closeEndedHours(db: Db): Promise<void> {
  // A call closes at most one day of each workspace.
  while ((await closeUsage(db, WORKSPACES_PER_CALL)) > 0);
}

/** Returns the number of workspaces whose hours it closed. */
export async function closeUsage(db: Queryable, atMost: number): Promise<number> {
  const [row] = await db.query<{ closed: number }>(
    'select close_usage($1) as closed',
    [atMost],
    'close_usage',
  );
  return row!.closed;
}

export interface KeySpend {
  /** The charges for runs of the key, including fees. */
  spent: number;
  /** The holds of pending runs of the key. */
  held: number;
}

/**
 * Finds what a key of the workspace has spent; a key without runs has spent nothing. The query reads closed hours as
 * they are and adds up only later runs.
 */
export async function spendOfKeys(
  db: Queryable,
  workspace: string,
): Promise<(key: string) => KeySpend> {
  const rows = await db.query<KeySpend & { key: string }>(
    `with closed as (
       select coalesce((select until from usage_closed where workspace = $1), '1970-01-02') as until
     ), spend as (
       select u.api_key, u.charged as spent, 0 as held from usage_hour u, closed c
       where u.workspace = $1 and u.hour < c.until
       union all
       select r.api_key, coalesce(r.charged_amount, 0),
         case when r.finished_at is null then r.reserved_amount else 0 end
       from run r
       where r.workspace = $1 and r.created_at >= (select until from closed)
         and r.id >= (select run_id_bound(until - interval '10 minutes') from closed)
     )
     select api_key as key, sum(spent)::bigint as spent, sum(held)::bigint as held from spend group by api_key`,
    [workspace],
  );
  const spends = new Map(rows.map(({ key, spent, held }) => [key, { spent, held }]));
  return (key) => spends.get(key) ?? { spent: 0, held: 0 };
}

export interface Spender {
  workspace: string;
  name: string;
  /** Charges including fees, in units, for runs that were created in that time. */
  charged: number;
  runs: number;
}

interface Span {
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
