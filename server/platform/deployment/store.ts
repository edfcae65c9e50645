/** The SQL of the row that says which database this deployment works with, and of the processes that watch it. */

import pg from 'pg';
import type { Queryable } from '../db/pool.ts';
import type { Acknowledged } from './witness.ts';

export interface DeploymentRow {
  secret: Buffer;
  pseudonymCheck: Buffer | null;
  computeName: string | null;
  isNew: boolean;
  systemIdentifier: string | null;
  timeline: number | null;
  /** False in a database that was loaded from a dump or copied since it was last acknowledged. */
  isInPlace: boolean;
  /** Whether a process has found less than it had written. */
  wentBack: boolean;
}

export async function insertDeployment(
  db: Queryable,
  secret: Buffer,
  identity: DatabaseIdentity | null,
): Promise<void> {
  await db.query(
    `insert into deployment (secret, system_identifier, timeline, place)
     values ($1, $2, $3, database_place()) on conflict do nothing`,
    [secret, identity?.systemIdentifier ?? null, identity?.timeline ?? null],
  );
}

export async function selectDeployment(db: Queryable): Promise<DeploymentRow | undefined> {
  const [row] = await db.query<DeploymentRow>(
    `select secret, pseudonym_check as "pseudonymCheck",
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
    `with ended as (delete from refusal)
     update deployment
     set system_identifier = $1, timeline = $2, place = database_place(), went_back = false`,
    [identity?.systemIdentifier ?? null, identity?.timeline ?? null],
  );
}

/** Returns the saved secret: the first one that was given. */
export async function keepPseudonymCheck(db: Queryable, check: Buffer): Promise<Buffer> {
  const [row] = await db.query<{ check: Buffer }>(
    `update deployment set pseudonym_check = coalesce(pseudonym_check, $1)
     returning pseudonym_check as check`,
    [check],
  );
  return row!.check;
}

/** From now on, another key replaces the one that is stored elsewhere. */
export async function replaceSecret(
  db: Queryable,
  { secret, computeName, pseudonymCheck }: Pick<DeploymentRow, 'secret'> & Kept,
): Promise<void> {
  await db.query('update deployment set secret = $1, compute_name = $2, pseudonym_check = $3', [
    secret,
    computeName,
    pseudonymCheck,
  ]);
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
 * Advances the count in the row of a process, and checks whether the database has everything that was acknowledged to
 * the process. If not, the same commit marks the database as one that went back. `timeline` is the database's timeline
 * just before: it is in the row of a process that found everything there. `marks` is false for what was acknowledged in
 * a database that was not the known one.
 */
export async function countOn(
  db: Queryable,
  { witness, count, lanes, counts }: Acknowledged,
  { timeline, marks }: { timeline: number | null; marks: boolean },
): Promise<{ count: number; seenAt: Date; isLost: boolean }> {
  const [row] = await db.query<{ count: number; seenAt: Date; isLost: boolean }>(
    `with lane as (
       select coalesce(bool_or(coalesce(w.count, 0) < known.count or w.is_lost), false) as is_lost
       from unnest($3::integer[], $4::bigint[]) as known (lane, count)
       left join witness_lane w on w.witness = $1 and w.lane = known.lane
     ), counted as (
       insert into witness (id, count, timeline, is_synchronous) values ($1, 1, $5, ${IS_SYNCHRONOUS})
       on conflict (id) do update set count = witness.count + 1, seen_at = now(),
         timeline = excluded.timeline, is_synchronous = excluded.is_synchronous
       returning count, seen_at
     ), judged as (
       select c.count, c.seen_at as "seenAt", c.count <= $2 or l.is_lost as "isLost" from counted c, lane l
     ), marked as (
       update deployment set went_back = true where $6 and (select j."isLost" from judged j) and not went_back
     )
     select count, "seenAt", "isLost" from judged`,
    [witness, count, lanes, counts, timeline, marks],
    'count_on',
  );
  return row!;
}

/** Whether a commit of this session, and so of all sessions of the service, waits for another server. */
const IS_SYNCHRONOUS = `current_setting('synchronous_standby_names') <> ''
  and current_setting('synchronous_commit') in ('remote_write', 'on', 'remote_apply')`;

interface Promotion {
  from: number;
  to: number;
  systemIdentifier: string;
  /** When the calling process last counted on the previous timeline; without a process, when any did. */
  seenAt: Date | undefined;
  /** A process that had been silent this long before that no longer ran. */
  silentMs: number;
  /** Whether a promoted standby answers for processes that do not. */
  standbyAnswers: boolean;
}

/**
 * Makes the timeline the known one if all processes that could know more have found on it what was acknowledged to
 * them. Returns whether it is known now.
 */
export async function acceptPromotion(db: Queryable, promotion: Promotion): Promise<boolean> {
  const { from, to, systemIdentifier, seenAt, silentMs, standbyAnswers } = promotion;
  const rows = await db.query(
    `with accepted as (
       update deployment d set timeline = $2
       where d.timeline = $1 and d.system_identifier = $3 and d.place = database_place() and not d.went_back
         and ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer = $2
         and not exists (
           select from witness w
           where w.timeline is distinct from $2 and not ($6 and w.is_synchronous)
             and w.seen_at > coalesce($4, (select max(o.seen_at) from witness o where o.timeline is distinct from $2))
               - $5 * interval '1 ms')
       returning 1
     ), ended as (
       delete from refusal where exists (select from accepted)
     )
     select from accepted`,
    [from, to, systemIdentifier, seenAt ?? null, silentMs, standbyAnswers],
    'accept_promotion',
  );
  return rows.length > 0;
}

/**
 * Records that no process claims from now on, and how far the ledger is; returns how long that has been so. A record
 * from another history does not apply to this one, and neither does a record from before files were put back.
 */
export async function noteRefusal(
  db: Queryable,
  timeline: number | null,
  isNew: boolean,
): Promise<number> {
  const [row] = await db.query<{ ms: number }>(
    `with noted as (
       insert into refusal as r (timeline, place, last_entry)
       select $1, database_place(), coalesce(max(id), 0) from ledger_entry
       on conflict (only_row) do update
         set since = excluded.since, timeline = excluded.timeline, place = excluded.place,
           last_entry = excluded.last_entry
         where $2 or r.timeline is distinct from excluded.timeline or r.place <> excluded.place
       returning since
     )
     select (extract(epoch from clock_timestamp() - coalesce(
       (select since from noted), (select since from refusal))) * 1000)::double precision as ms`,
    [timeline, isNew],
    'note_refusal',
  );
  return Math.max(0, row?.ms ?? 0);
}

/** Whether a process has recorded that none claims, and none has recorded the end of that. */
export async function selectRefusal(db: Queryable): Promise<boolean> {
  const rows = await db.query('select from refusal', [], 'refusal');
  return rows.length > 0;
}

/** Nobody waits for a process that ends. */
export async function removeWitness(db: Queryable, witness: string): Promise<void> {
  await db.query(
    'with lane as (delete from witness_lane where witness = $1) delete from witness where id = $1',
    [witness],
  );
}

/** Processes that have been gone for so long that none of them can still remember. */
export async function forgetWitnesses(db: Queryable, witness: string): Promise<void> {
  await db.query(
    `with old as (
       delete from witness where id <> $1 and seen_at < now() - interval '30 days' returning id
     )
     delete from witness_lane where witness in (select id from old)`,
    [witness],
  );
}

/*
 * Which database this is, and which of its histories: a failover to a standby, or a restore to a point in time, starts
 * a new timeline; another cluster has another system identifier. Returns null if an ordinary role may not read it. Does
 * not decide what a change means.
 */

export interface DatabaseIdentity {
  systemIdentifier: string;
  timeline: number;
}

/**
 * The timeline comes from the name of the WAL segment being written: between a promotion and the first checkpoint after
 * it, the control file still shows the old timeline.
 */
const READ_IDENTITY = `SELECT system_identifier::text AS "systemIdentifier",
       ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int AS timeline
  FROM pg_control_system()`;

export async function readIdentity(db: Queryable): Promise<DatabaseIdentity | null> {
  try {
    const [row] = await db.query<DatabaseIdentity>(READ_IDENTITY);
    return row ?? null;
  } catch (error) {
    if (error instanceof pg.DatabaseError && NOT_REPORTED.has(error.code ?? '')) return null;
    throw error;
  }
}

/** Insufficient privilege, unknown function, feature not supported, and "this is a standby". */
const NOT_REPORTED = new Set(['42501', '42883', '0A000', '55000']);
