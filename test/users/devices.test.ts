/** A user who knows the password can sign in while others guess; guesses alone do not get far. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  codeOf,
  cookieOf,
  createFixtures,
  type Fixtures,
  PASSWORD,
  type Person,
  unique,
} from './fixtures.ts';

let fixtures: Fixtures;
let ada: Person;

beforeAll(async () => {
  fixtures = await createFixtures();
  ada = await fixtures.join(await fixtures.workspace(), 'owner');
});
afterAll(() => fixtures.close());

const ATTACKED = '192.0.2.1';
const TIGHT = { perPair: 2, perAccount: 4, delayStepMs: 1, longestDelayMs: 10 };

/** Uses up the attempts of some addresses at an account. */
async function guess(users: Fixtures['users'], email: string): Promise<void> {
  for (const ip of [ATTACKED, '192.0.2.2', '192.0.2.3']) {
    const codes: string[] = [];
    for (let i = 0; i < 3; i += 1) {
      codes.push(await codeOf(users.signIn({ email, password: 'wrong horse battery', ip })));
    }
    expect(codes).toEqual(['wrong_credentials', 'wrong_credentials', 'rate_limited']);
  }
}

test('guessers lock out nobody who signs in from elsewhere or in a known browser', async () => {
  const users = fixtures.another({ signInLimits: TIGHT });
  for (const email of [ada.email, `${unique('no')}@example.com`]) await guess(users, email);
  const enter = (ip: string, cookie?: string) =>
    codeOf(users.signIn({ email: ada.email, password: PASSWORD, ip, cookie }));
  expect(await enter(ATTACKED)).toBe('rate_limited');
  expect(await enter('198.51.100.1')).toBe('none');
  expect(await enter(ATTACKED, ada.cookie)).toBe('none');
});

test('a browser is known by a cookie of this deployment, this user and the present password', async () => {
  const bob = await fixtures.join(await fixtures.workspace(), 'member');
  const users = fixtures.another({ signInLimits: TIGHT });
  await guess(users, bob.email);
  const enter = (cookie: string, password = PASSWORD) =>
    codeOf(users.signIn({ email: bob.email, password, ip: ATTACKED, cookie }));
  const device = bob.cookie.split('; ')[1]!;
  expect(users.deviceOf(device)).toBeDefined();
  expect(fixtures.another({ secret: Buffer.alloc(32, 8) }).deviceOf(device)).toBeUndefined();
  const forged = device.slice(0, -2) + (device.at(-2) === 'A' ? 'B' : 'A') + device.at(-1);
  for (const cookie of [ada.cookie, forged, '__Host-device=x', device.replace('__Host-', '')]) {
    expect(await enter(cookie)).toBe('rate_limited');
  }
  const newPassword = 'another horse battery';
  const changed = await users.changePassword({
    ...{ cookie: bob.cookie, currentPassword: PASSWORD, newPassword },
  });
  expect(await enter(device, newPassword)).toBe('rate_limited');
  expect(await enter(cookieOf(changed), newPassword)).toBe('none');
});
