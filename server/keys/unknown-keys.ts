/**
 * Limits the cost of texts that look like a key but are none. The process looks each up once and remembers it for a
 * while, apart from the keys, so that it displaces none of them. A network that has presented many of them waits before
 * its next look-up. Of the texts that a network presents at once, the process looks up a few at a time and the others
 * wait, so that many living keys at once all get in. It looks up a key that has recently worked here always and at
 * once: a guesser shuts out nobody who shares the address. Each process counts for itself.
 */
import pLimit, { type LimitFunction } from 'p-limit';
import { createAttemptWindows } from '../platform/lib/attempts.ts';
import { createCache } from '../platform/lib/cache.ts';
import { Problem } from '../platform/lib/problem.ts';

export interface UnknownKeys {
  /** Whether the text was recently looked up and was no key. */
  has(hash: string): boolean;
  /**
   * What `find` returns for the text, when it is the text's turn; undefined means no key, and an error proves nothing.
   * Throws rate_limited if the network has to wait.
   */
  lookUp<Found>(
    request: KeyRequest,
    find: () => Promise<Found | undefined>,
  ): Promise<Found | undefined>;
}

interface KeyRequest {
  hash: string;
  network: string;
}

export interface UnknownKeyLimits {
  windowMs: number;
  /** Texts of one network that may prove to be no key in a window. */
  perNetwork: number;
  /** How long the process remembers that a text is no key. */
  rememberedMs: number;
}

const UNKNOWN_KEY_LIMITS: UnknownKeyLimits = {
  windowMs: 60_000,
  perNetwork: 60,
  rememberedMs: 60_000,
};

const TEXTS = 20_000;
const PROVEN_MS = 86_400_000;
/** Look-ups for one network at a time, of texts that have not recently worked here. */
const LOOK_UPS_AT_A_TIME = 10;
const NETWORKS = 10_000;

export function createUnknownKeys(input: Partial<UnknownKeyLimits> = {}): UnknownKeys {
  const { windowMs, perNetwork, rememberedMs } = { ...UNKNOWN_KEY_LIMITS, ...input };
  const unknown = createCache<true>(TEXTS, { ttl: rememberedMs });
  const proven = createCache<true>(TEXTS, { ttl: PROVEN_MS });
  const windows = createAttemptWindows(windowMs);
  const limits = createCache<LimitFunction>(NETWORKS);

  /** Never more at a time than may turn out unknown: many at once can exceed the limit too. */
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
