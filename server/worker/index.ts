/**
 * The worker: claims what can start now, runs it under a lease, and sweeps what others left behind. Knows
 * what a claim and a lease are and nothing of what is carried out; that is the `Work` it is given.
 */
import { isConnectionLost } from '../db/errors.ts';
import type { Notifications } from '../db/notifications.ts';
import type { Db } from '../db/pool.ts';
import { newUuid } from '../kernel/ids.ts';
import type { Log } from '../telemetry/log.ts';
import { takeLease } from './lease.ts';
import { databaseUptimeMs, forgetDeadWorkers } from './store.ts';

/** What a worker has to know of an item: its name, and whose it is. */
export interface Claimed {
  id: string;
  workspace: string;
}

/** What may be claimed, and what there is to share out fairly. */
export interface Slots {
  atMost: number;
  /** All that are free for the provider. */
  free: number;
  /** How many each workspace has in flight. */
  held: ReadonlyMap<string, number>;
}

/** Items of one kind for one provider. */
export interface Queue<Item extends Claimed> {
  name: string;
  /** Items of this process that may be under way at once. */
  maxInFlight: number;
  /** Items that are marked as about to be sent. Repeating a claim gives the same items. */
  claim(slots: Slots, claim: string, worker: string): Promise<Item[]>;
  /** Never throws for what the provider does. */
  execute(item: Item, assertLease: () => void, signal: AbortSignal): Promise<void>;
}

/** What is carried out, one item at a time, and what is swept. */
export interface Work<Item extends Claimed> {
  queues(): Queue<Item>[];
  sweep(): Promise<void>;
  /** Begins look-ups that are due; whether there were any. */
  reconcile(): Promise<boolean>;
  /** Resolves when these have ended. */
  lookedUp(): Promise<void>;
  sweepDeadWorkers(): Promise<void>;
  /** Resolves when everything that was to be saved is saved. */
  idle(): Promise<void>;
}

/** What is done again and again beside the work, such as giving money back. */
export interface Chore {
  everyMs: number;
  run(): Promise<unknown>;
}

export interface WorkerOptions<Item extends Claimed> {
  db: Db;
  notifications: Notifications;
  /** The channel that tells of new work; its payload names queues. */
  readyChannel: string;
  work: Work<Item>;
  chores?: readonly Chore[];
  leaseMs: number;
  sweepIntervalMs: number;
  /** False while the database is not the one that this deployment knows. No answer counts as false. */
  mayClaim: () => Promise<boolean>;
  log: Log;
}

export interface Worker {
  /** Stops claiming at once; waits for what is under way, then ends it. */
  drain(ms: number): Promise<void>;
  inFlight(): number;
}

/** Behind the notifications, for the one that was missed and for what becomes due by time. */
const POLL_MS = 250;
const CLAIM_AT_MOST = 100;

