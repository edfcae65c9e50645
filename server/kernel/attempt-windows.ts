/**
 * Counts of attempts in windows of time, each by a key, in this process. A window begins with the first attempt,
 * and when it ends nothing is left of it. Of too many keys at once, those are forgotten that were quiet longest.
 */
import { createCache } from './cache.ts';

export interface Attempts {
  attempts: number;
  /** 0 without an attempt. */
  endsInMs: number;
}

export interface AttemptWindows {
  /** Counts one more: how many there are now, and how long the window still lasts. */
  count(key: string): Attempts;
  /** How many there are, without one more. */
  read(key: string): Attempts;
  /** An attempt that turned out to be none. */
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
