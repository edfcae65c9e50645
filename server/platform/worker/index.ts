/**
 * The worker: claims what can start now, runs it under a lease, and sweeps what lost workers left. It knows what a
 * claim and a lease are, and nothing about the work itself, which is the `Work` that it is given.
 */
import type { Notifications } from '../db/notifications.ts';
import type { Db } from '../db/pool.ts';
import type { Log } from '../telemetry/log.ts';
import type { Meter } from '../telemetry/meter.ts';
import { createPermission, takeLease } from './lease.ts';
import { createQueueServer, type QueueServer, type QueueServerOptions } from './queue.ts';
import {
  createOwnClaims,
  doChoresUntilStopped,
  reconcileUntilStopped,
  sweepUntilStopped,
} from './upkeep.ts';

import type { Chore, Claimed, Slot, Work } from './work.ts';

interface WorkerOptions<Item extends Claimed> {
  db: Db;
  notifications: Notifications;
  /** The channel that announces new work; its payload names queues. */
  readyChannel: string;
  work: Work<Item>;
  /** `own`: only what this process creates with a slot of this worker; it sweeps only its own claims. */
  claims: 'all' | 'own';
  chores?: readonly Chore[];
  leaseMs: number;
  sweepIntervalMs: number;
  /** The time between two checks for claims that nothing carries out. */
  ownClaimsEveryMs?: number;
  /** False while the database is not the one that this deployment knows. A missing answer counts as false. */
  mayClaim: () => Promise<boolean>;
  log: Log;
  meter?: Meter | undefined;
}

/** Within a minute, the database answers a claim, or the worker repeats it. */
const OWN_CLAIMS_EVERY_MS = 120_000;

export interface Worker<Item extends Claimed = Claimed> {
  /** A slot of the queue for an item of this workspace that is about to be saved as claimed, if one is free. */
  takeSlot(queue: string, workspace: string): Slot<Item> | undefined;
  /** Also serves the queues that were added since the start. */
  takeUpQueues(): void;
  /** Stops claiming at once; waits for the work under way, then ends it. */
  drain(ms: number): Promise<void>;
  inFlight(): number;
}

export async function startWorker<Item extends Claimed>(
  options: WorkerOptions<Item>,
): Promise<Worker<Item>> {
  const { notifications, work, log } = options;
  const lease = await takeLease(options);
  const permission = createPermission(options.mayClaim);
  const stopping = new AbortController();
  const ending = new AbortController();
  const until = { stopping: stopping.signal, ending: ending.signal };
  const { queues, takeUp } = createQueues(work, { lease, permission, ...until, log });
  takeUp();

  notifications.listen(options.readyChannel, (payload) => {
    const ready = new Set(payload.split(','));
    for (const queue of queues) if (ready.has(queue.name)) queue.wake();
  });
  notifications.onLost(permission.doubt);
  await permission.ask();

  const ownClaims = createOwnClaims({
    ...{ lease, work },
    isCarriedOut: (item) => queues.some((queue) => queue.isCarriedOut(item)),
    everyMs: options.ownClaimsEveryMs ?? OWN_CLAIMS_EVERY_MS,
  });
  const chores = options.claims === 'own' ? [] : (options.chores ?? []);
  const sweeping = {
    ...options,
    permission,
    stopping: stopping.signal,
    chores: [...chores, ownClaims],
  };
  const loops =
    options.claims === 'own'
      ? [doChoresUntilStopped(sweeping, { asks: true })]
      : [
          ...queues.map((queue) => queue.serve()),
          sweepUntilStopped(sweeping),
          doChoresUntilStopped(sweeping, { asks: false }),
          reconcileUntilStopped(sweeping),
        ];

  function takeUpQueues(): void {
    if (stopping.signal.aborted) return;
    const taken = takeUp();
    if (options.claims === 'all') loops.push(...taken.map((queue) => queue.serve()));
  }
  const idle = () => Promise.all(queues.map((queue) => queue.idle()));

  return {
    takeSlot: (name, workspace) => queues.find((queue) => queue.name === name)?.takeSlot(workspace),
    takeUpQueues,
    inFlight: () => queues.reduce((sum, queue) => sum + queue.inFlight(), 0),
    async drain(ms) {
      stopping.abort();
      for (const queue of queues) queue.wake();
      const timeIsUp = aborted(AbortSignal.timeout(ms));
      await Promise.race([Promise.all(loops), timeIsUp]);
      await Promise.race([work.lookedUp(), timeIsUp]);
      await Promise.race([idle(), timeIsUp]);
      ending.abort();
      await idle();
      await work.idle();
      await lease.close();
    },
  };
}

/** The queues that the worker serves, in an array that grows. */
function createQueues<Item extends Claimed>(work: Work<Item>, options: QueueServerOptions) {
  const queues: QueueServer<Item>[] = [];
  return {
    queues,
    /** Returns the new queues. */
    takeUp(): QueueServer<Item>[] {
      const known = new Set(queues.map(({ name }) => name));
      const added = work
        .queues()
        .filter(({ name }) => !known.has(name))
        .map((queue) => createQueueServer(queue, options));
      queues.push(...added);
      return added;
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) =>
    signal.addEventListener('abort', () => resolve(), { once: true }),
  );
}

export { type ChoreState, countWorkers, readChores } from './store.ts';
