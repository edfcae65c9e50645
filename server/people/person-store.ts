/** The SQL of people beyond what the library needs: by the id, and by their sign-in methods. */
import type { Queryable } from '../platform/db/pool.ts';

export interface PersonRow {
  id: string;
  name: string;
  email: string;
  isVerified: boolean;
}

const PERSON = 'id, name, email, email_verified as "isVerified"';

export async function selectPersonByEmail(
  db: Queryable,
  email: string,
): Promise<PersonRow | undefined> {
  const [row] = await db.query<PersonRow>(
    `select ${PERSON} from app_user where lower(email) = lower($1)`,
    [email],
  );
  return row;
}

export async function selectPerson(db: Queryable, id: string): Promise<PersonRow | undefined> {
  const [row] = await db.query<PersonRow>(`select ${PERSON} from app_user where id = $1`, [id]);
  return row;
}

/** The stored hash; only whether it changes matters. */
export async function selectPassword(db: Queryable, email: string): Promise<string | undefined> {
  const [row] = await db.query<{ password: string }>(
    `select a.password from app_user u
     join user_account a on a.user_id = u.id and a.provider_id = 'credential'
     where lower(u.email) = lower($1)`,
    [email],
  );
  return row?.password;
}

/** Every workspace of the user with this address; none if there is no such user. */
export function selectMembershipsByEmail(
  db: Queryable,
  email: string,
): Promise<{ workspace: string; user: string }[]> {
  return db.query<{ workspace: string; user: string }>(
    `select m.workspace, m.user_id as user from app_user u join membership m on m.user_id = u.id
     where lower(u.email) = lower($1)`,
    [email],
  );
}

/** The password of a user, who may have had none. */
export async function savePassword(
  tx: Queryable,
  account: { id: string; user: string; hash: string },
): Promise<void> {
  await tx.query(
    `insert into user_account
       (id, user_id, provider_id, account_id, password, created_at, updated_at)
     values ($1, $2, 'credential', $2::uuid::text, $3, now(), now())
     on conflict (provider_id, account_id) do update set password = $3, updated_at = now()`,
    [account.id, account.user, account.hash],
  );
}

/** Removes the password, whatever it was. */
export async function deletePassword(tx: Queryable, user: string): Promise<void> {
  await tx.query(`delete from user_account where user_id = $1 and provider_id = 'credential'`, [
    user,
  ]);
}

export async function deleteSessionsOf(tx: Queryable, user: string): Promise<void> {
  await tx.query('delete from user_session where user_id = $1', [user]);
}

export interface OwnSession {
  id: string;
  createdAt: Date;
  /** Precise to some minutes. */
  lastUsedAt: Date;
  endsAt: Date;
  userAgent: string | null;
}

const MOST_SESSIONS = 100;

/** The valid ones, the most recently used first. */
export function selectSessionsOf(db: Queryable, user: string): Promise<OwnSession[]> {
  return db.query<OwnSession>(
    `select id, created_at as "createdAt", updated_at as "lastUsedAt", expires_at as "endsAt",
       user_agent as "userAgent"
     from user_session where user_id = $1 and least(idle_until, expires_at) > now()
     order by updated_at desc, id desc limit $2`,
    [user, MOST_SESSIONS],
  );
}

/** The number of ended sessions. */
export async function deleteOtherSessionsOf(
  tx: Queryable,
  { user, but }: { user: string; but: string },
): Promise<number> {
  const rows = await tx.query(
    'delete from user_session where user_id = $1 and id <> $2 returning id',
    [user, but],
  );
  return rows.length;
}

export async function deleteSessionOf(
  tx: Queryable,
  { user, id }: { user: string; id: string },
): Promise<boolean> {
  const rows = await tx.query(
    'delete from user_session where user_id = $1 and id = $2 returning id',
    [user, id],
  );
  return rows.length > 0;
}

export async function setName(tx: Queryable, user: string, name: string): Promise<void> {
  await tx.query('update app_user set name = $2, updated_at = now() where id = $1', [user, name]);
}

export function selectHasPassword(db: Queryable, user: string): Promise<boolean> {
  return selectHasAccount(db, { user, provider: 'credential' });
}

/** Whether the user can sign in by this provider, with any subject. */
export async function selectHasAccount(
  db: Queryable,
  { user, provider }: { user: string; provider: string },
): Promise<boolean> {
  const rows = await db.query('select from user_account where user_id = $1 and provider_id = $2', [
    user,
    provider,
  ]);
  return rows.length > 0;
}

export async function setVerified(tx: Queryable, id: string): Promise<void> {
  await tx.query('update app_user set email_verified = true where id = $1', [id]);
}

/** New sessions of the user wait until the transaction ends: they refer to the row. */
export async function lockPerson(tx: Queryable, id: string): Promise<void> {
  await tx.query('select from app_user where id = $1 for update', [id]);
}

/** The session's new idle end; undefined if it has already ended. */
export async function renewSession(
  db: Queryable,
  id: string,
  idleMs: number,
): Promise<Date | undefined> {
  const [row] = await db.query<{ idleUntil: Date }>(
    `update user_session set updated_at = now(),
       idle_until = least(now() + $2 * interval '1 ms', expires_at)
     where id = $1 and idle_until > now() returning idle_until as "idleUntil"`,
    [id, idleMs],
  );
  return row?.idleUntil;
}

export async function deleteDeadSessions(db: Queryable, user: string): Promise<void> {
  await db.query(
    'delete from user_session where user_id = $1 and least(idle_until, expires_at) <= now()',
    [user],
  );
}

export async function deleteSession(db: Queryable, id: string): Promise<void> {
  await db.query('delete from user_session where id = $1', [id]);
}

export async function deleteExpiredVerifications(db: Queryable): Promise<void> {
  await db.query('delete from user_verification where expires_at <= now()');
}

/** Deleted users have no row. */
export function selectNames(
  db: Queryable,
  users: string[],
): Promise<{ id: string; name: string }[]> {
  return db.query('select id, name from app_user where id = any ($1::uuid[])', [users]);
}
