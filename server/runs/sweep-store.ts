/** The SQL of what the sweeps look for: runs that nothing else ends or moves. */
import type { Queryable } from '../platform/db/pool.ts';
import { RUN_OF_QUEUED } from './run-of-queued.ts';

/** A run that waits to be sent. */
export interface UnsentRun {
  workspace: string;
  id: string;
  /** The run was sent before, and may be sent again although the outcome of that is unknown. */
  may_have_run: boolean;
}

/** Unsent runs of a key that no worker has claimed. */
export function unsentRunsOfKey(
  db: Queryable,
  workspace: string,
  apiKey: string,
): Promise<UnsentRun[]> {
  return db.query(
    `select m.workspace, m.id, m.unknown_reason is not null as may_have_run
     from run_queue q ${RUN_OF_QUEUED}
     where q.workspace = $1 and q.step = 'submit' and q.claim is null and m.api_key = $2`,
    [workspace, apiKey],
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
