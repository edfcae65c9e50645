/**
 * Links by which people join a workspace. A link is shown once and works once, for a week; afterwards it looks like one
 * that never existed. The set-up link of a workspace makes its first owner, and no second one.
 */

import { recordEvent } from '../audit-trail/index.ts';
import type { Db, Queryable } from '../platform/db/pool.ts';
import { newUuid } from '../platform/lib/ids.ts';
import { Problem } from '../platform/lib/problem.ts';
import { type Email, insertMails } from '../platform/mail/index.ts';
import {
  deleteSetUp,
  deleteUnused,
  type InvitationRow,
  insertInvitation,
  insertLink,
  type OpenInvitation,
  selectOpenInvitation,
  selectOpenInvitations,
} from './invitation-store.ts';
import { hashOfLinkToken, joinPath, makeLinkToken } from './link-token.ts';
import { countOwners } from './membership-store.ts';
import { holdWorkspace, type Page, type Paged, paged, requireRole } from './memberships.ts';
import { checkEmail } from './person.ts';
import { checkRole, type Role } from './roles.ts';
import { limitKeyOf } from './sign-in-limit.ts';
import { countFailure } from './sign-in-store.ts';

export type Invitation = InvitationRow;

const DAY_MS = 86_400_000;
const WORKS_FOR_MS = 7 * DAY_MS;
/** Per day. */
const LETTERS_OF_WORKSPACE = 200;
const LETTERS_OF_WORKSPACE_TO_ADDRESS = 5;
const LETTERS_TO_ADDRESS = 50;

export interface CreateInvitation {
  workspace: string;
  role: Role;
  /** Who may use it; if absent, anybody who has the link. */
  email?: string | undefined;
  /** The inviting user; absent for the command line. */
  actor?: string | undefined;
  /** Whether the deployment sends mail: then the invited person gets a link by email. */
  sendsMail?: boolean | undefined;
}

export interface CreatedInvitation {
  invitation: Invitation;
  /** The secret of the link: shown now or never. */
  token: string;
  /** Whether an email is on its way. */
  mailed: boolean;
}

export function createInvitation(db: Db, input: CreateInvitation): Promise<CreatedInvitation> {
  const { workspace, actor } = input;
  const role = checkRole(input.role);
  const email = input.email === undefined ? undefined : checkEmail(input.email);
  return db.transaction(async (tx) => {
    await holdWorkspace(tx, workspace);
    await requireRole(tx, { workspace, actor, least: role === 'owner' ? 'owner' : 'admin' });
    const created = await save(tx, { workspace, role, email, isSetUp: false, createdBy: actor });
    const detail = { invitation: created.invitation.id, role, email };
    await recordEvent(tx, workspace, 'invitation_created', detail, actor);
    const mailed =
      input.sendsMail === true && email !== undefined && (await isSent(tx, workspace, email));
    if (mailed) {
      const about = [created.invitation.id];
      await insertMails(tx, { kind: 'invitation', about, worksForMs: WORKS_FOR_MS });
    }
    return { ...created, mailed };
  });
}

/** Whether another email is sent. If not, the inviting person passes on the link. */
async function isSent(tx: Queryable, workspace: string, email: string): Promise<boolean> {
  const limits = [
    [limitKeyOf('invitation', workspace), LETTERS_OF_WORKSPACE],
    [limitKeyOf('invitation', workspace, email), LETTERS_OF_WORKSPACE_TO_ADDRESS],
    [limitKeyOf('invitation-email', email), LETTERS_TO_ADDRESS],
  ] as const;
  // The address counts last: a refused workspace uses up nothing of what others may send there.
  for (const [key, most] of limits) {
    const { failures: sent } = await countFailure(tx, key, DAY_MS);
    if (sent > most) return false;
  }
  return true;
}

/**
 * The link that makes the first owner; the previous one stops working. Undefined if there is an owner. Called at each
 * start, so it makes no entry in the audit trail.
 */
