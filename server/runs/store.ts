/**
 * The SQL of runs under way: claims, progress and cancels. Statements that write many rows use the set-based functions
 * of `platform/db/functions`; every read names the workspace.
 */
import { ContentError, decryptEachRow } from '../platform/db/encryption/index.ts';
import type { Queryable } from '../platform/db/pool.ts';
import { unpacked } from '../platform/telemetry/tracer.ts';
import type { Progress } from '../providers/provider.ts';
import { encryptWords, REQUEST } from './content-store.ts';

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
