/**
 * The role and the database that the service works with. The role is no superuser: what the schema
 * forbids it, it cannot do. Both are made once; a start that was killed in between is made up for.
 */
import pg from 'pg';

export const APPLICATION = 'model_run';

export async function prepareDatabase(superuserUrl: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS role,
              EXISTS (SELECT FROM pg_database WHERE datname = $1) AS database`,
      [APPLICATION],
    );
    const name = pg.escapeIdentifier(APPLICATION);
    if (rows[0]?.role !== true) {
      await client.query(`CREATE ROLE ${name} LOGIN PASSWORD ${pg.escapeLiteral(password)}`);
    }
    if (rows[0]?.database !== true) {
      await client.query(`CREATE DATABASE ${name} OWNER ${name}`);
    }
  } finally {
    await client.end();
  }
}
