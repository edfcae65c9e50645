/**
 * What a worker does again and again beside its queues, until it stops: it sweeps what others left behind, does
 * the chores that are due, and looks up what has no known outcome. What breaks off is taken up at the next turn.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../db/pool.ts';
import type { Log } from '../telemetry/log.ts';
import type { Permission } from './permission.ts';
import { databaseUptimeMs, forgetDeadWorkers } from './store.ts';
import type { Chore, Upkeep } from './work.ts';

export interface SweepingOptions {
  db: Db;
  work: Upkeep;
  chores: readonly Chore[];
  permission: Permission;
  leaseMs: number;
  /** Between two turns. */
  sweepIntervalMs: number;
  stopping: AbortSignal;
  log: Log;
}

/** Each turn begins by asking whether there is permission. */
export async function sweepUntilStopped(options: SweepingOptions): Promise<void> {
  const { db, work, permission, leaseMs, sweepIntervalMs, stopping, log } = options;
  const doChores = createChores(options.chores);
  // A heartbeat every third of a lease: a pause of half a lease may have ended it without a death.
  const paused = leaseMs / 2;
  let lastTurn = performance.now();
  let quietUntil = 0;
  while (!stopping.aborted) {
    await pause(sweepIntervalMs, stopping);
    try {
      await permission.ask();
      if (permission.isGiven()) await work.sweep();
      if (permission.isGiven()) await doChores();
      const up = await databaseUptimeMs(db);
      const now = performance.now();
      if (now - lastTurn > paused + sweepIntervalMs) quietUntil = now + leaseMs;
      if (permission.isGiven() && now > quietUntil && up > leaseMs) await work.sweepDeadWorkers();
      await forgetDeadWorkers(db);
      // Not where it broke off: an outage is a pause for every worker.
      lastTurn = performance.now();
    } catch (error) {
      log.warn({ err: error }, 'a sweep broke off; the next one goes on');
    }
  }
}

/** For a worker that leaves what others left behind to others. */
export async function doChoresUntilStopped(options: SweepingOptions): Promise<void> {
  const { permission, sweepIntervalMs, stopping, log } = options;
  const doChores = createChores(options.chores);
  while (!stopping.aborted) {
    await pause(sweepIntervalMs, stopping);
    try {
      await permission.ask();
      if (permission.isGiven()) await doChores();
    } catch (error) {
      log.warn({ err: error }, 'chores broke off; the next turn goes on');
    }
  }
}

/** Does the chores that are due. */
function createChores(chores: readonly Chore[]): () => Promise<void> {
  const dueAt = new Map<Chore, number>();
  return async () => {
    for (const chore of chores) {
      if (performance.now() < (dueAt.get(chore) ?? 0)) continue;
      dueAt.set(chore, performance.now() + chore.everyMs);
      await chore.run();
    }
  };
}

/** Apart from the sweep: a provider that is slow to answer must hold up nothing else. */
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
