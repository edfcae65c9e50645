/** Views of lists that people save: what they are narrowed to, under a name. A shared one is seen by the whole workspace. */
import type { Db, Queryable } from '../db/pool.ts';
import { newUuid } from '../kernel/ids.ts';
import { type Fault, NOT_FOUND, Problem } from '../kernel/problem.ts';

export interface SavedView {
  id: string;
  person: string;
  list: string;
  name: string;
  query: string;
  isShared: boolean;
  createdAt: Date;
}

export interface ViewChange {
  name?: string;
  query?: string;
  isShared?: boolean;
}

/** Who acts, and whether they may change what others have shared. */
export interface ViewActor {
  workspace: string;
  person: string;
  isAdmin: boolean;
}

const MOST = 100;
/** So many people's are shown that nobody reads them. */
const MOST_SHOWN = 2_000;
const VIEW = 'id, person, list, name, query, is_shared as "isShared", created_at as "createdAt"';

export function listViews(
  db: Queryable,
  { workspace, person }: Pick<ViewActor, 'workspace' | 'person'>,
): Promise<SavedView[]> {
  return db.query<SavedView>(
    `select ${VIEW} from saved_view where workspace = $1 and (person = $2 or is_shared)
     order by lower(name), id limit $3`,
    [workspace, person, MOST_SHOWN],
  );
}

export async function saveView(
  db: Queryable,
  { workspace, person }: Pick<ViewActor, 'workspace' | 'person'>,
  view: Pick<SavedView, 'list' | 'name' | 'query' | 'isShared'>,
): Promise<SavedView> {
  const { list, query, isShared } = view;
  const [saved] = await db.query<SavedView>(
    `insert into saved_view (workspace, id, person, list, name, query, is_shared)
     select $1, $2, $3, $4, $5, $6, $7
     where (select count(*) from saved_view where workspace = $1 and person = $3) < $8
     returning ${VIEW}`,
    [workspace, newUuid(), person, list, checkName(view.name), query, isShared, MOST],
  );
  if (saved) return saved;
  throw new Problem('conflict', `You have ${MOST} saved views. Delete one first.`);
}

export function changeView(
  db: Db,
  actor: ViewActor,
  id: string,
  { name, query, isShared }: ViewChange,
): Promise<SavedView> {
  return db.transaction(async (tx) => {
    await lockView(tx, actor, id);
    const [changed] = await tx.query<SavedView>(
      `update saved_view set name = coalesce($3, name), query = coalesce($4, query),
         is_shared = coalesce($5, is_shared)
       where workspace = $1 and id = $2 returning ${VIEW}`,
      [
        ...[actor.workspace, id],
        ...[name === undefined ? null : checkName(name), query ?? null, isShared ?? null],
      ],
    );
    return changed!;
  });
}

export function deleteView(db: Db, actor: ViewActor, id: string): Promise<void> {
  return db.transaction(async (tx) => {
    await lockView(tx, actor, id);
    await tx.query('delete from saved_view where workspace = $1 and id = $2', [
      actor.workspace,
      id,
    ]);
  });
}

/** Throws where nobody with these rights sees it, or may change it. */
async function lockView(tx: Queryable, actor: ViewActor, id: string): Promise<void> {
  const { workspace, person, isAdmin } = actor;
  const [view] = await tx.query<{ isOwn: boolean }>(
    `select person = $3 as "isOwn" from saved_view
     where workspace = $1 and id = $2 and (person = $3 or is_shared) for update`,
    [workspace, id, person],
  );
  if (!view) throw new Problem('not_found', NOT_FOUND);
  if (view.isOwn || isAdmin) return;
  throw new Problem('forbidden', 'This view belongs to somebody else.');
}

function checkName(given: string): string {
  const name = given.trim();
  if (/^[^\p{Cc}\p{Cs}\p{Bidi_Control}]{1,100}$/u.test(name)) return name;
  const detail = 'A name has 1 to 100 printable characters.';
  const errors: Fault[] = [{ pointer: '#/name', detail, code: 'format' }];
  throw new Problem('invalid_request', detail, { errors });
}
