/**
 * What texts cost that look like a key and are none. Each is looked up once and remembered for a while, apart
 * from the keys, so that it drives none of them out. A network that has presented many of them waits before
 * another text is looked up for it. Of the texts that a network presents at once, few are looked up at a time
 * and the others wait their turn, so that many living keys at once are all let in. A key that has worked here
 * lately is always looked up, and at once: nobody who shares its address with a guesser is shut out. Counted in
 * this process.
 */
import pLimit, { type LimitFunction } from 'p-limit';
import { createAttemptWindows } from '../kernel/attempt-windows.ts';
import { createCache } from '../kernel/cache.ts';
import { Problem } from '../kernel/problem.ts';

export interface UnknownKeys {
  /** Whether the text was looked up lately and was no key. */
  has(hash: string): boolean;
  /**
   * What `find` finds of the text, when it is the text's turn; undefined is no key, and an error proves
   * nothing. Throws rate_limited where the network has to wait.
   */
  lookUp<Found>(
    request: KeyRequest,
    find: () => Promise<Found | undefined>,
  ): Promise<Found | undefined>;
}

export interface KeyRequest {
  hash: string;
  network: string;
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
/** Look-ups for one network at a time, of texts that have not worked here lately. */
const LOOK_UPS_AT_A_TIME = 10;
const NETWORKS = 10_000;

export function createUnknownKeys(input: Partial<UnknownKeyLimits> = {}): UnknownKeys {
  const { windowMs, perNetwork, rememberedMs } = { ...UNKNOWN_KEY_LIMITS, ...input };
  const unknown = createCache<true>(TEXTS, { ttl: rememberedMs });
  const proven = createCache<true>(TEXTS, { ttl: PROVEN_MS });
  const windows = createAttemptWindows(windowMs);
  const limits = createCache<LimitFunction>(NETWORKS);

  /** Never more at a time than may turn out unknown: many at once are too many as well. */
  function atATime(network: string): number {
    const left = perNetwork - windows.read(network).attempts;
    return Math.max(1, Math.min(LOOK_UPS_AT_A_TIME, left));
  }

  function limitOf(network: string): LimitFunction {
    const limit = limits.get(network) ?? pLimit(atATime(network));
    limits.set(network, limit);
    limit.concurrency = atATime(network);
    return limit;
  }

  function admit(network: string): void {
    const { attempts, endsInMs } = windows.read(network);
    if (attempts < perNetwork) return;
    throw new Problem('rate_limited', 'Too many unknown keys came from this address.', {
      retryAfterSeconds: Math.max(1, Math.ceil(endsInMs / 1_000)),
    });
  }

  function learn({ hash, network }: KeyRequest, isKey: boolean): void {
    if (isKey) {
      proven.set(hash, true);
      return;
    }
    proven.delete(hash);
    unknown.set(hash, true);
    windows.count(network);
    // Fewer at a time from now on.
    limitOf(network);
  }

  return {
    has: (hash) => unknown.has(hash),
    async lookUp(request, find) {
      const { hash, network } = request;
      const look = async () => {
        const found = await find();
        learn(request, found !== undefined);
        return found;
      };
      if (proven.has(hash)) return look();
      return limitOf(network)(() => {
        admit(network);
        return look();
      });
    },
  };
}
