/**
 * The schema of a database with two roles: the owner updates it and grants rights to the service's role. Also checks
 * what a role given to the service could do beyond its work.
 */

import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { StartError } from '../lib/errors.ts';
import type { DatabaseAddress } from './address.ts';
import { inTurn, migrate } from './migrate.ts';
import { createDb, type Db, type Queryable } from './pool.ts';

interface SchemaUrls {
  /** The service's role. */
  url: string;
  ownerUrl: string;
}

/** Names of the applied migrations. `address`: how the owner's URL is reached. */
export function bringUpToDate(
  { url, ownerUrl }: SchemaUrls,
  address: Omit<DatabaseAddress, 'url'> = {},
): Promise<string[]> {
  return withSetUp({ ...address, url: ownerUrl }, async (owner) => {
    const { applied, isAhead } = await migrate(owner);
    // A newer program grants more rights than this one knows.
    if (!isAhead) await grantTo(owner, roleOf(url));
    return applied;
  });
}

/** On a direct connection without timeouts: a migration takes as long as it takes. */
export async function withSetUp<T>(
  address: DatabaseAddress,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const db = createDb({ ...address, max: 1, applicationName: 'model-run set-up' });
  return refuseOldServer(db)
    .then(() => work(db))
    .finally(() => db.close());
}

function roleOf(url: string): WorkingRole {
  const { username, password } = new URL(url);
  return {
    name: decodeURIComponent(username),
    password: password === '' ? undefined : decodeURIComponent(password),
  };
}

/** Whether the role owns the schema, or would own it after creating it; then this role migrates. */
export async function ownsSchema(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ owns: boolean }>(
    `SELECT coalesce(
       (SELECT pg_has_role(relowner, 'MEMBER') FROM pg_class
         WHERE relname = 'schema_migration' AND relnamespace = current_schema()::regnamespace),
       has_schema_privilege(current_schema(), 'CREATE')) AS owns`,
  );
  return row?.owns === true;
}

/** Whether the role could change entries of the ledger, or grant itself the right to. */
export async function canRewriteLedger(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ can: boolean }>(
    `SELECT pg_has_role(relowner, 'MEMBER') OR has_table_privilege(oid, 'UPDATE, DELETE, TRUNCATE') AS can
       FROM pg_class
      WHERE relname = 'ledger_entry' AND relnamespace = current_schema()::regnamespace`,
  );
  return row?.can === true;
}

/*
 * Gives the service's role the rights of `grants.sql`, which replace all its rights. The owner of the tables does this
 * after the migrations; if one role is both, there is nothing to grant.
 */

interface WorkingRole {
  name: string;
  /** For a role to be created; without a password, it signs in by other means. */
  password: string | undefined;
}

const GRANTS = new URL('./grants.sql', import.meta.url);

async function grantTo(owner: Db, role: WorkingRole): Promise<void> {
  const text = await readFile(GRANTS, 'utf8');
  // After the migrations of other processes, and one at a time.
  await inTurn(owner, async (tx) => {
    const [found] = await tx.query<{ isOwner: boolean; schema: string }>(
      'SELECT current_user = $1 AS "isOwner", current_schema() AS schema',
      [role.name],
    );
    if (found === undefined || found.isOwner) return;
    await makeRole(tx, role);
    const name = pg.escapeIdentifier(role.name);
    const schema = pg.escapeIdentifier(found.schema);
    await tx.query(`REVOKE ALL ON ALL TABLES IN SCHEMA ${schema} FROM ${name};
      GRANT USAGE ON SCHEMA ${schema} TO ${name}`);
    await tx.query(text.replaceAll(/\bworking_role\b/g, () => name));
  });
}

/** If the owner may not create it, the error asks for it. */
async function makeRole(tx: Queryable, { name, password }: WorkingRole): Promise<void> {
  const [state] = await tx.query<{ exists: boolean; mayMake: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS "exists",
       (SELECT rolcreaterole OR rolsuper FROM pg_roles WHERE rolname = current_user) AS "mayMake"`,
    [name],
  );
  if (state?.exists === true) return;
  if (state?.mayMake !== true) {
    throw new StartError(
      `there is no role ${name}, which DATABASE_URL names, and the role of MIGRATION_DATABASE_URL may not make it: make it, or give that one CREATEROLE`,
    );
  }
  const secret = password === undefined ? '' : ` PASSWORD ${pg.escapeLiteral(password)}`;
  await tx.query(`CREATE ROLE ${pg.escapeIdentifier(name)} LOGIN${secret}`);
}

/* The supported versions of PostgreSQL: the tests include the oldest (`npm run check:connections`). */

export const OLDEST_MAJOR = 15;

/** Before any other statement: an older server lacks features that migrations and statements use. */
export async function refuseOldServer(db: Queryable, oldest = OLDEST_MAJOR): Promise<void> {
  const [row] = await db.query<{ number: number; version: string }>(
    `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version`,
  );
  if (row === undefined || row.number >= oldest * 10_000) return;
  throw new StartError(
    `The database is PostgreSQL ${row.version}, and the service needs ${oldest} or newer: upgrade the server.`,
  );
}
