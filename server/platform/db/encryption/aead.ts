/** AES-256-GCM: a nonce, the ciphertext and the tag, concatenated. Decryption needs the same associated data. */
import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The length of a ciphertext beyond its text. */
export const OVERHEAD_BYTES = NONCE_BYTES + TAG_BYTES;

/** Nonces come from a pool of random bytes, because a system call for each takes as long as encrypting a short text. */
const POOLED_NONCES = 256;
let pool = Buffer.alloc(0);

function nextNonce(): Buffer {
  if (pool.length === 0) pool = randomBytes(POOLED_NONCES * NONCE_BYTES);
  const nonce = pool.subarray(0, NONCE_BYTES);
  pool = pool.subarray(NONCE_BYTES);
  return nonce;
}

export function encryptBytes(key: KeyObject, bound: string, plain: Uint8Array | string): Buffer {
  const nonce = nextNonce();
  const cipher = createCipheriv(ALGORITHM, key, nonce);
  cipher.setAAD(Buffer.from(bound, 'utf8'));
  const text = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain);
  return Buffer.concat([nonce, text, cipher.final(), cipher.getAuthTag()]);
}

/** Throws if the key, the associated data, or a single bit differs. */
export function decryptBytes(key: KeyObject, bound: string, encrypted: Buffer): Buffer {
  const end = encrypted.length - TAG_BYTES;
  if (end < NONCE_BYTES) throw new Error('a ciphertext is cut off');
  const nonce = encrypted.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(bound, 'utf8'));
  decipher.setAuthTag(encrypted.subarray(end));
  const plain = decipher.update(encrypted.subarray(NONCE_BYTES, end));
  // In this mode, the end has no bytes: it only checks the tag.
  decipher.final();
  return plain;
}
