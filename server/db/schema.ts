/**
 * The schema of a database that has two roles: brought up to date by the one that owns it, with rights for the
 * one that the service works as. And what a role that the service is given could do beyond its work.
 */

import type { DatabaseAddress } from './address.ts';
import { grantTo, type WorkingRole } from './grants.ts';
import { migrate } from './migrate.ts';
import { createDb, type Db, type Queryable } from './pool.ts';
import { refuseOldServer } from './server-version.ts';

export interface SchemaUrls {
  /** Of the role that the service works as. */
  url: string;
  ownerUrl: string;
}

/** Names of the migrations that were applied. `address`: what there is to say of how the owner's URL is reached. */
export function bringUpToDate(
  { url, ownerUrl }: SchemaUrls,
  address: Omit<DatabaseAddress, 'url'> = {},
): Promise<string[]> {
  return withSetUp({ ...address, url: ownerUrl }, async (owner) => {
    const { applied } = await migrate(owner);
    await grantTo(owner, roleOf(url));
    return applied;
  });
}

/** By a direct connection without timeouts of its own: a migration takes what it takes. */
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

/** Whether the role owns the schema, or would by making it; it is then the one that migrates. */
export async function ownsSchema(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ owns: boolean }>(
    `SELECT coalesce(
       (SELECT pg_has_role(relowner, 'MEMBER') FROM pg_class
         WHERE relname = 'schema_migration' AND relnamespace = current_schema()::regnamespace),
       has_schema_privilege(current_schema(), 'CREATE')) AS owns`,
  );
  return row?.owns === true;
}

/** Whether the role could change entries of the ledger, or give itself the right to. */
export async function canRewriteLedger(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ can: boolean }>(
    `SELECT pg_has_role(relowner, 'MEMBER') OR has_table_privilege(oid, 'UPDATE, DELETE, TRUNCATE') AS can
       FROM pg_class
      WHERE relname = 'ledger_entry' AND relnamespace = current_schema()::regnamespace`,
  );
  return row?.can === true;
}
