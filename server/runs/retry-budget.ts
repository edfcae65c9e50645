/**
 * How often the service sends runs again to a provider that provably did not carry them out: each request earns a part
 * of a retry, and in addition all processes together have a number of retries a second. A retry beyond that waits
 * longer; none is refused.
 */
import type { Db, Queryable } from '../platform/db/pool.ts';
import { createBatcher } from '../platform/lib/micro-batcher.ts';
import type { Log } from '../platform/telemetry/log.ts';
import { type CircuitFigures, selectFigures, takeRetries } from './circuit-store.ts';

/** The retries that one request earns. */
const SHARE = 0.2;
/** Ten a second, and up to what five seconds leave unused at once. */
const RETRIES = { spacingMs: 100, atOnce: 50 };

/** For the operator: the circuits, and what the budgets have left. */
export function countCircuits(db: Queryable): Promise<CircuitFigures[]> {
  return selectFigures(db, RETRIES);
}

export interface RetryBudget {
  /** The service sent a run for the first time. */
  earn(queue: string): void;
  /** Takes a retry; returns how long it has to wait. */
  take(queue: string): Promise<number>;
}

export function createRetryBudget({ db, log }: { db: Db; log: Log }): RetryBudget {
  const requests = new Map<string, number>();
  const batcher = createBatcher<string, number>({
    run: takeAll,
    lanes: 1,
    maxItems: 64,
    maxQueued: Number.POSITIVE_INFINITY,
    onFull: () => new Error('unbounded'),
  });

  async function takeAll(queues: string[]): Promise<number[]> {
    const waits: number[] = [];
    for (const queue of new Set(queues)) {
      const indexes = [...queues.keys()].filter((i) => queues[i] === queue);
      const lastMs = await takeOf(queue, indexes.length);
      for (const [i, index] of indexes.entries()) {
        waits[index] = Math.max(0, lastMs - (indexes.length - 1 - i) * RETRIES.spacingMs);
      }
    }
    return waits;
  }

  /** While the database is away, the process sends nothing until it is back. */
  async function takeOf(queue: string, count: number): Promise<number> {
    const earned = SHARE * (requests.get(queue) ?? 0);
    requests.delete(queue);
    try {
      return await takeRetries(db, { queue, count, earned, ...RETRIES });
    } catch (error) {
      log.warn({ err: error, queue }, 'the retry budget was not asked');
      return 0;
    }
  }

  return {
    earn: (queue) => void requests.set(queue, (requests.get(queue) ?? 0) + 1),
    take: (queue) => batcher.submit(queue),
  };
}
