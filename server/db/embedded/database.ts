/**
 * The database of the service, and its two roles. One owns it: migrations run as this role. The other has only what it
 * is granted, and is no superuser: it cannot do what the schema forbids, and cannot grant itself more. The process
 * creates each once; it completes a start that was killed in between.
 */
import pg from 'pg';
import type { Passwords } from './cluster.ts';

/** The service's role, and the name of the database. */
export const APPLICATION = 'model_run';
export const OWNER = 'model_run_owner';

/** The superuser's URL of any database, and of the service's database. */
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
    // Versions with one role gave it everything: the tables, and in the same step the database.
    if (ownedBy === APPLICATION) await client.query(`REASSIGN OWNED BY ${application} TO ${owner}`);
    // A temporary table of a session could hide one of ours from it.
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
