/**
 * Limits that hold for all processes together. A process leases permits of a window from the store, a chunk at a time,
 * and gives them out from memory: the sum of all leases never exceeds the limit. The others lose what it leases and
 * does not use, so a chunk is small. While the store is away, a process gives out at most its share of each limit.
 */
import { type Cache, createCache } from '../lib/cache.ts';
import { createBatcher } from '../lib/micro-batcher.ts';
import type { Log } from '../telemetry/log.ts';
import type { LiveProcesses, UsageHints } from './peers.ts';
import { type Addition, type Counted, type RateStore, WINDOW_MS } from './store.ts';

export interface Verdict {
  isWithin: boolean;
  /** What is certainly left; other processes may have more in hand. */
  left: number;
  /** The milliseconds until the window ends. */
  endsInMs: number;
}

export interface Counter {
  limit: number;
  /** Counts the amount for the caller, or nothing if it would exceed the limit. 0 reads what is left. */
  take(caller: string, amount: number): Verdict | Promise<Verdict>;
}

export interface CounterOptions {
  /** Part of the names of its windows: two counters with one name count together. */
  name: string;
  /** For one caller, in a minute. */
  limit: number;
}

/** What this process has of a caller's window. */
interface Window {
  /** Permits in hand. */
  left: number;
  used: number;
  /** What the store has counted for this process. */
  leased: number;
  /** What the store has counted for all processes, as far as this one knows. */
  total: number;
  endsAt: number;
  /** Its permits are this process's share, because the store was away. */
  isShared: boolean;
}

interface Waiting {
  amount: number;
  answer: (verdict: Verdict) => void;
}

/** The process first forgets the caller that has been silent longest; that caller's leased permits are lost. */
const CALLERS = 100_000;
const CHUNKS = 100;
/** Below this limit, the process leases each permit by itself. */
const LEAST_WITH_CHUNKS = 600;
/** Windows may end while a caller waits for their permits. */
const MOST_LEASES = 8;

export function chunkOf(limit: number): number {
  return limit < LEAST_WITH_CHUNKS ? 1 : Math.floor(limit / CHUNKS);
}

/** The settings of one counter. */
interface Counting {
  name: string;
  limit: number;
  chunk: number;
  windows: Cache<Window>;
  link: StoreLink;
  processes: LiveProcesses;
  hints: UsageHints;
}

export function createCounter(
  { name, limit }: CounterOptions,
  parts: { link: StoreLink; processes: LiveProcesses; hints: UsageHints },
): Counter {
  // Each window has its own end, so the cache needs no clock.
  const windows: Cache<Window> = createCache<Window>(CALLERS);
  const counting = { name, limit, chunk: chunkOf(limit), windows, ...parts };
  const queues = new Map<string, Waiting[]>();

  /** Answers the requests that wait for a caller's permits in their order, by one lease for all of them. */
  async function answerAll(caller: string, queue: Waiting[]): Promise<void> {
    for (let leases = 0; ; leases += 1) {
      for (const waiting of queue.splice(0)) {
        const verdict = decide(counting, caller, waiting.amount);
        if (verdict) waiting.answer(verdict);
        else if (leases === MOST_LEASES) waiting.answer(REFUSED);
        else queue.push(waiting);
      }
      if (queue.length === 0) break;
      const needed = queue.reduce((sum, { amount }) => sum + amount, 0);
      const inHand = living(counting, caller)?.left ?? 0;
      await lease(counting, caller, Math.max(0, needed - inHand));
    }
    queues.delete(caller);
  }

  return {
    limit,
    take(caller, amount) {
      const queue = queues.get(caller);
      const verdict = queue ? undefined : decide(counting, caller, amount);
      if (verdict) return verdict;
      return new Promise((answer) => {
        const waiting = { amount, answer };
        if (queue) return queue.push(waiting);
        const begun = [waiting];
        queues.set(caller, begun);
        void answerAll(caller, begun);
      });
    },
  };
}

const REFUSED: Verdict = { isWithin: false, left: 0, endsInMs: 1_000 };

function keyOf({ name }: Counting, caller: string): string {
  return `${name} ${caller}`;
}

function living({ windows }: Counting, caller: string): Window | undefined {
  const window = windows.get(caller);
  return window && window.endsAt > performance.now() ? window : undefined;
}

function emptyWindow(): Window {
  return { left: 0, used: 0, leased: 0, total: 0, endsAt: 0, isShared: false };
}

/** What others may have leased without a hint: they do not publish the first chunk of a window. */
function unreported({ processes, chunk }: Counting): number {
  return (processes.count() - 1) * chunk;
}

/** Undefined if a lease may bring the missing permits. */
function decide(counting: Counting, caller: string, amount: number): Verdict | undefined {
  const { limit, link, processes, hints } = counting;
  const window = living(counting, caller);
  if (!window) return undefined;
  if (processes.count() > 1) {
    window.total = Math.max(window.total, hints.of(keyOf(counting, caller), window.endsAt) ?? 0);
  }
  const isWithin = window.left >= amount;
  if (isWithin) {
    window.left -= amount;
    window.used += amount;
  } else {
    const { isShared, left, total } = window;
    if (isShared ? link.isUsable() : amount <= left + limit - total) return undefined;
  }
  const endsInMs = window.endsAt - performance.now();
  return { isWithin, left: leftOf(counting, window), endsInMs };
}

