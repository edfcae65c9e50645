/**
 * The SQL of the library's own tables: four models, each with the few filters and changes that the library uses. An
 * absent filter filters nothing; a given one is a list of values.
 */
import type { Queryable } from '../platform/db/pool.ts';

export type Row = Record<string, unknown>;

/** Values that a column may have; a session is found by the hash of its token. */
export type Filter = Partial<
  Record<'id' | 'userId' | 'email' | 'providerId' | 'accountId' | 'identifier', string[]>
> & { tokenHash?: Buffer[] };

export interface Table {
  filters: readonly (keyof Filter)[];
  insert(db: Queryable, row: Row): Promise<Row>;
  /** Newest first. */
  select(db: Queryable, filter: Filter, limit: number): Promise<Row[]>;
  remove(db: Queryable, filter: Filter): Promise<Row[]>;
  /** Absent if the library has nothing to change. */
  update?(db: Queryable, filter: Filter, changes: Row): Promise<Row[]>;
}

const TIMES = 'created_at as "createdAt", updated_at as "updatedAt"';

const USER = `id, name, email, email_verified as "emailVerified", ${TIMES}`;
const USER_FILTER =
  '($1::uuid[] is null or id = any ($1)) and ($2::text[] is null or lower(email) = any ($2))';

const users: Table = {
  filters: ['id', 'email'],
  insert: (db, row) =>
    first(
      db.query<Row>(
        `insert into app_user (id, name, email, email_verified, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6) returning ${USER}`,
        [row.id, row.name, row.email, row.emailVerified, row.createdAt, row.updatedAt],
      ),
    ),
  select: (db, { id, email }, limit) =>
    db.query<Row>(
      `select ${USER} from app_user where ${USER_FILTER} order by created_at desc limit $3`,
      [id, email, limit],
    ),
  remove: (db, { id, email }) =>
    db.query<Row>(`delete from app_user where ${USER_FILTER} returning ${USER}`, [id, email]),
};

const SESSION = `
  id, user_id as "userId", idle_until as "idleUntil", expires_at as "expiresAt", user_agent as "userAgent",
  ${TIMES}`;
const SESSION_FILTER = `($1::uuid[] is null or id = any ($1)) and ($2::uuid[] is null or user_id = any ($2))
  and ($3::bytea[] is null or token_hash = any ($3))`;

const sessions: Table = {
  filters: ['id', 'userId', 'tokenHash'],
  insert: (db, row) =>
    first(
      db.query<Row>(
        `insert into user_session
           (id, token_hash, user_id, idle_until, expires_at, user_agent, created_at, updated_at)
         values ($1, $2, $3, least($4::timestamptz, $5), $5, nullif($6, ''), $7, $8) returning ${SESSION}`,
        [
          row.id,
          row.tokenHash,
          row.userId,
          row.idleUntil,
          row.expiresAt,
          row.userAgent,
          row.createdAt,
          row.updatedAt,
        ],
      ),
    ),
  // A session that was idle for too long is invalid everywhere.
  select: (db, { id, userId, tokenHash }, limit) =>
    db.query<Row>(
      `select ${SESSION} from user_session where ${SESSION_FILTER} and idle_until > now()
       order by created_at desc limit $4`,
      [id, userId, tokenHash, limit],
    ),
  remove: (db, { id, userId, tokenHash }) =>
    db.query<Row>(`delete from user_session where ${SESSION_FILTER} returning ${SESSION}`, [
      id,
      userId,
      tokenHash,
    ]),
};

const ACCOUNT = `
  id, user_id as "userId", provider_id as "providerId", account_id as "accountId", password, ${TIMES}`;
const ACCOUNT_FILTER = `($1::uuid[] is null or id = any ($1)) and ($2::uuid[] is null or user_id = any ($2))
  and ($3::text[] is null or provider_id = any ($3)) and ($4::text[] is null or account_id = any ($4))`;

const accounts: Table = {
  filters: ['id', 'userId', 'providerId', 'accountId'],
  insert: (db, row) =>
    first(
      db.query<Row>(
        `insert into user_account
           (id, user_id, provider_id, account_id, password, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7) returning ${ACCOUNT}`,
        [
          row.id,
          row.userId,
          row.providerId,
          row.accountId,
          row.password,
          row.createdAt,
          row.updatedAt,
        ],
      ),
    ),
  select: (db, { id, userId, providerId, accountId }, limit) =>
    db.query<Row>(
      `select ${ACCOUNT} from user_account where ${ACCOUNT_FILTER} order by created_at desc limit $5`,
      [id, userId, providerId, accountId, limit],
    ),
  remove: (db, { id, userId, providerId, accountId }) =>
    db.query<Row>(`delete from user_account where ${ACCOUNT_FILTER} returning ${ACCOUNT}`, [
      id,
      userId,
      providerId,
      accountId,
    ]),
  update: (db, { id, userId, providerId, accountId }, { password }) =>
    db.query<Row>(
      `update user_account set password = $5, updated_at = now() where ${ACCOUNT_FILTER}
       returning ${ACCOUNT}`,
      [id, userId, providerId, accountId, password],
    ),
};

const VERIFICATION = `id, identifier, value, expires_at as "expiresAt", ${TIMES}`;
const VERIFICATION_FILTER =
  '($1::uuid[] is null or id = any ($1)) and ($2::text[] is null or identifier = any ($2))';

const verifications: Table = {
  filters: ['id', 'identifier'],
  insert: (db, row) =>
    first(
      db.query<Row>(
        `insert into user_verification (id, identifier, value, expires_at, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6) returning ${VERIFICATION}`,
        [row.id, row.identifier, row.value, row.expiresAt, row.createdAt, row.updatedAt],
      ),
    ),
  select: (db, { id, identifier }, limit) =>
    db.query<Row>(
      `select ${VERIFICATION} from user_verification where ${VERIFICATION_FILTER}
       order by created_at desc limit $3`,
      [id, identifier, limit],
    ),
  remove: (db, { id, identifier }) =>
    db.query<Row>(
      `delete from user_verification where ${VERIFICATION_FILTER} returning ${VERIFICATION}`,
      [id, identifier],
    ),
};

/** By the library's names of its models. */
export const TABLES: Record<string, Table> = {
  user: users,
  session: sessions,
  account: accounts,
  verification: verifications,
};

async function first(rows: Promise<Row[]>): Promise<Row> {
  return (await rows)[0]!;
}
