/**
 * A new password from the operator, for users who forgot theirs: for deployments that send no email. Shown once, known
 * only to its user and the operator until it is changed; every session ends with the old one.
 */
import { randomBytes } from 'node:crypto';
import { recordEvent } from '../audit-trail/index.ts';
import type { Db } from '../platform/db/pool.ts';
import { newUuid } from '../platform/lib/ids.ts';
import { Problem } from '../platform/lib/problem.ts';
import { deleteSessionsOf, lockPerson, savePassword, selectPersonByEmail } from './person-store.ts';
import { deleteResetsOf } from './reset-store.ts';

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
