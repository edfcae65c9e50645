/**
 * Joining a workspace by a link, as a new user or as the signed-in one: user, membership and used link are one commit.
 * If many use one link at once, one joins.
 */

import { recordEvent } from '../audit-trail/index.ts';
import type { Queryable } from '../platform/db/pool.ts';
import { newUuid } from '../platform/lib/ids.ts';
import { Problem } from '../platform/lib/problem.ts';
import type { Auth } from './auth.ts';
import { deleteUnusedFor, type OpenInvitation, setUsed } from './invitation-store.ts';
import { findInvitation, linkNotValid } from './invitations.ts';
import { insertMembership, selectRole, setRole } from './membership-store.ts';
import { holdWorkspace } from './memberships.ts';
import { checkPassword } from './password-rules.ts';
import { checkEmail, checkName, refusal } from './person.ts';
import { type PersonRow, selectPersonByEmail } from './person-store.ts';
import { isAtLeast, type Role } from './roles.ts';

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
}

/**
 * Creates the user and a first session, and returns its cookies. The address is unverified: the inviting person may
 * have made it up, and may use the link too.
 */
export async function joinAsNew(
  tx: Queryable,
  { api, isRefusal }: Auth,
  invitation: OpenInvitation,
  input: NewPerson & { headers: Headers },
): Promise<{ user: string; headers: Headers }> {
  const { name, email, password } = await checkPerson(input, invitation);
  if (await selectPersonByEmail(tx, email)) throw alreadyThere();
  const { response, headers } = await api
    .signUpEmail({ body: { name, email, password }, headers: input.headers, returnHeaders: true })
    .catch((error: unknown) => {
      // Somebody with this address has used another link at the same moment.
      throw isRefusal(error) ? alreadyThere() : error;
    });
  const user = response.user.id;
  await recordEvent(tx, null, 'user_created', { user }, user);
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

async function checkPerson(input: NewPerson, invitation: OpenInvitation) {
  const { name, password, email = invitation.email ?? undefined } = input;
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

function notRaised(present: Role): Problem {
  return new Problem(
    'conflict',
    `You are in this workspace already, as ${present}, and only an owner gives you a higher role.`,
  );
}

function alreadyThere(): Problem {
  return new Problem(
    'conflict',
    'This email already has an account. Sign in first, then open the link again.',
  );
}
