/**
 * Who owns an OpenID identity. A subject belongs to its issuer, and a user has one of each issuer: another subject is
 * refused, even with the same address, since providers reuse addresses over time. An unverified address belongs to
 * nobody until its holder signs in: then it is theirs, and the account of the person who typed it loses it.
 */

import { recordEvent } from '../audit-trail/index.ts';
import type { Queryable } from '../platform/db/pool.ts';
import { Problem } from '../platform/lib/problem.ts';
import type { Auth } from './auth.ts';
import { deleteUnusedBy, selectOpenInvitationsFor } from './invitation-store.ts';
import { join } from './joining.ts';
import { holdWorkspace } from './memberships.ts';
import type { Identity } from './oidc-provider.ts';
import { asShownName } from './person.ts';
import {
  deletePassword,
  deleteSessionsOf,
  lockPerson,
  type PersonRow,
  selectHasAccount,
  selectPersonByEmail,
  setVerified,
} from './person-store.ts';
import { deleteResetsOf } from './reset-store.ts';
import { deleteSecondFactor } from './second-factor-store.ts';

export type Claim =
  | { user: string; isTakenOver: boolean }
  | { problem: 'oidc_not_invited' | 'oidc_not_linked' };

export async function claimPerson(
  tx: Queryable,
  auth: Auth,
  { subject, email, name }: Identity,
  issuer: string,
): Promise<Claim> {
  const library = await auth.internals();
  const key = { providerId: `oidc:${issuer}`, accountId: subject };
  const linked = await library.findAccountByKey(key);
  if (linked) return { user: linked.userId, isTakenOver: false };
  if (email === undefined) return { problem: 'oidc_not_invited' };

  const person = await heldPerson(tx, email);
  if (!person) return makeInvited(tx, auth, { email, name, key });
  if (await selectHasAccount(tx, { user: person.id, provider: key.providerId })) {
    return { problem: 'oidc_not_linked' };
  }
  const isTakenOver = !person.isVerified;
  if (isTakenOver) await takeOver(tx, person.id);
  await library.linkAccount({ userId: person.id, ...key });
  const detail = { user: person.id, by: 'oidc', issuer, takenOver: isTakenOver };
  await recordEvent(tx, null, 'user_linked', detail, person.id);
  return { user: person.id, isTakenOver };
}

/** Reads the row once nobody else can change it: of two concurrent subjects, one is first. */
async function heldPerson(tx: Queryable, email: string): Promise<PersonRow | undefined> {
  const seen = await selectPersonByEmail(tx, email);
  if (!seen) return undefined;
  await lockPerson(tx, seen.id);
  return selectPersonByEmail(tx, email);
}

/** Ends every way in which somebody else could come back. Memberships belong to the user, and stay. */
async function takeOver(tx: Queryable, user: string): Promise<void> {
  await deletePassword(tx, user);
  await deleteSecondFactor(tx, user);
  await deleteResetsOf(tx, user);
  await deleteSessionsOf(tx, user);
  await deleteUnusedBy(tx, { user });
  await setVerified(tx, user);
}

async function makeInvited(
  tx: Queryable,
  { internals }: Auth,
  input: {
    email: string;
    name: string | undefined;
    key: { providerId: string; accountId: string };
  },
): Promise<Claim> {
  const { email, key } = input;
  for (const { workspace } of await selectOpenInvitationsFor(tx, email)) {
    await holdWorkspace(tx, workspace);
  }
  const invitations = await selectOpenInvitationsFor(tx, email);
  if (invitations.length === 0) return { problem: 'oidc_not_invited' };
  const library = await internals();
  const { id: user } = await library.createUser(
    { name: asShownName(input.name ?? '') ?? email.slice(0, 100), email, emailVerified: true },
    { method: 'oauth', oauth: { providerId: key.providerId } },
  );
  await library.linkAccount({ userId: user, ...key });
  await recordEvent(tx, null, 'user_created', { user, by: 'oidc' }, user);
  for (const invitation of invitations) await joinOnce(tx, invitation, user);
  return { user, isTakenOver: false };
}

/** Of two invitations to one workspace, the lesser adds nothing. */
async function joinOnce(...args: Parameters<typeof join>): Promise<void> {
  await join(...args).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
  });
}
