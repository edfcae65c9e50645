/**
 * Links by which people join a workspace. A link is shown once and works once, for a week; afterwards it looks like one
 * that never existed. If many use one link at once, one joins: user, membership and used link are one commit. The
 * set-up link of a workspace makes its first owner, and no second one. The secret of a link is in the fragment of its
 * URL, which browsers send to no server and write into no log.
 */
import { hash, randomBytes } from 'node:crypto';
import { recordEvent } from '../audit-trail/index.ts';
import type { Db, Queryable } from '../platform/db/pool.ts';
import { newUuid } from '../platform/lib/ids.ts';
import { checkName } from '../platform/lib/names.ts';
import { Problem } from '../platform/lib/problem.ts';
import { type Email, insertMails } from '../platform/mail/index.ts';
import type { Auth } from './auth.ts';
import {
  countOwners,
  deleteSetUp,
  deleteUnused,
  deleteUnusedFor,
  type InvitationRow,
  insertInvitation,
  insertLink,
  insertMembership,
  type OpenInvitation,
  selectOpenInvitation,
  selectOpenInvitations,
  selectRole,
  setRole,
  setUsed,
} from './membership-store.ts';
import { holdWorkspace, type Page, type Paged, paged, requireRole } from './memberships.ts';
import {
  checkEmail,
  checkPassword,
  checkRole,
  checkTerms,
  isAtLeast,
  type Role,
  refusal,
} from './person.ts';
import { countFailure, type PersonRow, selectPersonByEmail } from './person-store.ts';
import { limitKeyOf, tooManyAttempts } from './sign-in-limit.ts';

export type Invitation = InvitationRow;

const DAY_MS = 86_400_000;
const WORKS_FOR_MS = 7 * DAY_MS;
/** Per day. */
const LETTERS_OF_WORKSPACE = 200;
const LETTERS_OF_WORKSPACE_TO_ADDRESS = 5;
const LETTERS_TO_ADDRESS = 50;

/**
 * To make an account by links of one workspace, in a day. A refusal says that an email has an account, and anybody may
 * have a workspace: without a bound its links would tell who has one.
 */
const ATTEMPTS_OF_WORKSPACE = 200;

