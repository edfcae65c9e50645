/**
 * How often passwords may be tried, counted in this process. Whoever guesses at an account from one address has
 * to wait longer and longer, and whoever guesses from many addresses is answered later and later; nobody is shut
 * out by what others do. A browser that has signed in to the account before has a count of its own, and an
 * address that has not failed yet is always heard. What is counted is the same for accounts that exist and for
 * those that don't.
 */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAttemptWindows } from '../kernel/attempt-windows.ts';
import { createCache } from '../kernel/cache.ts';
import { createNetworkOf, type NetworkOf } from '../kernel/network.ts';
import { Problem } from '../kernel/problem.ts';

export interface Attempt {
  address?: string | undefined;
  account: string;
  /** What has proven before that it belongs to the account. */
  device?: string | undefined;
}

export interface SignInLimits {
  windowMs: number;
  /** Failures of one address at all accounts, in a window. */
  perAddress: number;
  /** Failures of one address, or of one device, at one account before it has to wait. */
  perPair: number;
  /** The first wait; it doubles with each further failure. */
  firstWaitMs: number;
  longestWaitMs: number;
  /** Failures at one account from all unknown devices, in a window, before all of them are answered later. */
  perAccount: number;
  /** By how much later, for each further failure. */
  delayStepMs: number;
  longestDelayMs: number;
}

export interface SignInLimit {
  /** Counts the attempt, which may take a while. Throws rate_limited where it is one too many. */
  begin(attempt: Attempt): Promise<Begun>;
}

export interface Begun {
  /** The password was right: the attempt was none. */
  succeed(): void;
}

export const SIGN_IN_LIMITS: SignInLimits = {
  windowMs: 300_000,
  perAddress: 30,
  perPair: 10,
  firstWaitMs: 30_000,
  longestWaitMs: 900_000,
  perAccount: 30,
  delayStepMs: 50,
  longestDelayMs: 5_000,
};

/** Failures at an account are forgotten after so long without another one. */
const REMEMBERED_MS = 3_600_000;
const REMEMBERED_PAIRS = 100_000;

export function createSignInLimit(
  input: Partial<SignInLimits> = {},
  networkOf: NetworkOf = createNetworkOf(),
): SignInLimit {
  const limits = { ...SIGN_IN_LIMITS, ...input };
  const addresses = createAttemptWindows(limits.windowMs);
  const accounts = createAttemptWindows(limits.windowMs);
  const pairs = createCache<{ failures: number; waitsUntil: number }>(REMEMBERED_PAIRS, {
    ttl: Math.max(REMEMBERED_MS, 2 * limits.longestWaitMs),
  });

  /** Counts a failure unless there is a wait: that is answered, in milliseconds. */
  function countPair(key: string): number {
    const { failures, waitsUntil } = pairs.get(key) ?? { failures: 0, waitsUntil: 0 };
    const now = Date.now();
    if (waitsUntil > now) return waitsUntil - now;
    pairs.set(key, { failures: failures + 1, waitsUntil: now + waitAfter(failures + 1) });
    return 0;
  }

  function waitAfter(failures: number): number {
    if (failures < limits.perPair) return 0;
    return Math.min(limits.longestWaitMs, limits.firstWaitMs * 2 ** (failures - limits.perPair));
  }

  function countAddress(network: string): void {
    const { attempts, endsInMs } = addresses.count(network);
    if (attempts > limits.perAddress) throw tooMany(endsInMs);
  }

  async function countAccount(account: string): Promise<void> {
    const { attempts } = accounts.count(account);
    const delayMs = Math.min(
      limits.longestDelayMs,
      limits.delayStepMs * Math.max(0, attempts - limits.perAccount),
    );
    if (delayMs > 0) await sleep(delayMs, undefined, { ref: false });
  }

  return {
    async begin(attempt) {
      const account = keyOf(attempt.account);
      const ofDevice = `device ${attempt.device} ${account}`;
      // A device that has failed too often is like any other.
      if (attempt.device !== undefined && countPair(ofDevice) === 0) {
        return { succeed: () => void pairs.delete(ofDevice) };
      }
      const network = networkOf(attempt.address);
      const pair = `${network} ${account}`;
      if (network !== '') countAddress(network);
      // What is refused here counts for nobody else: one address alone fills no account.
      const waitMs = countPair(pair);
      if (waitMs > 0) throw tooMany(waitMs);
      await countAccount(account);
      return {
        succeed() {
          pairs.delete(pair);
          accounts.giveBack(account);
          if (network !== '') addresses.giveBack(network);
        },
      };
    },
  };
}

function tooMany(waitMs: number): Problem {
  return new Problem('rate_limited', 'Too many attempts. Wait before you try again.', {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
  });
}

/** Of one length, whatever is sent as an address. */
function keyOf(account: string): string {
  return createHash('sha256').update(account.trim().toLowerCase()).digest('base64');
}
