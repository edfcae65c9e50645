/**
 * The schema of a database with two roles: the owner updates it and grants rights to the service's role. Also checks
 * what a role given to the service could do beyond its work.
 */

import type { DatabaseAddress } from './address.ts';
import { grantTo, type WorkingRole } from './grants.ts';
import { migrate } from './migrate.ts';
import { createDb, type Db, type Queryable } from './pool.ts';
import { refuseOldServer } from './server-version.ts';

export interface SchemaUrls {
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
