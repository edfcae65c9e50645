/**
 * The SQL that moves runs on: claims, advances, references, progress and cancels. Statements that write many rows use the
 * set-based functions of `platform/db/functions`; every read names the workspace.
 */
import { ContentError, decryptEachRow, encryptRows } from '../platform/db/encryption/index.ts';
import type { Queryable } from '../platform/db/pool.ts';
import { textArray } from '../platform/db/text-array.ts';
import { type JsonValue, writeJson } from '../platform/lib/json.ts';
import { unpacked } from '../platform/telemetry/tracer.ts';
import type { Progress } from '../providers/provider.ts';
import { encryptWords, REQUEST, RESPONSE } from './content-store.ts';
import type { RunError, RunFacts } from './run.ts';
import type { RunState } from './states.ts';

/** What moves a run on; see `platform/db/functions/advance_runs.sql`. */
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
    'select * from advance_runs($1::json, $2::text[])',
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
    'select * from claim_runs($1, $2, $3, $4, $5, $6::uuid[], $7::integer[], $8, $9)',
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
    'select save_references($1::uuid[], $2::uuid[], $3::integer[], $4::text[])',
    [
      references.map((r) => r.workspace),
      references.map((r) => r.id),
      references.map((r) => r.attempt),
      references.map((r) => r.reference),
    ],
    'save_references',
  );
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
    'select id from save_progress($1::uuid[], $2::uuid[], $3::integer[], $4::json[]) as saved (id)',
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

/** Saves the request; undefined if there is no such run. */
export async function cancelRun(
  db: Queryable,
  workspace: string,
  run: string,
): Promise<{ isUnsent: boolean } | undefined> {
  const [row] = await db.query<{ is_unsent: boolean }>(
    'select * from cancel_run($1, $2)',
    [workspace, run],
    'cancel_run',
  );
  return row && { isUnsent: row.is_unsent };
}

/** Whether the process may close the run's connection; `atMost` and `lossLimit` are in units. */
export async function mayEndEarly(
  db: Queryable,
  { workspace, id, atMost }: { workspace: string; id: string; atMost: number },
  lossLimit: number,
): Promise<boolean> {
  const [row] = await db.query<{ allowed: boolean }>(
    'select may_end_early($1, $2, $3, $4) as allowed',
    [workspace, id, atMost, lossLimit],
    'may_end_early',
  );
  return row?.allowed === true;
}

/** The runs among these that somebody asked to cancel. */
export async function cancelledOf(db: Queryable, runs: string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    'select id from run where id = any ($1::uuid[]) and cancel_requested_at is not null',
    [runs],
    'cancelled_of',
  );
  return rows.map(({ id }) => id);
}
