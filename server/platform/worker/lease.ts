/**
 * A process's right to send: one heartbeat row, in the database and, on a monotonic clock, in this process. Both count
 * from before the heartbeat was sent, so that the process never believes longer than the database.
 *
 * A process that lost its lease sends nothing more under that name and continues under a new one. But the process
 * lives, and answers may still arrive: it keeps its former names alive too, as long as the database has them.
 */
import type { Db } from '../db/pool.ts';
import { newUuid } from '../lib/ids.ts';
import type { Log } from '../telemetry/log.ts';
import type { Meter } from '../telemetry/meter.ts';
import { dismissWorker, registerWorker, renewLease, reviveWorkers } from './store.ts';

export interface Lease {
  /** The worker id of new claims; a new one after each lost lease. */
  id(): string;
  held(): boolean;
  /** All names under which this process may hold claims; the claims of names that the database forgot were swept. */
  names(): string[];
  /** Ends the lease; the process may no longer claim or send anything. */
  close(): Promise<void>;
}

interface LeaseOptions {
  db: Db;
  leaseMs: number;
  log: Log;
  meter?: Meter | undefined;
}

/** Resolves once the first heartbeat is in the database. */
export async function takeLease(options: LeaseOptions): Promise<Lease> {
  const { db, leaseMs, log } = options;
  let worker = newUuid();
  let former: string[] = [];
  let heldUntil = 0;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let beating: Promise<void> = Promise.resolve();

  async function beat(): Promise<void> {
    const sentAt = performance.now();
    if (former.length > 0) former = await reviveWorkers(db, former, leaseMs);
    if (await renewLease(db, worker, leaseMs)) {
      heldUntil = sentAt + leaseMs;
      return;
    }
    // The lease ended, and others may have assumed that this worker is dead.
    if (heldUntil > 0) options.meter?.leaseLost();
    const next = newUuid();
    await registerWorker(db, next, leaseMs);
    former = await reviveWorkers(db, [...former, worker], leaseMs);
    worker = next;
    heldUntil = sentAt + leaseMs;
  }

  function schedule(): void {
    timer = setTimeout(() => {
      beating = beat()
        .catch((error: unknown) =>
          log.warn({ err: error }, 'a heartbeat did not reach the database'),
        )
        .then(() => {
          if (!closed) schedule();
        });
    }, leaseMs / 3);
  }

  await beat();
  schedule();
  return {
    id: () => worker,
    held: () => !closed && performance.now() < heldUntil,
    names: () => [worker, ...former],
    async close() {
      closed = true;
      clearTimeout(timer);
      await beating;
      for (const name of [...former, worker]) await dismissWorker(db, name);
    },
  };
}

/**
 * Whether a worker may claim: while the database is the one that this deployment knows. After a lost connection the
 * worker claims nothing until it has asked again, because the next database that answers may be a restored one.
 */
export interface Permission {
  /** False before the first answer. */
  isGiven(): boolean;
  /** Withdraws the permission until the next answer. */
  doubt(): void;
  /** Rejects without an answer, which counts as a refusal. */
  ask(): Promise<void>;
}

export function createPermission(mayClaim: () => Promise<boolean>): Permission {
  let isGiven = false;
  let doubts = 0;

  function doubt(): void {
    doubts += 1;
    isGiven = false;
  }

  async function ask(): Promise<void> {
    const doubtsBefore = doubts;
    const answer = await mayClaim().catch((error: unknown) => {
      doubt();
      throw error;
    });
    isGiven = answer && doubts === doubtsBefore;
  }

  return { isGiven: () => isGiven, doubt, ask };
}
