/**
 * Counts attempts in time windows, each by a key, in this process. A window begins with the first attempt, and its
 * count is gone when it ends. If there are too many keys, those without attempts for the longest time are forgotten.
 * Attempts from an address count for its network: an IPv4 address is its own network, and the holder of one IPv6
 * address has a whole network.
 */
import { ipKeyGenerator } from 'express-rate-limit';
import { createCache } from './cache.ts';

interface Attempts {
  attempts: number;
  /** 0 without an attempt. */
  endsInMs: number;
}

interface AttemptWindows {
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

/** The prefix length that most providers give to one customer. */
const IPV6_PREFIX = 64;

/** The network of an address; empty if no address is known. */
export type NetworkOf = (address: string | undefined) => string;

export function createNetworkOf(ipv6Prefix = IPV6_PREFIX): NetworkOf {
  return (address) => (address === undefined ? '' : ipKeyGenerator(address, ipv6Prefix));
}
