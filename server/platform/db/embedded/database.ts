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
  await withClient(urlOf('postgres'), async (client) => {
    await makeRole(client, OWNER, passwords.owner);
    await makeRole(client, APPLICATION, passwords.application);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [
      APPLICATION,
    ]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${application} OWNER ${owner}`);
  });
  await withClient(urlOf(APPLICATION), async (client) => {
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

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}
