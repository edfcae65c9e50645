/** How often passwords may be tried, and when the next attempt is allowed. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Attempt,
  createSignInLimit,
  SIGN_IN_LIMITS,
  type SignInLimit,
  type SignInLimits,
} from '../../server/people/sign-in-limit.ts';
import { createNetworkOf } from '../../server/platform/lib/attempts.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { codeOf } from './fixtures.ts';

const ACCOUNT = 'ada@example.com';
/** For the time that the database takes meanwhile. */
const MARGIN_MS = 8_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.db.query('delete from sign_in_attempt'));

function newLimit(limits: Partial<SignInLimits> = {}, ipv6Prefix?: number): SignInLimit {
  const networkOf = createNetworkOf(ipv6Prefix);
  return createSignInLimit(
    database.db,
    { delayStepMs: 1, longestDelayMs: 20, ...limits },
    networkOf,
  );
}

/** The codes of this many failed attempts, one after the other. */
async function fail(limit: SignInLimit, count: number, attempt: Partial<Attempt> = {}) {
  const codes: string[] = [];
  for (let i = 0; i < count; i += 1) {
    codes.push(await codeOf(limit.begin({ account: ACCOUNT, ...attempt })));
  }
  return codes;
}

/** Ages what the database has. */
const later = (ms: number) =>
  database.db.query(
    `update sign_in_attempt set ends_at = ends_at - $1 * interval '1 ms',
       waits_until = waits_until - $1 * interval '1 ms'`,
    [ms],
  );
const heard = (count: number) => Array<string>(count).fill('none');
const limited = (count: number) => Array<string>(count).fill('rate_limited');

describe('200 failures at one account from 20 addresses', () => {
  let limit: SignInLimit;

  beforeEach(async () => {
    limit = newLimit();
    const guesses = Array.from({ length: 200 }, (_, i) =>
      fail(limit, 1, { address: `192.0.2.${i % 20}` }),
    );
    expect((await Promise.all(guesses)).flat()).toEqual(heard(200));
  });

  test('leave a fresh address and a known device admitted, and none of the 20 addresses', async () => {
    expect(await fail(limit, 1, { address: '198.51.100.1' })).toEqual(heard(1));
    expect(await fail(limit, 1, { address: '192.0.2.1', device: 'x' })).toEqual(heard(1));
    for (let i = 0; i < 20; i += 1) {
      expect(await fail(limit, 1, { address: `192.0.2.${i}` })).toEqual(limited(1));
    }
  });
});

describe('an address', () => {
  test('waits twice as long with each further failure at one account, and no longer than that', async () => {
    const limit = newLimit({ perPair: 3, firstWaitMs: 10_000, longestWaitMs: 40_000 });
    expect(await fail(limit, 5)).toEqual([...heard(3), ...limited(2)]);
    for (const waitMs of [10_000, 20_000, 40_000, 40_000, 40_000]) {
      await later(waitMs - MARGIN_MS);
      expect(await fail(limit, 1)).toEqual(limited(1));
      await later(MARGIN_MS);
      expect(await fail(limit, 2)).toEqual([...heard(1), ...limited(1)]);
    }
  });

  test('learns from Retry-After when it is admitted again', async () => {
    const limit = newLimit({ perPair: 1 });
    await fail(limit, 1);
    const refused = await limit
      .begin({ account: ACCOUNT.toUpperCase() })
      .catch((problem: unknown) => problem);
    const retryAfterSeconds = SIGN_IN_LIMITS.firstWaitMs / 1_000;
    expect(refused).toMatchObject({ code: 'rate_limited', options: { retryAfterSeconds } });
  });

  test.each([
    ['of IPv4', 64, ['192.0.2.1', '192.0.2.1', '192.0.2.1'], '192.0.2.2'],
    ['of IPv4 in IPv6', 64, ['::ffff:192.0.2.1', '192.0.2.1', '192.0.2.1'], '::ffff:192.0.2.2'],
    ['of IPv6', 64, ['2001:db8::1', '2001:db8::2', '2001:db8::3:0:0:1'], '2001:db8:0:1::1'],
    ['of a /48', 48, ['2001:db8::1', '2001:db8:0:1::1', '2001:db8:0:2::1'], '2001:db8:1::1'],
  ])(
    '%s is limited over all accounts with its network, and the next network is not',
    async (_, prefix, ips, other) => {
      const limit = newLimit({ perAddress: 2 }, prefix);
      const codes: string[] = [];
      for (const [i, address] of ips.entries()) {
        codes.push(...(await fail(limit, 1, { account: `${i}@example.com`, address })));
      }
      expect(codes).toEqual([...heard(2), ...limited(1)]);
      expect(await fail(limit, 1, { address: other })).toEqual(heard(1));
    },
  );

  test('that signs in is not limited, however often and however many people do', async () => {
    const limit = newLimit({ perPair: 2, perAddress: 2, perAccount: 2 });
    for (let i = 0; i < 5; i += 1) {
      const begun = await limit.begin({ account: ACCOUNT, address: '192.0.2.90' });
      await begun.succeed();
    }
  });

  test('that signs in to an account of its own is limited at others all the same', async () => {
    const limit = newLimit({ perAddress: 4 });
    const codes: string[] = [];
    for (let i = 0; i < 5; i += 1) {
      const address = '192.0.2.91';
      codes.push(...(await fail(limit, 1, { account: `${i}@example.com`, address })));
      const own = limit.begin({ account: 'mallory@example.com', address });
      await own.then((begun) => begun.succeed()).catch(() => {});
    }
    expect(codes).toEqual([...heard(4), ...limited(1)]);
  });
});

test('a known device that fails too often is counted like any other', async () => {
  const limit = newLimit({ perPair: 3 });
  const codes = await fail(limit, 7, { address: '192.0.2.70', device: 'x' });
  expect(codes).toEqual([...heard(6), ...limited(1)]);
});

test('many addresses at one account are answered later and later, and never refused for it', async () => {
  const limit = newLimit({ perAccount: 3, delayStepMs: 200, longestDelayMs: 500 });
  const times: number[] = [];
  for (let i = 0; i < 7; i += 1) {
    const begun = performance.now();
    expect(await fail(limit, 1, { address: `192.0.2.${i}` })).toEqual(heard(1));
    times.push(performance.now() - begun);
  }
  expect(times[2]).toBeLessThan(190);
  for (const [i, ms] of [190, 390, 490, 490].entries()) expect(times[3 + i]).toBeGreaterThan(ms);
});

test('two processes and one that restarts count together, however many attempts come at once', async () => {
  const limits = { perAddress: 12, perPair: 1_000 };
  const processes = [newLimit(limits), newLimit(limits)];
  const attempts = Array.from({ length: 40 }, (_, i) =>
    fail(processes[i % 2]!, 1, { address: '192.0.2.80', account: `${i % 7}@example.com` }),
  );
  const codes = (await Promise.all(attempts)).flat();
  expect(codes.filter((code) => code === 'none')).toHaveLength(12);
  expect(await fail(newLimit(limits), 1, { address: '192.0.2.80' })).toEqual(limited(1));
});

test('of many at once at one account, as many are checked as are allowed without a wait', async () => {
  const processes = [newLimit({ perPair: 5 }), newLimit({ perPair: 5 })];
  const attempts = Array.from({ length: 30 }, (_, i) =>
    fail(processes[i % 2]!, 1, { address: '192.0.2.81' }),
  );
  const codes = (await Promise.all(attempts)).flat();
  expect(codes.filter((code) => code === 'none')).toHaveLength(5);
});
