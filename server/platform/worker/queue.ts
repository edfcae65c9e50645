/**
 * Serves one queue: claims its items while there is work and room, starts each under the lease of its claim, and
 * otherwise waits until there may be more.
 */
import { isConnectionLost } from '../db/errors.ts';
import { newUuid } from '../lib/ids.ts';
import { workArrives } from '../lib/shares.ts';
import type { Log } from '../telemetry/log.ts';
import type { Lease, Permission } from './lease.ts';

import type { Claimed, Queue, Slot, Slots } from './work.ts';

export interface QueueServerOptions {
  lease: Pick<Lease, 'id' | 'held'>;
  permission: Permission;
  /** Fires when the worker may no longer claim or send. */
  stopping: AbortSignal;
  /** Fires when items under way have to end. */
  ending: AbortSignal;
  log: Log;
}

export interface QueueServer<Item extends Claimed> {
  name: string;
  /** Resolves after the worker began to stop and the claim under way is answered. */
  serve(): Promise<void>;
  /** For an item that is about to be saved as claimed; undefined if the worker could not claim it either. */
  takeSlot(workspace: string): Slot<Item> | undefined;
  /** Ends the wait for work. */
  wake(): void;
  inFlight(): number;
  isCarriedOut(item: string): boolean;
  /** Resolves when all items that are now under way have ended. */
  idle(): Promise<void>;
}

/** In case the process missed a notification, and for what becomes due by time. */
const POLL_MS = 250;
const CLAIM_AT_MOST = 100;

export function createQueueServer<Item extends Claimed>(
  queue: Queue<Item>,
  { lease, permission, stopping, ending, log }: QueueServerOptions,
): QueueServer<Item> {
  const wait = createWait();
  const room = createRoom(
    () => queue.maxInFlight,
    () => {
      if (isHeldBack) wait.wake();
    },
  );
  const claim = createClaims(queue, { lease, permission, log });
  const executions = createExecutions(queue, ending, log);
  /** Whether there may be work that waits for a slot. */
  let isHeldBack = true;

  async function serve(): Promise<void> {
    while (!stopping.aborted) {
      // Before the claim: an item that becomes ready during the claim ends the wait.
      const woken = wait.untilWoken();
      if ((await claimAndStart()) === 0) await woken;
    }
  }

  /** Returns the number of started items. */
  async function claimAndStart(): Promise<number> {
    isHeldBack = true;
    if (!permission.isGiven() || room.isFull() || !lease.held()) return 0;
    const slots = room.slots();
    const claimed = await room.whileSetAside(slots.atMost, () => claim(slots));
    if (!claimed) return 0;
    const { items, worker } = claimed;
    for (const item of items) occupy(item.workspace, worker).start(item);
    // A workspace that has its share gets no more, however many of its items wait.
    isHeldBack = items.length > 0 || !room.hasShareForAll() || queue.isLimited === true;
    return items.length;
  }

  function takeSlot(workspace: string): Slot<Item> | undefined {
    const mayClaim = !stopping.aborted && permission.isGiven() && lease.held();
    if (!mayClaim || !room.hasShareFor(workspace)) return undefined;
    return occupy(workspace, lease.id());
  }

  function occupy(workspace: string, worker: string): Slot<Item> {
    const giveBack = room.take(workspace);
    const start = (item: Item) => {
      workArrives();
      void executions.run(item, () => assertMaySend(worker)).then(giveBack);
    };
    return { worker, ending, most: queue.maxInFlight, start, giveBack };
  }

  function assertMaySend(worker: string): void {
    if (stopping.aborted) throw new Error('the worker is stopping');
    if (lease.id() !== worker || !lease.held()) throw new Error('the lease has ended');
  }

  return {
    name: queue.name,
    serve,
    takeSlot,
    wake: wait.wake,
    inFlight: room.inFlight,
    isCarriedOut: executions.has,
    idle: room.idle,
  };
}

/** A claim without an answer may have been committed: the worker repeats it under its name until it is answered. */
function createClaims<Item extends Claimed>(
  queue: Queue<Item>,
  { lease, permission, log }: Pick<QueueServerOptions, 'lease' | 'permission' | 'log'>,
) {
  let unanswered: { name: string; worker: string } | undefined;

  return async (slots: Slots): Promise<{ items: Item[]; worker: string } | undefined> => {
    unanswered ??= { name: newUuid(), worker: lease.id() };
    const { name, worker } = unanswered;
    try {
      const items = await queue.claim(slots, name, worker);
      unanswered = undefined;
      return { items, worker };
    } catch (error) {
      if (isConnectionLost(error)) permission.doubt();
      log.warn({ err: error, queue: queue.name }, 'a claim was not answered');
      return undefined;
    }
  };
}

/** The items that this process carries out now. */
function createExecutions<Item extends Claimed>(queue: Queue<Item>, ending: AbortSignal, log: Log) {
  /** How often each item is under way: one attempt may still be saving its end while the next is under way. */
  const underWay = new Map<string, number>();

  function count(id: string, more: 1 | -1): void {
    const now = (underWay.get(id) ?? 0) + more;
    if (now === 0) underWay.delete(id);
    else underWay.set(id, now);
  }

  async function run(item: Item, assertLease: () => void): Promise<void> {
    count(item.id, 1);
    try {
      await queue.execute(item, assertLease, ending);
    } catch (error) {
      log.error({ err: error, run: item.id }, 'ALERT: a run was not carried out');
    } finally {
      count(item.id, -1);
    }
  }

  return { run, has: (item: string) => underWay.has(item) };
}

/** How many items are under way for each workspace, and how many more there may be. */
function createRoom(maxInFlight: () => number, onGivenBack: () => void) {
  const underWay = new Set<Promise<void>>();
  const held = new Map<string, number>();
  let taken = 0;
  const free = () => maxInFlight() - taken;
  /** The slots that a claim under way may fill. */
  let setAside = 0;

  function hold(workspace: string, more: 1 | -1): void {
    const now = (held.get(workspace) ?? 0) + more;
    if (now === 0) held.delete(workspace);
    else held.set(workspace, now);
    taken += more;
  }

  /** A workspace may have fewer in flight than twice the free slots: see claim_runs. */
  function hasShareFor(workspace: string): boolean {
    return (held.get(workspace) ?? 0) < 2 * (free() - setAside);
  }

  return {
    hasShareFor,
    hasShareForAll: () => held.keys().every(hasShareFor),
    isFull: () => free() <= 0,
    /** A claim takes at most half of the free slots: items that are created meanwhile get slots too. */
    slots: (): Slots => ({
      atMost: Math.min(Math.ceil(free() / 2), CLAIM_AT_MOST),
      free: free(),
      held,
    }),
    /** Until the work has a result, it may have filled the slots. */
    async whileSetAside<T>(count: number, work: () => Promise<T | undefined>) {
      // A repeat may return what the first call claimed.
      setAside = Math.max(setAside, count);
      const result = await work();
      if (result !== undefined) setAside = 0;
      return result;
    },
    /** Returns a function that gives the slot back. */
    take(workspace: string): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      hold(workspace, 1);
      underWay.add(promise);
      return () => {
        hold(workspace, -1);
        underWay.delete(promise);
        resolve();
        onGivenBack();
      };
    },
    inFlight: () => underWay.size,
    async idle() {
      await Promise.allSettled(underWay);
    },
  };
}

/** The wait for work, which lasts until there may be some, or until it is time to look for it. */
function createWait() {
  let wake = () => {};
  return {
    wake: () => wake(),
    untilWoken(): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, POLL_MS);
      wake = resolve;
      return promise.then(() => clearTimeout(timer));
    },
  };
}
