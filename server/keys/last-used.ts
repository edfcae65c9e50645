/**
 * When keys were last used, to the minute: kept in memory and written together, later and outside of requests. A crash,
 * or a database that does not answer, may lose some times: they affect no money.
 */
import type { Db } from '../platform/db/pool.ts';
import { createCache } from '../platform/lib/cache.ts';
import { touchKeys } from './store.ts';

export interface LastUsed {
  note(key: string): void;
  /** Writes the waiting times. */
  close(): Promise<void>;
}

const WRITE_AFTER_MS = 1_000;
const ONCE_IN_MS = 60_000;
const KEYS = 20_000;

export function createLastUsed({
  db,
  onLost,
}: {
  db: Db;
  onLost: (error: unknown) => void;
}): LastUsed {
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
