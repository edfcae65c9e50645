/** The SQL of workers: heartbeats and the turns of chores, by the one clock that decides about them, the database's. */
import type { Queryable } from '../db/pool.ts';

/** False if the lease has already ended: a dead worker does not come back under its name. */
export async function renewLease(db: Queryable, worker: string, leaseMs: number): Promise<boolean> {
  const rows = await db.query(
    `update worker set lease_until = now() + $2 * interval '1 ms'
     where id = $1 and lease_until > now() returning id`,
    [worker, leaseMs],
    'renew_lease',
  );
  return rows.length > 0;
}

/** Revives ended leases that nobody has forgotten; returns those. */
export async function reviveWorkers(
  db: Queryable,
  workers: string[],
  leaseMs: number,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `update worker set lease_until = now() + $2 * interval '1 ms' where id = any ($1::uuid[])
     returning id`,
    [workers, leaseMs],
    'revive_workers',
  );
  return rows.map(({ id }) => id);
}

export async function registerWorker(
  db: Queryable,
  worker: string,
  leaseMs: number,
): Promise<void> {
  await db.query(
    "insert into worker (id, lease_until) values ($1, now() + $2 * interval '1 ms')",
    [worker, leaseMs],
    'register_worker',
  );
}

/** A worker that still has claims keeps its row until they are swept. */
export async function dismissWorker(db: Queryable, worker: string): Promise<void> {
  await db.query(
    'delete from worker w where id = $1 and not exists (select from run_queue q where q.worker = w.id)',
    [worker],
  );
}

export async function forgetDeadWorkers(db: Queryable): Promise<void> {
  await db.query(
    `delete from worker w where lease_until < now() - interval '1 minute'
       and not exists (select from run_queue q where q.worker = w.id)`,
    [],
    'forget_dead_workers',
  );
}

/** Workers whose lease has not ended. */
export async function countWorkers(db: Queryable): Promise<number> {
  const [row] = await db.query<{ workers: number }>(
    'select count(*)::integer as workers from worker where lease_until > now()',
    [],
    'count_workers',
  );
  return row!.workers;
}

/** How long this PostgreSQL has been up, in milliseconds. */
export async function databaseUptimeMs(db: Queryable): Promise<number> {
  const [row] = await db.query<{ ms: number }>(
    'select extract(epoch from clock_timestamp() - pg_postmaster_start_time())::double precision * 1000 as ms',
    [],
    'database_uptime',
  );
  return row!.ms;
}

/** How long a turn keeps others waiting after its process died. */
const TAKEN_MS = 60_000;

interface Turn {
  name: string;
  everyMs: number;
  turn: string;
}

/**
 * Takes the turn of a chore. False if another process has it, or began one more recently than this; a process's first
 * turn starts at once unless it is taken. Clocks of processes are less exact than their pauses, so a tenth is allowed
 * for.
 */
export async function takeTurn(
  db: Queryable,
  { name, everyMs, turn }: Turn,
  isFirst: boolean,
): Promise<boolean> {
  const rows = await db.query(
    `insert into chore as c (name, every_ms, turn, taken_until) values ($1, $2, $3, now() + $4 * interval '1 ms')
     on conflict (name) do update
     set every_ms = excluded.every_ms, turn = excluded.turn, began_at = now(), taken_until = excluded.taken_until
     where (c.taken_until is null or c.taken_until < now())
       and ($5 or c.began_at <= now() - 0.9 * $2 * interval '1 ms')
     returning name`,
    [name, everyMs, turn, TAKEN_MS, isFirst],
    'take_chore_turn',
  );
  return rows.length > 0;
}

/** How often a process renews a long turn. */
export const KEEP_EVERY_MS = TAKEN_MS / 4;

export async function keepTurn(db: Queryable, { name, turn }: Turn): Promise<void> {
  await db.query(
    "update chore set taken_until = now() + $3 * interval '1 ms' where name = $1 and turn = $2",
    [name, turn, TAKEN_MS],
    'keep_chore_turn',
  );
}

/** A turn that another one has replaced no longer counts. */
export async function endTurn(
  db: Queryable,
  { name, turn }: Turn,
  { durationMs, failure }: { durationMs: number; failure: string | undefined },
): Promise<void> {
  await db.query(
    `update chore
     set taken_until = null, duration_ms = $3,
       succeeded_at = case when $4::text is null then now() else succeeded_at end,
       failures = case when $4::text is null then 0 else failures + 1 end,
       failed_at = case when $4::text is null then failed_at else now() end,
       failure = coalesce($4, failure)
     where name = $1 and turn = $2`,
    [name, turn, Math.round(durationMs), failure ?? null],
    'end_chore_turn',
  );
}

export interface ChoreState {
  name: string;
  every_ms: number;
  /** Since the last success, or if there was none, since the chore exists. */
  success_age_seconds: number;
  /** The duration of the last turn; null before one has ended. */
  duration_ms: number | null;
  /** Turns that failed since the last success, and why the last of them failed. */
  failures: number;
  failure: string | null;
}

export function readChores(db: Queryable): Promise<ChoreState[]> {
  return db.query<ChoreState>(
    `select name, every_ms, duration_ms, failures, case when failures > 0 then failure end as failure,
       greatest(extract(epoch from now() - coalesce(succeeded_at, since)), 0)::double precision as success_age_seconds
     from chore order by name`,
    [],
    'read_chores',
  );
}
