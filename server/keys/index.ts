/**
 * API keys at the door: who presents this text, what may they do, and whose money do they spend. Malformed,
 * unknown, revoked and expired keys are one and the same answer. A revocation holds everywhere within a
 * second, since no answer is kept longer. Knows nothing of HTTP.
 */
import { LRUCache } from 'lru-cache';
import type { Db } from '../db/pool.ts';
import { hashOf, isWellFormed } from './format.ts';
import { createLastUsed } from './last-used.ts';
import { type PrincipalRow, selectPrincipal } from './store.ts';

export {
  type CreatedKey,
  createKey,
  createKeyWithin,
  findKeyOf,
  listKeys,
  listKeysPage,
  type RevokedKey,
  type RotatedKey,
  revokeKey,
  rotateKey,
} from './administration.ts';
export { returnEndedCredit } from './ended-credit.ts';
export { checkScopes, SCOPES, type Scope, type ScopeCategory } from './scopes.ts';
export type { KeyRow } from './store.ts';

export interface Principal {
  workspace: string;
  apiKey: string;
  scopes: ReadonlySet<string>;
  payer: { account: string; kind: 'wallet' | 'key_credit' };
  /** The wallet, where a key with credit of its own may fall back to it. */
  fallbackAccount?: string;
}

export interface Keys {
  /** Undefined for whatever is not a living key. A text that fails its checksum costs no query. */
  authenticate(presented: string): Promise<Principal | undefined>;
  /** Drops what was remembered: the next call of each key asks the database. */
  forget(): void;
  close(): Promise<void>;
}

export interface KeysOptions {
  db: Db;
  /** Told when the times of last use could not be written; nothing else suffers. */
  onLost?: (error: unknown) => void;
}

const REMEMBERED_MS = 900;
const REMEMBERED_KEYS = 20_000;

export function createKeys({ db, onLost = () => {} }: KeysOptions): Keys {
  const lastUsed = createLastUsed({ db, onLost });
  let cache = createCache(db);

  return {
    async authenticate(presented) {
      if (!isWellFormed(presented)) return undefined;
      const found = await cache.fetch(hashOf(presented).toString('base64'));
      if (found?.principal === undefined) return undefined;
      lastUsed.note(found.principal.apiKey);
      return found.principal;
    },
    forget() {
      // Look-ups under way answer their callers and are kept by nobody.
      cache = createCache(db);
    },
    close: () => lastUsed.close(),
  };
}

type Found = { principal: Principal | undefined };

/** Concurrent calls with one key share one query; an unknown key is remembered like a known one. */
function createCache(db: Db): LRUCache<string, Found> {
  return new LRUCache<string, Found>({
    max: REMEMBERED_KEYS,
    ttl: REMEMBERED_MS,
    ignoreFetchAbort: true,
    async fetchMethod(hash, _stale, { options }) {
      const askedAt = performance.now();
      const row = await selectPrincipal(db, Buffer.from(hash, 'base64'));
      // The answer is as old as its question, and ends with the key.
      const ageMs = performance.now() - askedAt;
      const keptMs = Math.min(REMEMBERED_MS, row?.endsIn ?? REMEMBERED_MS) - ageMs;
      options.ttl = Math.max(1, Math.floor(keptMs));
      return { principal: row && toPrincipal(row) };
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
  return principal;
}