function leftOf(counting: Counting, { isShared, left, total }: Window): number {
  if (isShared) return left;
  const { limit, chunk } = counting;
  // For each other process, a chunk that is never published and one whose hint is on its way.
  const unseen = chunk === 1 ? 0 : 2 * unreported(counting);
  return Math.max(left, Math.min(limit, limit - total + left) - unseen);
}

async function lease(counting: Counting, caller: string, need: number): Promise<void> {
  const { limit, chunk, windows, link, processes, hints } = counting;
  const ask = need === 0 ? 0 : Math.min(limit, Math.max(chunk, need));
  const before = living(counting, caller);
  // Given out while the store was away: the store counts that first.
  const debt = before ? Math.max(0, before.used - before.leased) : 0;
  const requestedAt = performance.now();
  const key = keyOf(counting, caller);
  const counted = await link.add({ key, amount: ask + debt });
  if (!counted) return takeShare(counting, caller);
  const total = Math.min(limit, counted.total);
  const granted = Math.min(ask, Math.max(0, limit - (counted.total - ask)));
  const known = living(counting, caller);
  const window = known ?? emptyWindow();
  const inHand = window.isShared ? Math.max(0, window.leased - window.used) : window.left;
  window.left = inHand + granted;
  window.leased += granted + debt;
  window.total = total;
  window.isShared = false;
  // Counted from before the request, the window never ends later here than in the store.
  window.endsAt = requestedAt + counted.endsInMs;
  windows.set(caller, window);
  if (known && processes.count() > 1) hints.publish(key, { total, endsInMs: counted.endsInMs });
}

/** Leaves the others what they may have taken of the window, as far as this process knows. */
function takeShare(counting: Counting, caller: string): void {
  const { limit, windows, processes, hints } = counting;
  const known = living(counting, caller);
  if (known?.isShared) return;
  const window = known ?? emptyWindow();
  const share = Math.floor(limit / processes.count());
  const total = Math.max(window.total, hints.of(keyOf(counting, caller), known?.endsAt) ?? 0);
  const unleased = total === 0 ? limit : Math.max(0, limit - total - unreported(counting));
  const unused = Math.max(0, share - window.used - window.left);
  window.left += Math.min(Math.floor(unleased / processes.count()), unused);
  window.isShared = true;
  if (!known) window.endsAt = performance.now() + WINDOW_MS;
  windows.set(caller, window);
}

/*
 * A process's view of the store: leases while it answers, and nothing while it is away. Leases of one turn leave
 * together. The process uses a store that was away again once every window that it could have had is over: the store
 * may have forgotten them, and does not know what was given out meanwhile.
 */

interface StoreLink {
  /** False while the store is away. */
  isUsable(): boolean;
  /** Undefined if the store is away; it is then unknown whether it has counted. */
  add(addition: Addition): Promise<Counted | undefined>;
  close(): Promise<void>;
}

const ANSWER_WITHIN_MS = 1_500;
const ASK_EVERY_MS = 250;
const LANES = 2;
const MOST_AT_ONCE = 200;
const MOST_WAITING = 100_000;

export function createStoreLink(store: RateStore, log: Pick<Log, 'warn' | 'info'>): StoreLink {
  let isUsable = true;
  let lostAt = 0;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const batcher = createBatcher<Addition, Counted>({
    run: (additions) => inTime(store.add(additions)),
    lanes: LANES,
    maxItems: MOST_AT_ONCE,
    maxQueued: MOST_WAITING,
    onFull: () => new Error('too many leases are waiting'),
  });

  function lose(error?: unknown): void {
    if (closed) return;
    lostAt = performance.now();
    if (!isUsable) return;
    isUsable = false;
    log.warn(
      { err: error },
      'the store of rates is away: this process uses its share of each limit',
    );
    askLater();
  }

  function askLater(): void {
    timer = setTimeout(() => void ask(), ASK_EVERY_MS);
    timer.unref();
  }

  async function ask(): Promise<void> {
    const answers = await inTime(store.ping()).then(
      () => true,
      () => false,
    );
    if (closed) return;
    if (!answers || performance.now() < lostAt + WINDOW_MS) return askLater();
    isUsable = true;
    log.info({}, 'the store of rates is used again');
  }

  store.onLost?.(lose);
  return {
    isUsable: () => isUsable,
    async add(addition) {
      if (!isUsable) return undefined;
      try {
        return await batcher.submit(addition);
      } catch (error) {
        lose(error);
        return undefined;
      }
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await store.close();
    },
  };
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no answer in time')), ANSWER_WITHIN_MS);
  try {
    return await Promise.race([answer, promise]);
  } finally {
    clearTimeout(timer);
  }
}
