/** Hashes of requests, keyed where content is encrypted: a keyed one is longer, as it names the key that it was made with. */
import type { ContentCipher } from './cipher.ts';

/** As it is to be saved. */
export async function keyedHash(
  cipher: ContentCipher,
  workspace: string,
  hash: Buffer,
): Promise<Buffer> {
  return (await cipher.keyedHash(workspace, hash)) ?? hash;
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
