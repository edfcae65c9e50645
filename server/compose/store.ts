/** The SQL of the one row that says which database this deployment works with, and of its pulse. */
import type { DatabaseIdentity } from '../db/identity.ts';
import type { Queryable } from '../db/pool.ts';

export interface DeploymentRow {
  attributionKey: Buffer;
  systemIdentifier: string | null;
  timeline: number | null;
  /** False in a database that was loaded from a dump, or copied, since it was last acknowledged. */
  isInPlace: boolean;
}

export async function insertDeployment(
  db: Queryable,
  attributionKey: Buffer,
  identity: DatabaseIdentity | null,
): Promise<void> {
  await db.query(
    `insert into deployment (attribution_key, system_identifier, timeline, place)
     values ($1, $2, $3, database_place()) on conflict do nothing`,
    [attributionKey, identity?.systemIdentifier ?? null, identity?.timeline ?? null],
  );
}

export async function selectDeployment(db: Queryable): Promise<DeploymentRow | undefined> {
  const [row] = await db.query<DeploymentRow>(
    `select attribution_key as "attributionKey", system_identifier as "systemIdentifier", timeline,
       place is not distinct from database_place() as "isInPlace"
     from deployment`,
    [],
    'deployment',
  );
  return row;
}

export async function updateIdentity(
  db: Queryable,
  identity: DatabaseIdentity | null,
): Promise<void> {
  await db.query(
    'update deployment set system_identifier = $1, timeline = $2, place = database_place()',
    [identity?.systemIdentifier ?? null, identity?.timeline ?? null],
  );
}

/** No server is on this timeline: no process claims anything before the identity is updated. */
export async function forgetTimeline(db: Queryable): Promise<void> {
  await db.query('update deployment set timeline = 0');
}

/** Resolves when the database answers. */
export async function ping(db: Queryable): Promise<void> {
  await db.query('select 1', [], 'ping');
}
