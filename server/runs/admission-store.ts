/**
 * Saves the runs of many concurrent creates, with their holds, in one round trip and one commit, and starts those for
 * which this process has a slot: the commit that creates them marks them as about to be sent, and they start from memory.
 * A batch may hold one request key once: a second create with it waits for the first and finds its run.
 */
import { readLimits } from '../keys/index.ts';
import { type ContentCipher, encryptRows } from '../platform/db/encryption/index.ts';
import { isConnectionLost, isLockTimeout, isStaleDatabase } from '../platform/db/errors.ts';
import { type Db, type Queryable, textArray } from '../platform/db/pool.ts';
import { newUuid } from '../platform/lib/ids.ts';
import { createBatcher } from '../platform/lib/micro-batcher.ts';
import type { ReachedPeriod } from '../platform/lib/moment.ts';
import { DATABASE_AWAY, Problem } from '../platform/lib/problem.ts';
import type { Log } from '../platform/telemetry/log.ts';
import type { Meter } from '../platform/telemetry/meter.ts';
import { unpacked } from '../platform/telemetry/tracer.ts';
import type { UsedQuota } from '../quotas/index.ts';
import type { SavedColumns } from './columns.ts';
import { REQUEST } from './content-store.ts';
import { freshRow } from './generated-columns.ts';
import type { OwnRuns } from './known-runs.ts';
import { queueName } from './look-up.ts';
import { isolateFaults, repeat } from './retrying.ts';
import type { ClaimedRun } from './store.ts';

export type Admit = (row: AdmissionRow, signal?: AbortSignal) => Promise<AdmissionResult>;

interface AdmissionBatchesOptions {
  db: Queryable;
  maxPendingRuns: number;
  starts: Starts;
  meter?: Meter | undefined;
}

export function createAdmissionBatches(options: AdmissionBatchesOptions): Admit {
  const { meter } = options;
  const batcher = createBatcher<AdmissionRow, AdmissionResult>({
    run: (rows) => admitBatch(options, rows),
    lanes: 2,
    maxItems: 64,
    maxBytes: 4_000_000,
    sizeOf: (row) => row.request.length,
    onBatch: meter && ((items) => meter.batched('create', items)),
    maxQueued: 2_000,
    maxQueuedBytes: 64_000_000,
    onFull: () => overloaded('More creates are waiting than the service takes in.'),
  });
  return batcher.submit;
}

async function admitBatch(
  options: AdmissionBatchesOptions,
  rows: AdmissionRow[],
): Promise<(AdmissionResult | Error)[]> {
  const results = new Map<AdmissionRow, AdmissionResult | Error>();
  for (let waiting = rows; waiting.length > 0; ) {
    const part = firstOfEachKey(waiting);
    const outcomes = await admitPart(options, part);
    const failures = new Map<string, Error>();
    part.forEach((row, i) => {
      const outcome = outcomes[i]!;
      results.set(row, outcome);
      if (outcome instanceof Error) failures.set(requestKeyOf(row), outcome);
    });
    // A repeat would wait for the same account as long as the first one.
    for (const row of waiting) {
      const failure = failures.get(requestKeyOf(row));
      if (failure) results.set(row, failure);
    }
    waiting = waiting.filter((row) => !results.has(row));
  }
  return rows.map((row) => results.get(row)!);
}

async function admitPart(
  { db, maxPendingRuns, starts }: AdmissionBatchesOptions,
  rows: AdmissionRow[],
): Promise<(AdmissionResult | Error)[]> {
  const claim = starts.claimFor(rows);
  let isUnknown = false;
  const call = async (part: AdmissionRow[]) => {
    const results = await admit(db, part, maxPendingRuns, claim);
    claim?.answered(part, results);
    return results;
  };
  const outcomes = await isolateFaults<AdmissionRow, AdmissionResult | Error>(
    rows,
    async (part) => {
      try {
        return await call(part);
      } catch (error) {
        if (isStaleDatabase(error)) return part.map(() => new NoRunStarts());
        if (!isConnectionLost(error)) throw error;
        // It is unknown whether it was committed; with the same ids, the repeat finds its own runs.
        isUnknown = true;
        return await call(part);
      }
    },
  ).catch((error: unknown) => {
    if (!isConnectionLost(error)) throw error;
    const problem = overloaded(DATABASE_AWAY, error);
    return rows.map(() => problem);
  });
  // A repeat may have failed for another reason, such as a lock that the first call still held.
  claim?.ended(isUnknown);
  return outcomes.map((outcome) =>
    isLockTimeout(outcome) ? overloaded('The account is busy.', outcome) : outcome,
  );
}

