/**
 * The members of a workspace, and their roles. A workspace that has an owner keeps one: changes of one workspace happen
 * one after the other, and each checks the current roles, including the actor's own. A member who loses rights also
 * loses open invitations: those that they made, and those that would restore the rights. A member who leaves loses the
 * keys that they created if the caller asks for that.
 */
import { recordEvent } from '../audit-trail/index.ts';
import { type FailUnsentRuns, listActiveKeysOf, revokeKey } from '../keys/index.ts';
import type { Db, Queryable } from '../platform/db/pool.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import { Problem } from '../platform/lib/problem.ts';
import {
  countOwners,
  deleteMembership,
  deleteUnusedBy,
  deleteUnusedFor,
  lockWorkspace,
  type Member,
  selectMember,
  selectMembers,
  selectRole,
  setRole,
} from './membership-store.ts';
import { checkRole, isAtLeast, type Role } from './person.ts';
import { selectNames } from './person-store.ts';

export interface Page {
  limit: number;
  /** Id of the last row of the previous page. */
  before?: string | undefined;
}

export interface Paged<Row> {
  data: Row[];
  /** `before` of the next page. */
  next: string | null;
}

/** Undefined for users who are not members. */
export function membershipOf(
  db: Queryable,
  user: string,
  workspace: string,
): Promise<Role | undefined> {
  return selectRole(db, { user, workspace });
}

/** Newest first. */
export async function listMembers(
  db: Queryable,
  workspace: string,
  { limit, before }: Page,
): Promise<Paged<Member>> {
  return paged(await selectMembers(db, { workspace, before, limit: limit + 1 }), limit);
}

interface RoleChange {
  workspace: string;
  user: string;
  role: Role;
  /** The acting user; absent for the command line. */
  actor?: string | undefined;
}

export function updateRole(db: Db, change: RoleChange): Promise<Member> {
  const { workspace, user, actor } = change;
  const role = checkRole(change.role);
  return db.transaction(async (tx) => {
    const member = await lockedMember(tx, { workspace, user });
    await requireRole(tx, { workspace, actor, least: 'owner' });
    if (member.role === role) return member;
    if (member.role === 'owner') await keepAnOwner(tx, workspace);
    await setRole(tx, { workspace, user, role });
    if (!isAtLeast(role, member.role)) await deleteInvitationsOf(tx, { workspace, user });
    const detail = { user, from: member.role, role };
    await recordEvent(tx, workspace, 'member_role_changed', detail, actor);
    return { ...member, role };
  });
}

type Removal = Omit<RoleChange, 'role'>;

/** Anybody may leave; an owner removes others. */
export function removeMember(db: Db, { workspace, user, actor }: Removal): Promise<void> {
  return db.transaction(async (tx) => {
    const { role } = await removable(tx, { workspace, user, actor });
    await deleteMembership(tx, { workspace, user });
    await deleteInvitationsOf(tx, { workspace, user });
    await recordEvent(tx, workspace, 'member_removed', { user, role }, actor);
  });
}

/** Whether the removal would be refused now, for callers that have to do something before it. */
function checkRemoval(db: Db, removal: Removal): Promise<void> {
  return db.transaction(async (tx) => void (await removable(tx, removal)));
}

interface Leaving {
  workspace: string;
  user: string;
  /** The user who removes the member, and that user's role; absent for the command line. */
  actor?: string;
  role?: Role;
  revokeKeys: boolean;
}

interface Left {
  /** Keys that the user created and that keep working. */
  activeKeys: number;
  revokedKeys: number;
  returnedAmount: number;
  failedRuns: number;
}

/**
 * Removes a member, with the keys that they created if the caller asks for that. It removes the keys first: if it is
 * interrupted, the caller can repeat it, and no key outlives its creator unnoticed.
 */
