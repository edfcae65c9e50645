/**
 * Request keys: what a valid one is, and where they are kept by name so that a restarted process finds the one that it
 * used. A name has one key forever: the first that was saved.
 */
import { annotate, kindOf, UsageError } from './errors.ts';

/** Keeps one request key per name. Bring your own, over a table with a unique name. */
export interface RequestKeyStore {
  /** The key that the name has, if any. */
  get(name: string): Promise<string | undefined> | string | undefined;
  /**
   * Saves the key unless the name has one already, and returns the one that it has then. It must be one step
   * for all who share the store, and must have reached the disk when it returns.
   */
  put(name: string, key: string): Promise<string> | string;
}

/** Keeps keys as long as this process lives: for tests, and for callers that need not survive a crash. */
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

/** A request key that nobody has used. */
export function newRequestKey(): string {
  return crypto.randomUUID();
}

/** Refuses what the service would not take as a request key. */
export function checkRequestKey(key: string, what = 'The request key'): string {
  if (typeof key === 'string' && /^[!-~]{1,255}$/.test(key)) return key;
  const given = typeof key === 'string' ? JSON.stringify(key) : `is ${kindOf(key)} and`;
  throw new UsageError(
    `${what} ${given} must be 1 to 255 visible ASCII characters, without spaces.`,
  );
}

/** The key as the header has it. One that starts with a quote has to be a structured-field string. */
export function headerOf(key: string): string {
  return key.startsWith('"') ? `"${key.replace(/["\\]/g, '\\$&')}"` : key;
}

/** The key that is saved under the name, made and saved first if there is none. */
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

/** Refuses names with half a character: written down, different ones become the same. */
export function checkName(name: string): void {
  if (!/\p{Surrogate}/u.test(name)) return;
  throw new UsageError('The name has half a surrogate pair.');
}
