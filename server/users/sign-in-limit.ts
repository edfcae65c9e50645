/**
 * How often passwords may be tried, counted in this process. Tightly per account and address together, so that
 * a guesser is stopped and its owner, who comes from elsewhere, is not; per address, for who tries many accounts;
 * and loosely per account, for who comes from many addresses. What is counted is the same for accounts that
 * exist and for those that don't.
 */
import { createHash } from 'node:crypto';
import { ipKeyGenerator, MemoryStore, type Options } from 'express-rate-limit';
import { Problem } from '../kernel/problem.ts';

export interface Attempt {
  address?: string | undefined;
  account: string;
}

export interface SignInLimits {
  windowMs: number;
  perAddress: number;
  /** Of one address at one account. */
  perPair: number;
  perAccount: number;
}

export interface SignInLimit {
  /** Throws rate_limited where it is one too many. */
  count(attempt: Attempt): Promise<void>;
  /** The password was right: the address begins anew with this account, and the attempt was none. */
  clear(attempt: Attempt): Promise<void>;
  close(): void;
}

export const SIGN_IN_LIMITS: SignInLimits = {
  windowMs: 300_000,
  perAddress: 30,
  perPair: 10,
  perAccount: 200,
};

export function createSignInLimit(limits = SIGN_IN_LIMITS): SignInLimit {
  const addresses = createStore(limits.windowMs);
  const pairs = createStore(limits.windowMs);
  const accounts = createStore(limits.windowMs);

  async function check(store: MemoryStore, key: string, most: number): Promise<void> {
    const { totalHits, resetTime } = await store.increment(key);
    if (totalHits <= most) return;
    const waitMs = (resetTime?.getTime() ?? 0) - Date.now();
    throw new Problem('rate_limited', 'Too many attempts. Wait before you try again.', {
      retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
    });
  }

  return {
    async count({ address, account }) {
      const network = networkOf(address);
      const key = keyOf(account);
      if (network !== '') await check(addresses, network, limits.perAddress);
      // What is refused here counts for nobody else: one address alone fills no account.
      await check(pairs, `${key} ${network}`, limits.perPair);
      await check(accounts, key, limits.perAccount);
    },
    async clear({ address, account }) {
      const key = keyOf(account);
      await pairs.resetKey(`${key} ${networkOf(address)}`);
      await accounts.decrement(key);
    },
    close() {
      addresses.shutdown();
      pairs.shutdown();
      accounts.shutdown();
    },
  };
}

function createStore(windowMs: number): MemoryStore {
  const store = new MemoryStore();
  // All that the store reads of the options.
  store.init({ windowMs } as Options);
  return store;
}

/** An IPv6 network is one address. Empty where none is known. */
function networkOf(address: string | undefined): string {
  return address === undefined ? '' : ipKeyGenerator(address);
}

/** Of one length, whatever is sent as an address. */
function keyOf(account: string): string {
  return createHash('sha256').update(account.trim().toLowerCase()).digest('base64');
}
