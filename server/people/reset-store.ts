/** The SQL of forgotten passwords: links that set a new one, by the hash of their secret. */
import type { Queryable } from '../platform/db/pool.ts';
import { deleteMailsAbout } from '../platform/mail/index.ts';

/** The user with this address and a password; one at most. */
export async function selectWithPassword(db: Queryable, email: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select u.id from app_user u
     join user_account a on a.user_id = u.id and a.provider_id = 'credential'
     where lower(u.email) = lower($1)`,
    [email],
  );
  return rows.map(({ id }) => id);
}

export async function insertReset(
  tx: Queryable,
  { tokenHash, user, worksForMs }: { tokenHash: Buffer; user: string; worksForMs: number },
): Promise<void> {
  await tx.query('delete from password_reset where expires_at <= now()');
  await tx.query(
    `insert into password_reset (token_hash, user_id, expires_at)
     values ($1, $2, now() + $3 * interval '1 ms')`,
    [tokenHash, user, worksForMs],
  );
}

export interface ResetPerson {
  user: string;
  name: string;
  email: string;
  isVerified: boolean;
}

export async function selectReset(
  db: Queryable,
  tokenHash: Buffer,
): Promise<ResetPerson | undefined> {
  const [row] = await db.query<ResetPerson>(
    `select u.id as user, u.name, u.email, u.email_verified as "isVerified" from password_reset r join app_user u on u.id = r.user_id
     where r.token_hash = $1 and r.expires_at > now()`,
    [tokenHash],
  );
  return row;
}

/** If many use one link at once, one gets true. The user's other links end with it. */
export async function takeReset(
  tx: Queryable,
  { tokenHash, user }: { tokenHash: Buffer; user: string },
): Promise<boolean> {
  const rows = await tx.query<{ token_hash: Buffer }>(
    'delete from password_reset where user_id = $1 and expires_at > now() returning token_hash',
    [user],
  );
  return rows.some(({ token_hash }) => token_hash.equals(tokenHash));
}

/** Once the password was changed in another way, earlier links cannot set it. */
export async function deleteResetsOf(tx: Queryable, user: string): Promise<void> {
  await tx.query('delete from password_reset where user_id = $1', [user]);
  await deleteMailsAbout(tx, { kind: 'password_reset', about: user });
}
