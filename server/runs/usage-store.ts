/** The SQL of hourly usage, and of what keys have spent according to it. */
import type { Queryable } from '../platform/db/pool.ts';

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
