/**
 * What callers created in the mock, in memory: by id, by request key, and newest first. It keeps 10,000 things of a
 * resource with 64 MiB of requests, and forgets the oldest first. A restarted mock has none of it.
 */
import { LRUCache } from 'lru-cache';
import { canonicalHash } from '../../server/platform/lib/canonical-hash.ts';
import { type Refused, refuse } from './requests.ts';

const MAX_THINGS = 10_000;
const MAX_BYTES = 67_108_864;

export interface Saved {
  id: string;
  /** The request key; undefined for a row of an example, which no caller created. */
  requestKey: string | undefined;
  /** The body of the create. */
  body: unknown;
}

export type Store<Of extends Saved> = ReturnType<typeof createStore<Of>>;

export function createStore<Of extends Saved>() {
  const ids = new Map<string, { id: string; hash: string }>();
  const things = new LRUCache<string, Of>({
    ...{ max: MAX_THINGS, maxSize: MAX_BYTES },
    dispose: ({ requestKey }) => requestKey !== undefined && ids.delete(requestKey),
  });

  return {
    /** Returns what the request key created, a refusal if the request differs, or undefined. */
    known(requestKey: string, body: unknown): Of | Refused | undefined {
      const known = ids.get(requestKey);
      if (!known) return undefined;
      if (known.hash === hashOf(body)) return things.peek(known.id);
      const detail = 'This request key was used with another body; use a new key for a new run.';
      return refuse('idempotency_key_reuse', detail, { header: 'Idempotency-Key' });
    },

    save(thing: Of): Of {
      const { id, requestKey, body } = thing;
      if (requestKey !== undefined) ids.set(requestKey, { id, hash: hashOf(body) });
      things.set(id, thing, { size: Buffer.byteLength(JSON.stringify(body)) + 1 });
      return thing;
    },

    // A read does not make anything newer.
    get: (id: string): Of | undefined => things.peek(id),
    newest: (): Of[] => [...things.values()],
    remove: (id: string): boolean => things.delete(id),
  };
}

export function isRefused(value: object | undefined): value is Refused {
  return value !== undefined && 'kind' in value && value.kind === 'refuse';
}

/** The order of members does not matter, and null counts as absent. */
function hashOf(body: unknown): string {
  const text = JSON.stringify(body, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null))
      : value,
  );
  return canonicalHash(JSON.parse(text)).toString('base64url');
}
