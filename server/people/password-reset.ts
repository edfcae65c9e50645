/**
 * A forgotten password. If the deployment sends mail, users get a link that works once and signs nobody in. No answer
 * shows whether an address has a user: both cases execute the same statements, and a worker sends the email. The secret
 * of a link is created when its email is written and only its hash is saved, so each email has its own link; using one
 * ends the others. Without mail, the operator makes a new password, which is shown once. Every session ends with the
 * old password.
 */
import { randomBytes } from 'node:crypto';
import { recordEvent } from '../audit-trail/index.ts';
import type { Db } from '../platform/db/pool.ts';
import type { NetworkOf } from '../platform/lib/attempts.ts';
import { newUuid } from '../platform/lib/ids.ts';
import { Problem } from '../platform/lib/problem.ts';
import { type Email, insertMails } from '../platform/mail/index.ts';
import { hashOfLinkToken, linkNotValid, makeLinkToken } from './invitations.ts';
import { deleteUnusedBy, selectWorkspacesOf } from './membership-store.ts';
import { endOperator, removeFactor } from './operators.ts';
import type { PasswordHashes } from './password-hashes.ts';
import { asEmail, checkPassword } from './person.ts';
import {
  countFailure,
  deleteResetsOf,
  deleteSessionsOf,
  insertReset,
  lockPerson,
  savePassword,
  selectPerson,
  selectPersonByEmail,
  selectReset,
  selectWithPassword,
  setVerified,
  takeReset,
} from './person-store.ts';
import { limitKeyOf, tooManyAttempts } from './sign-in-limit.ts';

const WORKS_FOR_MS = 3_600_000;
const WINDOW_MS = 3_600_000;
/** Per hour: from one network address, and to one email address. */
const REQUESTS_PER_ADDRESS = 30;
const SENT_PER_EMAIL = 3;

export interface ForgottenPasswordOptions {
  db: Db;
  networkOf: NetworkOf;
  hashes: () => Promise<PasswordHashes>;
  /** Whether the deployment sends mail. */
  sendsMail: boolean;
  /** Sessions ended: the process reads each again. */
  forget: () => void;
}

export function createForgottenPassword(options: ForgottenPasswordOptions) {
  const { db, networkOf, hashes, sendsMail, forget } = options;
  return {
    async request({ email, ip }: { email: string; ip?: string | undefined }): Promise<void> {
      if (!sendsMail) throw new Problem('not_found', 'This deployment sends no mail.');
      const network = networkOf(ip);
      if (network !== '') await countAddress(db, network);
      const { failures: requestCount } = await countFailure(
        db,
        limitKeyOf('reset-email', email.trim().toLowerCase()),
        WINDOW_MS,
      );
      if (requestCount > SENT_PER_EMAIL) return;
      // The same statements for an address without a user.
      const about = await selectWithPassword(db, asEmail(email) ?? '');
      await insertMails(db, { kind: 'password_reset', about, worksForMs: WORKS_FOR_MS });
    },

    async use({ token, newPassword }: { token: string; newPassword: string }): Promise<void> {
      const tokenHash = hashOfLinkToken(token);
      const found = tokenHash && (await selectReset(db, tokenHash));
      if (!tokenHash || !found) throw linkNotValid();
      const { user, name, email, isVerified } = found;
      const workspaces = await selectWorkspacesOf(db, user);
      const known = [email, name, ...workspaces.map((each) => each.name)];
      await checkPassword(newPassword, { pointer: '#/newPassword', known });
      const hash = await (await hashes()).hash(newPassword);
      await db.transaction(async (tx) => {
        await lockPerson(tx, user);
        if (!(await takeReset(tx, { tokenHash, user }))) throw linkNotValid();
        await savePassword(tx, { id: newUuid(), user, hash });
        await deleteSessionsOf(tx, user);
        // Somebody else may have typed the address: every way in which they could come back ends.
        if (!isVerified) {
          await removeFactor(tx, user);
          await endOperator(tx, user, 'Somebody else proved the address');
          await deleteUnusedBy(tx, { user });
        }
        // Whoever read the email owns the address.
        await setVerified(tx, user);
        await recordEvent(tx, null, 'password_reset', { user, by: 'mail' }, user);
      });
      forget();
    },
  };
}

async function countAddress(db: Db, network: string): Promise<void> {
  const { failures, endsInMs } = await countFailure(
    db,
    limitKeyOf('reset-address', network),
    WINDOW_MS,
  );
  if (failures <= REQUESTS_PER_ADDRESS) return;
  throw tooManyAttempts(endsInMs);
}

/** With a link that works from now on. Undefined for a deleted user. */
export async function writePasswordReset(
  db: Db,
  user: string,
  publicUrl: string,
): Promise<Email | undefined> {
  const person = await selectPerson(db, user);
  if (!person) return undefined;
  const { token, hash: tokenHash } = makeLinkToken();
  await insertReset(db, { tokenHash, user, worksForMs: WORKS_FOR_MS });
  return {
    to: person.email,
    subject: 'Set a new password',
    text: [
      `Hello ${person.name},`,
      'somebody asked for a new password for your account. If it was you, set it here:',
      `${publicUrl}/dashboard/new-password#token=${token}`,
      'The link works once, for an hour. If it was not you, do nothing: your password stays as it is.',
    ].join('\n\n'),
  };
}

/** The password. */
export async function resetPassword(db: Db, email: string): Promise<string> {
  const person = await selectPersonByEmail(db, email.trim());
  if (!person) throw new Problem('not_found', `There is no user ${email}.`);
  const { hashPassword } = await import('better-auth/crypto');
  const password = randomBytes(15).toString('base64url');
  const hash = await hashPassword(password);
  await db.transaction(async (tx) => {
    await lockPerson(tx, person.id);
    await savePassword(tx, { id: newUuid(), user: person.id, hash });
    await deleteSessionsOf(tx, person.id);
    await deleteResetsOf(tx, person.id);
    await recordEvent(tx, null, 'password_reset', { user: person.id });
  });
  return password;
}