function requestKeyOf({ workspace, kind, idempotency_key }: AdmissionRow): string {
  return [workspace, kind, idempotency_key].join(' ');
}

function firstOfEachKey(rows: AdmissionRow[]): AdmissionRow[] {
  const first = new Map<string, AdmissionRow>();
  for (const row of rows) {
    const key = requestKeyOf(row);
    if (!first.has(key)) first.set(key, row);
  }
  return [...first.values()];
}

/** While no process may claim: what is created may be lost with a stale database, or holds money for long. */
export class NoRunStarts extends Problem {
  constructor() {
    super('overloaded', NO_RUN_STARTS, { retryAfterSeconds: 30 });
  }
}

const NO_RUN_STARTS =
  'No run is started at the moment, so none is taken. What was created before is kept.';

export function overloaded(detail: string, cause?: unknown): Problem {
  return new Problem('overloaded', detail, { retryAfterSeconds: 1, cause });
}

/** A slot for one run at its provider, until the run has ended or the slot is given back. */
interface StartSlot {
  /** The worker under whose lease the run may be sent. */
  worker: string;
  /** Fires when runs under way have to end. */
  ending: AbortSignal;
  /** How many runs may be under way in all processes; absent if there is no limit. */
  most?: number;
  start(run: ClaimedRun): void;
  giveBack(): void;
}

/** Undefined if there is no free slot, or the process may claim nothing now. */
export type TakeSlot = (queue: string, workspace: string) => StartSlot | undefined;

/** The claim of one batch, with the slots of its rows. */
interface BatchClaim extends AdmissionClaim {
  /** The database answered a call: starts the runs that it claimed, and gives back the other slots. */
  answered(rows: AdmissionRow[], results: AdmissionResult[]): void;
  /** The calls without an answer are over; whether they were committed may be `unknown`. */
  ended(isUnknown: boolean): void;
}

interface Starts {
  /** Undefined if no row of the batch has a slot. */
  claimFor(rows: AdmissionRow[]): BatchClaim | undefined;
  /** From now on, starts runs with these slots. */
  use(takeSlot: TakeSlot): void;
}

interface StartsOptions {
  db: Db;
  /** Learns of each run before the run starts. */
  ownRuns: OwnRuns;
  log: Log;
}

/**
 * Gives each batch a claim with the slots of its rows. It may be unknown whether a call was committed. Then the process
 * asks for its claim until the database answers: otherwise, nobody would start a run that is held under the name of a
 * living worker.
 */
export function createStarts({ db, ownRuns, log }: StartsOptions): Starts {
  let takeSlot: TakeSlot = () => undefined;

  function claimFor(rows: AdmissionRow[]): BatchClaim | undefined {
    const slots = new Map<AdmissionRow, StartSlot>();
    for (const row of rows) {
      const slot = takeSlot(queueName(row), row.workspace);
      if (slot) slots.set(row, slot);
    }
    const [first] = slots.values();
    if (!first) return undefined;
    const { worker, ending } = first;
    const claim = { id: newUuid(), worker };

    /** Each slot is used once. */
    function spendSlot(row: AdmissionRow, isClaimed: boolean): void {
      const slot = slots.get(row);
      slots.delete(row);
      if (isClaimed) slot?.start(claimedRunOf(row));
      else slot?.giveBack();
    }

    async function findOut(): Promise<void> {
      const asking = repeat(() => runsOfClaim(db, claim), {
        mayPass: () => !ending.aborted,
        onFailure: (error) => log.warn({ err: error }, 'whether runs were saved is still unknown'),
      });
      // If the worker ends before the database answers, others give its claims up as lost.
      const held = await asking.catch((): string[] => []);
      for (const row of [...slots.keys()]) spendSlot(row, held.includes(row.id));
    }

    return {
      ...claim,
      hasSlot: (row) => slots.has(row),
      mostInFlight: (row) => slots.get(row)?.most,
      answered(answeredRows, results) {
        for (const [i, row] of answeredRows.entries()) {
          const result = results[i]!;
          const { claimed, saved_at } = result;
          if (claimed && saved_at) ownRuns.add(freshRow(row, saved_at, result));
          spendSlot(row, claimed);
        }
      },
      ended(isUnknown) {
        if (isUnknown && slots.size > 0) void findOut();
        else for (const row of [...slots.keys()]) spendSlot(row, false);
      },
    };
  }

  return {
    claimFor,
    use: (given) => {
      takeSlot = given;
    },
  };
}