export async function startWorker<Item extends Claimed>(
  options: WorkerOptions<Item>,
): Promise<Worker> {
  const { db, notifications, work, leaseMs, log } = options;
  const lease = await takeLease(options);
  const underWay = new Set<Promise<void>>();
  const ending = new AbortController();
  const stopping = new AbortController();
  /** What ends the wait for work, by queue. */
  const waiters = new Map<string, () => void>();
  let mayClaim = false;
  let losses = 0;

  notifications.listen(options.readyChannel, (payload) => {
    for (const queue of new Set(payload.split(','))) wake(queue);
  });
  notifications.onLost(doubt);
  await askMayClaim();

  function wake(queue: string): void {
    waiters.get(queue)?.();
  }

  /** Nothing is claimed until the next sweep has asked: what answers next may have been restored meanwhile. */
  function doubt(): void {
    losses += 1;
    mayClaim = false;
  }

  async function askMayClaim(): Promise<void> {
    const lossesBefore = losses;
    mayClaim = (await options.mayClaim()) && losses === lossesBefore;
  }

  function start(item: Item, queue: Queue<Item>, worker: string): Promise<void> {
    const assertLease = () => {
      if (stopping.signal.aborted) throw new Error('the worker is stopping');
      if (lease.id() !== worker || !lease.held()) throw new Error('the lease has ended');
    };
    const task = queue.execute(item, assertLease, ending.signal).catch((error: unknown) => {
      log.error({ err: error, run: item.id }, 'ALERT: a run was not carried out');
    });
    underWay.add(task);
    return task.finally(() => underWay.delete(task));
  }

  /** Claims and starts while there is work and room; then waits until it is woken. */
  async function serve(queue: Queue<Item>): Promise<void> {
    let free = queue.maxInFlight;
    const held = new Map<string, number>();
    let unanswered: { claim: string; worker: string } | undefined;
    while (!stopping.signal.aborted) {
      // Before the claim: what becomes ready during it ends the wait.
      const woken = untilWoken(queue.name);
      let claimed: Item[] = [];
      if (mayClaim && free > 0 && lease.held()) {
        unanswered ??= { claim: newUuid(), worker: lease.id() };
        const { claim, worker } = unanswered;
        try {
          const slots = { atMost: Math.min(free, CLAIM_AT_MOST), free, held };
          claimed = await queue.claim(slots, claim, worker);
          unanswered = undefined;
          for (const item of claimed) {
            take(item.workspace, 1);
            void start(item, queue, worker).then(() => {
              take(item.workspace, -1);
              wake(queue.name);
            });
          }
        } catch (error) {
          // The claim may have been committed: it is repeated under its name until it is answered.
          if (isConnectionLost(error)) doubt();
          log.warn({ err: error, queue: queue.name }, 'a claim was not answered');
        }
      }
      if (claimed.length === 0) await woken;
    }

    function take(workspace: string, slots: 1 | -1): void {
      const now = (held.get(workspace) ?? 0) + slots;
      if (now === 0) held.delete(workspace);
      else held.set(workspace, now);
      free -= slots;
    }
  }

  /** Until there may be work, or it is time to look for it. */
  function untilWoken(queue: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, POLL_MS);
    waiters.set(queue, resolve);
    return promise.then(() => clearTimeout(timer));
  }

  async function sweepForEver(): Promise<void> {
    // A heartbeat every third of a lease: a pause of half a lease may have ended it without a death.
    const paused = leaseMs / 2;
    let lastTurn = performance.now();
    let quietUntil = 0;
    while (!stopping.signal.aborted) {
      await pause(options.sweepIntervalMs, stopping.signal);
      try {
        await askMayClaim().catch((error: unknown) => {
          doubt();
          throw error;
        });
        if (mayClaim) await work.sweep();
        if (mayClaim) await doChores();
        const up = await databaseUptimeMs(db);
        const now = performance.now();
        if (now - lastTurn > paused + options.sweepIntervalMs) quietUntil = now + leaseMs;
        if (mayClaim && now > quietUntil && up > leaseMs) await work.sweepDeadWorkers();
        await forgetDeadWorkers(db);
        // Not where it broke off: an outage is a pause for every worker.
        lastTurn = performance.now();
      } catch (error) {
        log.warn({ err: error }, 'a sweep broke off; the next one goes on');
      }
    }
  }

  const choreDueAt = new Map<Chore, number>();

  async function doChores(): Promise<void> {
    for (const chore of options.chores ?? []) {
      if (performance.now() < (choreDueAt.get(chore) ?? 0)) continue;
      choreDueAt.set(chore, performance.now() + chore.everyMs);
      await chore.run();
    }
  }

  /** Apart from the sweep: a provider that is slow to answer must hold up nothing else. */
  async function reconcileForEver(): Promise<void> {
    while (!stopping.signal.aborted) {
      let more = false;
      try {
        more = mayClaim && (await work.reconcile());
      } catch (error) {
        log.warn({ err: error }, 'a reconciliation broke off; the next one goes on');
      }
      if (!more) await pause(options.sweepIntervalMs, stopping.signal);
    }
  }

  const loops = [...work.queues().map(serve), sweepForEver(), reconcileForEver()];
  return {
    inFlight: () => underWay.size,
    async drain(ms) {
      stopping.abort();
      for (const queue of waiters.keys()) wake(queue);
      const timeIsUp = aborted(AbortSignal.timeout(ms));
      await Promise.race([Promise.all(loops), timeIsUp]);
      await Promise.race([work.lookedUp(), timeIsUp]);
      await Promise.race([Promise.allSettled([...underWay]), timeIsUp]);
      ending.abort();
      await Promise.allSettled([...underWay]);
      await work.idle();
      await lease.close();
    },
  };
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  signal.addEventListener('abort', () => resolve(), { once: true });
  await promise;
  clearTimeout(timer);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) =>
    signal.addEventListener('abort', () => resolve(), { once: true }),
  );
}
