/**
 * Whether two creates with one request key are the same request. Versioned, and saved with each run: the version
 * that a run was saved with decides its replays for ever, so none of them may be changed.
 */
import { canonicalHash, exactHash } from '../kernel/canonical-hash.ts';

/** Of `requestHash`. */
export const HASH_VERSION = 2;

export interface Hashed {
  /** As the resource takes it. */
  body: object;
  /** The body as JSON.parse reads it, null members included, where that differs from `body`. */
  received?: unknown;
}

/** Of a new run. */
export function requestHash({ body }: Hashed): Buffer {
  return exactHash(body);
}

/** By the version that a run was saved with; undefined where only a newer process knows it. */
export function requestHashBy(version: number, request: Hashed): Buffer | undefined {
  return VERSIONS.get(version)?.(request);
}

const VERSIONS: ReadonlyMap<number, (request: Hashed) => Buffer> = new Map([
  // Numbers that one double stands for are the same, and null is not the same as absent.
  [1, ({ body, received = body }: Hashed) => canonicalHash(received)],
  [HASH_VERSION, requestHash],
]);
