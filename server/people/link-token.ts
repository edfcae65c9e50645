/**
 * The secret in a link: 256 random bits, shown once. The database stores its SHA-256, which needs no salt at this
 * length. It is in the fragment of the URL, which browsers send to no server and write into no log.
 */
import { createHash, randomBytes } from 'node:crypto';

const SHAPE = /^[\w-]{43}$/;

export function makeLinkToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: sha256(token) };
}

/** Undefined for a text that is not a token of ours. */
export function hashOfLinkToken(token: string): Buffer | undefined {
  return SHAPE.test(token) ? sha256(token) : undefined;
}

/** Under the public URL. */
export function joinPath(token: string): string {
  return `/dashboard/join#token=${token}`;
}

/** Under the public URL. */
export function resetPath(token: string): string {
  return `/dashboard/new-password#token=${token}`;
}

export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
