/** The SQL of workspaces. */

import type { Queryable } from '../platform/db/pool.ts';

export interface WorkspaceRow {
  id: string;
  name: string;
  createdAt: Date;
  /** Null if it may create runs. */
  suspendedAt: Date | null;
}

const COLUMNS = 'id, name, created_at as "createdAt", suspended_at as "suspendedAt"';

export async function insertWorkspace(
  tx: Queryable,
  { id, name }: { id: string; name: string },
): Promise<WorkspaceRow> {
  const [row] = await tx.query<WorkspaceRow>(
    `insert into workspace (id, name) values ($1, $2) returning ${COLUMNS}`,
    [id, name],
  );
  return row!;
}

export function selectWorkspaces(db: Queryable): Promise<WorkspaceRow[]> {
  return db.query<WorkspaceRow>(`select ${COLUMNS} from workspace order by id`);
}

export async function selectWorkspace(
  db: Queryable,
  id: string,
): Promise<WorkspaceRow | undefined> {
  const [row] = await db.query<WorkspaceRow>(`select ${COLUMNS} from workspace where id = $1`, [
    id,
  ]);
  return row;
}

/** Two at most. */
export function selectNamed(db: Queryable, name: string): Promise<WorkspaceRow[]> {
  const rows = `select ${COLUMNS} from workspace where name = $1 order by id limit 2`;
  return db.query<WorkspaceRow>(rows, [name]);
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

/** Resumes it without a reason. Whether that changed anything. */
export async function setSuspended(
  tx: Queryable,
  workspace: string,
  why: string | null,
): Promise<boolean> {
  const rows = await tx.query(
    `update workspace set suspended_at = case when $2::text is not null then now() end, suspended_for = $2
     where id = $1 and (suspended_at is null) = ($2::text is not null) returning id`,
    [workspace, why],
  );
  return rows.length > 0;
}

export async function countWorkspaces(db: Queryable): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'select count(*)::integer as count from workspace',
  );
  return row!.count;
}

/* The SQL of a workspace's settings. */

export interface Settings {
  id: string;
  name: string;
  createdAt: Date;
  /** What members may grant to keys. */
  memberScopes: string[];
  /** Null if nobody wants a warning. */
  lowBalanceAmount: number | null;
  /** Null if the workspace has no limit of its own. */
  contentRetentionDays: number | null;
  timeZone: string;
  /** Null if it may create runs. */
  suspendedAt: Date | null;
  suspendedFor: string | null;
}

const SETTINGS = `id, name, created_at as "createdAt", member_scopes as "memberScopes",
  low_balance_amount as "lowBalanceAmount", content_days as "contentRetentionDays", time_zone as "timeZone",
  suspended_at as "suspendedAt", suspended_for as "suspendedFor"`;

export async function selectSettings(
  db: Queryable,
  workspace: string,
): Promise<Settings | undefined> {
  const [row] = await db.query<Settings>(`select ${SETTINGS} from workspace where id = $1`, [
    workspace,
  ]);
  return row;
}

/** Replaces the given settings; returns all of them. */
export async function updateSettings(
  tx: Queryable,
  workspace: string,
  change: Partial<Pick<Settings, 'name' | 'memberScopes' | 'contentRetentionDays' | 'timeZone'>>,
): Promise<Settings | undefined> {
  const [row] = await tx.query<Settings>(
    `update workspace set member_scopes = coalesce($2, member_scopes),
       content_days = case when $4 then $3 else content_days end, name = coalesce($5, name),
       time_zone = coalesce($6, time_zone)
     where id = $1 returning ${SETTINGS}`,
    [
      workspace,
      change.memberScopes ?? null,
      change.contentRetentionDays ?? null,
      change.contentRetentionDays !== undefined,
      change.name ?? null,
      change.timeZone ?? null,
    ],
  );
  return row;
}

export async function updateLowBalance(
  tx: Queryable,
  workspace: string,
  amount: number | null,
): Promise<void> {
  await tx.query('update workspace set low_balance_amount = $2 where id = $1', [workspace, amount]);
}

/* The SQL of saved views. */

export interface SavedView {
  id: string;
  person: string;
  list: string;
  name: string;
  query: string;
  isShared: boolean;
  createdAt: Date;
}

export interface ViewOwner {
  workspace: string;
  person: string;
}

const VIEW = 'id, person, list, name, query, is_shared as "isShared", created_at as "createdAt"';

/** The person's own views and the shared ones, by name. */
export function selectViews(
  db: Queryable,
  { workspace, person }: ViewOwner,
  limit: number,
): Promise<SavedView[]> {
  return db.query<SavedView>(
    `select ${VIEW} from saved_view where workspace = $1 and (person = $2 or is_shared)
     order by lower(name), id limit $3`,
    [workspace, person, limit],
  );
}

/** Undefined if the person already has that many. */
export async function insertView(
  db: Queryable,
  { workspace, person }: ViewOwner,
  view: Pick<SavedView, 'id' | 'list' | 'name' | 'query' | 'isShared'>,
  most: number,
): Promise<SavedView | undefined> {
  const [saved] = await db.query<SavedView>(
    `insert into saved_view (workspace, id, person, list, name, query, is_shared)
     select $1, $2, $3, $4, $5, $6, $7
     where (select count(*) from saved_view where workspace = $1 and person = $3) < $8
     returning ${VIEW}`,
    [workspace, view.id, person, view.list, view.name, view.query, view.isShared, most],
  );
  return saved;
}

/** A view that the person may see, locked until the transaction ends. */
export async function lockView(
  tx: Queryable,
  { workspace, person }: ViewOwner,
  id: string,
): Promise<{ isOwn: boolean } | undefined> {
  const [view] = await tx.query<{ isOwn: boolean }>(
    `select person = $3 as "isOwn" from saved_view
     where workspace = $1 and id = $2 and (person = $3 or is_shared) for update`,
    [workspace, id, person],
  );
  return view;
}

export async function updateView(
  tx: Queryable,
  workspace: string,
  id: string,
  { name, query, isShared }: Partial<Pick<SavedView, 'name' | 'query' | 'isShared'>>,
): Promise<SavedView> {
  const [changed] = await tx.query<SavedView>(
    `update saved_view set name = coalesce($3, name), query = coalesce($4, query),
       is_shared = coalesce($5, is_shared)
     where workspace = $1 and id = $2 returning ${VIEW}`,
    [workspace, id, name ?? null, query ?? null, isShared ?? null],
  );
  return changed!;
}

export async function removeView(tx: Queryable, workspace: string, id: string): Promise<void> {
  await tx.query('delete from saved_view where workspace = $1 and id = $2', [workspace, id]);
}
