/**
 * Whether two creates with one request key are the same request. The hash has a version and is saved with each run: the
 * version of a run decides its replays forever, so no version may change. If content is encrypted, the hash has a key:
 * without one, somebody could guess a short request from its hash.
 */
import type { ContentCipher } from '../platform/db/encryption/index.ts';
import { exactHash } from '../platform/lib/canonical-hash.ts';

/** The version of `requestHash`. */
export const HASH_VERSION = 1;
/** A keyed hash has this plus the version of the hash that it is made from. */
export const KEYED_VERSIONS = 100;

export interface SavedHash {
  hash: Buffer;
  hashVersion: number;
}

/** The hash of a request, as the resource takes it. */
export function requestHash(body: object): Buffer {
  return exactHash(body);
}

/** The hash to save with a new run. */
export async function hashToSave(
  cipher: ContentCipher,
  workspace: string,
  hash: Buffer,
): Promise<SavedHash> {
  const keyed = await cipher.keyedHash(workspace, hash);
  if (keyed === undefined) return { hash, hashVersion: HASH_VERSION };
  return { hash: keyed, hashVersion: KEYED_VERSIONS + HASH_VERSION };
}

/** Whether a run was saved for this request, whose hash is `hash`; undefined if only a newer process can tell. */
export async function isSameRequest(
  cipher: ContentCipher,
  { workspace, hash }: { workspace: string; hash: Buffer },
  saved: SavedHash,
): Promise<boolean | undefined> {
  const isKeyed = saved.hashVersion > KEYED_VERSIONS;
  const version = isKeyed ? saved.hashVersion - KEYED_VERSIONS : saved.hashVersion;
  if (version !== HASH_VERSION) return undefined;
  if (!isKeyed) return hash.equals(saved.hash);
  return (await cipher.keyedHashLike(saved.hash, workspace, hash)).equals(saved.hash);
}
