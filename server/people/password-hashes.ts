/**
 * Hashes of passwords, few at a time. Each occupies a thread of this process for a tenth of a second, and there are
 * four: database connections, host names and files wait for the same threads.
 */
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import pLimit from 'p-limit';

const HASHES_AT_ONCE = 2;
const inTurn = pLimit(HASHES_AT_ONCE);

export interface PasswordHashes {
  hash(password: string): Promise<string>;
  verify(attempt: { hash: string; password: string }): Promise<boolean>;
}

export const passwordHashes: PasswordHashes = {
  hash: (password) => inTurn(() => hashPassword(password)),
  verify: (attempt) => inTurn(() => verifyPassword(attempt)),
};
