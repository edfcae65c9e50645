/** The SQL of saved exports. */
import type { Queryable } from '../platform/db/pool.ts';
import type { DatasetName } from './datasets.ts';
import type { FormatName } from './formats.ts';

export const SAVED_PERIODS = ['previous_day', 'current_month', 'previous_month'] as const;
/** Of the calendar of the workspace. */
export type SavedPeriod = (typeof SAVED_PERIODS)[number];

export interface SavedExport {
  id: string;
  name: string;
  dataset: DatasetName;
  format: FormatName;
  period: SavedPeriod;
  /** Null for all end users. */
  endUserId: string | null;
  createdAt: Date;
}

const SAVED = `id, name, dataset, format, period, end_user_id as "endUserId", created_at as "createdAt"`;

/** Until the end of the transaction, nobody else saves one; returns how many there are. */
export async function lockSaved(tx: Queryable, workspace: string): Promise<number> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('saved exports ' || $1, 0))`, [
    workspace,
  ]);
  const [row] = await tx.query<{ count: number }>(
    'select count(*)::integer as count from saved_export where workspace = $1',
    [workspace],
  );
  return row!.count;
}

export async function selectSavedOfRequest(
  tx: Queryable,
  workspace: string,
  requestKey: string,
): Promise<SavedExport | undefined> {
  const [row] = await tx.query<SavedExport>(
    `select ${SAVED} from saved_export where workspace = $1 and request_key = $2`,
    [workspace, requestKey],
  );
  return row;
}

export async function insertSaved(
  tx: Queryable,
  saved: Omit<SavedExport, 'createdAt'> & { workspace: string; requestKey: string },
): Promise<SavedExport> {
  const [row] = await tx.query<SavedExport>(
    `insert into saved_export (workspace, id, name, dataset, format, period, end_user_id, request_key)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${SAVED}`,
    [
      ...[saved.workspace, saved.id, saved.name, saved.dataset, saved.format, saved.period],
      ...[saved.endUserId, saved.requestKey],
    ],
  );
  return row!;
}

export async function selectSaved(
  db: Queryable,
  workspace: string,
  id: string,
): Promise<SavedExport | undefined> {
  const [row] = await db.query<SavedExport>(
    `select ${SAVED} from saved_export where workspace = $1 and id = $2`,
    [workspace, id],
  );
  return row;
}

interface SavedPage {
  workspace: string;
  before: string;
  createdAfter?: Date;
  createdBefore?: Date;
  limit: number;
}

/** A workspace has few. */
export function selectSavedPage(db: Queryable, page: SavedPage): Promise<SavedExport[]> {
  return db.query<SavedExport>(
    `select ${SAVED} from saved_export
     where workspace = $1 and id < $2 and ($3::timestamptz is null or created_at > $3)
       and ($4::timestamptz is null or created_at < $4)
     order by id desc limit $5`,
    [
      ...[page.workspace, page.before, page.createdAfter ?? null, page.createdBefore ?? null],
      page.limit,
    ],
  );
}

export async function deleteSaved(
  tx: Queryable,
  workspace: string,
  id: string,
): Promise<SavedExport | undefined> {
  const [row] = await tx.query<SavedExport>(
    `delete from saved_export where workspace = $1 and id = $2 returning ${SAVED}`,
    [workspace, id],
  );
  return row;
}

export async function deleteSavedExportsOfEndUser(
  db: Queryable,
  workspace: string,
  endUser: string,
): Promise<void> {
  await db.query('delete from saved_export where workspace = $1 and end_user_id = $2', [
    workspace,
    endUser,
  ]);
}
