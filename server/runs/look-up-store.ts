/**
 * The SQL of look-ups: which runs wait for one, which process does it, which outcomes came too late, and which ended runs
 * the drift report compares. A process claims a look-up by moving its due time, so that an unfinished look-up becomes due
 * again.
 */
import type { Queryable } from '../platform/db/pool.ts';
import type { Reservation } from './look-up.ts';
import type { RunFacts } from './run.ts';
import type { RunState } from './states.ts';

export interface DueLookUp {
  workspace: string;
  id: string;
  kind: string;
  state: RunState;
  provider: string;
  provider_reference: string | null;
  look_ups: number;
  /** By the database's clock, before the look-up; at most 0 once the deadline has passed. */
  deadline_in_ms: number;
  terms: unknown;
  fee_basis_points: number;
  scale: number;
  reserved_amount: number;
  facts: RunFacts | null;
  /** Whether somebody asked to cancel the run. */
  is_cancelled: boolean;
  subject: string;
  /** The service span of its create; null if none was recorded. */
  service_span: Buffer | null;
}

interface LookUpClaim extends Reservation {
  /** The most runs that nobody can be asked about. */
  atMost: number;
  hideMs: number;
  /** The kinds that this process knows. */
  kinds: string[];
}

/** Claims look-ups that are due, at most as many as are reserved. */
export function claimLookUps(db: Queryable, claim: LookUpClaim): Promise<DueLookUp[]> {
  const { atMost, hideMs, kinds, counts, resting, full } = claim;
  return db.query<DueLookUp>(
    `select * from claim_look_ups($1, $2, $3::text[], $4::text[], $5::integer[], $6::text[], $7::text[])`,
    [atMost, hideMs, kinds, [...counts.keys()], [...counts.values()], resting, full],
    'claim_look_ups',
  );
}

/**
 * For a reader: also before it is due, if the last look-up is older than `freshMs`; none if another process does it.
 */
export function claimLookUp(
  db: Queryable,
  {
    run,
    queue,
    hideMs,
    freshMs,
  }: {
    run: string;
    /** The queue of the runs that this process can ask about. */
    queue: string;
    hideMs: number;
    freshMs: number;
  },
): Promise<DueLookUp[]> {
  return db.query<DueLookUp>(
    'select * from claim_look_up($1, $2, $3, $4)',
    [run, hideMs, freshMs, queue],
    'claim_look_up',
  );
}

interface OpenLookUps {
  after: string;
  atMost: number;
  onlyRun?: string | undefined;
  kinds: string[];
  /** The queues of the runs that only this machine can be asked about. */
  queues: string[];
}

/** Runs that wait for a look-up, due or not, by id; this does not keep others from claiming them. */
export function openLookUps(
  db: Queryable,
  { after, atMost, onlyRun, kinds, queues }: OpenLookUps,
): Promise<DueLookUp[]> {
  return db.query<DueLookUp>(
    `select m.workspace, m.id, m.kind, m.state, m.provider, m.provider_reference, m.look_ups,
       extract(epoch from m.settle_deadline - now())::double precision * 1000 as deadline_in_ms, m.terms,
       m.fee_basis_points, m.scale, m.reserved_amount, m.facts, m.cancel_requested_at is not null as is_cancelled,
       m.subject, m.service_span
     from run_queue q join run m on m.workspace = q.workspace and m.id = q.run
     where q.step <> 'submit' and q.run > $1 and ($2::uuid is null or q.run = $2)
       and m.kind = any ($4)
       and (position('@' in q.queue) = 0 or q.queue = any ($5) or m.settle_deadline <= now())
     order by q.run limit $3`,
    [after, onlyRun ?? null, atMost, kinds, queues],
    'open_look_ups',
  );
}

export interface LateOutcome {
  workspace: string;
  id: string;
  /** Whether the run is known to have run, and not only may have. */
  ran: boolean;
  /** What the provider charged for it, if it said so. */
  amount: number | undefined;
  /** For a later look-up, if no reference was saved in time. */
  reference: string | undefined;
}

/**
 * Books the cost of a run that was given up before it was known to have run; returns whether that was new. If the cost
 * is not known, only the event is saved. A run that the service is still looking for gets its reference.
 */
export async function recordLateOutcome(db: Queryable, late: LateOutcome): Promise<boolean> {
  const rows = await db.query(
    `with late as (
       update run set provider_reference = coalesce(provider_reference, $4)
       where workspace = $1 and id = $2 and state in ('failed', 'needs_reconciliation')
       returning workspace, account, id, state
     ), lost as (
       insert into ledger_entry (workspace, account, run, kind, debit_bucket, credit_bucket, amount)
       select workspace, account, id, 'loss', 'external', 'provider', $3
       from late where state = 'failed' and $3::bigint > 0
       on conflict (workspace, run, kind) where run is not null do nothing
       returning workspace, run, amount
     )
     insert into audit_event (workspace, run, kind, detail)
     select workspace, run, 'late_outcome', json_build_object('loss_amount', amount) from lost
     union all
     select workspace, id, 'late_outcome', '{}'::json from late l
     where state = 'failed' and $5 and $3::bigint is null and not exists (
       select from audit_event e
       where e.workspace = l.workspace and e.run = l.id and e.kind in ('late_outcome', 'answer_lost'))
     returning run`,
    [late.workspace, late.id, late.amount ?? null, late.reference ?? null, late.ran],
    'record_late_outcome',
  );
  return rows.length > 0;
}

export interface EndedRun {
  id: string;
  kind: string;
  state: RunState;
  provider: string;
  provider_reference: string | null;
  created_at: Date;
  scale: number;
  charged_amount: number | null;
  provider_amount: number | null;
  /** What the deployment bears, by its ledger; null if it bears nothing. */
  loss_amount: number | null;
}

export interface Span {
  workspace: string;
  kinds: string[];
  /** Only ids above this one; ids rise with time. */
  after: string;
  /** Only ids below this one. */
  before: string;
  from: Date;
  until: Date;
}

export function endedRuns(db: Queryable, span: Span, atMost: number): Promise<EndedRun[]> {
  return db.query<EndedRun>(
    `select m.id, m.kind, m.state, m.provider, m.provider_reference, m.created_at, m.scale, m.charged_amount,
       m.provider_amount, e.amount as loss_amount
     from run m
     left join ledger_entry e on e.workspace = m.workspace and e.run = m.id and e.kind = 'loss'
     where m.workspace = $1 and m.id > $2 and m.id < $3 and m.created_at >= $4 and m.created_at < $5
       and m.state in ('completed', 'failed') and m.kind = any ($7)
     order by m.id limit $6`,
    [span.workspace, span.after, span.before, span.from, span.until, atMost, span.kinds],
    'ended_runs',
  );
}
