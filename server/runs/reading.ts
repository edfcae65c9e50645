/**
 * Reads of saved runs: a few statements serve concurrent reads by id, and a wait for a change costs one notification. A
 * wait decides nothing: it reads again, and has the run looked up if that is due.
 */
import type { Db } from '../platform/db/pool.ts';
import { createBatcher } from '../platform/lib/micro-batcher.ts';
import { onAbort } from '../platform/lib/on-abort.ts';
import { Problem } from '../platform/lib/problem.ts';
import type { Meter } from '../platform/telemetry/meter.ts';
import type { EndedRuns } from './ended-runs.ts';
import type { QueueOf } from './look-up-slots.ts';
import type { OwnRuns } from './own-runs.ts';
import { readRuns } from './reading-store.ts';
import { ownReading, type Reading, readingOf } from './run-reading.ts';
import type { Waiters } from './waiters.ts';

/** In case the process missed a notification. */
const POLL_MS = 2_000;

export interface ReaderOptions {
  db: Db;
  waiters: Waiters;
  ownRuns: OwnRuns;
  endedRuns: EndedRuns;
  /** Looks the run up unless somebody else does; notifies readers of what it finds. Never throws. */
  lookUp: (uuid: string, queue: QueueOf) => void;
  meter?: Meter | undefined;
}

export type Reader = ReturnType<typeof createReader>;

export function createReader(options: ReaderOptions) {
  const { db, waiters, ownRuns, endedRuns, lookUp, meter } = options;
  const batcher = createBatcher<{ workspace: string; id: string }, Reading | undefined>({
    run: readBatch,
    onBatch: meter && ((items) => meter.batched('read', items)),
    lanes: 2,
    maxItems: 64,
    maxQueued: 10_000,
    onFull: () =>
      new Problem('overloaded', 'More reads are waiting than the service takes in.', {
        retryAfterSeconds: 1,
      }),
  });

  async function readBatch(keys: { workspace: string; id: string }[]) {
    const rows = await readRuns(db, keys);
    return rows.map((row) => {
      if (row === undefined || row instanceof Error) return row;
      const reading = readingOf(row);
      endedRuns.add(reading);
      return reading;
    });
  }

  function read(workspace: string, uuid: string): Promise<Reading | undefined> {
    const ended = endedRuns.get(workspace, uuid);
    return ended ? Promise.resolve(ended) : batcher.submit({ workspace, id: uuid });
  }

  /**
   * Resolves as soon as `until` holds for the run, the time is over, a signal fires, or the run is gone. It calls
   * `until` once for each reading, including the last.
   */
  async function wait(
    { workspace, uuid }: { workspace: string; uuid: string },
    until: (reading: Reading) => boolean,
    ms: number,
    signals: readonly AbortSignal[],
  ): Promise<void> {
    const end = performance.now() + ms;
    const isOver = () => signals.some(({ aborted }) => aborted);
    const waiter = waiters.add(uuid);
    const callOff = signals.map((signal) => onAbort(signal, waiter.wake));
    let known = ownRuns.get(workspace, uuid);
    try {
      for (;;) {
        // Before the read: a change in between ends the wait.
        const woken = waiter.untilWoken();
        const reading = known ? ownReading(known) : await read(workspace, uuid);
        const left = end - performance.now();
        if (!reading || until(reading) || left <= 0 || isOver()) return;
        const pause = pauseBefore(reading.lookUpInMs);
        if (pause === 0) lookUp(uuid, reading.row);
        const timer = setTimeout(waiter.wake, Math.min(left, pause || POLL_MS));
        // This process ends the run itself: until then, a read would show nothing new.
        known = (await woken) ?? ownRuns.get(workspace, uuid);
        clearTimeout(timer);
      }
    } finally {
      for (const each of callOff) each();
      waiter.stop();
    }
  }

  return { read, wait };
}

/** Until the next look-up or poll, whichever comes first; 0 if a look-up is due. */
function pauseBefore(lookUpInMs: number): number {
  return Math.min(Math.max(Math.ceil(lookUpInMs), 0), POLL_MS);
}
