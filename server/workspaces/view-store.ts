/** The SQL of saved views. */
import type { Queryable } from '../platform/db/pool.ts';

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
