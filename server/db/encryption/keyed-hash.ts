/** Hashes of requests, keyed where content is encrypted: a keyed one is longer, as it names the key that it was made with. */
import { type ContentCipher, ENCRYPTED } from './cipher.ts';

/** As it is to be saved. */
export async function keyedHash(
  cipher: ContentCipher,
  workspace: string,
  hash: Buffer,
): Promise<Buffer> {
  return (await cipher.keyedHash(workspace, hash)) ?? hash;
}

const HASH_BYTES = 32;

/** The column of a saved hash as a text of `KeptContent`: it names the data key of a keyed one. */
export function textOfHash(column: string): string {
  const dataKey = `encode(substring(${column} for 4), 'hex')`;
  return `case when length(${column}) > ${HASH_BYTES} then '${ENCRYPTED}' || ${dataKey} else 'plain' end`;
}

/** The bytes as PostgreSQL writes and reads them in a text. */
export function byteaOf(bytes: Buffer): string {
  return `\\x${bytes.toString('hex')}`;
}

/** Whether what was saved was made of this hash. */
export async function isHashOf(
  cipher: ContentCipher,
  workspace: string,
  saved: Buffer,
  hash: Buffer,
): Promise<boolean> {
  if (saved.length === hash.length) return saved.equals(hash);
  return saved.equals(await cipher.keyedHashLike(saved, workspace, hash));
}
