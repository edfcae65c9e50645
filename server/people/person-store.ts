/**
 * The SQL of people beyond what the library needs: users and their sign-in methods, sessions, second factors, links
 * that set a new password, and the counts of failed attempts. A statement that accepts a code or a link uses it up, and
 * one that counts an attempt decides at once: of two requests at the same moment, one passes.
 */
import type { Queryable } from '../platform/db/pool.ts';
import { deleteMailsAbout } from '../platform/mail/index.ts';

export interface PersonRow {
  id: string;
  name: string;
  email: string;
  isVerified: boolean;
}

const PERSON = 'id, name, email, email_verified as "isVerified"';

export async function selectPerson(db: Queryable, id: string): Promise<PersonRow | undefined> {
  const [row] = await db.query<PersonRow>(`select ${PERSON} from app_user where id = $1`, [id]);
  return row;
}

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

/** Deleted users have no row. */
export function selectNames(
  db: Queryable,
  users: string[],
): Promise<{ id: string; name: string }[]> {
  return db.query('select id, name from app_user where id = any ($1::uuid[])', [users]);
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

/** New sessions of the user wait until the transaction ends: they refer to the row. */
export async function lockPerson(tx: Queryable, id: string): Promise<void> {
  await tx.query('select from app_user where id = $1 for update', [id]);
}

export async function setName(tx: Queryable, user: string, name: string): Promise<void> {
  await tx.query('update app_user set name = $2, updated_at = now() where id = $1', [user, name]);
}

export async function setVerified(tx: Queryable, id: string): Promise<void> {
  await tx.query('update app_user set email_verified = true where id = $1', [id]);
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

export function selectHasPassword(db: Queryable, user: string): Promise<boolean> {
  return selectHasAccount(db, { user, provider: 'credential' });
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

export async function deleteExpiredVerifications(db: Queryable): Promise<void> {
  await db.query('delete from user_verification where expires_at <= now()');
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

/** A code of the second factor was given in it now. */
export async function setProven(db: Queryable, session: string): Promise<void> {
  await db.query('update user_session set proven_at = now() where id = $1', [session]);
}

export async function deleteSession(db: Queryable, id: string): Promise<void> {
  await db.query('delete from user_session where id = $1', [id]);
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

export async function deleteSessionsOf(tx: Queryable, user: string): Promise<void> {
  await tx.query('delete from user_session where user_id = $1', [user]);
}

export async function deleteDeadSessions(db: Queryable, user: string): Promise<void> {
  await db.query(
    'delete from user_session where user_id = $1 and least(idle_until, expires_at) <= now()',
    [user],
  );
}

export interface SecondFactorRow {
  secret: Buffer;
  lastStep: number;
  confirmedAt: Date | null;
  recoveryCodes: number;
}

export async function selectSecondFactor(
  db: Queryable,
  user: string,
): Promise<SecondFactorRow | undefined> {
  const [row] = await db.query<SecondFactorRow>(
    `select secret, last_step as "lastStep", confirmed_at as "confirmedAt",
       (select count(*)::integer from recovery_code r where r.user_id = f.user_id) as "recoveryCodes"
     from second_factor f where user_id = $1`,
    [user],
    'second_factor',
  );
  return row;
}

/** Replaces an unconfirmed one. False if there is a confirmed one. */
export async function startFactor(db: Queryable, user: string, secret: Buffer): Promise<boolean> {
  const rows = await db.query(
    `insert into second_factor as f (user_id, secret) values ($1, $2)
     on conflict (user_id) do update set secret = excluded.secret, last_step = 0, created_at = now()
     where f.confirmed_at is null returning user_id`,
    [user, secret],
  );
  return rows.length > 0;
}

/** With the code of this step. False if it was already confirmed, or has another secret by now. */
export async function confirmFactor(
  tx: Queryable,
  { user, secret, step }: { user: string; secret: Buffer; step: number },
): Promise<boolean> {
  const rows = await tx.query(
    `update second_factor set confirmed_at = now(), last_step = $3
     where user_id = $1 and secret = $2 and confirmed_at is null returning user_id`,
    [user, secret, step],
  );
  return rows.length > 0;
}

/** False if a code of this step or of a later one was accepted before. */
export async function takeStep(
  db: Queryable,
  { user, step }: { user: string; step: number },
): Promise<boolean> {
  const rows = await db.query(
    'update second_factor set last_step = $2 where user_id = $1 and last_step < $2 returning user_id',
    [user, step],
    'take_code',
  );
  return rows.length > 0;
}

export async function insertRecoveryCodes(
  tx: Queryable,
  user: string,
  hashes: Buffer[],
): Promise<void> {
  await tx.query(
    'insert into recovery_code (user_id, code_hash) select $1, h from unnest($2::bytea[]) as c (h)',
    [user, hashes],
  );
}

/**
 * Replaces all earlier ones; of two concurrent calls, the second replaces the first's. False if no factor is confirmed.
 */
export async function replaceRecoveryCodes(
  tx: Queryable,
  user: string,
  hashes: Buffer[],
): Promise<boolean> {
  const rows = await tx.query(
    'select user_id from second_factor where user_id = $1 and confirmed_at is not null for update',
    [user],
  );
  if (rows.length === 0) return false;
  await tx.query('delete from recovery_code where user_id = $1', [user]);
  await insertRecoveryCodes(tx, user, hashes);
  return true;
}

export async function takeRecoveryCode(
  db: Queryable,
  { user, hash }: { user: string; hash: Buffer },
): Promise<boolean> {
  const rows = await db.query(
    'delete from recovery_code where user_id = $1 and code_hash = $2 returning user_id',
    [user, hash],
    'take_recovery_code',
  );
  return rows.length > 0;
}

/** Whether there was a confirmed one. */
/** With what the user's sessions have proven by it. */
export async function deleteSecondFactor(tx: Queryable, user: string): Promise<boolean> {
  const rows = await tx.query<{ isConfirmed: boolean }>(
    `with proven as (update user_session set proven_at = null where user_id = $1)
     delete from second_factor where user_id = $1 returning confirmed_at is not null as "isConfirmed"`,
    [user],
  );
  return rows[0]?.isConfirmed ?? false;
}

/** The users among these who have one. */
export async function selectWithSecondFactor(
  db: Queryable,
  users: readonly string[],
): Promise<Set<string>> {
  const rows = await db.query<{ user: string }>(
    `select user_id as user from second_factor where user_id = any ($1::uuid[]) and confirmed_at is not null`,
    [users],
  );
  return new Set(rows.map(({ user }) => user));
}

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

interface ResetPerson {
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

interface Failures {
  failures: number;
  endsInMs: number;
}

/** Counts one more in the window of the key, which begins with its first attempt. */
export async function countFailure(
  db: Queryable,
  key: string,
  windowMs: number,
): Promise<Failures> {
  const [row] = await db.query<Failures>(
    `insert into sign_in_attempt as a (key, failures, ends_at)
     values ($1, 1, now() + $2::double precision * interval '1 ms')
     on conflict (key) do update set
       failures = case when a.ends_at <= now() then 1 else a.failures + 1 end,
       ends_at = case when a.ends_at <= now() then excluded.ends_at else a.ends_at end
     returning failures,
       (extract(epoch from ends_at - now()) * 1000)::double precision as "endsInMs"`,
    [key, windowMs],
    'count_failed_sign_in',
  );
  return row!;
}

interface Waits {
  /** Failures without a wait after them. */
  free: number;
  firstMs: number;
  longestMs: number;
  /** After this long without a failure, all of them are forgotten. */
  rememberedMs: number;
}

/** Counts one more, or returns how long the key has to wait, in milliseconds. */
export async function countUnlessWaiting(
  db: Queryable,
  key: string,
  { free, firstMs, longestMs, rememberedMs }: Waits,
): Promise<number> {
  const counted = await db.query(
    `insert into sign_in_attempt as a (key, failures, ends_at, waits_until)
     values ($1, 1, now() + $5::double precision * interval '1 ms',
       case when 1 >= $2::integer
         then now() + least($4::double precision, $3::double precision) * interval '1 ms' end)
     on conflict (key) do update set
       failures = case when a.ends_at <= now() then 1 else a.failures + 1 end,
       ends_at = excluded.ends_at,
       waits_until = case
         when a.ends_at <= now() then excluded.waits_until
         when a.failures + 1 >= $2::integer then now() + least($4::double precision,
           $3::double precision * 2 ^ least(a.failures + 1 - $2::integer, 30)) * interval '1 ms' end
     where a.waits_until is null or a.waits_until <= now()
     returning key`,
    [key, free, firstMs, longestMs, rememberedMs],
    'count_unless_waiting',
  );
  if (counted.length > 0) return 0;
  const [row] = await db.query<{ ms: number }>(
    `select (extract(epoch from waits_until - now()) * 1000)::double precision as ms
     from sign_in_attempt where key = $1`,
    [key],
    'wait_of_sign_in',
  );
  return Math.max(1, row?.ms ?? 1);
}

/** The attempt does not count: its counts are given back, and `forgotten` starts over. */
export async function giveBackFailures(
  db: Queryable,
  { forgotten, counted }: { forgotten: string; counted: string[] },
): Promise<void> {
  await db.query('delete from sign_in_attempt where key = $1', [forgotten], 'forget_sign_in');
  if (counted.length === 0) return;
  await db.query(
    `update sign_in_attempt set failures = failures - 1
     where key in (select a.key from sign_in_attempt a where a.key = any ($1::text[])
       and a.failures > 0 and a.ends_at > now() order by a.key for update)`,
    [counted],
    'give_back_sign_ins',
  );
}

export async function deleteEndedAttempts(db: Queryable): Promise<void> {
  await db.query('delete from sign_in_attempt where ends_at < now()');
}

/* The SQL of who may use the operator's console. */

export type OperatorRole = 'viewer' | 'admin';

export interface OperatorRow {
  user: string;
  name: string;
  email: string;
  role: OperatorRole;
  grantedAt: Date;
  hasSecondFactor: boolean;
}

const OPERATOR = `
  o.user_id as user, u.name, u.email, o.role, o.granted_at as "grantedAt",
  exists (select from second_factor f where f.user_id = o.user_id and f.confirmed_at is not null) as "hasSecondFactor"`;

/** By address. */
export function selectOperators(db: Queryable): Promise<OperatorRow[]> {
  return db.query<OperatorRow>(
    `select ${OPERATOR} from operator_role o join app_user u on u.id = o.user_id order by lower(u.email)`,
  );
}

export interface OperatorStanding extends OperatorRow {
  /** When the second factor was last proven in the session. */
  provenAt: Date | null;
}

/** Undefined for users who are no operators, and in a session that has ended. */
export async function selectOperator(
  db: Queryable,
  { user, session }: { user: string; session: string },
): Promise<OperatorStanding | undefined> {
  const [row] = await db.query<OperatorStanding>(
    `select ${OPERATOR}, s.proven_at as "provenAt"
     from operator_role o join app_user u on u.id = o.user_id
     join user_session s on s.user_id = o.user_id and s.id = $2
     where o.user_id = $1`,
    [user, session],
    'operator_of_session',
  );
  return row;
}

/** The role before; null if there was none. */
export async function saveOperator(
  tx: Queryable,
  { user, role }: { user: string; role: OperatorRole },
): Promise<OperatorRole | null> {
  const [row] = await tx.query<{ before: OperatorRole | null }>(
    `with before as (select role from operator_role where user_id = $1 for update)
     insert into operator_role (user_id, role) values ($1, $2)
     on conflict (user_id) do update set role = excluded.role
     returning (select role from before) as before`,
    [user, role],
  );
  return row!.before;
}

/** Whether the user was an operator. */
export async function deleteOperator(tx: Queryable, user: string): Promise<boolean> {
  const rows = await tx.query('delete from operator_role where user_id = $1 returning user_id', [
    user,
  ]);
  return rows.length > 0;
}
