/**
 * Keeps one row from failing its neighbours: a batch that the database refuses is halved until the row at
 * fault stands alone. A deadlock or a stalled lock is a matter of time and is tried again; a lost
 * connection is the caller's decision, who alone knows whether its statement may be repeated.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isConnectionLost, isDeadlock, isLockTimeout } from '../../db/errors.ts';

const TRIES = 5;

export async function isolateFaults<Item, Result>(
  items: Item[],
  run: (items: Item[]) => Promise<Result[]>,
): Promise<(Result | Error)[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run(items);
    } catch (error) {
      if (isConnectionLost(error)) throw error;
      const passes = isDeadlock(error) || (isLockTimeout(error) && items.length === 1);
      if (passes && attempt < TRIES) {
        await sleep(Math.random() * 20 * attempt);
        continue;
      }
      if (items.length === 1) return [asError(error)];
      const middle = Math.ceil(items.length / 2);
      const halves = [items.slice(0, middle), items.slice(middle)];
      return (await Promise.all(halves.map((half) => isolateFaults(half, run)))).flat();
    }
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
