/**
 * Combines many concurrent calls into few batches. A call that finds no batch in progress leaves at once. Later calls
 * leave together when that batch has ended, because half of what a small batch costs does not depend on its size;
 * another lane takes them sooner if they fill a whole batch, or if the batch in progress is late. Items and bytes
 * limit the queue: a call beyond the limit is refused, not delayed forever.
 */
interface BatcherOptions<Item, Result> {
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
 * A batch in progress is late after this time, and other calls no longer wait for it. A longer time saves little more,
 * and makes calls wait where a commit takes long for another reason than load.
 */
const LATE_AFTER_MS = 10;

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
  const queue = createQueue(options);
  /** The lanes that have begun. */
  let busy = 0;
  const inProgress: InProgress = new Set();
  let timer: NodeJS.Timeout | undefined;
  let idleWaiters: (() => void)[] = [];

  async function drive(): Promise<void> {
    busy += 1;
    // One turn of the event loop gathers the calls that arrived together.
    await new Promise(setImmediate);
    do {
      clearTimeout(timer);
      timer = undefined;
      const batch = queue.take();
      if (batch.length === 0) break;
      options.onBatch?.(batch.length);
      const progress = { since: performance.now() };
      inProgress.add(progress);
      await perform(batch, options.run);
      inProgress.delete(progress);
    } while (busy === 1 || queue.fillsBatch() || untilLateMs(inProgress) <= 0);
    busy -= 1;
    if (!queue.isEmpty()) startAnother();
    if (busy === 0 && queue.isEmpty()) {
      for (const wake of idleWaiters) wake();
      idleWaiters = [];
    }
  }

  /** Starts another lane for what waits, now or as soon as a batch in progress is late. */
  function startAnother(): void {
    if (busy >= options.lanes) return;
    const ms = untilLateMs(inProgress);
    if (queue.fillsBatch() || ms <= 0) void drive();
    else timer ??= setTimeout(onLate, ms);
  }

  function onLate(): void {
    timer = undefined;
    if (busy < options.lanes) void drive();
  }

  return {
    submit(item, signal) {
      if (queue.isFull()) return Promise.reject(options.onFull());
      return new Promise((resolve, reject) => {
        queue.push({ item, signal, resolve, reject });
        if (busy === 0) void drive();
        else startAnother();
      });
    },
    idle() {
      if (busy === 0 && queue.isEmpty()) return Promise.resolve();
      return new Promise((resolve) => idleWaiters.push(resolve));
    },
  };
}

/** The calls that wait. */
function createQueue<Item, Result>(options: BatcherOptions<Item, Result>) {
  const { maxItems, maxQueued } = options;
  const { maxQueuedBytes = Number.POSITIVE_INFINITY, maxBytes = Number.POSITIVE_INFINITY } =
    options;
  const sizeOf = options.sizeOf ?? (() => 0);
  let entries: Entry<Item, Result>[] = [];
  let queuedBytes = 0;

  return {
    isEmpty: () => entries.length === 0,
    isFull: () => entries.length >= maxQueued || queuedBytes >= maxQueuedBytes,
    fillsBatch: () => entries.length >= maxItems || queuedBytes >= maxBytes,
    push(entry: Entry<Item, Result>): void {
      queuedBytes += sizeOf(entry.item);
      entries.push(entry);
    },
    /** The next batch. Drops the calls that nobody waits for any more. */
    take(): Entry<Item, Result>[] {
      const batch: Entry<Item, Result>[] = [];
      let bytes = 0;
      let taken = 0;
      for (const entry of entries) {
        if (batch.length === maxItems) break;
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
      for (const { item } of entries.slice(0, taken)) queuedBytes -= sizeOf(item);
      entries = entries.slice(taken);
      return batch;
    },
  };
}

/** The batches in progress; the oldest is the first. */
type InProgress = Set<{ since: number }>;

/** How long until the oldest batch in progress is late. */
function untilLateMs([oldest]: InProgress): number {
  return oldest ? oldest.since + LATE_AFTER_MS - performance.now() : LATE_AFTER_MS;
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
