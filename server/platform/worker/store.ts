/** The SQL of workers: heartbeats, by the one clock that decides about them, the database's. */
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
