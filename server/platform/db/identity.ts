/**
 * Which database this is, and which of its histories: a failover to a standby, or a restore to a point in time, starts
 * a new timeline; another cluster has another system identifier. Returns null if an ordinary role may not read it. Does
 * not decide what a change means.
 */
import pg from 'pg';
import type { Queryable } from './pool.ts';

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
