/**
 * Authenticates API keys: who presents this text, what may they do, and whose money do they spend. Malformed, unknown,
 * revoked and expired keys get the same answer. A revocation takes effect everywhere within a second, since no process
 * keeps an answer longer. Knows nothing of HTTP.
 */

import pLimit, { type LimitFunction } from 'p-limit';
import type { Db } from '../platform/db/pool.ts';
import { createAttemptWindows } from '../platform/lib/attempts.ts';
import { type Cache, createCache } from '../platform/lib/cache.ts';
import { Problem } from '../platform/lib/problem.ts';
import { hasChecksum, hashTextOf, hasKeyShape } from './format.ts';
import { narrowed, type Principal } from './principal.ts';
import { type PrincipalRow, selectPrincipal, touchKeys } from './store.ts';

export {
  type CreatedKey,
  countActiveKeysOf,
  createKey,
  createKeyWithin,
  type FailUnsentRuns,
  findKeyOf,
  listActiveKeysOf,
  listKeys,
  listKeysPage,
  returnEndedCredit,
  revokeKey,
  rotateKey,
} from './administration.ts';
export { changeKey, type KeyChange } from './changes.ts';
export {
  type Allowance,
  limitsOf,
  readAllowance,
  readLimits,
  type SpendingLimit,
} from './limits.ts';
export { keyUuid } from './makers.ts';
export {
  creditOutOf,
  findPlaygroundKey,
  openPlaygroundKey,
  PLAYGROUND_LIFETIME_MS,
  walletOf,
} from './playground.ts';
export {
  checkScopes,
  isAllowed,
  managesWorkspace,
  type Principal,
  SCOPES,
  type Scope,
} from './principal.ts';
export { type KeyRow, selectKeyNames, selectRotations } from './store.ts';

export interface Keys {
  /**
   * Undefined for a text that is not a living key. A text that fails its checksum costs no query, nor does one that was
   * recently found to be no key. Throws rate_limited for a network with too many of those; asks for the network only
   * before a look-up.
   */
  authenticate(presented: string, network?: () => string): Promise<Principal | undefined>;
  /** Forgets all keys: the next call with each asks the database. */
  forget(): void;
  close(): Promise<void>;
}

interface KeysOptions {
  db: Db;
  /** Called if the times of last use could not be written; nothing else is affected. */
  onLost?: (error: unknown) => void;
  unknownKeyLimits?: Partial<UnknownKeyLimits>;
}

const REMEMBERED_MS = 900;
const REMEMBERED_KEYS = 20_000;

export function createKeys({ db, onLost = () => {}, unknownKeyLimits }: KeysOptions): Keys {
  const lastUsed = createLastUsed({ db, onLost });
  const unknown = createUnknownKeys(unknownKeyLimits);
  let cache = rememberKeys(db, unknown);

  return {
    async authenticate(presented, network = () => '') {
      if (!hasKeyShape(presented)) return undefined;
      const hash = hashTextOf(presented);
      const known = cache.get(hash);
      if (!known && (!hasChecksum(presented) || unknown.has(hash))) return undefined;
      const principal = known ?? (await cache.fetch(hash, { context: { network: network() } }));
      if (principal) lastUsed.note(principal.apiKey);
      return principal;
    },
    forget() {
      // Look-ups under way answer their callers, but nothing keeps the answers.
      cache = rememberKeys(db, unknown);
    },
    close: () => lastUsed.close(),
  };
}

/** The network of the caller: if calls share a look-up, the first one's. */
interface Asking {
  network: string;
}

/** Concurrent calls with one text share one query; the cache keeps only living keys. */
function rememberKeys(db: Db, unknown: UnknownKeys): Cache<Principal, Asking> {
  return createCache<Principal, Asking>(REMEMBERED_KEYS, {
    ttl: REMEMBERED_MS,
    ignoreFetchAbort: true,
    async fetchMethod(hash, _stale, { options, context }) {
      let queriedAt = performance.now();
      const row = await unknown.lookUp({ hash, ...context }, () => {
        queriedAt = performance.now();
        return selectPrincipal(db, Buffer.from(hash, 'base64'));
      });
      if (row === undefined) return undefined;
      // The answer is as old as its query, and ends with the key.
      const ageMs = performance.now() - queriedAt;
      const keptMs = Math.min(REMEMBERED_MS, row.endsIn ?? REMEMBERED_MS) - ageMs;
      options.ttl = Math.max(1, Math.floor(keptMs));
      return toPrincipal(row);
    },
  });
}

function toPrincipal(row: PrincipalRow): Principal {
  const principal: Principal = {
    workspace: row.workspace,
    apiKey: row.id,
    scopes: new Set(row.scopes),
    payer:
      row.account === null
        ? { account: row.wallet, kind: 'wallet' }
        : { account: row.account, kind: 'key_credit' },
  };
  if (row.walletFallback) principal.fallbackAccount = row.wallet;
  const models = narrowed(row.models, row.makersModels);
  if (models) principal.models = models;
  if (row.hasLimits) principal.hasLimits = true;
  if (row.isSuspended) principal.isSuspended = true;
  if (row.isInDebt) principal.isInDebt = true;
  return principal;
}

/*
 * When keys were last used, to the minute: kept in memory and written together, later and outside of requests. A crash,
 * or a database that does not answer, may lose some times: they affect no money.
 */

interface LastUsed {
  note(key: string): void;
  /** Writes the waiting times. */
  close(): Promise<void>;
}

const WRITE_AFTER_MS = 1_000;
const ONCE_IN_MS = 60_000;
const KEYS = 20_000;

function createLastUsed({ db, onLost }: { db: Db; onLost: (error: unknown) => void }): LastUsed {
  const recent = createCache<true>(KEYS, { ttl: ONCE_IN_MS });
  let waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const keys = [...waiting];
    waiting = new Set();
    if (keys.length > 0) writing = writing.then(() => touchKeys(db, keys)).catch(onLost);
    return writing;
  }

  return {
    note(key) {
      if (recent.has(key)) return;
      recent.set(key, true);
      waiting.add(key);
      timer ??= setTimeout(write, WRITE_AFTER_MS).unref();
    },
    close: write,
  };
}

/*
 * Limits the cost of texts that look like a key but are none. The process looks each up once and remembers it for a
 * while, apart from the keys, so that it displaces none of them. A network that has presented many of them waits before
 * its next look-up. Of the texts that a network presents at once, the process looks up a few at a time and the others
 * wait, so that many living keys at once all get in. It looks up a key that has recently worked here always and at
 * once: a guesser shuts out nobody who shares the address. Each process counts for itself.
 */

interface UnknownKeys {
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

interface UnknownKeyLimits {
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

function createUnknownKeys(input: Partial<UnknownKeyLimits> = {}): UnknownKeys {
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
