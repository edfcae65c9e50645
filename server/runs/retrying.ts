/**
 * How the kernel tries again: the pause before that, which only this file determines, and what to do when the database
 * cannot do something now. `isolateFaults` keeps one row from failing its neighbors; `repeat` tries again until it works.
 * After a lost connection the caller decides, because only the caller knows whether its statement may be repeated.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isConnectionLost, isDeadlock, isLockTimeout } from '../platform/db/errors.ts';

export const FIRST_PAUSE_MS = 500;
export const LONGEST_PAUSE_MS = 60_000;

/** Doubles from half a second, with jitter so that runs of one outage do not return together. */
export function backOff(tries: number): number {
  const ceiling = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(tries, 10));
  return Math.round(ceiling * (0.5 + Math.random() / 2));
}

const DEADLOCK_TRIES = 5;
/** Few, because only a few batches are in progress at once, and a stalled one is one of them. */
const LOCK_TRIES = 2;

/**
 * Halves a batch that the database refuses until the faulty row is alone. Tries again after a deadlock. If a lock stalls,
 * it tries once more, because a slow disk stalls every lock for a moment, and each workspace by itself: only the workspace
 * whose account stays stalled fails.
 */
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

const WHILE_AWAY_MS = 250;

interface RepeatOptions {
  /** Whether a failure may be temporary; any other is thrown. */
  mayPass: (error: unknown) => boolean;
  onFailure: (error: unknown) => void;
}

export async function repeat<T>(
  work: () => Promise<T>,
  { mayPass, onFailure }: RepeatOptions,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!mayPass(error)) throw error;
      onFailure(error);
      await sleep(isConnectionLost(error) ? WHILE_AWAY_MS : backOff(tries));
    }
  }
}
