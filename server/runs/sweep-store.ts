/**
 * The SQL over the queue: runs that nothing else ends or moves, which the sweeps look for, and the counts of open runs for
 * the operator.
 */
import type { Queryable } from '../platform/db/pool.ts';
import type { RunState } from './states.ts';

/** A run that waits to be sent. */
export interface UnsentRun {
  workspace: string;
  id: string;
  /** The run was sent before, and may be sent again although the outcome of that is unknown. */
  may_have_run: boolean;
}

/** Unsent runs of these keys that no worker has claimed. */
export function unsentRunsOfKeys(
  db: Queryable,
  workspace: string,
  apiKeys: string[],
): Promise<UnsentRun[]> {
  return db.query(
    `select m.workspace, m.id, m.unknown_reason is not null as may_have_run
     from run_queue q ${RUN_OF_QUEUED}
     where q.workspace = $1 and q.step = 'submit' and q.claim is null and m.api_key = any ($2::uuid[])`,
    [workspace, apiKeys],
  );
}

/** Unsent runs of recently revoked keys: those that came back to the queue after the revocation looked. */
export function unsentRunsOfRevokedKeys(db: Queryable, atMost: number): Promise<UnsentRun[]> {
  return db.query(
    `select m.workspace, m.id, m.unknown_reason is not null as may_have_run
     from api_key k
     join run_queue q on q.workspace = k.workspace and q.step = 'submit' and q.claim is null
     ${RUN_OF_QUEUED}
     where m.api_key = k.id and k.revoked_at > now() - interval '1 day' limit $1`,
    [atMost],
    'unsent_runs_of_revoked_keys',
  );
}

/** Runs that may no longer be sent, because their time has passed or they were cancelled. */
export function expiredUnsentRuns(
  db: Queryable,
  atMost: number,
): Promise<(UnsentRun & { is_cancelled: boolean })[]> {
  return db.query(
    `select q.workspace, q.run as id, m.unknown_reason is not null as may_have_run,
       m.cancel_requested_at is not null as is_cancelled
     from run_queue q ${RUN_OF_QUEUED}
     where q.step = 'submit' and q.claim is null and q.give_up_at <= now() limit $1`,
    [atMost],
    'expired_unsent_runs',
  );
}

/** A run whose request may have been sent by a process that no longer knows it. */
export interface LostRun {
  workspace: string;
  id: string;
  attempt: number;
  kind: string;
  provider: string;
  terms: unknown;
  has_reference: boolean;
}

/** Runs claimed by a worker whose lease has ended: their requests may have been executed. */
export function runsOfDeadWorkers(db: Queryable, atMost: number): Promise<LostRun[]> {
  return db.query(
    `with q as materialized (
       select c.workspace, c.run from run_queue c
       where c.claim is not null
         and not exists (select from worker w where w.id = c.worker and w.lease_until > now()))
     select m.workspace, m.id, m.attempt, m.kind, m.provider, m.terms,
       m.provider_reference is not null as has_reference
     from q ${RUN_OF_QUEUED} limit $1`,
    [atMost],
    'runs_of_dead_workers',
  );
}

/** The claims that these workers hold. */
export function claimsOf(
  db: Queryable,
  workers: string[],
): Promise<(LostRun & { claim: string })[]> {
  return db.query(
    `select q.claim, m.workspace, m.id, m.attempt, m.kind, m.provider, m.terms,
       m.provider_reference is not null as has_reference
     from run_queue q ${RUN_OF_QUEUED}
     where q.worker = any ($1::uuid[]) and q.claim is not null`,
    [workers],
    'claims_of',
  );
}

/** The credit was held since workers stopped claiming on this restored database: no history has a claim of the run. */
const IS_NEWER_THAN_REFUSAL = `q.claim is null and m.attempt = 0 and exists (
  select from refusal r join ledger_entry e on e.id > r.last_entry
  where e.workspace = m.workspace and e.run = m.id and e.kind = 'hold')`;

/**
 * Runs that may have been sent before the database went back, and are not known to have ended: all that it has as
 * unsent or under way. `sparesNewer` leaves out runs that are newer than the refusal of claims.
 */
export function unsettledSubmissions(
  db: Queryable,
  atMost: number,
  sparesNewer: boolean,
): Promise<Omit<LostRun, 'attempt' | 'terms'>[]> {
  return db.query(
    `select m.workspace, m.id, m.kind, m.provider, m.provider_reference is not null as has_reference
     from run_queue q ${RUN_OF_QUEUED}
     where q.step = 'submit' and not ($2 and ${IS_NEWER_THAN_REFUSAL}) limit $1`,
    [atMost, sparesNewer],
  );
}

/** Runs that wait for a claim. */
export async function countUnclaimed(db: Queryable): Promise<number> {
  const [row] = await db.query<{ runs: number }>(
    "select count(*) as runs from run_queue where step = 'submit' and claim is null",
  );
  return row!.runs;
}

export interface OpenRuns {
  kind: string;
  provider: string;
  state: RunState;
  runs: number;
  /** The credit that is held for them, in units. */
  held: number;
  /** How long the oldest one has been in its state. */
  oldest_seconds: number;
}

export function countOpenRuns(db: Queryable): Promise<OpenRuns[]> {
  return db.query<OpenRuns>(
    `select m.kind, m.provider, m.state, count(*)::integer as runs,
       sum(m.reserved_amount)::double precision as held,
       extract(epoch from now() - min(m.updated_at))::double precision as oldest_seconds
     from run_queue q ${RUN_OF_QUEUED}
     group by m.kind, m.provider, m.state`,
    [],
    'count_open_runs',
  );
}

/**
 * Joins the run of each row `q` of the queue, as `m`: PostgreSQL reads it by its key. `offset 0` prevents a plain join,
 * which may read all runs, because PostgreSQL overestimates the queue: deleted rows leave free space in it.
 */
export const RUN_OF_QUEUED = `cross join lateral (
  select r.* from run r where r.workspace = q.workspace and r.id = q.run offset 0) m`;
