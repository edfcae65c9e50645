/** The SQL of the audit trail: what was noted in a workspace, newest first. */
import type { Queryable } from '../../db/pool.ts';

export interface EventRow {
  id: number;
  run: string | null;
  kind: string;
  detail: Record<string, unknown>;
  actor: string | null;
  createdAt: Date;
}

export function selectEvents(
  db: Queryable,
  page: { workspace: string; before: number; limit: number },
): Promise<EventRow[]> {
  return db.query<EventRow>(
    `select id, run, kind, detail, actor, created_at as "createdAt" from audit_event
     where workspace = $1 and id < $2 order by id desc limit $3`,
    [page.workspace, page.before, page.limit],
  );
}