export async function renewSetUpLink(
  tx: Queryable,
  workspace: string,
): Promise<CreatedInvitation | undefined> {
  await holdWorkspace(tx, workspace);
  if ((await countOwners(tx, workspace)) > 0) return undefined;
  await deleteSetUp(tx, workspace);
  const input = { workspace, role: 'owner', email: undefined, createdBy: undefined } as const;
  return { ...(await save(tx, { ...input, isSetUp: true })), mailed: false };
}

/** Open ones only, newest first. */
export async function listInvitations(
  db: Queryable,
  workspace: string,
  { limit, before }: Page,
): Promise<Paged<Invitation>> {
  return paged(await selectOpenInvitations(db, { workspace, before, limit: limit + 1 }), limit);
}

export function deleteInvitation(
  db: Db,
  input: { workspace: string; invitation: string; actor?: string | undefined },
): Promise<void> {
  const { workspace, invitation, actor } = input;
  return db.transaction(async (tx) => {
    await holdWorkspace(tx, workspace);
    await requireRole(tx, { workspace, actor, least: 'admin' });
    if (!(await deleteUnused(tx, { workspace, id: invitation }))) {
      throw new Problem('not_found', 'There is no such invitation.');
    }
    await recordEvent(tx, workspace, 'invitation_deleted', { invitation }, actor);
  });
}

export type InvitationPreview = Pick<
  OpenInvitation,
  'workspaceName' | 'role' | 'email' | 'expiresAt'
>;

/** What the holder of a link may know about it. */
export async function previewInvitation(db: Queryable, token: string): Promise<InvitationPreview> {
  const { workspaceName, role, email, expiresAt } = await findInvitation(db, token);
  return { workspaceName, role, email, expiresAt };
}

/** Unknown, used, expired and withdrawn links get the same answer. */
export async function findInvitation(db: Queryable, token: string): Promise<OpenInvitation> {
  const tokenHash = hashOfLinkToken(token);
  const found = tokenHash && (await selectOpenInvitation(db, { tokenHash }));
  if (found) return found;
  throw linkNotValid();
}

/** With a link in addition to the shown one. Undefined for an invitation that can no longer be used. */
export async function writeInvitation(
  db: Queryable,
  id: string,
  publicUrl: string,
): Promise<Email | undefined> {
  const invitation = await selectOpenInvitation(db, { id });
  if (!invitation || invitation.email === null) return undefined;
  const { workspaceName, role, email: to, createdBy, expiresAt } = invitation;
  const { token, hash: tokenHash } = makeLinkToken();
  await insertLink(db, { tokenHash, invitation: id });
  const inviter = createdBy ? `${createdBy.name} invites you` : 'You are invited';
  return {
    to,
    subject: `Join ${workspaceName}`,
    text: [
      'Hello,',
      `${inviter} to join the workspace ${workspaceName} as ${role}:`,
      `${publicUrl}${joinPath(token)}`,
      `The link works once, until ${expiresAt.toISOString().slice(0, 10)}. If you do not know why you got this, do nothing.`,
    ].join('\n\n'),
  };
}

export function linkNotValid(): Problem {
  return new Problem(
    'link_not_valid',
    'This link was used, has expired, or never was. Ask for another.',
  );
}

async function save(
  tx: Queryable,
  invitation: Omit<Parameters<typeof insertInvitation>[1], 'id' | 'tokenHash' | 'worksForMs'>,
): Promise<Omit<CreatedInvitation, 'mailed'>> {
  const { token, hash: tokenHash } = makeLinkToken();
  const id = newUuid();
  await insertInvitation(tx, { ...invitation, id, tokenHash, worksForMs: WORKS_FOR_MS });
  const saved = await selectOpenInvitation(tx, { id });
  if (saved === undefined) throw linkNotValid();
  const { role, email, createdAt, expiresAt, createdBy } = saved;
  return { invitation: { id, role, email, createdAt, expiresAt, createdBy }, token };
}
