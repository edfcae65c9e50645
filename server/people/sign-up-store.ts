/** The SQL of accounts that somebody asked for, and of their links. Queries do not find what has expired. */
import type { Queryable } from '../platform/db/pool.ts';

/** Who the OpenID provider says that the person is. */
export interface SignUpIdentity {
  issuer: string;
  subject: string;
  name: string | null;
}

export interface SignUpRow {
  id: string;
  email: string;
  /** Null if the person proves the email by a link that was sent there. */
  identity: SignUpIdentity | null;
  /** Made on the command line. */
  byOperator: boolean;
  expiresAt: Date;
}

interface NewSignUp extends Omit<SignUpRow, 'expiresAt'> {
  worksForMs: number;
  /** How many may be open at once. */
  most: number;
}

/** False if too many are open. */
export async function insertSignUp(
  tx: Queryable,
  { id, email, identity, byOperator, worksForMs, most }: NewSignUp,
): Promise<boolean> {
  const rows = await tx.query(
    `insert into sign_up (id, email, issuer, subject, name, by_operator, expires_at)
     select $1, $2, $3, $4, $5, $6, now() + $7 * interval '1 ms'
     where (select count(*) from (select from sign_up limit $8) as open) < $8 returning id`,
    [
      ...[id, email, identity?.issuer, identity?.subject, identity?.name, byOperator],
      ...[worksForMs, most],
    ],
  );
  return rows.length > 0;
}

/** Works at least for this long, however long its email has waited. */
export async function insertSignUpLink(
  tx: Queryable,
  { tokenHash, signUp, worksForMs }: { tokenHash: Buffer; signUp: string; worksForMs: number },
): Promise<void> {
  await tx.query(
    `with renewed as (
       update sign_up set expires_at = greatest(expires_at, now() + $3 * interval '1 ms') where id = $2
       returning id)
     insert into sign_up_link (token_hash, sign_up) select $1, id from renewed`,
    [tokenHash, signUp, worksForMs],
  );
}

export async function selectSignUp(
  db: Queryable,
  by: { tokenHash: Buffer } | { id: string },
): Promise<SignUpRow | undefined> {
  const [row] = await db.query<SignUpRow>(
    `select id, email, by_operator as "byOperator", expires_at as "expiresAt",
       case when issuer is not null then
         json_build_object('issuer', issuer, 'subject', subject, 'name', name) end as identity
     from sign_up where expires_at > now() and (id = $1
       or id = (select l.sign_up from sign_up_link l where l.token_hash = $2))`,
    ['id' in by ? by.id : null, 'tokenHash' in by ? by.tokenHash : null],
  );
  return row;
}

/** With every other one for this email. If many use one at once, or several for one email, one gets true. */
export async function takeSignUp(
  tx: Queryable,
  { id, email }: Pick<SignUpRow, 'id' | 'email'>,
): Promise<boolean> {
  const rows = await tx.query<{ id: string }>(
    'delete from sign_up where email = $1 and expires_at > now() returning id',
    [email],
  );
  return rows.some((row) => row.id === id);
}

export async function deleteSignUpsOfSubject(
  tx: Queryable,
  { issuer, subject }: Pick<SignUpIdentity, 'issuer' | 'subject'>,
): Promise<void> {
  await tx.query('delete from sign_up where issuer = $1 and subject = $2', [issuer, subject]);
}

/** False if it was welcomed before. A concurrent twin waits for this transaction. */
export async function insertWelcomed(tx: Queryable, mailboxHash: Buffer): Promise<boolean> {
  const rows = await tx.query(
    'insert into welcomed_mailbox (mailbox_hash) values ($1) on conflict do nothing returning mailbox_hash',
    [mailboxHash],
  );
  return rows.length > 0;
}

export async function deleteEndedSignUps(db: Queryable): Promise<void> {
  await db.query('delete from sign_up where expires_at <= now()');
}
