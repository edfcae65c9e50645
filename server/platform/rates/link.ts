/**
 * A process's view of the store: leases while it answers, and nothing while it is away. Leases of one turn leave
 * together. The process uses a store that was away again once every window that it could have had is over: the store
 * may have forgotten them, and does not know what was given out meanwhile.
 */
import { createBatcher } from '../lib/micro-batcher.ts';
import type { Log } from '../telemetry/log.ts';
import { type Addition, type Counted, type RateStore, WINDOW_MS } from './port.ts';

export interface StoreLink {
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
