/** The SQL of memberships. A change locks the row of the workspace. */
import type { Queryable } from '../platform/db/pool.ts';
import type { Role } from './roles.ts';

export interface Member {
  /** The membership's number: increases with the time of joining. */
  id: string;
  user: string;
  name: string;
  email: string;
  role: Role;
  joinedAt: Date;
}

const MEMBER = `
  m.id, m.user_id as user, u.name, u.email, m.role, m.created_at as "joinedAt"
  from membership m join app_user u on u.id = m.user_id`;

/** All changes to memberships of the workspace wait here in turn; false if there is no such workspace. */
export async function lockWorkspace(tx: Queryable, workspace: string): Promise<boolean> {
  const rows = await tx.query('select from workspace where id = $1 for no key update', [workspace]);
  return rows.length > 0;
}

export async function selectRole(
  db: Queryable,
  { user, workspace }: { user: string; workspace: string },
): Promise<Role | undefined> {
  const [row] = await db.query<{ role: Role }>(
    'select role from membership where workspace = $1 and user_id = $2',
    [workspace, user],
    'membership_role',
  );
  return row?.role;
}

export async function selectMember(
  db: Queryable,
  { user, workspace }: { user: string; workspace: string },
): Promise<Member | undefined> {
  const [row] = await db.query<Member>(
    `select ${MEMBER} where m.workspace = $1 and m.user_id = $2`,
    [workspace, user],
  );
  return row;
}

/** Newest first, from before the membership `before`. */
export function selectMembers(
  db: Queryable,
  page: { workspace: string; before: string | undefined; limit: number },
): Promise<Member[]> {
  return db.query<Member>(
    `select ${MEMBER} where m.workspace = $1 and ($2::uuid is null or m.id < $2)
     order by m.id desc limit $3`,
    [page.workspace, page.before, page.limit],
  );
}

export function selectJoined(
  db: Queryable,
  workspace: string,
): Promise<{ user: string; since: Date }[]> {
  return db.query<{ user: string; since: Date }>(
    'select user_id as user, created_at as since from membership where workspace = $1',
    [workspace],
  );
}

export function selectWorkspacesOf(
  db: Queryable,
  user: string,
): Promise<{ id: string; name: string; role: Role }[]> {
  return db.query<{ id: string; name: string; role: Role }>(
    `select w.id, w.name, m.role from membership m join workspace w on w.id = m.workspace
     where m.user_id = $1 order by w.name`,
    [user],
    'workspaces_of_user',
  );
}

export async function countOwners(tx: Queryable, workspace: string): Promise<number> {
  const [row] = await tx.query<{ owners: number }>(
    `select count(*) as owners from membership where workspace = $1 and role = 'owner'`,
    [workspace],
  );
  return row?.owners ?? 0;
}

export async function insertMembership(
  tx: Queryable,
  membership: { id: string; workspace: string; user: string; role: Role },
): Promise<void> {
  await tx.query('insert into membership (id, workspace, user_id, role) values ($1, $2, $3, $4)', [
    membership.id,
    membership.workspace,
    membership.user,
    membership.role,
  ]);
}

export async function setRole(
  tx: Queryable,
  { workspace, user, role }: { workspace: string; user: string; role: Role },
): Promise<void> {
  await tx.query('update membership set role = $3 where workspace = $1 and user_id = $2', [
    workspace,
    user,
    role,
  ]);
}

export async function deleteMembership(
  tx: Queryable,
  { workspace, user }: { workspace: string; user: string },
): Promise<void> {
  await tx.query('delete from membership where workspace = $1 and user_id = $2', [workspace, user]);
}
