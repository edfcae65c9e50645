/**
 * The worker: claims what can start now, runs it under a lease, and sweeps what others left behind. Knows
 * what a claim and a lease are and nothing of what is carried out; that is the `Work` it is given.
 */
import { isConnectionLost } from '../db/errors.ts';
import type { Notifications } from '../db/notifications.ts';
import type { Db } from '../db/pool.ts';
import { newUuid } from '../kernel/ids.ts';
import type { Provider } from '../providers/port.ts';
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

/** What is carried out, one item at a time, and what is swept. */
export interface Work<Item extends Claimed> {
  /** Items for this provider, marked as about to be sent. Repeating a claim gives the same items. */
  claim(provider: string, slots: Slots, claim: string, worker: string): Promise<Item[]>;
  /** Never throws for what the provider does. */
  execute(
    item: Item,
    provider: Provider,
    assertLease: () => void,
    signal: AbortSignal,
  ): Promise<void>;
  sweep(): Promise<void>;
  /** Begins look-ups that are due; whether there were any. */
  reconcile(): Promise<boolean>;
  /** Resolves when these have ended. */
  lookedUp(): Promise<void>;
  sweepDeadWorkers(): Promise<void>;
  /** Resolves when everything that was to be saved is saved. */
  idle(): Promise<void>;
}

export interface WorkerOptions<Item extends Claimed> {
  db: Db;
  notifications: Notifications;
  /** The channel that tells of new work; its payload names providers. */
  readyChannel: string;
  providers: Provider[];
  work: Work<Item>;
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
  /** What ends the wait for work, by provider. */
  const waiters = new Map<string, () => void>();
  let mayClaim = false;
  let losses = 0;

  notifications.listen(options.readyChannel, (payload) => {
    for (const provider of new Set(payload.split(','))) wake(provider);
  });
  notifications.onLost(doubt);
  await askMayClaim();

  function wake(provider: string): void {
    waiters.get(provider)?.();
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

  function start(item: Item, provider: Provider, worker: string): Promise<void> {
    const assertLease = () => {
      if (stopping.signal.aborted) throw new Error('the worker is stopping');
      if (lease.id() !== worker || !lease.held()) throw new Error('the lease has ended');
    };
    const task = work
      .execute(item, provider, assertLease, ending.signal)
      .catch((error: unknown) => {
        log.error({ err: error, run: item.id }, 'ALERT: a run was not carried out');
      });
    underWay.add(task);
    return task.finally(() => underWay.delete(task));
  }

  /** Claims and starts while there is work and room; then waits until it is woken. */
  async function serve(provider: Provider): Promise<void> {
    let free = provider.maxInFlight;
    const held = new Map<string, number>();
    let unanswered: { claim: string; worker: string } | undefined;
    while (!stopping.signal.aborted) {
      // Before the claim: what becomes ready during it ends the wait.
      const woken = untilWoken(provider.name);
      let claimed: Item[] = [];
      if (mayClaim && free > 0 && lease.held()) {
        unanswered ??= { claim: newUuid(), worker: lease.id() };
        const { claim, worker } = unanswered;
        try {
          const slots = { atMost: Math.min(free, CLAIM_AT_MOST), free, held };
          claimed = await work.claim(provider.name, slots, claim, worker);
          unanswered = undefined;
          for (const item of claimed) {
            take(item.workspace, 1);
            void start(item, provider, worker).then(() => {
              take(item.workspace, -1);
              wake(provider.name);
            });
          }
        } catch (error) {
          // The claim may have been committed: it is repeated under its name until it is answered.
          if (isConnectionLost(error)) doubt();
          log.warn({ err: error, provider: provider.name }, 'a claim was not answered');
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
  function untilWoken(provider: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, POLL_MS);
    waiters.set(provider, resolve);
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

  const loops = [...options.providers.map(serve), sweepForEver(), reconcileForEver()];
  return {
    inFlight: () => underWay.size,
    async drain(ms) {
      stopping.abort();
      for (const provider of waiters.keys()) wake(provider);
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
