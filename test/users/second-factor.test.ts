/** The second factor: a code works once, guesses wait, and nothing in the database makes a code. */

import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { removeSecondFactor, type Session } from '../../server/people/index.ts';
import { createFactorVault, stepOf } from '../../server/people/second-factor.ts';
import { codeOf, createFixtures, type Fixtures, PASSWORD, type Person } from './fixtures.ts';

let fixtures: Fixtures;
let ada: Person;
let session: Session;
beforeAll(async () => {
  fixtures = await createFixtures();
});
beforeEach(async () => {
  ada = await fixtures.join(await fixtures.workspace(), 'owner');
  session = (await fixtures.users.authenticate(ada.cookie))!;
});
afterAll(() => fixtures.close());

const rows = (table: string) =>
  fixtures.database.db.query<Record<string, unknown>>(`select * from ${table} where user_id = $1`, [
    ada.id,
  ]);

const signIn = (code?: string, password = PASSWORD) =>
  fixtures.users.signIn({ email: ada.email, password, ...(code !== undefined && { code }) });

/** As an app computes it from the secret that was typed in. */
function appOf(secret: string) {
  const { hotp } = createOTP(Buffer.from(base32.decode(secret)).toString());
  return (steps = 0) => hotp(Math.floor(Date.now() / 30_000) + steps);
}

async function enrolled() {
  const { secret } = await fixtures.users.secondFactor.start(session, PASSWORD);
  const app = appOf(secret);
  const recoveryCodes = await fixtures.users.secondFactor.accept(session, await app(-1));
  return { app, recoveryCodes, secret };
}

const acts = () =>
  fixtures.database.db.query<{ kind: string }>(
    `select kind from audit_event where actor = $1 and kind ~ 'second_factor|recovery' order by id`,
    [ada.id],
  );

describe('signing in', () => {
  test('needs a code once one was confirmed, and not before', async () => {
    const { users } = fixtures;
    await users.secondFactor.start(session, PASSWORD);
    expect(await codeOf(signIn())).toBe('none');
    const { app } = await enrolled();
    expect(await codeOf(signIn())).toBe('second_factor_required');
    expect(await codeOf(signIn('000000'))).toBe('wrong_credentials');
    expect(await codeOf(signIn(await app(), 'wrong'))).toBe('wrong_credentials');
    expect(await codeOf(signIn(await app()))).toBe('none');
    expect(await acts()).toEqual([{ kind: 'second_factor_enabled' }]);
  });

  test('takes a code once, however many come with it at the same time', async () => {
    const { app } = await enrolled();
    const code = await app();
    const codes = await Promise.all([1, 2, 3].map(() => codeOf(signIn(code))));
    expect(codes.filter((each) => each === 'none')).toHaveLength(1);
    expect(await codeOf(signIn(code))).toBe('wrong_credentials');
    // One from before that is worthless too.
    expect(await codeOf(signIn(await app(-1)))).toBe('wrong_credentials');
    expect(await codeOf(signIn(await app(1)))).toBe('none');
  });

  test('takes each recovery code once, however it is typed', async () => {
    const { recoveryCodes } = await enrolled();
    expect(recoveryCodes).toHaveLength(10);
    expect(recoveryCodes[0]).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
    const typed = recoveryCodes[0]!.toUpperCase().replaceAll('-', ' ');
    expect(await codeOf(signIn(typed))).toBe('none');
    expect(await codeOf(signIn(recoveryCodes[0]))).toBe('wrong_credentials');
    expect((await fixtures.users.secondFactor.read(session)).recoveryCodes).toBe(9);
    expect((await acts()).map(({ kind }) => kind)).toContain('recovery_code_used');
  });

  test('leaves no session where the code is missing or wrong', async () => {
    await enrolled();
    const before = await rows('user_session');
    await codeOf(signIn());
    await codeOf(signIn('000000'));
    expect(await rows('user_session')).toHaveLength(before.length);
  });

  test('lets a guesser try five codes, counts them exactly, and waits on in another process', async () => {
    const { app } = await enrolled();
    const codes = await Promise.all(Array.from({ length: 12 }, () => codeOf(signIn('000000'))));
    expect(codes.filter((each) => each === 'wrong_credentials')).toHaveLength(5);
    expect(codes.filter((each) => each === 'rate_limited')).toHaveLength(7);
    const input = { email: ada.email, password: PASSWORD, code: await app() };
    expect(await codeOf(fixtures.another().signIn(input))).toBe('rate_limited');
    // A missing code does not wait: the answer only says that the password is right, as it is.
    expect(await codeOf(signIn())).toBe('second_factor_required');
  });

  test('of its user goes on in a browser that has signed in before, while a guesser waits', async () => {
    const { app } = await enrolled();
    await Promise.all(Array.from({ length: 8 }, () => codeOf(signIn('000000'))));
    const input = { email: ada.email, password: PASSWORD, code: await app(), cookie: ada.cookie };
    expect(await codeOf(fixtures.users.signIn(input))).toBe('none');
  });
});

