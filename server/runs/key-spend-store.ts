/** The SQL of what keys have spent and hold. */
import type { Queryable } from '../db/pool.ts';

export interface KeySpend {
  /** Charged for runs of the key, fees included. */
  spent: number;
  /** For runs of the key that are pending. */
  held: number;
}

/**
 * Finds what a key of the workspace has spent; a key without runs has spent nothing. Reads every run of the
 * workspace: it is asked seldom, and not on the connections of those who cannot wait.
 */
export async function spendOfKeys(
  db: Queryable,
  workspace: string,
): Promise<(key: string) => KeySpend> {
  const rows = await db.query<KeySpend & { key: string }>(
    `select api_key as key, coalesce(sum(charged_amount), 0)::bigint as spent,
       coalesce(sum(reserved_amount) filter (where finished_at is null), 0)::bigint as held
     from run where workspace = $1 group by api_key`,
    [workspace],
  );
  const spends = new Map(rows.map(({ key, spent, held }) => [key, { spent, held }]));
  return (key) => spends.get(key) ?? { spent: 0, held: 0 };
}
