/** A workspace that owes for a returned payment, without a payment provider. */
import type { Db } from '../../server/platform/db/pool.ts';
import { newUuid } from '../../server/platform/lib/ids.ts';

export async function owe(db: Db, workspace: string, amount: number): Promise<void> {
  await db.query(
    `insert into payment (workspace, id, request_key, amount, state, by_key, expires_at, ended_at, returned)
     values ($1, $2, 'returned', $3, 'succeeded', $2, now(), now(), $3)`,
    [workspace, newUuid(), amount],
  );
}
