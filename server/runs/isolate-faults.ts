/**
 * Keeps one row from failing its neighbors: halves a batch that the database refuses until the faulty row is alone.
 * Tries again after a deadlock. If a lock stalls, it tries once more, because a slow disk stalls every lock for a moment,
 * and each workspace by itself: only the workspace whose account stays stalled fails. After a lost connection the caller
 * decides, because only the caller knows whether its statement may be repeated.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isConnectionLost, isDeadlock, isLockTimeout } from '../platform/db/errors.ts';

const DEADLOCK_TRIES = 5;
/** Few, because a stalled batch holds up a lane that others need. */
const LOCK_TRIES = 2;

export async function isolateFaults<Item extends { workspace: string }, Result>(
  items: Item[],
  run: (items: Item[]) => Promise<Result[]>,
  lockTries = LOCK_TRIES,
): Promise<(Result | Error)[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run(items);
    } catch (error) {
      if (isConnectionLost(error)) throw error;
      if (isDeadlock(error) && attempt < DEADLOCK_TRIES) {
        await sleep(Math.random() * 20 * attempt);
        continue;
      }
      const isStalled = isLockTimeout(error);
      const parts = isStalled ? byWorkspace(items) : halves(items);
      const isLast = isStalled ? lockTries === 1 : parts.length === 1;
      if (isLast) return items.map(() => asError(error));
      const triesLeft = isStalled ? lockTries - 1 : lockTries;
      const results = new Map<Item, Result | Error>();
      const ended = await Promise.allSettled(
        parts.map(async (part) => {
          const outcomes = await isolateFaults(part, run, triesLeft);
          part.forEach((item, i) => {
            results.set(item, outcomes[i]!);
          });
        }),
      );
      // When this throws, no part is under way any more.
      for (const part of ended) if (part.status === 'rejected') throw part.reason;
      return items.map((item) => results.get(item)!);
    }
  }
}

function halves<Item>(items: Item[]): Item[][] {
  if (items.length === 1) return [items];
  const middle = Math.ceil(items.length / 2);
  return [items.slice(0, middle), items.slice(middle)];
}

function byWorkspace<Item extends { workspace: string }>(items: Item[]): Item[][] {
  return [...Map.groupBy(items, ({ workspace }) => workspace).values()];
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