interface CreateInvitation {
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

type InvitationPreview = Pick<OpenInvitation, 'workspaceName' | 'role' | 'email' | 'expiresAt'>;

/** What the holder of a link may know about it. */
export async function previewInvitation(db: Queryable, token: string): Promise<InvitationPreview> {
  const { workspaceName, role, email, expiresAt } = await findInvitation(db, token);
  return { workspaceName, role, email, expiresAt };
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

/** Unknown, used, expired and withdrawn links get the same answer. */
async function findInvitation(db: Queryable, token: string): Promise<OpenInvitation> {
  const tokenHash = hashOfLinkToken(token);
  const found = tokenHash && (await selectOpenInvitation(db, { tokenHash }));
  if (found) return found;
  throw linkNotValid();
}

/** Before the transaction of the attempt, so that one that fails counts as well. */
export async function countAttempt(db: Queryable, token: string): Promise<void> {
  const { workspace, email } = await findInvitation(db, token);
  // Reveals nothing about other addresses.
  if (email !== null) return;
  const key = limitKeyOf('join', workspace);
  const { failures, endsInMs } = await countFailure(db, key, DAY_MS);
  if (failures > ATTEMPTS_OF_WORKSPACE) throw tooManyAttempts(endsInMs);
}

/** The link, with its workspace locked, so that nobody else uses it or changes a role meanwhile. */
export async function holdInvitation(tx: Queryable, token: string): Promise<OpenInvitation> {
  await holdWorkspace(tx, (await findInvitation(tx, token)).workspace);
  return findInvitation(tx, token);
}

/** As the signed-in person. */
export async function joinAs(
  tx: Queryable,
  invitation: OpenInvitation,
  person: Pick<PersonRow, 'id' | 'email'>,
): Promise<void> {
  if (invitation.email !== null && invitation.email !== person.email) {
    throw new Problem('conflict', 'This invitation is for a different email address.');
  }
  await join(tx, invitation, person.id);
}

export interface NewPerson {
  name?: string | undefined;
  email?: string | undefined;
  password?: string | undefined;
  acceptedTermsUrl?: string | undefined;
}

/**
 * Creates the user and a first session, and returns its cookies. The address is unverified: the inviting person may
 * have made it up, and may use the link too.
 */
export async function joinAsNew(
  tx: Queryable,
  { api, isRefusal }: Auth,
  invitation: OpenInvitation,
  input: NewPerson & { headers: Headers; termsUrl: string | undefined },
): Promise<{ user: string; headers: Headers }> {
  const { termsUrl } = input;
  const { name, email, password } = await checkPerson(input, invitation);
  if (await selectPersonByEmail(tx, email)) throw emailTaken();
  const { response, headers } = await api
    .signUpEmail({ body: { name, email, password }, headers: input.headers, returnHeaders: true })
    .catch((error: unknown) => {
      // Somebody with this address has used another link at the same moment.
      throw isRefusal(error) ? emailTaken() : error;
    });
  const user = response.user.id;
  await recordEvent(tx, null, 'user_created', { user }, user);
  if (termsUrl !== undefined)
    await recordEvent(tx, invitation.workspace, 'terms_accepted', { user, termsUrl }, user);
  await join(tx, invitation, user);
  return { user, headers };
}

/**
 * An existing membership is only ever raised, and only by a link of an owner or of the command line: owners decide on
 * roles. Other links to the same address have no further effect.
 */
export async function join(
  tx: Queryable,
  { id, workspace, role, createdBy }: OpenInvitation,
  user: string,
): Promise<void> {
  const present = await selectRole(tx, { workspace, user });
  if (present !== undefined && isAtLeast(present, role)) {
    throw new Problem('conflict', `You’re already in this workspace, as ${present}.`);
  }
  if (present !== undefined && createdBy !== null) {
    const maker = await selectRole(tx, { workspace, user: createdBy.id });
    if (maker !== 'owner') throw notRaised(present);
  }
  if (!(await setUsed(tx, id, user))) throw linkNotValid();
  if (present === undefined) await insertMembership(tx, { id: newUuid(), workspace, user, role });
  else await setRole(tx, { workspace, user, role });
  await deleteUnusedFor(tx, { workspace, user });
  const detail = { user, role, invitation: id, ...(present && { from: present }) };
  await recordEvent(tx, workspace, 'member_joined', detail, user);
}

async function checkPerson(
  input: NewPerson & { termsUrl: string | undefined },
  invitation: OpenInvitation,
) {
  const { name, password, email = invitation.email ?? undefined } = input;
  checkTerms(input.acceptedTermsUrl, input.termsUrl);
  if (name === undefined) throw refusal('#/name', 'required', 'Enter your name.');
  if (email === undefined) throw refusal('#/email', 'required', 'Enter your email.');
  if (password === undefined) throw refusal('#/password', 'required', 'Enter a password.');
  const plain = checkEmail(email);
  await checkPassword(password, {
    pointer: '#/password',
    known: [plain, name, invitation.workspaceName],
  });
  if (invitation.email !== null && invitation.email !== plain) {
    throw refusal('#/email', 'conflict', 'This invitation is for a different email address.');
  }
  return { name: checkName(name), email: plain, password };
}

const SHAPE = /^[\w-]{43}$/;

export function makeLinkToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hash('sha256', token, 'buffer') };
}

/** Undefined for a text that is not a token of ours. */
export function hashOfLinkToken(token: string): Buffer | undefined {
  return SHAPE.test(token) ? hash('sha256', token, 'buffer') : undefined;
}

/** Under the public URL. */
export function joinPath(token: string): string {
  return `/dashboard/join#token=${token}`;
}

export function linkNotValid(): Problem {
  return new Problem(
    'link_not_valid',
    'This link was used, has expired, or never was. Ask for another.',
  );
}

function notRaised(present: Role): Problem {
  return new Problem(
    'conflict',
    `You are in this workspace already, as ${present}, and only an owner gives you a higher role.`,
  );
}

function emailTaken(): Problem {
  return new Problem(
    'conflict',
    'This email already has an account. Sign in first, then open the link again.',
  );
}
