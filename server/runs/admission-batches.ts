/**
 * Saves the runs of many concurrent creates in one round trip and one commit. A batch may hold one request key
 * once: a second create with it waits for the first and finds its run.
 */
import { isConnectionLost, isLockTimeout, isStaleDatabase } from '../platform/db/errors.ts';
import type { Queryable } from '../platform/db/pool.ts';
import { createBatcher } from '../platform/lib/micro-batcher.ts';
import { DATABASE_AWAY, Problem } from '../platform/lib/problem.ts';
import type { Meter } from '../platform/telemetry/meter.ts';
import { NoRunStarts } from './admission-refusals.ts';
import { type AdmissionResult, type AdmissionRow, admit } from './admission-store.ts';
import { isolateFaults } from './isolate-faults.ts';
import type { Starts } from './starts.ts';

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
  return `${workspace} ${kind} ${idempotency_key}`;
}

function firstOfEachKey(rows: AdmissionRow[]): AdmissionRow[] {
  const first = new Map<string, AdmissionRow>();
  for (const row of rows) {
    const key = requestKeyOf(row);
    if (!first.has(key)) first.set(key, row);
  }
  return [...first.values()];
}

export function overloaded(detail: string, cause?: unknown): Problem {
  return new Problem('overloaded', detail, { retryAfterSeconds: 1, cause });
}
