/** The SQL of one end user of a workspace: finds the end user's runs, and removes the end user from them. */
import type { Db, Queryable } from '../platform/db/pool.ts';

export interface FoundRun {
  id: string;
  kind: string;
  /** UUID of the trace that the run is part of. */
  trace: string;
  session_id: string | null;
  is_open: boolean;
}

const FOUND = `r.id, r.kind, coalesce(r.trace, r.id) as trace, r.session_id,
  r.state not in ('completed', 'failed') as is_open`;

/** The end user's own runs, and those of their sessions that name no other end user. */
export function selectRunsOfEndUser(
  db: Queryable,
  workspace: string,
  endUser: string,
): Promise<FoundRun[]> {
  return db.query<FoundRun>(
    `with own as materialized (select ${FOUND} from run r where r.end_user_id = $2 and r.workspace = $1)
     select * from own
     union
     select ${FOUND} from run r
     where r.session_id in (select o.session_id from own o) and r.workspace = $1 and r.end_user_id is null
     order by id`,
    [workspace, endUser],
  );
}

/** The runs that one of these runs requested; named as callers name them. */
export function selectRunsOfParents(
  db: Queryable,
  workspace: string,
  parents: readonly string[],
): Promise<FoundRun[]> {
  return db.query<FoundRun>(
    `select ${FOUND} from run r where r.parent_run = any ($2) and r.workspace = $1 order by r.id`,
    [workspace, parents],
  );
}

/**
 * Keeps of these runs only what the books need: their subject, their state, their money, and the request key that finds
 * them for a repeat. Open runs stay as they are. Returns the number of changed runs.
 */
export function eraseRuns(db: Db, workspace: string, ids: readonly string[]): Promise<number> {
  return db.transaction(async (tx) => {
    const erased = await tx.query<{ id: string }>(
      `update run r set session_id = null, end_user_id = null, metadata = null, progress = null, parent_call = null,
         facts = case when r.facts::jsonb ? 'artifacts' then (r.facts::jsonb - 'artifacts')::json else r.facts end,
         error = case when r.error is not null then
           (r.error::jsonb || '{"message": "What happened was erased with the end user."}')::json end,
         queue_reason = null, unknown_reason = null,
         content_purged_at = coalesce(r.content_purged_at, now()), version = r.version + 1
       where r.workspace = $1 and r.id = any ($2) and r.state in ('completed', 'failed')
       returning r.id`,
      [workspace, ids],
    );
    await tx.query('delete from run_payload where workspace = $1 and run = any ($2)', [
      workspace,
      erased.map(({ id }) => id),
    ]);
    return erased.length;
  });
}

/** Keeps the end user's usage, under a meaningless name. */
export async function renameEndUser(
  db: Queryable,
  workspace: string,
  { endUser, name }: { endUser: string; name: string },
): Promise<void> {
  await db.query(
    'update usage_hour_of_end_user set end_user_id = $3 where workspace = $1 and end_user_id = $2',
    [workspace, endUser, name],
  );
}
