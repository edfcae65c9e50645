/** Views of lists that people save: the filters of a list, under a name. The whole workspace sees a shared one. */
import type { Db, Queryable } from '../platform/db/pool.ts';
import { newUuid } from '../platform/lib/ids.ts';
import { type Fault, NOT_FOUND, Problem } from '../platform/lib/problem.ts';
import {
  insertView,
  lockView,
  removeView,
  type SavedView,
  selectViews,
  updateView,
  type ViewOwner,
} from './view-store.ts';

export type { SavedView };

export type ViewChange = Partial<Pick<SavedView, 'name' | 'query' | 'isShared'>>;

/** The person who acts, and whether they may change what others have shared. */
export interface ViewActor extends ViewOwner {
  isAdmin: boolean;
}

const MOST = 100;
/** The contract allows this many. */
const MOST_SHOWN = 2_000;

export function listViews(db: Queryable, owner: ViewOwner): Promise<SavedView[]> {
  return selectViews(db, owner, MOST_SHOWN);
}

export async function saveView(
  db: Queryable,
  owner: ViewOwner,
  view: Pick<SavedView, 'list' | 'name' | 'query' | 'isShared'>,
): Promise<SavedView> {
  const named = { ...view, id: newUuid(), name: checkName(view.name) };
  const saved = await insertView(db, owner, named, MOST);
  if (saved) return saved;
  throw new Problem('conflict', `You have ${MOST} saved views. Delete one first.`);
}

export function changeView(
  db: Db,
  actor: ViewActor,
  id: string,
  change: ViewChange,
): Promise<SavedView> {
  const { name } = change;
  const checked = { ...change, ...(name !== undefined && { name: checkName(name) }) };
  return db.transaction(async (tx) => {
    await lockOwn(tx, actor, id);
    return updateView(tx, actor.workspace, id, checked);
  });
}

export function deleteView(db: Db, actor: ViewActor, id: string): Promise<void> {
  return db.transaction(async (tx) => {
    await lockOwn(tx, actor, id);
    await removeView(tx, actor.workspace, id);
  });
}

/** Throws if a person with these rights may not see it, or may not change it. */
async function lockOwn(tx: Queryable, actor: ViewActor, id: string): Promise<void> {
  const view = await lockView(tx, actor, id);
  if (!view) throw new Problem('not_found', NOT_FOUND);
  if (view.isOwn || actor.isAdmin) return;
  throw new Problem('forbidden', 'This view belongs to somebody else.');
}

function checkName(given: string): string {
  const name = given.trim();
  if (/^[^\p{Cc}\p{Cs}\p{Bidi_Control}]{1,100}$/u.test(name)) return name;
  const detail = 'A name has 1 to 100 printable characters.';
  const errors: Fault[] = [{ pointer: '#/name', detail, code: 'format' }];
  throw new Problem('invalid_request', detail, { errors });
}
