/**
 * Workspaces, which own keys, runs and money. A workspace is created together with its wallet, and has an id and a name
 * that is unique in the deployment.
 */

import { openWallet } from '../money/index.ts';
import type { Db, Queryable } from '../platform/db/pool.ts';
import { idToUuid, newUuid } from '../platform/lib/ids.ts';
import { Problem } from '../platform/lib/problem.ts';
import { checkWorkspaceName } from './names.ts';
import {
  insertWorkspace,
  selectWorkspace,
  selectWorkspaceOfRun,
  selectWorkspaces,
  type WorkspaceRow,
} from './store.ts';

export {
  changeView,
  deleteView,
  listViews,
  type SavedView,
  saveView,
  type ViewChange,
} from './saved-views.ts';
export { changeSettings, readSettings, type Settings } from './settings.ts';

/** `id` is the UUID; callers and operators see it as `wsp_...`. */
export type Workspace = WorkspaceRow;

export function createWorkspace(db: Db, { name }: { name: string }): Promise<Workspace> {
  return db.transaction((tx) => createWorkspaceWithin(tx, { name }));
}

export async function createWorkspaceWithin(
  tx: Queryable,
  { name }: { name: string },
): Promise<Workspace> {
  checkWorkspaceName(name);
  const workspace = await insertWorkspace(tx, { id: newUuid(), name });
  if (workspace === undefined) {
    throw new Problem('invalid_request', `There is a workspace named ${name} already.`);
  }
  await openWallet(tx, workspace.id);
  return workspace;
}

/** Oldest first. */
export function listWorkspaces(db: Queryable): Promise<Workspace[]> {
  return selectWorkspaces(db);
}

/** The workspace with this id (`wsp_...`) or this name; throws if there is none. */
export async function findWorkspace(db: Queryable, idOrName: string): Promise<Workspace> {
  const id = idToUuid('wsp', idOrName);
  const found = await selectWorkspace(db, id === undefined ? { name: idOrName } : { id });
  if (found) return found;
  throw new Problem('not_found', `There is no workspace ${idOrName}.`);
}

/** For administration: callers of the API never look beyond their own workspace. */
export function findWorkspaceOfRun(db: Queryable, run: string): Promise<Workspace | undefined> {
  return selectWorkspaceOfRun(db, run);
}

export { countWorkspaces } from './store.ts';
