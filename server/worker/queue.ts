/**
 * Serves one queue: claims its items while there is work and room, starts each under the lease that it was
 * claimed with, and otherwise waits until there may be more.
 */
import { isConnectionLost } from '../db/errors.ts';
import { newUuid } from '../kernel/ids.ts';
import type { Log } from '../telemetry/log.ts';
import type { Lease } from './lease.ts';
import type { Permission } from './permission.ts';
import type { Claimed, Queue, Slots } from './work.ts';

export interface QueueServerOptions {
  lease: Lease;
  permission: Permission;
  /** Fires when nothing more may be claimed or sent. */
  stopping: AbortSignal;
  /** Fires when what is under way has to end. */
  ending: AbortSignal;
  log: Log;
}

export interface QueueServer {
  name: string;
  /** Resolves after the worker began to stop, when the claim under way is answered. */
  serve(): Promise<void>;
  /** Ends the wait for work. */
  wake(): void;
  inFlight(): number;
  /** Resolves when what is under way now has ended. */
  idle(): Promise<void>;
}

/** Behind the notifications, for the one that was missed and for what becomes due by time. */
const POLL_MS = 250;
const CLAIM_AT_MOST = 100;

export function createQueueServer<Item extends Claimed>(
  queue: Queue<Item>,
  { lease, permission, stopping, ending, log }: QueueServerOptions,
): QueueServer {
  const room = createRoom(queue.maxInFlight);
  const wait = createWait();
  const underWay = new Set<Promise<void>>();
  let unanswered: { claim: string; worker: string } | undefined;

  async function serve(): Promise<void> {
    while (!stopping.aborted) {
      // Before the claim: what becomes ready during it ends the wait.
      const woken = wait.untilWoken();
      if ((await claimAndStart()) === 0) await woken;
    }
  }

  /** How many were started. */
  async function claimAndStart(): Promise<number> {
    if (!permission.isGiven() || room.isFull() || !lease.held()) return 0;
    unanswered ??= { claim: newUuid(), worker: lease.id() };
    const { claim, worker } = unanswered;
    try {
      const items = await queue.claim(room.slots(), claim, worker);
      unanswered = undefined;
      for (const item of items) start(item, worker);
      return items.length;
    } catch (error) {
      // The claim may have been committed: it is repeated under its name until it is answered.
      if (isConnectionLost(error)) permission.doubt();
      log.warn({ err: error, queue: queue.name }, 'a claim was not answered');
      return 0;
    }
  }

  function start(item: Item, worker: string): void {
    room.take(item.workspace);
    const task = carryOut(item, worker).then(() => {
      underWay.delete(task);
      room.giveBack(item.workspace);
      wait.wake();
    });
    underWay.add(task);
  }

  async function carryOut(item: Item, worker: string): Promise<void> {
    const assertLease = () => {
      if (stopping.aborted) throw new Error('the worker is stopping');
      if (lease.id() !== worker || !lease.held()) throw new Error('the lease has ended');
    };
    try {
      await queue.execute(item, assertLease, ending);
    } catch (error) {
      log.error({ err: error, run: item.id }, 'ALERT: a run was not carried out');
    }
  }

  return {
    name: queue.name,
    serve,
    wake: wait.wake,
    inFlight: () => underWay.size,
    async idle() {
      await Promise.allSettled(underWay);
    },
  };
}

/** How many items are under way for each workspace, and how many more there may be. */
function createRoom(maxInFlight: number) {
  const held = new Map<string, number>();
  let free = maxInFlight;

  function hold(workspace: string, more: 1 | -1): void {
    const now = (held.get(workspace) ?? 0) + more;
    if (now === 0) held.delete(workspace);
    else held.set(workspace, now);
    free -= more;
  }

  return {
    isFull: () => free <= 0,
    slots: (): Slots => ({ atMost: Math.min(free, CLAIM_AT_MOST), free, held }),
    take: (workspace: string) => hold(workspace, 1),
    giveBack: (workspace: string) => hold(workspace, -1),
  };
}

/** The wait for work, which lasts until there may be some, or it is time to look for it. */
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
