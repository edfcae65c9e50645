/**
 * Keeps one row from failing its neighbors: halves a batch that the database refuses until the faulty row is alone.
 * Tries again after a deadlock. If a lock stalls, it splits the batch by workspace, and tries the part of one workspace
 * once more, because a slow disk stalls every lock for a moment: only the workspace whose account stays stalled fails.
 * After a lost connection the caller decides, because only the caller knows whether its statement may be repeated.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isConnectionLost, isDeadlock, isLockTimeout } from '../db/errors.ts';

const DEADLOCK_TRIES = 5;
/** Of the part of one workspace: meanwhile the caller takes fewer batches of the others. */
const LOCK_TRIES = 2;

export async function isolateFaults<Item extends { workspace: string }, Result>(
  items: Item[],
  run: (items: Item[]) => Promise<Result[]>,
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
      const parts = isLockTimeout(error) ? byWorkspace(items) : halves(items);
      if (parts.length === 1) {
        if (isLockTimeout(error) && attempt < LOCK_TRIES) continue;
        return items.map(() => asError(error));
      }
      const results = new Map<Item, Result | Error>();
      const ended = await Promise.allSettled(
        parts.map(async (part) => {
          const outcomes = await isolateFaults(part, run);
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