function traceparentOf(packed: string): string | null {
  return unpacked(Buffer.from(packed, 'hex')) ?? null;
}

/** What a claim would have read of the run that was just saved. */
function claimedRunOf(row: AdmissionRow): ClaimedRun {
  return {
    ...{ workspace: row.workspace, id: row.id, attempt: 1, terms: row.terms },
    ...{ fee_basis_points: row.fee_basis_points, scale: row.scale },
    reserved_amount: row.reserved_amount,
    traceparent: row.traceparent ?? null,
    session_id: row.session_id ?? null,
    end_user_id: row.end_user_id ?? null,
    request: row.request,
    body: row.body,
    subject: row.subject,
    service_span: row.service_span === undefined ? null : traceparentOf(row.service_span),
    waited: undefined,
  };
}

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
    | 'budget_reached'
    | 'customer_blocked'
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
  /** The spending limit, budget or balance that leaves less than the hold, or the quota that leaves less than the run takes. */
  reached: ReachedLimit | UsedQuota | null;
  /** The trace that the run is part of, unless it begins its own. */
  trace: string | null;
}

export interface ReachedLimit {
  period: ReachedPeriod;
  limit: number;
  spent: number;
  held: number;
  /** It is a limit of the key that created the key of the run. */
  is_makers?: true;
}

/** The claim that a call saves runs under, and the rows that have a slot. */
interface AdmissionClaim {
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
async function runsOfClaim(
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

/** What creates and estimates ask for besides the admission itself. */
export interface AdmissionReads {
  cipher: Pick<ContentCipher, 'keyedHash' | 'keyedHashLike'>;
  findByRequestKey(name: KeyName): Promise<KnownKey | undefined>;
  availableOf(accounts: string[]): Promise<Balance[]>;
  limitsOf(apiKey: string): Promise<{ available: number }[]>;
}

export function admissionReads(db: Db): AdmissionReads {
  return {
    cipher: db.cipher,
    findByRequestKey: (name) => findByRequestKey(db, name),
    availableOf: (accounts) => availableOf(db, accounts),
    limitsOf: (apiKey) => readLimits(db, apiKey),
  };
}

interface KeyName {
  workspace: string;
  kind: string;
  idempotencyKey: string;
}

/** The run of a request key. */
export interface KnownKey {
  run: string;
  hash: Buffer;
  hashVersion: number;
}

interface Balance {
  id: string;
  available: number;
  kind: 'wallet' | 'key_credit';
}

/** The run that a request key of the workspace names, with the hash of its request. */
async function findByRequestKey(
  db: Queryable,
  { workspace, kind, idempotencyKey }: KeyName,
): Promise<KnownKey | undefined> {
  const [row] = await db.query<{ run: string; request_hash: Buffer; hash_version: number }>(
    `select run, request_hash, hash_version from request_key
     where workspace = $1 and operation = $2 and idempotency_key = $3`,
    [workspace, kind, idempotencyKey],
    'find_by_request_key',
  );
  return row && { run: row.run, hash: row.request_hash, hashVersion: row.hash_version };
}

function availableOf(db: Queryable, accounts: string[]): Promise<Balance[]> {
  return db.query(
    'select id, available, kind from account where id = any ($1::uuid[])',
    [accounts],
    'available_of',
  );
}
