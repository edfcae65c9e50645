/**
 * The SQL of second factors. Each statement that accepts a code uses it up, so that of two requests with one code, one
 * passes.
 */
import type { Queryable } from '../platform/db/pool.ts';

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
export async function deleteSecondFactor(tx: Queryable, user: string): Promise<boolean> {
  const rows = await tx.query<{ isConfirmed: boolean }>(
    'delete from second_factor where user_id = $1 returning confirmed_at is not null as "isConfirmed"',
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
