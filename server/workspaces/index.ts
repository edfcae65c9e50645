/**
 * Workspaces, which own keys, runs and money. A workspace is created together with its wallet, and has an id and a name.
 * Several may have one name: whoever makes or renames one must not learn from a refusal which others there are.
 */

import { recordEvent } from '../audit-trail/index.ts';
import { checkScopes, managesWorkspace } from '../keys/index.ts';
import { openWallet } from '../money/index.ts';
import type { Db, Queryable } from '../platform/db/pool.ts';
import { invariant } from '../platform/lib/errors.ts';
import { idToUuid, newUuid } from '../platform/lib/ids.ts';
import { checkTimeZone } from '../platform/lib/moment.ts';
import { checkName } from '../platform/lib/names.ts';
import { NOT_FOUND, Problem } from '../platform/lib/problem.ts';
import {
  insertView,
  insertWorkspace,
  lockView,
  removeView,
  type SavedView,
  type Settings,
  selectNamed,
  selectSettings,
  selectViews,
  selectWorkspace,
  selectWorkspaceOfRun,
  selectWorkspaces,
  setSuspended,
  updateSettings,
  updateView,
  type ViewOwner,
  type WorkspaceRow,
} from './store.ts';

export { countWorkspaces, updateLowBalance } from './store.ts';

/** `id` is the UUID; callers and operators see it as `wsp_...`. */
export type Workspace = WorkspaceRow;

/** For the operator, who names workspaces in commands: refuses a name that another one has. */
export function createWorkspace(db: Db, { name }: { name: string }): Promise<Workspace> {
  return db.transaction(async (tx) => {
    if ((await selectNamed(tx, name.trim())).length > 0)
      throw new Problem('conflict', `There is a workspace named ${name} already.`);
    return createWorkspaceWithin(tx, { name });
  });
}

export async function createWorkspaceWithin(
  tx: Queryable,
  { name, pointer }: { name: string; pointer?: string },
): Promise<Workspace> {
  const id = newUuid();
  const workspace = await insertWorkspace(tx, { id, name: checkWorkspaceName(name, pointer) });
  await openWallet(tx, id);
  return workspace;
}

/** Oldest first. */
export function listWorkspaces(db: Queryable): Promise<Workspace[]> {
  return selectWorkspaces(db);
}

/** The workspace with this id (`wsp_...`) or this name; throws if there is none, or several have the name. */
export async function findWorkspace(db: Queryable, idOrName: string): Promise<Workspace> {
  const id = idToUuid('wsp', idOrName);
  if (id === undefined) {
    const [found, another] = await selectNamed(db, idOrName);
    if (another)
      throw new Problem(
        'conflict',
        `Several workspaces are named ${idOrName}: give the id, as workspaces list shows it.`,
      );
    if (found) return found;
  } else {
    const found = await selectWorkspace(db, id);
    if (found) return found;
  }
  throw new Problem('not_found', `There is no workspace ${idOrName}.`);
}

/**
 * It creates no runs and recharges nothing from then on; a process that has cached its keys follows within a second. Runs
 * that it has end as usual. Returns whether that changed anything; `why` is what its people read.
 */
export async function suspendWorkspace(
  tx: Queryable,
  { workspace, why }: { workspace: string; why: string },
): Promise<boolean> {
  if (!(await setSuspended(tx, workspace, why))) return false;
  await recordEvent(tx, workspace, 'workspace_suspended', {}, { why });
  return true;
}

export async function resumeWorkspace(
  tx: Queryable,
  { workspace, why }: { workspace: string; why: string },
): Promise<boolean> {
  if (!(await setSuspended(tx, workspace, null))) return false;
  await recordEvent(tx, workspace, 'workspace_resumed', {}, { why });
  return true;
}

/** For administration: callers of the API never look beyond their own workspace. */
export function findWorkspaceOfRun(db: Queryable, run: string): Promise<Workspace | undefined> {
  return selectWorkspaceOfRun(db, run);
}

/* A workspace's settings: reads them, and changes them with an event that names the actor. */

export type { Settings };

export async function readSettings(db: Queryable, workspace: string): Promise<Settings> {
  const settings = await selectSettings(db, workspace);
  invariant(settings, 'whoever is a member of a workspace finds it');
  return settings;
}

/** The time zone that a request names, or else that of the workspace. */
export async function zoneOf(
  db: Queryable,
  workspace: string,
  query: { timeZone?: string | undefined },
): Promise<string> {
  const { timeZone = (await readSettings(db, workspace)).timeZone } = query;
  checkTimeZone(timeZone, { parameter: 'timeZone' });
  return timeZone;
}

interface SettingsChange {
  name?: string;
  memberScopes?: string[];
  contentRetentionDays?: number | null;
  timeZone?: string;
}

export function changeSettings(
  db: Db,
  { workspace, actor, change }: { workspace: string; actor?: string; change: SettingsChange },
): Promise<Settings> {
  const { memberScopes, ...others } = change;
  const { name, timeZone } = others;
  if (timeZone !== undefined) checkTimeZone(timeZone, { pointer: '#/timeZone' });
  const rest = { ...others, ...(name !== undefined && { name: checkWorkspaceName(name) }) };
  const scopes = memberScopes?.length ? scopesOfMembers(memberScopes) : memberScopes;
  const checked = { ...rest, ...(scopes && { memberScopes: scopes }) };
  return db.transaction(async (tx) => {
    const settings = await updateSettings(tx, workspace, checked);
    invariant(settings, 'whoever is a member of a workspace finds it');
    if (Object.keys(checked).length > 0) {
      await recordEvent(tx, workspace, 'settings_changed', checked, actor);
    }
    return settings;
  });
}

/** Whoever manages the workspace by key can do what only admins can do here. */
function scopesOfMembers(named: readonly string[]): string[] {
  const pointer = '#/memberScopes';
  const managing = named.filter(managesWorkspace);
  if (managing.length === 0) return checkScopes(named, pointer);
  const detail = `${managing.join(', ')} can be given by admins only.`;
  throw new Problem('invalid_request', detail, { at: { pointer, code: 'forbidden' } });
}

/* Views of lists that people save: the filters of a list, under a name. The whole workspace sees a shared one. */

export type { SavedView };

type ViewChange = Partial<Pick<SavedView, 'name' | 'query' | 'isShared'>>;

/** The person who acts, and whether they may change what others have shared. */
interface ViewActor extends ViewOwner {
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
  const named = { ...view, id: newUuid(), name: checkViewName(view.name) };
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
  const checked = { ...change, ...(name !== undefined && { name: checkViewName(name) }) };
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

function checkViewName(given: string): string {
  const name = given.trim();
  if (/^[^\p{Cc}\p{Cs}\p{Bidi_Control}]{1,100}$/u.test(name)) return name;
  const detail = 'A name has 1 to 100 printable characters.';
  throw new Problem('invalid_request', detail, { at: { pointer: '#/name', code: 'format' } });
}

/** The name of a workspace as it is saved. */
function checkWorkspaceName(given: string, pointer = '#/name'): string {
  const name = checkName(given, pointer);
  if (idToUuid('wsp', name) === undefined) return name;
  const detail = 'A name must not look like the id of a workspace.';
  throw new Problem('invalid_request', detail, { at: { pointer, code: 'format' } });
}
