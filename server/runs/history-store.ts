/** The SQL of what the service keeps of one run beyond its present state. */
import { decryptRows } from '../platform/db/encryption/index.ts';
import type { Queryable } from '../platform/db/pool.ts';
import type { JsonValue } from '../platform/lib/json.ts';
import { REQUEST } from './payload-columns.ts';
import type { RunState } from './states.ts';

export interface HistoryRow {
  /** JSON text; null once it was purged. */
  request: string | null;
  terms: JsonValue;
  /** State changes, as the trigger records them; null if it has recorded none. */
  history: { state: RunState; at: string }[] | null;
}

export async function selectHistory(
  db: Queryable,
  workspace: string,
  run: string,
): Promise<HistoryRow | undefined> {
  const [row] = await db.query<HistoryRow>(
    `select case when r.content_purged_at is null and not exists (
         select from content_purge c where c.workspace = $1 and c.until > $2 and r.finished_at is not null
       ) then p.request end as request, r.terms, r.history
     from run r left join run_payload p on p.workspace = r.workspace and p.run = r.id
     where r.workspace = $1 and r.id = $2`,
    [workspace, run],
    'select_history',
  );
  if (!row) return undefined;
  const [read] = await decryptRows(db.cipher, [{ ...row, workspace, id: run }], REQUEST);
  return read;
}
