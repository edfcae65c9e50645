/** The SQL of closing balances. */
import type { Queryable } from '../platform/db/pool.ts';

/** Adds up at most this many entries; returns whether another call has something to do. */
export async function closeNextEntries(db: Queryable, atMost: number): Promise<boolean> {
  const [row] = await db.query<{ more: boolean }>(
    'select close_balances($1) as more',
    [atMost],
    'close_balances',
  );
  return row!.more;
}
