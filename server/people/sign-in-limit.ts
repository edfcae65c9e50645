/**
 * How often passwords may be tried, counted in the database for all processes. Guesses at an account from one address
 * wait longer and longer, and guesses from many addresses are answered later and later; nobody is locked out by the
 * attempts of others. A browser that has signed in to the account before has its own count, and an address that has not
 * failed yet is always checked. Counts are the same for accounts that exist and for those that do not.
 *
 * Wrong passwords are recorded: in the log, and in the audit trail of the user's workspaces.
 */
import { createHmac, hash, hkdfSync } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { recordEvent } from '../audit-trail/index.ts';
import type { Db, Queryable } from '../platform/db/pool.ts';
import { createNetworkOf, type NetworkOf } from '../platform/lib/attempts.ts';
import { createCache } from '../platform/lib/cache.ts';
import { Problem } from '../platform/lib/problem.ts';
import {
  countFailure,
  countUnlessWaiting,
  giveBackFailures,
  selectMembershipsByEmail,
} from './person-store.ts';

export interface Attempt {
  address?: string | undefined;
  account: string;
  /** The device, which has proven before that it belongs to the account. */
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
  /** Failures at one account from all unknown devices, in a window, before all of them are delayed. */
  perAccount: number;
  /** The delay for each further failure. */
  delayStepMs: number;
  longestDelayMs: number;
}

export interface SignInLimit {
  /** Counts the attempt, which may take a while. Throws rate_limited if it exceeds the limit. */
  begin(attempt: Attempt): Promise<Begun>;
}

interface Begun {
  /** The password was right: the attempt does not count. */
  succeed(): Promise<void>;
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

/** Failures at an account are forgotten after this long without another one. */
const REMEMBERED_MS = 3_600_000;

export function createSignInLimit(
  db: Queryable,
  input: Partial<SignInLimits> = {},
  networkOf: NetworkOf = createNetworkOf(),
): SignInLimit {
  const limits = { ...SIGN_IN_LIMITS, ...input };
  const waits = {
    free: limits.perPair,
    firstMs: limits.firstWaitMs,
    longestMs: limits.longestWaitMs,
    rememberedMs: Math.max(REMEMBERED_MS, 2 * limits.longestWaitMs),
  };

  async function countAddress(address: string): Promise<void> {
    const { failures, endsInMs } = await countFailure(db, address, limits.windowMs);
    if (failures > limits.perAddress) throw tooManyAttempts(endsInMs);
  }

  async function countAccount(account: string): Promise<void> {
    const { failures } = await countFailure(db, account, limits.windowMs);
    const delayMs = Math.min(
      limits.longestDelayMs,
      limits.delayStepMs * Math.max(0, failures - limits.perAccount),
    );
    if (delayMs > 0) await sleep(delayMs, undefined, { ref: false });
  }

  return {
    async begin({ address, account: name, device }) {
      const account = limitKeyOf('account', name.trim().toLowerCase());
      if (device !== undefined) {
        const ofDevice = limitKeyOf('device', device, account);
        // A device that has failed too often counts as unknown.
        if ((await countUnlessWaiting(db, ofDevice, waits)) === 0) {
          return { succeed: () => giveBackFailures(db, { forgotten: ofDevice, counted: [] }) };
        }
      }
      const network = networkOf(address);
      const ofNetwork = network === '' ? [] : [limitKeyOf('address', network)];
      const pair = limitKeyOf('pair', network, account);
      for (const key of ofNetwork) await countAddress(key);
      // An attempt refused here does not count for others: one address alone cannot exhaust an account's count.
      const waitMs = await countUnlessWaiting(db, pair, waits);
      if (waitMs > 0) throw tooManyAttempts(waitMs);
      await countAccount(account);
      const counted = [account, ...ofNetwork];
      return { succeed: () => giveBackFailures(db, { forgotten: pair, counted }) };
    },
  };
}

interface FailedSignInsOptions {
  db: Db;
  secret: Buffer;
  networkOf: NetworkOf;
  log:
    | { info(detail: object, message: string): void; warn(detail: object, message: string): void }
    | undefined;
}

interface Series {
  failures: number;
  networks: Set<string>;
}

export interface FailedSignIns {
  note(attempt: { email: string; ip?: string | undefined }): void;
  /** The right password arrived: the next failure counts as the first one again. */
  end(email: string): void;
  /** Resolves when all records are written. */
  close(): Promise<void>;
}

const SERIES_MS = 86_400_000;
const MOST_SERIES = 50_000;
/** Further ones count as one. */
const MOST_NETWORKS = 1_000;

/**
 * Each wrong password is a log line with its source address and without the typed text: a keyed hash names the account.
 * The audit trail of the user's workspaces contains the 1st, 10th, 100th and so on of a day, so that a guesser cannot
 * fill it. Recorded after the answer, which takes as long for existing users as for others.
 */
export function createFailedSignIns(options: FailedSignInsOptions): FailedSignIns {
  const { db, networkOf, log } = options;
  const key = Buffer.from(hkdfSync('sha256', options.secret, '', 'failed sign-ins', 32));
  const all = createCache<Series>(MOST_SERIES, { ttl: SERIES_MS });
  /** Writes one after the other, so that the trail has them in their order. */
  let writing: Promise<void> = Promise.resolve();

  const accountOf = (email: string) =>
    createHmac('sha256', key).update(email.trim().toLowerCase()).digest('hex').slice(0, 16);

  function seriesOf(account: string): Series {
    const series = all.get(account) ?? { failures: 0, networks: new Set() };
    if (series.failures === 0) all.set(account, series);
    return series;
  }

  async function write(email: string, detail: object): Promise<void> {
    const memberships = await selectMembershipsByEmail(db, email);
    if (memberships.length === 0) return;
    await db.transaction(async (tx) => {
      for (const { workspace, user } of memberships) {
        await recordEvent(tx, workspace, 'sign_in_failed', { user, ...detail });
      }
    });
  }

  return {
    note({ email, ip }) {
      const account = accountOf(email);
      const series = seriesOf(account);
      series.failures += 1;
      if (series.networks.size < MOST_NETWORKS) series.networks.add(networkOf(ip));
      const { failures } = series;
      log?.info({ account, ip, failures }, 'a sign-in failed');
      if (!/^10*$/.test(String(failures))) return;
      const detail = { failures, addresses: series.networks.size, ip };
      writing = writing
        .then(() => write(email, detail))
        .catch((err: unknown) => log?.warn({ err }, 'a failed sign-in was not noted'));
    },
    end: (email) => void all.delete(accountOf(email)),
    close: () => writing,
  };
}

export function tooManyAttempts(waitMs: number): Problem {
  return new Problem('rate_limited', 'Too many attempts. Wait before you try again.', {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
  });
}

/** A hash of one length, so that nobody can read the address. */
export function limitKeyOf(...parts: string[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url');
}
