/** The SQL of invitations. Queries do not find a link that was used, expired or withdrawn. */
import type { Queryable } from '../platform/db/pool.ts';
import type { Role } from './roles.ts';

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

/** Invitations that name this address; per workspace, the highest role first. */
export function selectOpenInvitationsFor(db: Queryable, email: string): Promise<OpenInvitation[]> {
  return db.query<OpenInvitation>(
    `${OPEN_INVITATION} and lower(i.email) = lower($1)
     order by i.workspace, array_position(array['owner', 'admin', 'member'], i.role), i.id`,
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
