/**
 * Combines many concurrent calls into few batches. A call that finds no batch in progress leaves at once. Later calls
 * leave together when that batch has ended, because half of what a small batch costs does not depend on its size;
 * another lane takes them sooner if they fill a whole batch, or if the batch in progress takes long. Items and bytes
 * limit the queue: a call beyond the limit is refused, not delayed forever.
 */
export interface BatcherOptions<Item, Result> {
  /** Performs a batch; answers one result per item, in order. An Error as result fails its item alone. */
  run: (items: Item[]) => Promise<(Result | Error)[]>;
  /** Maximum number of concurrent batches. */
  lanes: number;
  maxItems: number;
  maxBytes?: number;
  /** The weight of an item in bytes, for the limit of a batch. */
  sizeOf?: (item: Item) => number;
  /** Maximum number of waiting items. */
  maxQueued: number;
  /** Maximum bytes of waiting items. */
  maxQueuedBytes?: number;
  /** The error of a call that finds the queue full. */
  onFull: () => Error;
  /** Called with the number of items that leave. */
  onBatch?: ((items: number) => void) | undefined;
}

/**
 * How old a batch in progress is when others stop waiting for it. Longer patience saves little more, and makes calls wait
 * where a commit takes long for another reason than load.
 */
const PATIENCE_MS = 10;

export interface Batcher<Item, Result> {
  /** A signal that fires before the item has left drops it: its caller is gone. */
  submit(item: Item, signal?: AbortSignal): Promise<Result>;
  /** Resolves when nothing waits and no batch is in progress. */
  idle(): Promise<void>;
}

interface Entry<Item, Result> {
  item: Item;
  signal: AbortSignal | undefined;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

export function createBatcher<Item, Result>(
  options: BatcherOptions<Item, Result>,
): Batcher<Item, Result> {
  const { maxQueuedBytes = Number.POSITIVE_INFINITY, maxBytes = Number.POSITIVE_INFINITY } =
    options;
  const sizeOf = options.sizeOf ?? (() => 0);
  let queue: Entry<Item, Result>[] = [];
  let queuedBytes = 0;
  /** The lanes that have begun. */
  let busy = 0;
  /** The batches in progress; the oldest is the first. */
  const inProgress = new Set<{ since: number }>();
  let patience: NodeJS.Timeout | undefined;
  let idleWaiters: (() => void)[] = [];

  function take(): Entry<Item, Result>[] {
    const batch: Entry<Item, Result>[] = [];
    let bytes = 0;
    let taken = 0;
    for (const entry of queue) {
      if (batch.length === options.maxItems) break;
      if (entry.signal?.aborted) {
        entry.reject(entry.signal.reason);
        taken += 1;
        continue;
      }
      bytes += sizeOf(entry.item);
      if (batch.length > 0 && bytes > maxBytes) break;
      batch.push(entry);
      taken += 1;
    }
    for (const { item } of queue.slice(0, taken)) queuedBytes -= sizeOf(item);
    queue = queue.slice(taken);
    return batch;
  }

  const fillsBatch = () => queue.length >= options.maxItems || queuedBytes >= maxBytes;

  /** How much longer the calls that wait give the oldest batch in progress. */
  function patienceMs(): number {
    const [oldest] = inProgress;
    return oldest ? oldest.since + PATIENCE_MS - performance.now() : PATIENCE_MS;
  }

  async function drive(): Promise<void> {
    busy += 1;
    // One turn of the event loop gathers the calls that arrived together.
    await new Promise(setImmediate);
    do {
      clearTimeout(patience);
      patience = undefined;
      const batch = take();
      if (batch.length === 0) break;
      options.onBatch?.(batch.length);
      const progress = { since: performance.now() };
      inProgress.add(progress);
      await perform(batch, options.run);
      inProgress.delete(progress);
    } while (busy === 1 || fillsBatch() || patienceMs() <= 0);
    busy -= 1;
    if (queue.length > 0) driveBesides();
    if (busy === 0 && queue.length === 0) {
      for (const wake of idleWaiters) wake();
      idleWaiters = [];
    }
  }

  /** Takes what waits into another lane, now or when the lanes in progress have taken long. */
  function driveBesides(): void {
    if (busy >= options.lanes) return;
    if (fillsBatch() || patienceMs() <= 0) void drive();
    else patience ??= setTimeout(driveAfterAll, patienceMs());
  }

  function driveAfterAll(): void {
    patience = undefined;
    if (busy < options.lanes) void drive();
  }

  return {
    submit(item, signal) {
      if (queue.length >= options.maxQueued || queuedBytes >= maxQueuedBytes) {
        return Promise.reject(options.onFull());
      }
      queuedBytes += sizeOf(item);
      return new Promise((resolve, reject) => {
        queue.push({ item, signal, resolve, reject });
        if (busy === 0) void drive();
        else driveBesides();
      });
    },
    idle() {
      if (busy === 0 && queue.length === 0) return Promise.resolve();
      return new Promise((resolve) => idleWaiters.push(resolve));
    },
  };
}

/** Never rejects: the callers of the items get the error. */
async function perform<Item, Result>(
  batch: Entry<Item, Result>[],
  run: BatcherOptions<Item, Result>['run'],
): Promise<void> {
  try {
    const results = await run(batch.map((entry) => entry.item));
    batch.forEach((entry, i) => {
      const result = results[i];
      if (result instanceof Error) entry.reject(result);
      else entry.resolve(result as Result);
    });
  } catch (error) {
    for (const entry of batch) entry.reject(error);
  }
}
