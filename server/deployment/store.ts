/** The SQL of the one row that says which database this deployment works with, and of who watches that. */
import type { DatabaseIdentity } from '../db/identity.ts';
import type { Queryable } from '../db/pool.ts';

export interface DeploymentRow {
  attributionKey: Buffer;
  pseudonymCheck: Buffer | null;
  computeName: string | null;
  isNew: boolean;
  systemIdentifier: string | null;
  timeline: number | null;
  /** False in a database that was loaded from a dump, or copied, since it was last acknowledged. */
  isInPlace: boolean;
  /** Whether a process has found less than it had written. */
  wentBack: boolean;
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
    `select attribution_key as "attributionKey", pseudonym_check as "pseudonymCheck",
       compute_name as "computeName",
       created_at > now() - interval '1 minute' as "isNew", system_identifier as "systemIdentifier", timeline,
       place is not distinct from database_place() as "isInPlace", went_back as "wentBack"
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
    `update deployment
     set system_identifier = $1, timeline = $2, place = database_place(), went_back = false`,
    [identity?.systemIdentifier ?? null, identity?.timeline ?? null],
  );
}

/** Answers with the one that is kept: the first one that was told. */
export async function keepPseudonymCheck(db: Queryable, check: Buffer): Promise<Buffer> {
  const [row] = await db.query<{ check: Buffer }>(
    `update deployment set pseudonym_check = coalesce(pseudonym_check, $1)
     returning pseudonym_check as check`,
    [check],
  );
  return row!.check;
}

/** Another key in the place of the one that is kept elsewhere from now on. */
export async function replaceAttributionKey(
  db: Queryable,
  { attributionKey, computeName, pseudonymCheck }: Pick<DeploymentRow, 'attributionKey'> & Kept,
): Promise<void> {
  await db.query(
    'update deployment set attribution_key = $1, compute_name = $2, pseudonym_check = $3',
    [attributionKey, computeName, pseudonymCheck],
  );
}

interface Kept {
  computeName: string;
  pseudonymCheck: Buffer;
}

/** For a server whose identifier could not be read before. */
export async function learnIdentity(db: Queryable, identity: DatabaseIdentity): Promise<void> {
  await db.query(
    `update deployment set system_identifier = $1, timeline = $2
     where system_identifier is null and place = database_place() and not went_back`,
    [identity.systemIdentifier, identity.timeline],
  );
}

/**
 * Counts on in the row of a process, and answers how far. Where that is no further than the process remembers,
 * the same commit marks the database as one that went back.
 */
export async function countOn(db: Queryable, witness: string, remembered: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `with counted as (
       insert into witness (id, count) values ($1, 1)
       on conflict (id) do update set count = witness.count + 1, seen_at = now()
       returning count
     ), marked as (
       update deployment set went_back = true
       where (select c.count from counted c) <= $2 and not went_back
     )
     select count from counted`,
    [witness, remembered],
    'count_on',
  );
  return row!.count;
}

/** Processes that have been gone for so long that none of them can still remember. */
export async function forgetWitnesses(db: Queryable, witness: string): Promise<void> {
  await db.query("delete from witness where id <> $1 and seen_at < now() - interval '30 days'", [
    witness,
  ]);
}
