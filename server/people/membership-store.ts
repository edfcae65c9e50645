/**
 * The SQL of memberships and of the invitations to them. A change locks the row of the workspace. Queries do not find
 * an invitation that was used, expired or withdrawn.
 */
import type { Queryable } from '../platform/db/pool.ts';
import type { Role } from './person.ts';

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
): Promise<{ id: string; name: string; role: Role; timeZone: string }[]> {
  return db.query<{ id: string; name: string; role: Role; timeZone: string }>(
    `select w.id, w.name, m.role, w.time_zone as "timeZone" from membership m join workspace w on w.id = m.workspace
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

export interface InvitationRow {
  id: string;
  role: Role;
  email: string | null;
  createdAt: Date;
  expiresAt: Date;
  createdBy: { id: string; name: string } | null;
}

export interface OpenInvitation extends InvitationRow {
  workspace: string;
  workspaceName: string;
  isSetUp: boolean;
}

const INVITATION = `
  i.id, i.role, i.email, i.created_at as "createdAt", i.expires_at as "expiresAt",
  case when c.id is not null then json_build_object('id', c.id, 'name', c.name) end as "createdBy"`;

const OPEN = `
  i.used_at is null and i.expires_at > now() and not (i.is_set_up and exists (
    select from membership m where m.workspace = i.workspace and m.role = 'owner'))`;

const OPEN_INVITATION = `
  select ${INVITATION}, i.workspace, w.name as "workspaceName", i.is_set_up as "isSetUp"
  from invitation i join workspace w on w.id = i.workspace left join app_user c on c.id = i.created_by
  where ${OPEN}`;

export async function insertInvitation(
  tx: Queryable,
  invitation: {
    id: string;
    workspace: string;
    tokenHash: Buffer;
    role: Role;
    email: string | undefined;
    isSetUp: boolean;
    createdBy: string | undefined;
    worksForMs: number;
  },
): Promise<void> {
  await tx.query(
    `insert into invitation
       (id, workspace, token_hash, role, email, is_set_up, created_by, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, now() + $8 * interval '1 ms')`,
    [
      invitation.id,
      invitation.workspace,
      invitation.tokenHash,
      invitation.role,
      invitation.email,
      invitation.isSetUp,
      invitation.createdBy,
      invitation.worksForMs,
    ],
  );
}

/** An additional link with the same effect as the shown one. */
export async function insertLink(
  tx: Queryable,
  { tokenHash, invitation }: { tokenHash: Buffer; invitation: string },
): Promise<void> {
  await tx.query('insert into invitation_link (token_hash, invitation) values ($1, $2)', [
    tokenHash,
    invitation,
  ]);
}

export async function selectOpenInvitation(
  db: Queryable,
  by: { tokenHash: Buffer } | { id: string },
): Promise<OpenInvitation | undefined> {
  const [row] = await db.query<OpenInvitation>(
    `${OPEN_INVITATION} and (i.token_hash = $1 or i.id = $2
       or i.id = (select l.invitation from invitation_link l where l.token_hash = $1))`,
    ['tokenHash' in by ? by.tokenHash : null, 'id' in by ? by.id : null],
  );
  return row;
}

/** Invitations that name this address, as far as the list goes; per workspace, the highest role first. */
export function selectOpenInvitationsFor(db: Queryable, email: string): Promise<OpenInvitation[]> {
  return db.query<OpenInvitation>(
    `${OPEN_INVITATION} and lower(i.email) = lower($1)
     order by i.workspace, array_position(array['owner', 'admin', 'member'], i.role), i.id limit 200`,
    [email],
  );
}

/** Newest first, from before the invitation `before`. */
export function selectOpenInvitations(
  db: Queryable,
  page: { workspace: string; before: string | undefined; limit: number },
): Promise<InvitationRow[]> {
  return db.query<InvitationRow>(
    `select ${INVITATION} from invitation i left join app_user c on c.id = i.created_by
     where i.workspace = $1 and ($2::uuid is null or i.id < $2) and ${OPEN}
     order by i.id desc limit $3`,
    [page.workspace, page.before, page.limit],
  );
}

/** Whether it was open until now. */
export async function setUsed(tx: Queryable, id: string, user: string): Promise<boolean> {
  const rows = await tx.query(
    `update invitation i set used_at = now(), used_by = $2 where i.id = $1 and ${OPEN} returning i.id`,
    [id, user],
  );
  return rows.length > 0;
}

/** Whether it existed: a used one stays, as the record of who joined by it. */
export async function deleteUnused(
  tx: Queryable,
  { workspace, id }: { workspace: string; id: string },
): Promise<boolean> {
  const rows = await tx.query(
    'delete from invitation where workspace = $1 and id = $2 and used_at is null returning id',
    [workspace, id],
  );
  return rows.length > 0;
}

/** Invitations by a member, in one workspace or in all. */
export async function deleteUnusedBy(
  tx: Queryable,
  { workspace, user }: { workspace?: string; user: string },
): Promise<void> {
  await tx.query(
    `delete from invitation
     where ($1::uuid is null or workspace = $1) and created_by = $2 and used_at is null`,
    [workspace, user],
  );
}

/** The invitations for the address of a user. */
export async function deleteUnusedFor(
  tx: Queryable,
  { workspace, user }: { workspace: string; user: string },
): Promise<void> {
  await tx.query(
    `delete from invitation where workspace = $1 and used_at is null
       and lower(email) = (select lower(email) from app_user where id = $2)`,
    [workspace, user],
  );
}

export async function deleteSetUp(tx: Queryable, workspace: string): Promise<void> {
  await tx.query('delete from invitation where workspace = $1 and is_set_up and used_at is null', [
    workspace,
  ]);
}
