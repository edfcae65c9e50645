/**
 * The database that the service works with, and its two roles. One owns it: migrations run as this role. The
 * other only has what it is granted, and is no superuser: what the schema forbids it, it cannot do and cannot
 * allow itself. All are made once; a start that was killed in between is made up for.
 */
import pg from 'pg';
import type { Passwords } from './cluster.ts';

/** The role that the service works as, and the name of the database. */
export const APPLICATION = 'model_run';
export const OWNER = 'model_run_owner';

/** The superuser's address of any database, and of the service's. */
export type UrlOfDatabase = (database: string) => string;

export async function prepareDatabase(urlOf: UrlOfDatabase, passwords: Passwords): Promise<void> {
  const [application, owner] = [APPLICATION, OWNER].map((name) => pg.escapeIdentifier(name));
  const ownedBy = await withClient(urlOf('postgres'), async (client) => {
    await makeRole(client, OWNER, passwords.owner);
    await makeRole(client, APPLICATION, passwords.application);
    const found = await ownerOfDatabase(client);
    if (found !== undefined) return found;
    await client.query(`CREATE DATABASE ${application} OWNER ${owner}`);
    return OWNER;
  });
  await withClient(urlOf(APPLICATION), async (client) => {
    // Versions with one role have left it everything: the tables, and in the same step the database.
    if (ownedBy === APPLICATION) await client.query(`REASSIGN OWNED BY ${application} TO ${owner}`);
    // A table that a session makes for itself would hide one of ours from it.
    await client.query(`REVOKE TEMPORARY ON DATABASE ${application} FROM PUBLIC`);
  });
}

async function makeRole(client: pg.Client, role: string, password: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
  if (rowCount !== 0) return;
  await client.query(
    `CREATE ROLE ${pg.escapeIdentifier(role)} LOGIN PASSWORD ${pg.escapeLiteral(password)}`,
  );
}

async function ownerOfDatabase(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ owner: string }>(
    'SELECT pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = $1',
    [APPLICATION],
  );
  return rows[0]?.owner;
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}
