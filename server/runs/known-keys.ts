/**
 * The runs that recent request keys created: that never changes, so a repeat need not look it up. Only a restored
 * database may lack a run that this process remembers.
 */
import { createCache } from '../platform/lib/cache.ts';

export interface KnownKey {
  run: string;
  hash: Buffer;
  hashVersion: number;
}

/** The name of a request key, which belongs to a workspace. */
interface Named {
  workspace: string;
  idempotencyKey: string;
}

/** Most repeats come soon. */
const REMEMBERED_KEYS = 5_000;
const REMEMBERED_MS = 300_000;

export function createKnownKeys() {
  const keys = createCache<KnownKey>(REMEMBERED_KEYS, { ttl: REMEMBERED_MS });
  const textOf = ({ workspace, idempotencyKey }: Named) => `${workspace} ${idempotencyKey}`;
  return {
    get: (name: Named) => keys.get(textOf(name)),
    add: (name: Named, known: KnownKey) => void keys.set(textOf(name), known),
    forget: (name: Named) => void keys.delete(textOf(name)),
  };
}
