/**
 * The SQL that moves runs on: claims, advances, references, and what the sweeps look for. Statements that write many
 * rows use the set-based functions of `db/functions`; every read names the workspace.
 */
import { ContentError, decryptEachRow, encryptRows } from '../db/encryption/index.ts';
import type { Queryable } from '../db/pool.ts';
import { textArray } from '../db/text-array.ts';
import { writeJson } from '../kernel/exact-json.ts';
import type { JsonValue } from '../kernel/json-value.ts';
import type { Progress } from '../providers/provider.ts';
import { unpacked } from '../telemetry/tracer.ts';
import { encryptWords, REQUEST, RESPONSE } from './payload-columns.ts';
import type { RunError, RunFacts } from './run.ts';
import type { RunState } from './states.ts';

/** What moves a run on; see `db/functions/advance_runs.sql`. */
export interface Advance {
  workspace: string;
  id: string;
  from_states: readonly RunState[];
  to_state: RunState;
  /** Fences a late worker: applies only while the run is in this attempt. */
  attempt?: number | undefined;
  provider_amount?: number | undefined;
  list_amount?: number | undefined;
  fee_amount?: number | undefined;
  charged_amount?: number | undefined;
  absorbed_amount?: number | undefined;
  loss_amount?: number | undefined;
  facts?: RunFacts | undefined;
  error?: RunError;
  provider_reference?: string | undefined;
  unknown_reason?: string;
  queue_reason?: string;
  looked_up?: boolean;
  settle_deadline_ms?: number;
  next_step?: 'submit' | 'reconcile' | 'price' | 'watch';
  /** The queue that the run moves to; absent if it stays in its own. */
  queue?: string | undefined;
  /** The provider that carries the run out from now on; absent if unchanged. */
  provider?: string | undefined;
  due_in_ms?: number;
  audit_kind?: string;
  audit_detail?: Record<string, unknown>;
  /** What is stored of an answer. */
  answer?: JsonValue;
}

/** How a run is saved after an advance. */
export interface Advanced {
  version: number;
  savedAt: Date;
  /** The state that the run left, and since when it was in it. */
  left: RunState;
  since: Date;
  kind: string;
}

/** Applies many advances in one transaction; undefined for each whose condition did not hold. */
export async function advance(
  db: Queryable,
  advances: Advance[],
): Promise<(Advanced | undefined)[]> {
  const steps = await encryptWords(db.cipher, advances);
  const input = steps.map((step, i) => ({ ...step, answer: undefined, ord: i + 1 }));
  const answered = advances.map(({ workspace, id, answer }) => ({
    ...{ workspace, id, response: answer === undefined ? null : writeJson(answer) },
  }));
  const encrypted = await encryptRows(db.cipher, answered, RESPONSE);
  const rows = await db.query<AdvancedRow>(
    'select * from advance_runs_1($1::json, $2::text[])',
    [JSON.stringify(input), textArray(encrypted.map(({ response }) => response))],
    'advance_runs',
  );
  return rows
    .sort((a, b) => a.ord - b.ord)
    .map(({ applied, version, saved_at: savedAt, left_state: left, since, kind }) =>
      applied ? { version, savedAt, left, since, kind } : undefined,
    );
}

interface AdvancedRow {
  ord: number;
  applied: boolean;
  version: number;
  saved_at: Date;
  left_state: RunState;
  since: Date;
  kind: string;
}

export interface ClaimedRun<Terms = unknown> {
  workspace: string;
  id: string;
  attempt: number;
  terms: Terms;
  fee_basis_points: number;
  scale: number;
  reserved_amount: number;
  traceparent: string | null;
  session_id: string | null;
  end_user_id: string | null;
  /** As JSON text; empty once the process has made of it what the provider gets. */
  request: string;
  /** Why the request cannot be read, if it cannot. */
  unreadable?: Error | undefined;
  /** The request, if the process that created the run still has it in memory. */
  body?: object | undefined;
  subject: string;
  /** The service span of its create, as `traceparent` names it; null if none was recorded. */
  service_span: string | null;
  /** How long it waited for its claim; undefined if it was created with one. */
  waited: { since: Date; until: Date } | undefined;
}

/** The slots that a process has to fill for one provider. */
export interface Slots {
  atMost: number;
  /** All free slots, of which a workspace gets only a share. */
  free: number;
  /** How many runs each workspace has in flight. */
  held: ReadonlyMap<string, number>;
}

