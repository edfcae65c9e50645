/** The SQL of cancelling: the saved request, and how much a workspace may make the deployment lose by it. */
import type { Queryable } from '../platform/db/pool.ts';

/** Saves the request; undefined if there is no such run. */
export async function cancelRun(
  db: Queryable,
  workspace: string,
  run: string,
): Promise<{ isUnsent: boolean } | undefined> {
  const [row] = await db.query<{ is_unsent: boolean }>(
    'select * from cancel_run($1, $2)',
    [workspace, run],
    'cancel_run',
  );
  return row && { isUnsent: row.is_unsent };
}

/** Whether the process may close the run's connection; `atMost` and `lossLimit` are in units. */
export async function mayEndEarly(
  db: Queryable,
  { workspace, id, atMost }: { workspace: string; id: string; atMost: number },
  lossLimit: number,
): Promise<boolean> {
  const [row] = await db.query<{ allowed: boolean }>(
    'select may_end_early($1, $2, $3, $4) as allowed',
    [workspace, id, atMost, lossLimit],
    'may_end_early',
  );
  return row?.allowed === true;
}

/** The runs among these that somebody asked to cancel. */
export async function cancelledOf(db: Queryable, runs: string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    'select id from run where id = any ($1::uuid[]) and cancel_requested_at is not null',
    [runs],
    'cancelled_of',
  );
  return rows.map(({ id }) => id);
}
