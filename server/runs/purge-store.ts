/**
 * The SQL of purging the content of runs: up to which run the content is gone, and how much of that is still stored.
 */
import type { Db, Queryable } from '../platform/db/pool.ts';

/** Of a workspace: the content of its runs below this id is gone. */
export interface PurgedUntil {
  workspace: string;
  until: string;
}

/**
 * Records until when each workspace no longer keeps content, in whole UTC days, by the database's clock unless the
 * caller passes a time. `mostDays` is the operator's limit for each workspace; null if there is none. It also limits a
 * workspace that wants to keep everything.
 */
export function notePurges(
  db: Queryable,
  {
    mostDays,
    workspace,
    now,
  }: { mostDays: number | null; workspace: string | null; now: Date | null },
): Promise<PurgedUntil[]> {
  return db.query<PurgedUntil>(
    `insert into content_purge (workspace, until)
     select w.id, b.until from workspace w cross join lateral (
       select run_id_bound((date_trunc('day', coalesce($3, now()) at time zone 'UTC')
         - least(w.content_days, $1::integer) * interval '1 day') at time zone 'UTC') as until
     ) b
     where least(w.content_days, $1::integer) is not null and ($2::uuid is null or w.id = $2)
       and not exists (select from content_purge p where p.workspace = w.id and p.until >= b.until)
     on conflict do nothing
     returning workspace, until`,
    [mostDays, workspace, now],
  );
}

/** How far each workspace has purged, by workspace id. */
export function selectPurges(db: Queryable, workspace: string | null): Promise<PurgedUntil[]> {
  return db.query<PurgedUntil>(
    // An index scan straight to the last row of each workspace, which gets a row a day.
    `select w.id as workspace, p.until from workspace w cross join lateral (
       select c.until from content_purge c where c.workspace = w.id order by c.until desc limit 1
     ) p where $1::uuid is null or w.id = $1 order by w.id`,
    [workspace],
  );
}

/** Creates partitions for the months to come, and drops those of which nothing is kept. */
export async function keepMonths(
  db: Queryable,
  ahead: number,
): Promise<{ made: number; dropped: number }> {
  const [row] = await db.query<{ made: number; dropped: number }>(
    'select made, dropped from keep_payload_months($1)',
    [ahead],
  );
  return row!;
}

/**
 * Deletes some due payloads, oldest first. Payloads of open runs stay until the runs have ended. Returns how many it
 * deleted; undefined if another process is purging and the caller does not wait for it.
 */
export function deletePayloads(
  db: Db,
  { workspace, until }: PurgedUntil,
  { atMost, waits }: { atMost: number; waits: boolean },
): Promise<number | undefined> {
  return db.transaction(async (tx) => {
    const [turn] = await tx.query<{ mine: boolean }>(waits ? WAIT_FOR_TURN : TAKE_TURN);
    if (!turn?.mine) return undefined;
    const [row] = await tx.query<{ deleted: number }>(
      `with due as materialized (
         select p.run from run_payload p
         where p.workspace = $1 and p.run < $2 and not exists (select from run_queue q where q.run = p.run)
         order by p.run limit $3
       ), deleted as (
         delete from run_payload p where p.workspace = $1 and p.run < $2 and p.run = any (array(select d.run from due d))
         returning p.run
       )
       select count(*)::integer as deleted from deleted`,
      [workspace, until, atMost],
    );
    return row!.deleted;
  });
}

const TAKE_TURN = "select pg_try_advisory_xact_lock(hashtextextended('purge_content', 0)) as mine";
const WAIT_FOR_TURN = `select true as mine
  from pg_advisory_xact_lock(hashtextextended('purge_content', 0))`;
