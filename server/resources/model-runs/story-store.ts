/** The SQL of what is told about one run beyond its present state. */
import type { Queryable } from '../../db/pool.ts';
import type { RunState } from './states.ts';

export interface StoryRow {
  /** JSON text; null once it has been purged. */
  request: string | null;
  /** Changes of state, as the trigger notes them; null where none has been noted. */
  history: { state: RunState; at: string }[] | null;
}

export async function selectStory(
  db: Queryable,
  workspace: string,
  run: string,
): Promise<StoryRow | undefined> {
  const [row] = await db.query<StoryRow>(
    `select p.request, r.history
     from model_run r left join model_run_payload p on p.workspace = r.workspace and p.run = r.id
     where r.workspace = $1 and r.id = $2`,
    [workspace, run],
    'select_story',
  );
  return row;
}