describe('turning it on', () => {
  test('needs the password, whose guesses wait', async () => {
    const { secondFactor } = fixtures.users;
    const guesses = await Promise.all(
      Array.from({ length: 8 }, () => codeOf(secondFactor.start(session, 'wrong'))),
    );
    expect(guesses.filter((each) => each === 'wrong_credentials')).toHaveLength(5);
    expect(guesses.filter((each) => each === 'rate_limited')).toHaveLength(3);
  });

  test('replaces what was started before, and nothing that is on', async () => {
    const { secondFactor } = fixtures.users;
    const first = await secondFactor.start(session, PASSWORD);
    const { app } = await enrolled();
    expect(await codeOf(secondFactor.start(session, PASSWORD))).toBe('conflict');
    expect(await codeOf(secondFactor.accept(session, await app()))).toBe('conflict');
    expect(await codeOf(signIn(await appOf(first.secret)()))).toBe('wrong_credentials');
  });

  test('of two confirmations at once one has the recovery codes', async () => {
    const { secondFactor } = fixtures.users;
    const { secret } = await secondFactor.start(session, PASSWORD);
    const code = await appOf(secret)();
    const codes = await Promise.all([1, 2].map(() => codeOf(secondFactor.accept(session, code))));
    expect(codes.toSorted()).toEqual(['conflict', 'none']);
    expect(await rows('recovery_code')).toHaveLength(10);
  });

  test('leaves in the database nothing that a code is made of', async () => {
    const { secret, recoveryCodes } = await enrolled();
    const kept = JSON.stringify(
      [await rows('second_factor'), await rows('recovery_code')],
      (_, value) => (value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value),
    );
    const plain = Buffer.from(base32.decode(secret)).toString();
    for (const text of [secret, plain, ...recoveryCodes]) expect(kept).not.toContain(text);
    const [row] = await rows('second_factor');
    const vault = createFactorVault(Buffer.alloc(32, 7));
    expect(vault.unlock(ada.id, row!.secret as Buffer)).toBe(plain);
    // It unlocks for nobody else, and with no other key.
    expect(() => vault.unlock('another', row!.secret as Buffer)).toThrow();
    const other = createFactorVault(Buffer.alloc(32, 8));
    expect(() => other.unlock(ada.id, row!.secret as Buffer)).toThrow();
  });
});

