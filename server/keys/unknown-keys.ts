/**
 * What texts cost that look like a key and are none. Each is looked up once and remembered for a while, apart
 * from the keys, so that it drives none of them out. A network that has presented many of them waits before
 * another text is looked up for it; a key that has worked here lately is always looked up, so that nobody who
 * shares its address with a guesser is shut out. Counted in this process.
 */
import { LRUCache } from 'lru-cache';
import { createAttemptWindows } from '../kernel/attempt-windows.ts';
import { Problem } from '../kernel/problem.ts';

export interface UnknownKeys {
  /** Whether the text was looked up lately and was no key. */
  has(hash: string): boolean;
  /** Before a look-up; throws rate_limited where the network has to wait. */
  admit(hash: string, network: string): void;
  /** After it. */
  learn(hash: string, network: string, isKey: boolean): void;
  /** After a look-up that failed: it proves nothing. */
  excuse(network: string): void;
}

export interface UnknownKeyLimits {
  windowMs: number;
  /** Texts of one network that are looked up in a window and are no key. */
  perNetwork: number;
  /** How long a text is remembered as no key. */
  rememberedMs: number;
}

export const UNKNOWN_KEY_LIMITS: UnknownKeyLimits = {
  windowMs: 60_000,
  perNetwork: 60,
  rememberedMs: 60_000,
};

const TEXTS = 20_000;
const PROVEN_MS = 86_400_000;

export function createUnknownKeys(wish: Partial<UnknownKeyLimits> = {}): UnknownKeys {
  const { windowMs, perNetwork, rememberedMs } = { ...UNKNOWN_KEY_LIMITS, ...wish };
  const unknown = new LRUCache<string, true>({ max: TEXTS, ttl: rememberedMs });
  const proven = new LRUCache<string, true>({ max: TEXTS, ttl: PROVEN_MS });
  const windows = createAttemptWindows(windowMs);
  return {
    has: (hash) => unknown.has(hash),
    admit(hash, network) {
      // Counted before it is known, so that many at once are too many as well.
      const { attempts, endsInMs } = windows.count(network);
      if (attempts <= perNetwork || proven.has(hash)) return;
      throw new Problem('rate_limited', 'Too many unknown keys came from this address.', {
        retryAfterSeconds: Math.max(1, Math.ceil(endsInMs / 1_000)),
      });
    },
    learn(hash, network, isKey) {
      if (isKey) {
        proven.set(hash, true);
        windows.giveBack(network);
      } else {
        proven.delete(hash);
        unknown.set(hash, true);
      }
    },
    excuse: (network) => windows.giveBack(network),
  };
}
