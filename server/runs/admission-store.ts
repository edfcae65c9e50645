/**
 * The SQL of creating runs: one call saves many runs with their holds, and request keys find the runs that they
 * created.
 */
import { encryptRows } from '../platform/db/encryption/index.ts';
import type { Db, Queryable } from '../platform/db/pool.ts';
import { textArray } from '../platform/db/text-array.ts';
import type { Period } from '../platform/lib/moment.ts';
import type { UsedQuota } from '../quotas/index.ts';
import type { SavedColumns } from './columns.ts';
import { REQUEST } from './content-store.ts';

export interface AdmissionRow extends SavedColumns {
  account: string;
  fallback_account: string | undefined;
  /** SHA-256 as hexadecimal text. */
  request_hash: string;
  hash_version: number;
  terms: unknown;
  deadline_ms: number;
  traceparent: string | undefined;
  /** If `parent_run` has the form of a run's id. */
  parent_uuid: string | undefined;
  /** What the run takes of a machine until it ends, and the most that those of its workspace may take together. */
  cpu_millis?: number;
  memory_mb?: number;
  most_cpu_millis?: number;
  most_memory_mb?: number;
  /** The service span of its create, as it is saved. */
  service_span?: string | undefined;
  /** The request as JSON text; the call sends it apart from the row. */
  request: string;
  /** The request in memory, for a run that starts from there; the call does not send it. */
  body?: object;
}

export interface AdmissionResult {
  ord: number;
  outcome:
    | 'created'
    | 'existing'
    | 'insufficient'
    | 'limit_reached'
    | 'too_many_pending'
    | 'quota_exceeded'
    | 'key_ended';
  run: string;
  existing_hash: Buffer | null;
  existing_hash_version: number | null;
  payer: string | null;
  payer_available: number | null;
  saved_at: Date | null;
  /** Saved as about to be sent, under the claim of the call. */
  claimed: boolean;
  /** The spending limit that leaves less than the hold, or the quota that leaves less than the run takes. */
  reached: ReachedLimit | UsedQuota | null;
  /** The trace that the run is part of, unless it begins its own. */
  trace: string | null;
}

interface ReachedLimit {
  period: Period;
  limit: number;
  spent: number;
  held: number;
  available: number;
}

/** The claim that a call saves runs under, and the rows that have a slot. */
export interface AdmissionClaim {
  id: string;
  worker: string;
  hasSlot(row: AdmissionRow): boolean;
  /** How many runs of its queue may be in flight in all processes. */
  mostInFlight(row: AdmissionRow): number | undefined;
}

/** Saves many runs and holds their credit in one round trip and one commit; results have the order of the rows. */
export async function admit(
  db: Queryable,
  rows: AdmissionRow[],
  maxPending: number,
  claim?: AdmissionClaim,
): Promise<AdmissionResult[]> {
  const input = rows.map((row, i) => ({
    ...row,
    // JSON omits undefined members. Copying the whole row is cheaper than leaving members out.
    request: undefined,
    body: undefined,
    ord: i + 1,
    has_slot: claim?.hasSlot(row),
    most_in_flight: claim?.mostInFlight(row),
  }));
  const requests = (await encryptRows(db.cipher, rows, REQUEST)).map(({ request }) => request);
  const results = await db.query<AdmissionResult>(
    'select * from admit_runs($1::json, $2::text[], $3, $4, $5)',
    [JSON.stringify(input), textArray(requests), maxPending, claim?.id, claim?.worker],
    'admit_runs',
  );
  return results.sort((a, b) => a.ord - b.ord);
}

/** The runs that are held under the claim of an admission, once no call of the admission is under way. */
export async function runsOfClaim(
  db: Db,
  { id, worker }: Pick<AdmissionClaim, 'id' | 'worker'>,
): Promise<string[]> {
  return db.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [id]);
    const rows = await tx.query<{ run: string }>(
      'select run from run_queue where worker = $1 and claim = $2',
      [worker, id],
    );
    return rows.map(({ run }) => run);
  });
}

/** The run that a request key of the workspace names, with the hash of its request. */
export async function findByRequestKey(
  db: Queryable,
  { workspace, kind, idempotencyKey }: { workspace: string; kind: string; idempotencyKey: string },
): Promise<{ run: string; hash: Buffer; hashVersion: number } | undefined> {
  const [row] = await db.query<{ run: string; request_hash: Buffer; hash_version: number }>(
    `select run, request_hash, hash_version from request_key
     where workspace = $1 and operation = $2 and idempotency_key = $3`,
    [workspace, kind, idempotencyKey],
    'find_by_request_key',
  );
  return row && { run: row.run, hash: row.request_hash, hashVersion: row.hash_version };
}

export async function availableOf(
  db: Queryable,
  accounts: string[],
): Promise<{ id: string; available: number; kind: 'wallet' | 'key_credit' }[]> {
  return db.query(
    'select id, available, kind from account where id = any ($1::uuid[])',
    [accounts],
    'available_of',
  );
}
