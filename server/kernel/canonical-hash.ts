/**
 * The hash that tells whether two creates with one request key are the same request: SHA-256 over the
 * body in canonical form (RFC 8785), so member order and white space do not matter. Versioned, so that
 * the form can change without turning honest replays into refusals.
 */
import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { invariant } from './invariant.ts';

export const HASH_VERSION = 1;

export function canonicalHash(value: unknown): Buffer {
  const text = canonicalize(value);
  invariant(text !== undefined, 'only JSON values are hashed');
  return createHash('sha256').update(text).digest();
}
