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
  // Heartbeats come every third of a lease: a pause of half a lease may have ended one whose worker lives.
  const paused = leaseMs / 2;
  let lastTurn = performance.now();
  let quietUntil = 0;
  while (!stopping.aborted) {
    await pause(sweepIntervalMs, stopping);
    try {
      await permission.ask();
      if (permission.isGiven()) await work.sweep();
      const up = await databaseUptimeMs(db);
      const now = performance.now();
      if (now - lastTurn > paused + sweepIntervalMs) quietUntil = now + leaseMs;
      if (permission.isGiven() && now > quietUntil && up > leaseMs) await work.sweepDeadWorkers();
      await forgetDeadWorkers(db);
      // Not after a failed sweep: an outage is a pause for every worker.
      lastTurn = performance.now();
    } catch (error) {
      log.warn({ err: error }, 'a sweep broke off; the next one goes on');
    }
  }
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
