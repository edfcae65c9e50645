/**
 * What a worker repeats besides serving its queues, until it stops: it sweeps what lost workers left, does the chores
 * that are due, and looks up unknown outcomes, each independently of the others. The next turn continues interrupted
 * work.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../db/pool.ts';
import { newUuid } from '../lib/ids.ts';
import type { Log } from '../telemetry/log.ts';
import type { Lease, Permission } from './lease.ts';

import {
  databaseUptimeMs,
  endTurn,
  forgetDeadWorkers,
  KEEP_EVERY_MS,
  keepTurn,
  takeTurn,
} from './store.ts';
import type { Chore, Upkeep } from './work.ts';

interface SweepingOptions {
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
  options: Omit<SweepingOptions, 'work' | 'leaseMs'>,
  { asks }: { asks: boolean },
): Promise<void> {
  const { db, permission, sweepIntervalMs, stopping, log } = options;
  const isAllowed = () => permission.isGiven() && !stopping.aborted;
  const doChores = createChores(options.chores, { db, log, isAllowed });
  let isMoreDue = false;
  while (!stopping.aborted) {
    if (!isMoreDue) await pause(sweepIntervalMs, stopping);
    isMoreDue = false;
    try {
      if (asks) await permission.ask();
      isMoreDue = await doChores();
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

/*
 * Chores: recurring work besides runs. Of all processes, one at a time does a chore that has a name, and the database
 * records how it went; the other chores concern each process or its machine. A chore that fails or takes long does not
 * delay runs. See server/adr/0020-chores.md.
 */

const MOST_OF_A_FAILURE = 300;
/** After this many pauses, the process abandons a chore that hangs, so that no process waits for it. */
const MOST_TIMES_ITS_PAUSE = 10;
const LEAST_PATIENCE_MS = 900_000;

/** Does the chores that are due, one after the other, while the process may. Returns whether more is due at once. */
export function createChores(
  chores: readonly Chore[],
  { db, log, isAllowed }: { db: Db; log: Log; isAllowed: () => boolean },
): () => Promise<boolean> {
  const dueAt = new Map<Chore, number>();
  return async () => {
    let isMoreDue = false;
    for (const chore of chores) {
      const due = dueAt.get(chore);
      if (!isAllowed() || performance.now() < (due ?? 0)) continue;
      dueAt.set(chore, performance.now() + chore.everyMs);
      const outcome = await doOne(chore, due === undefined).catch((error: unknown) =>
        log.warn({ err: error, chore: chore.name }, 'a chore failed; its next turn starts over'),
      );
      if (outcome !== 'more') continue;
      // As at its first turn, it does not wait for its pause.
      dueAt.delete(chore);
      isMoreDue = true;
    }
    return isMoreDue;
  };

  async function doOne({ name, everyMs, run }: Chore, isFirst: boolean): Promise<unknown> {
    if (name === undefined) return run();
    const taken = { name, everyMs, turn: newUuid() };
    if (!(await takeTurn(db, taken, isFirst))) return undefined;
    const keeping = setInterval(() => void keepTurn(db, taken).catch(() => {}), KEEP_EVERY_MS);
    const began = performance.now();
    const ended = (failure?: string) => {
      clearInterval(keeping);
      return endTurn(db, taken, { durationMs: performance.now() - began, failure });
    };
    let outcome: unknown;
    try {
      outcome = await inTime(run, Math.max(everyMs * MOST_TIMES_ITS_PAUSE, LEAST_PATIENCE_MS));
    } catch (error) {
      // If the database itself failed, the turn ends by its time limit.
      await ended(`${error}`.slice(0, MOST_OF_A_FAILURE)).catch(() => {});
      throw error;
    }
    await ended();
    return outcome;
  }
}

async function inTime(run: Chore['run'], withinMs: number): Promise<unknown> {
  const clock = new AbortController();
  const late = sleep(withinMs, undefined, { ref: false, signal: clock.signal }).then(() => {
    throw new Error('it did not end in time');
  });
  try {
    return await Promise.race([run(), late]);
  } finally {
    clock.abort();
    late.catch(() => {});
  }
}

/*
 * The claims of this process that nothing carries out. The database may begin a statement whose answer the process gave
 * up on, after the process asked what it had claimed: then an item is held under the name of a living worker, and
 * nobody starts it. If two checks in a row find an item in this state, the worker gives it up as lost, like those of a
 * dead worker.
 */

interface OwnClaimsOptions {
  lease: Pick<Lease, 'names'>;
  work: Pick<Upkeep, 'sweepClaims'>;
  isCarriedOut: (item: string) => boolean;
  /** The time between two checks; most claims are answered sooner. A later one is still sent only once. */
  everyMs: number;
}

export function createOwnClaims(options: OwnClaimsOptions): Chore {
  const { lease, work, isCarriedOut, everyMs } = options;
  /** The claims that the last check found with nothing that carries them out. */
  let idle = new Set<string>();

  async function run(): Promise<void> {
    const idleNow = new Set<string>();
    await work.sweepClaims(lease.names(), ({ item, claim }) => {
      if (isCarriedOut(item)) return false;
      const name = `${item} ${claim}`;
      idleNow.add(name);
      return idle.has(name);
    });
    idle = idleNow;
  }

  return { everyMs, run };
}