export async function claimRuns(
  db: Queryable,
  claim: {
    queue: string;
    /** The queue that a claim moves the runs to; absent if they stay. */
    into?: string;
    slots: Slots;
    claim: string;
    worker: string;
    /** How many runs of the queue may be in flight in all processes; absent if there is no limit. */
    most?: number | undefined;
    /** Called if runs wait because that many are in flight. */
    onLimited?: () => void;
  },
): Promise<ClaimedRun[]> {
  const { atMost, free, held } = claim.slots;
  const rows = await db.query<ClaimedRow | { id: null }>(
    'select * from claim_runs_2($1, $2, $3, $4, $5, $6::uuid[], $7::integer[], $8, $9)',
    [
      ...[claim.queue, atMost, claim.claim, claim.worker, free],
      ...[[...held.keys()], [...held.values()], claim.into ?? null, claim.most ?? null],
    ],
    'claim_runs',
  );
  const runs = rows.filter((row) => row.id !== null);
  if (runs.length < rows.length) claim.onLimited?.();
  const read = await decryptEachRow(db.cipher, runs, REQUEST);
  return runs.map(({ service_span, waited_since: since, claimed_at: until, ...run }, i) => ({
    ...run,
    ...readRequest(read[i]!),
    service_span: unpacked(service_span) ?? null,
    waited: { since, until },
  }));
}

/** An unreadable request does not affect the others of the same claim. */
function readRequest(
  read: { request: string } | ContentError,
): Pick<ClaimedRun, 'request' | 'unreadable'> {
  return read instanceof ContentError
    ? { request: '', unreadable: read }
    : { request: read.request };
}

interface ClaimedRow extends Omit<ClaimedRun, 'service_span' | 'waited'> {
  service_span: Buffer | null;
  waited_since: Date;
  claimed_at: Date;
}

export interface Reference {
  workspace: string;
  id: string;
  attempt: number;
  reference: string;
}

/** Saves the provider's reference while the answer is still coming. */
export async function saveReferences(db: Queryable, references: Reference[]): Promise<void> {
  await db.query(
    'select save_references_1($1::uuid[], $2::uuid[], $3::integer[], $4::text[])',
    [
      references.map((r) => r.workspace),
      references.map((r) => r.id),
      references.map((r) => r.attempt),
      references.map((r) => r.reference),
    ],
    'save_references',
  );
}

/** A run that waits to be sent. */
export interface UnsentRun {
  workspace: string;
  id: string;
  /** The run was sent before, and may be sent again although the outcome of that is unknown. */
  may_have_run: boolean;
}

export interface ReportedProgress {
  workspace: string;
  id: string;
  attempt: number;
  progress: Progress;
}

/** Saves the progress of runs that are still being carried out. */
export async function saveProgress(db: Queryable, reports: ReportedProgress[]): Promise<string[]> {
  const rows = await encryptWords(db.cipher, reports);
  const saved = await db.query<{ id: string }>(
    'select id from save_progress_1($1::uuid[], $2::uuid[], $3::integer[], $4::json[]) as saved (id)',
    [
      reports.map((t) => t.workspace),
      reports.map((t) => t.id),
      reports.map((t) => t.attempt),
      rows.map((t) => JSON.stringify(t.progress)),
    ],
    'save_progress',
  );
  return saved.map(({ id }) => id);
}

/** Unsent runs of a key that no worker has claimed. */
export function unsentRunsOfKey(
  db: Queryable,
  workspace: string,
  apiKey: string,
): Promise<UnsentRun[]> {
  return db.query(
    `select m.workspace, m.id, m.unknown_reason is not null as may_have_run
     from run_queue q join run m on m.workspace = q.workspace and m.id = q.run
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
     join run m on m.workspace = q.workspace and m.id = q.run and m.api_key = k.id
     where k.revoked_at > now() - interval '1 day' limit $1`,
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
     from run_queue q join run m on m.workspace = q.workspace and m.id = q.run
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

/**
 * Runs claimed by a worker whose lease has ended: their requests may have been executed.
 *
 * The lost claims come first, and each then reads its own run. As a plain join, PostgreSQL would read all runs: it
 * expects as many rows in the queue as the deleted ones there leave room for.
 */
export function runsOfDeadWorkers(db: Queryable, atMost: number): Promise<LostRun[]> {
  return db.query(
    `with lost as materialized (
       select q.workspace, q.run from run_queue q
       where q.claim is not null
         and not exists (select from worker w where w.id = q.worker and w.lease_until > now())
       limit $1)
     select m.* from lost cross join lateral (
       select r.workspace, r.id, r.attempt, r.kind, r.provider, r.terms,
         r.provider_reference is not null as has_reference
       from run r where r.workspace = lost.workspace and r.id = lost.run
       offset 0) m`,
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
     from run_queue q join run m on m.workspace = q.workspace and m.id = q.run
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
     from run_queue q join run m on m.workspace = q.workspace and m.id = q.run
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

/** The workspaces of the runs among these that have not ended. */
export async function openRuns(
  db: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ run: string; workspace: string }>(
    'select run, workspace from run_queue where run = any ($1::uuid[])',
    [ids],
    'open_runs',
  );
  return new Map(rows.map(({ run, workspace }) => [run, workspace]));
}
