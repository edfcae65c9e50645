/** The SQL of windows in PostgreSQL. Only the database's clock determines when one begins and ends. */
import type { Queryable } from '../db/pool.ts';
import { type Addition, type Counted, WINDOW_MS } from './port.ts';

/** Sorts the keys, so that two processes never wait for each other. */
export async function addToWindows(db: Queryable, additions: Addition[]): Promise<Counted[]> {
  const rows = await db.query<{ key: string; total: number; ends_in_ms: number }>(
    `insert into rate_window as w (key, total, ends_at)
     select a.key, a.amount, now() + $3 * interval '1 ms'
     from unnest($1::text[], $2::bigint[]) as a (key, amount) order by a.key collate "C"
     on conflict (key) do update set
       total = case when w.ends_at <= now() then excluded.total else w.total + excluded.total end,
       ends_at = case when w.ends_at <= now() then excluded.ends_at else w.ends_at end
     returning key, total,
       (extract(epoch from ends_at - clock_timestamp()) * 1000)::double precision as ends_in_ms`,
    [additions.map(({ key }) => key), additions.map(({ amount }) => amount), WINDOW_MS],
    'add_to_windows',
  );
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return additions.map(({ key }) => {
    const { total, ends_in_ms: endsInMs } = byKey.get(key)!;
    return { total, endsInMs };
  });
}

export async function deleteEndedWindows(db: Queryable): Promise<void> {
  await db.query("delete from rate_window where ends_at < now() - interval '1 minute'");
}
