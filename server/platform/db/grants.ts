/**
 * Gives the service's role the rights of `grants.sql`, which replace all its rights. The owner of the tables does this
 * after the migrations; if one role is both, there is nothing to grant.
 */
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { StartError } from '../lib/errors.ts';
import { inTurn } from './migrate.ts';
import type { Db, Queryable } from './pool.ts';

export interface WorkingRole {
  name: string;
  /** For a role to be created; without a password, it signs in by other means. */
  password: string | undefined;
}

const GRANTS = new URL('./grants.sql', import.meta.url);

export async function grantTo(owner: Db, role: WorkingRole): Promise<void> {
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
