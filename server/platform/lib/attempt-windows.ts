/**
 * Counts attempts in time windows, each by a key, in this process. A window begins with the first attempt, and its
 * count is gone when it ends. If there are too many keys, those without attempts for the longest time are forgotten.
 */
import { createCache } from './cache.ts';

export interface Attempts {
  attempts: number;
  /** 0 without an attempt. */
  endsInMs: number;
}

export interface AttemptWindows {
  /** Counts one more: returns the current count, and how long the window still lasts. */
  count(key: string): Attempts;
  /** The current count, without counting one more. */
  read(key: string): Attempts;
  /** Takes back an attempt that turned out not to be one. */
  giveBack(key: string): void;
}

const KEYS = 100_000;

export function createAttemptWindows(windowMs: number): AttemptWindows {
  const windows = createCache<{ attempts: number }>(KEYS, { ttl: windowMs });
  return {
    count(key) {
      const window = windows.get(key) ?? { attempts: 0 };
      if (window.attempts === 0) windows.set(key, window);
      window.attempts += 1;
      return { attempts: window.attempts, endsInMs: windows.getRemainingTTL(key) };
    },
    read: (key) => ({
      attempts: windows.get(key)?.attempts ?? 0,
      endsInMs: windows.getRemainingTTL(key),
    }),
    giveBack(key) {
      const window = windows.get(key);
      if (window && window.attempts > 0) window.attempts -= 1;
    },
  };
}
