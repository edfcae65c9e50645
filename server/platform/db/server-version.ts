/** The supported versions of PostgreSQL: the tests include the oldest (`npm run check:connections`). */
import { StartError } from '../lib/errors.ts';
import type { Queryable } from './pool.ts';

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
