/**
 * The SQL that removes spans whose retention in their workspace is over, a few minutes of spans at a time, until none
 * is left or the time is up.
 */
import type { Queryable } from '../../platform/db/pool.ts';

export async function removeSpansBefore(
  db: Queryable,
  workspace: string,
  moment: Date,
  isTimeUp: () => boolean,
): Promise<boolean> {
  for (;;) {
    const [row] = await db.query<{ removed: number }>(
      `with first as (
         select started_at as at from client_span
         where workspace = $1 and started_at < $2 order by started_at limit 1
       ), removed as (
         delete from client_span
         where workspace = $1 and started_at >= (select at from first)
           and started_at < least($2, (select at from first) + interval '10 minutes')
         returning 1
       )
       select count(*)::integer as removed from removed`,
      [workspace, moment],
    );
    if (row!.removed === 0) return true;
    if (isTimeUp()) return false;
  }
}
