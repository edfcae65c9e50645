/** The SQL of workspaces. */
import { isUniqueViolation } from '../platform/db/errors.ts';
import type { Queryable } from '../platform/db/pool.ts';

export interface WorkspaceRow {
  id: string;
  name: string;
  createdAt: Date;
}

const COLUMNS = 'id, name, created_at as "createdAt"';

/** Undefined if the name is taken. */
export async function insertWorkspace(
  tx: Queryable,
  { id, name }: { id: string; name: string },
): Promise<WorkspaceRow | undefined> {
  try {
    const [row] = await tx.query<WorkspaceRow>(
      `insert into workspace (id, name) values ($1, $2) returning ${COLUMNS}`,
      [id, name],
    );
    return row;
  } catch (error) {
    if (isUniqueViolation(error)) return undefined;
    throw error;
  }
}

export function selectWorkspaces(db: Queryable): Promise<WorkspaceRow[]> {
  return db.query<WorkspaceRow>(`select ${COLUMNS} from workspace order by id`);
}

export async function selectWorkspace(
  db: Queryable,
  by: { id?: string; name?: string },
): Promise<WorkspaceRow | undefined> {
  const [row] = await db.query<WorkspaceRow>(
    `select ${COLUMNS} from workspace where id = $1 or name = $2 order by id = $1 desc limit 1`,
    [by.id ?? null, by.name ?? null],
  );
  return row;
}

/** Asks each workspace for the id, by its index: no index finds a run by its id alone. */
export async function selectWorkspaceOfRun(
  db: Queryable,
  run: string,
): Promise<WorkspaceRow | undefined> {
  const [row] = await db.query<WorkspaceRow>(
    `select ${COLUMNS} from workspace w
     where exists (select from run m where m.workspace = w.id and m.id = $1)`,
    [run],
  );
  return row;
}

export async function countWorkspaces(db: Queryable): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'select count(*)::integer as count from workspace',
  );
  return row!.count;
}
