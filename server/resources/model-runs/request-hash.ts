/**
 * Whether two creates with one request key are the same request. Versioned, and saved with each run: the version
 * that a run was saved with decides its replays for ever, so none of them may be changed.
 */
import { canonicalHash, exactHash } from '../../kernel/canonical-hash.ts';
import { invariant } from '../../kernel/invariant.ts';
import type { CreateRequest } from './run.ts';

/** Of new runs. */
export const HASH_VERSION = 2;

export interface Hashed {
  body: CreateRequest;
  /** The body as JSON.parse reads it, null members included, where that differs from `body`. */
  received?: unknown;
}

export function requestHash(version: number, request: Hashed): Buffer {
  const hash = VERSIONS.get(version);
  invariant(hash, `hash version ${version} is known`);
  return hash(request);
}

const VERSIONS: ReadonlyMap<number, (hashed: Hashed) => Buffer> = new Map([
  // Numbers that one double stands for are the same, and null is not the same as absent.
  [1, ({ body, received = body }: Hashed) => canonicalHash(received)],
  [HASH_VERSION, ({ body }: Hashed) => exactHash(body)],
]);