describe('new recovery codes', () => {
  const replace = (password: string, code: string) =>
    fixtures.users.secondFactor.replaceRecoveryCodes(session, { password, code });

  test('need the password and a code, and end those from before', async () => {
    const { app, recoveryCodes } = await enrolled();
    expect(await codeOf(replace('wrong', await app()))).toBe('wrong_credentials');
    expect(await codeOf(replace(PASSWORD, '000000'))).toBe('wrong_credentials');
    const [old] = await rows('recovery_code');
    const codes = await replace(PASSWORD, await app());
    expect(codes).toHaveLength(10);
    expect(await rows('recovery_code')).not.toContainEqual(old);
    expect(await codeOf(signIn(recoveryCodes[0]))).toBe('wrong_credentials');
    expect(await codeOf(signIn(codes[0]))).toBe('none');
    expect((await acts()).map(({ kind }) => kind)).toEqual([
      'second_factor_enabled',
      'recovery_codes_replaced',
      'recovery_code_used',
    ]);
  });

  test('can be requested with an old one, by a user who lost the phone', async () => {
    const { recoveryCodes } = await enrolled();
    const codes = await replace(PASSWORD, recoveryCodes[3]!);
    expect(await rows('recovery_code')).toHaveLength(10);
    expect(await codeOf(replace(PASSWORD, recoveryCodes[4]!))).toBe('wrong_credentials');
    expect(await codeOf(replace(PASSWORD, codes[0]!))).toBe('none');
  });

  test('requested twice at once are the ten of one request', async () => {
    const { recoveryCodes } = await enrolled();
    const [one, other] = await Promise.allSettled([
      replace(PASSWORD, recoveryCodes[0]!),
      replace(PASSWORD, recoveryCodes[1]!),
    ]);
    const made = [one!, other!].flatMap((each) =>
      each.status === 'fulfilled' ? [each.value] : [],
    );
    expect(made).not.toEqual([]);
    expect(await rows('recovery_code')).toHaveLength(10);
    const works = await Promise.all(made.map(async (codes) => codeOf(signIn(codes[0]))));
    expect(works.filter((code) => code === 'none')).toHaveLength(1);
  });

  test('are refused to a user without a second factor', async () => {
    expect(await codeOf(replace(PASSWORD, '000000'))).toBe('conflict');
    await fixtures.users.secondFactor.start(session, PASSWORD);
    expect(await codeOf(replace(PASSWORD, '000000'))).toBe('conflict');
    expect(await rows('recovery_code')).toEqual([]);
    expect(await acts()).toEqual([]);
  });
});

describe('turning it off', () => {
  test('needs the password and a code', async () => {
    const { app } = await enrolled();
    const { secondFactor } = fixtures.users;
    const remove = (password: string, code: string) =>
      codeOf(secondFactor.remove(session, { password, code }));
    expect(await remove('wrong', await app())).toBe('wrong_credentials');
    expect(await remove(PASSWORD, '000000')).toBe('wrong_credentials');
    expect(await remove(PASSWORD, await app())).toBe('none');
    expect(await codeOf(signIn())).toBe('none');
    expect(await rows('recovery_code')).toEqual([]);
    expect((await acts()).map(({ kind }) => kind)).toEqual([
      'second_factor_enabled',
      'second_factor_disabled',
    ]);
  });

  test('is what the operator does for who lost it', async () => {
    await enrolled();
    const { db } = fixtures.database;
    expect(await removeSecondFactor(db, ada.email.toUpperCase())).toBe(true);
    expect(await removeSecondFactor(db, ada.email)).toBe(false);
    expect(await codeOf(removeSecondFactor(db, 'nobody@example.com'))).toBe('not_found');
    expect(await codeOf(signIn())).toBe('none');
  });
});

test('a user without a password has none: the provider asks for its own', async () => {
  await fixtures.database.db.query('delete from user_account where user_id = $1', [ada.id]);
  expect(await codeOf(fixtures.users.secondFactor.start(session, PASSWORD))).toBe('conflict');
});

test('a password that was reset by the operator does not go around it', async () => {
  const { resetPassword } = await import('../../server/people/index.ts');
  await enrolled();
  const password = await resetPassword(fixtures.database.db, ada.email);
  expect(await codeOf(signIn(undefined, password))).toBe('second_factor_required');
});

test('codes are those of RFC 6238, of half a minute before and behind', async () => {
  vi.useFakeTimers({ now: 59_000, toFake: ['Date'] });
  const secret = '12345678901234567890';
  // The eight digits of the standard's first vector are 94287082.
  expect(await stepOf(secret, '287082')).toBe(1);
  vi.setSystemTime(89_000);
  expect(await stepOf(secret, '287082')).toBe(1);
  vi.setSystemTime(90_000);
  expect(await stepOf(secret, '287082')).toBeUndefined();
  expect(await stepOf(secret, '28708')).toBeUndefined();
  expect(await stepOf(secret, '2870822')).toBeUndefined();
  vi.useRealTimers();
});
