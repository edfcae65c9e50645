/**
 * What a worker repeats besides serving its queues, until it stops: it sweeps what lost workers left, does the chores
 * that are due, and looks up unknown outcomes, each independently of the others. The next turn continues interrupted
 * work.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../db/pool.ts';
import type { Log } from '../telemetry/log.ts';
import { createChores } from './chores.ts';
import type { Permission } from './permission.ts';
import { databaseUptimeMs, forgetDeadWorkers } from './store.ts';
import type { Chore, Upkeep } from './work.ts';

export interface SweepingOptions {
  db: Db;
  work: Upkeep;
  chores: readonly Chore[];
  permission: Permission;
  leaseMs: number;
  /** The time between two turns. */
  sweepIntervalMs: number;
  stopping: AbortSignal;
  log: Log;
}

/** Each turn begins by asking for permission. */
export async function sweepUntilStopped(options: SweepingOptions): Promise<void> {
  const { db, work, permission, leaseMs, sweepIntervalMs, stopping, log } = options;
  const mayGiveUp = watchPauses(options);
  while (!stopping.aborted) {
    await pause(sweepIntervalMs, stopping);
    try {
      await permission.ask();
      if (permission.isGiven()) await work.sweep();
      const up = await databaseUptimeMs(db);
      if (mayGiveUp() && permission.isGiven() && up > leaseMs) {
        await work.sweepDeadWorkers(mayGiveUp);
      }
      await forgetDeadWorkers(db);
    } catch (error) {
      log.warn({ err: error }, 'a sweep broke off; the next one goes on');
    }
  }
}

/**
 * Returns a function that says whether an ended lease proves that its worker is dead: not within a lease of a pause of
 * the database or of this process. The sweep calls it right after each answer of the database that it needs: a pause
 * shows as a long time between two of them, wherever in a turn it comes. An outage is a pause too.
 */
function watchPauses({ leaseMs, sweepIntervalMs }: SweepingOptions): () => boolean {
  // Heartbeats come every third of a lease: a pause of half a lease may have ended one whose worker lives.
  const longestMs = leaseMs / 2 + sweepIntervalMs;
  let answeredAt = performance.now();
  let quietUntil = 0;
  return () => {
    const now = performance.now();
    if (now - answeredAt > longestMs) quietUntil = now + leaseMs;
    answeredAt = now;
    return now > quietUntil;
  };
}

/** `asks`: for a worker that does not sweep, and so does not ask for permission elsewhere. */
export async function doChoresUntilStopped(
  options: SweepingOptions,
  { asks }: { asks: boolean },
): Promise<void> {
  const { db, permission, sweepIntervalMs, stopping, log } = options;
  const isAllowed = () => permission.isGiven() && !stopping.aborted;
  const doChores = createChores(options.chores, { db, log, isAllowed });
  while (!stopping.aborted) {
    await pause(sweepIntervalMs, stopping);
    try {
      if (asks) await permission.ask();
      await doChores();
    } catch (error) {
      log.warn({ err: error }, 'chores broke off; the next turn goes on');
    }
  }
}

/** Separate from the sweep: a provider that answers slowly must delay nothing else. */
export async function reconcileUntilStopped({
  work,
  permission,
  sweepIntervalMs,
  stopping,
  log,
}: SweepingOptions): Promise<void> {
  while (!stopping.aborted) {
    let more = false;
    try {
      more = permission.isGiven() && (await work.reconcile());
    } catch (error) {
      log.warn({ err: error }, 'a reconciliation broke off; the next one goes on');
    }
    if (!more) await pause(sweepIntervalMs, stopping);
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