export async function letGo(
  db: Db,
  { role, revokeKeys, ...leaving }: Leaving,
  failUnsentRuns: FailUnsentRuns,
): Promise<Left> {
  const { actor } = leaving;
  const left: Left = { activeKeys: 0, revokedKeys: 0, returnedAmount: 0, failedRuns: 0 };

  async function revokeAll(): Promise<void> {
    for (const key of await listActiveKeysOf(db, leaving)) {
      const id = uuidToId('key', key);
      const { returned, failedRuns } = await revokeKey(db, id, failUnsentRuns, actor);
      left.revokedKeys += 1;
      left.returnedAmount += returned;
      left.failedRuns += failedRuns;
    }
  }

  if (revokeKeys) {
    if (role !== undefined && !isAtLeast(role, 'admin')) throw keysNotRevoked();
    await checkRemoval(db, leaving);
    await revokeAll();
  }
  await removeMember(db, leaving);
  // A member who has left creates no more keys; the last one may have been created just before.
  if (revokeKeys) await revokeAll();
  return { ...left, activeKeys: (await listActiveKeysOf(db, leaving)).length };
}

interface Person {
  id: string;
  name: string;
}

/** Finds the person with a user's id; undefined without an id or a user. */
export type PersonOf = (user: string | null) => Person | undefined;

export async function findPeople(
  db: Queryable,
  users: readonly (string | null)[],
): Promise<PersonOf> {
  const ids = [...new Set(users.filter((user) => user !== null))];
  const rows = ids.length === 0 ? [] : await selectNames(db, ids);
  const people = new Map(rows.map(({ id, name }) => [id, { id: uuidToId('user', id), name }]));
  return (user) => (user === null ? undefined : people.get(user));
}

/** Under the lock of the workspace, if a role is required: a user who was demoted meanwhile is refused. */
export async function requireRole(
  tx: Queryable,
  { workspace, actor, least }: { workspace: string; actor: string | undefined; least: Role },
): Promise<void> {
  if (actor === undefined) return;
  const role = await selectRole(tx, { user: actor, workspace });
  if (role === undefined) throw new Problem('not_found', 'There is no such workspace.');
  if (isAtLeast(role, least)) return;
  throw new Problem('forbidden', `Only an ${least} of the workspace may do this.`);
}

/** Locks the workspace until the transaction ends. */
export async function holdWorkspace(tx: Queryable, workspace: string): Promise<void> {
  if (await lockWorkspace(tx, workspace)) return;
  throw new Problem('not_found', 'There is no such workspace.');
}

export function paged<Row extends { id: string }>(rows: Row[], limit: number): Paged<Row> {
  const data = rows.slice(0, limit);
  return { data, next: rows.length > limit ? (data.at(-1)?.id ?? null) : null };
}

async function removable(tx: Queryable, { workspace, user, actor }: Removal): Promise<Member> {
  const member = await lockedMember(tx, { workspace, user });
  const least = actor === user ? 'member' : 'owner';
  await requireRole(tx, { workspace, actor, least });
  if (member.role === 'owner') await keepAnOwner(tx, workspace);
  return member;
}

async function lockedMember(
  tx: Queryable,
  { workspace, user }: { workspace: string; user: string },
): Promise<Member> {
  await holdWorkspace(tx, workspace);
  const member = await selectMember(tx, { workspace, user });
  if (member) return member;
  throw new Problem('not_found', 'There is no such member.');
}

async function deleteInvitationsOf(
  tx: Queryable,
  member: { workspace: string; user: string },
): Promise<void> {
  await deleteUnusedBy(tx, member);
  await deleteUnusedFor(tx, member);
}

async function keepAnOwner(tx: Queryable, workspace: string): Promise<void> {
  if ((await countOwners(tx, workspace)) > 1) return;
  throw new Problem(
    'conflict',
    'This is the last owner of the workspace. Make somebody else an owner first.',
  );
}

function keysNotRevoked(): Problem {
  const detail = 'Only admins can revoke keys.';
  return new Problem('forbidden', detail, { at: { parameter: 'revokeKeys', code: 'forbidden' } });
}
