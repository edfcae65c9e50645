/** Hashes of requests, keyed if content is encrypted: a keyed hash is longer, because it names its key. */
import { type ContentCipher, ENCRYPTED } from './cipher.ts';

/** The hash to save. */
export async function keyedHash(
  cipher: ContentCipher,
  workspace: string,
  hash: Buffer,
): Promise<Buffer> {
  return (await cipher.keyedHash(workspace, hash)) ?? hash;
}

const HASH_BYTES = 32;

/** The column of a saved hash as a text of `KeptContent`: a keyed hash names its data key. */
export function textOfHash(column: string): string {
  const dataKey = `encode(substring(${column} for 4), 'hex')`;
  return `case when length(${column}) > ${HASH_BYTES} then '${ENCRYPTED}' || ${dataKey} else 'plain' end`;
}

/** The bytes in the text form of PostgreSQL. */
export function byteaOf(bytes: Buffer): string {
  return `\\x${bytes.toString('hex')}`;
}

/** Whether the saved hash was made from this hash. */
export async function isHashOf(
  cipher: ContentCipher,
  workspace: string,
  saved: Buffer,
  hash: Buffer,
): Promise<boolean> {
  if (saved.length === hash.length) return saved.equals(hash);
  return saved.equals(await cipher.keyedHashLike(saved, workspace, hash));
}
