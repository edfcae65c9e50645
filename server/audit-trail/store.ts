/** The SQL of the audit trail. */
import type { Queryable } from '../db/pool.ts';

export interface EventRow {
  id: number;
  run: string | null;
  /** Of the run. */
  runKind: string | null;
  kind: string;
  detail: Record<string, unknown>;
  actor: string | null;
  createdAt: Date;
}

/** Newest first, below the event `before`. */
export function selectEvents(
  db: Queryable,
  page: { workspace: string; before: number; limit: number },
): Promise<EventRow[]> {
  return db.query<EventRow>(
    `select e.id, e.run, e.kind, e.detail, e.actor, e.created_at as "createdAt",
       (select r.kind from run r where r.workspace = e.workspace and r.id = e.run) as "runKind"
     from audit_event e where e.workspace = $1 and e.id < $2 order by e.id desc limit $3`,
    [page.workspace, page.before, page.limit],
  );
}

export async function insertEvent(
  tx: Queryable,
  event: {
    workspace: string | null;
    kind: string;
    detail: Record<string, unknown>;
    actor: string | undefined;
  },
): Promise<void> {
  await tx.query(
    'insert into audit_event (workspace, kind, detail, actor) values ($1, $2, $3, $4)',
    [event.workspace, event.kind, JSON.stringify(event.detail), event.actor ?? null],
  );
}
