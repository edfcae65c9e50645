/**
 * Request keys: what makes one valid, and the store that keeps them by name so that a restarted process finds the key
 * that it used. A name keeps its first key forever.
 */
import { annotate, kindOf, UsageError } from './errors.ts';

/** Keeps one request key per name. You can implement it on a table with a unique name. */
export interface RequestKeyStore {
  /** Returns the key of the name, if any. */
  get(name: string): Promise<string | undefined> | string | undefined;
  /**
   * Saves the key unless the name already has one, and returns the key that the name has then. This must be one atomic
   * step for all users of the store, and the key must be on the disk before it returns.
   */
  put(name: string, key: string): Promise<string> | string;
}

/** Keeps keys in the memory of this process: for tests, and for callers that need not survive a crash. */
export function createMemoryRequestKeys(): RequestKeyStore {
  const keys = new Map<string, string>();
  return {
    get: (name) => keys.get(name),
    put(name, key) {
      if (!keys.has(name)) keys.set(name, key);
      return keys.get(name) ?? key;
    },
  };
}

/** A new, unused request key. */
export function newRequestKey(): string {
  return crypto.randomUUID();
}

/** Refuses a request key that the service would not accept. */
export function checkRequestKey(key: string, what = 'The request key'): string {
  if (typeof key === 'string' && /^[!-~]{1,255}$/.test(key)) return key;
  const quoted = typeof key === 'string' ? JSON.stringify(key) : `is ${kindOf(key)} and`;
  throw new UsageError(
    `${what} ${quoted} must be 1 to 255 visible ASCII characters, without spaces.`,
  );
}

/** The key as the header carries it. One that starts with a quote must be a structured-field string. */
export function headerOf(key: string): string {
  return key.startsWith('"') ? `"${key.replace(/["\\]/g, '\\$&')}"` : key;
}

/** Returns the key of the name; makes and saves it first if there is none. */
export async function savedKey(store: RequestKeyStore, name: string): Promise<string> {
  if (typeof name !== 'string' || name === '') {
    throw new UsageError('Give the work a name that is the same after a restart.');
  }
  checkName(name);
  try {
    const key = (await store.get(name)) ?? (await store.put(name, newRequestKey()));
    return checkRequestKey(key, `The saved request key of '${name}'`);
  } catch (thrown) {
    throw annotate(thrown, { mayHaveCreated: false });
  }
}

/** Refuses names with an unpaired surrogate: once written, different names become equal. */
export function checkName(name: string): void {
  if (!/\p{Surrogate}/u.test(name)) return;
  throw new UsageError('The name has half a surrogate pair.');
}
