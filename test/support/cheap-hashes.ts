/**
 * Password hashes that cost almost nothing, for tests with many people: a real one takes a tenth of a second of a
 * processor. They also verify real hashes, such as those of the command line.
 */
import { randomBytes, scryptSync } from 'node:crypto';
import { type PasswordHashes, passwordHashes } from '../../server/people/password-hashes.ts';

const MARK = 'cheap';
/** The lowest cost that scrypt allows. */
const COST = { N: 2, r: 1, p: 1 };

export const cheapHashes: PasswordHashes = {
  hash: async (password) => hashOf(password, randomBytes(16).toString('hex')),
  async verify({ hash, password }) {
    const [mark, salt] = hash.split(':');
    if (mark !== MARK || salt === undefined) return passwordHashes.verify({ hash, password });
    return hashOf(password, salt) === hash;
  },
};

function hashOf(password: string, salt: string): string {
  return `${MARK}:${salt}:${scryptSync(password.normalize('NFKC'), salt, 32, COST).toString('hex')}`;
}
