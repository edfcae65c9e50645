/**
 * Starts runs in the process that creates them. The process saves a batch of creates under one claim: the commit that
 * creates the runs marks each one for which this process has a slot as about to be sent, and the run starts from
 * memory.
 *
 * It may be unknown whether a call was committed. Then the process asks for its claim until the database answers:
 * otherwise, nobody would start a run that is held under the name of a living worker.
 */
import type { Db } from '../platform/db/pool.ts';
import { newUuid } from '../platform/lib/ids.ts';
import type { Log } from '../platform/telemetry/log.ts';
import { unpacked } from '../platform/telemetry/tracer.ts';
import {
  type AdmissionClaim,
  type AdmissionResult,
  type AdmissionRow,
  runsOfClaim,
} from './admission-store.ts';
import { freshRow } from './fresh-row.ts';
import { queueName } from './look-up-slots.ts';
import type { OwnRuns } from './own-runs.ts';
import { repeat } from './repeat.ts';
import type { ClaimedRun } from './store.ts';

/** A slot for one run at its provider, until the run has ended or the slot is given back. */
export interface StartSlot {
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
export interface BatchClaim extends AdmissionClaim {
  /** The database answered a call: starts the runs that it claimed, and gives back the other slots. */
  answered(rows: AdmissionRow[], results: AdmissionResult[]): void;
  /** The calls without an answer are over; whether they were committed may be `unknown`. */
  ended(isUnknown: boolean): void;
}

export interface Starts {
  /** Undefined if no row of the batch has a slot. */
  claimFor(rows: AdmissionRow[]): BatchClaim | undefined;
  /** From now on, starts runs with these slots. */
  use(takeSlot: TakeSlot): void;
}

export interface StartsOptions {
  db: Db;
  /** Learns of each run before the run starts. */
  ownRuns: OwnRuns;
  log: Log;
}

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
