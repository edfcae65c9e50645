import { createHook } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUsers } from '../../server/people/index.ts';
import { passwordHashes } from '../../server/people/password-hashes.ts';
import {
  CLOSED,
  codeOf,
  cookieOf,
  createFixtures,
  DAY_MS,
  type Fixtures,
  PASSWORD,
  type Person,
  unique,
} from './fixtures.ts';

const NEW_PASSWORD = 'another horse battery';
let fixtures: Fixtures;
let workspace: string;
let ada: Person;

beforeAll(async () => {
  fixtures = await createFixtures();
  workspace = await fixtures.workspace();
  ada = await fixtures.join(workspace, 'owner');
});
afterAll(() => fixtures.close());

const signIn = (email = ada.email, password = PASSWORD) =>
  fixtures.users.signIn({ email, password });

function livingSessions(user: string, { database } = fixtures) {
  return database.db.query<{ idleUntil: Date; expiresAt: Date }>(
    `select idle_until as "idleUntil", expires_at as "expiresAt" from user_session where user_id = $1`,
    [user],
  );
}

describe('signing in', () => {
  test('gives a cookie that only this host gets, and says who one is', async () => {
    const { setCookie, me } = await signIn(ada.email.toUpperCase());
    expect(setCookie).toEqual([
      expect.stringMatching(
        /^__Host-session=[\w.%-]+; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/i,
      ),
      expect.stringMatching(
        /^__Host-device=[\w.-]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
      ),
    ]);
    expect(me.user).toEqual({ id: ada.id, name: 'Someone', email: ada.email, hasPassword: true });
    expect(me.workspaces).toMatchObject([{ id: workspace, role: 'owner' }]);
    expect(me.session.endsAt.getTime() - Date.now()).toBeGreaterThan(6.9 * DAY_MS);
  });

  test('over plain HTTP from afar the cookie has no prefix that a browser would refuse', async () => {
    const users = fixtures.another({ publicUrl: () => 'http://runs.example.com' });
    const signedIn = await users.signIn({ email: ada.email, password: PASSWORD });
    expect(signedIn.setCookie[0]).toMatch(/^session=/);
    expect(signedIn.setCookie[0]).not.toMatch(/secure/i);
    expect(await users.authenticate(cookieOf(signedIn))).toMatchObject({ user: ada.id });
  });

  test('makes a session of its own each time', async () => {
    const [one, other] = await Promise.all([signIn(), signIn()]);
    expect(cookieOf(one)).not.toBe(cookieOf(other));
    await fixtures.users.signOut(cookieOf(one));
    expect(await fixtures.users.authenticate(cookieOf(one))).toBeUndefined();
    expect(await fixtures.users.authenticate(cookieOf(other))).toMatchObject({ user: ada.id });
  });

  test('ends the session that this browser had, of any user', async () => {
    const bob = await fixtures.join(workspace, 'member');
    const [before, elsewhere] = [cookieOf(await signIn()), cookieOf(await signIn())];
    const input = { email: bob.email, password: PASSWORD, cookie: before };
    const after = cookieOf(await fixtures.users.signIn(input));
    expect(await fixtures.users.authenticate(before)).toBeUndefined();
    expect(await fixtures.users.authenticate(after)).toMatchObject({ user: bob.id });
    for (const other of [elsewhere, bob.cookie]) {
      expect(await fixtures.users.authenticate(other)).toBeDefined();
    }
    expect(await livingSessions(bob.id)).toHaveLength(2);
  });

  test('that fails leaves this browser the session that it had', async () => {
    const before = cookieOf(await signIn());
    const input = { email: ada.email, password: 'wrong horse battery', cookie: before };
    expect(await codeOf(fixtures.users.signIn(input))).toBe('wrong_credentials');
    expect(await fixtures.users.authenticate(before)).toMatchObject({ user: ada.id });
  });
});

describe('a session', () => {
  test('is none without a cookie of ours, complete and unchanged', async () => {
    const cookie = cookieOf(await signIn()).split('; ')[0]!;
    const [name, value = ''] = cookie.split(/=(.*)/);
    for (const header of [
      undefined,
      '',
      'other=1',
      `${name}=`,
      `session=${value}`,
      `${name}=${value.slice(0, -4)}`,
      `${name}=${value.split('.')[0]}`,
      `${name}=${value.startsWith('A') ? 'B' : 'A'}${value.slice(1)}`,
      `${name}=${'x'.repeat(5_000)}`,
      `${name}=%E0%A4%A`,
    ]) {
      expect(await fixtures.users.authenticate(header)).toBeUndefined();
    }
    expect(await fixtures.users.authenticate(`a=b; ${cookie}; c=d`)).toMatchObject({
      user: ada.id,
    });
  });

  test('means nothing to another deployment with the same tables', async () => {
    const { cookie } = ada;
    const other = fixtures.another({ secret: Buffer.alloc(32, 8) });
    expect(await other.authenticate(cookie)).toBeUndefined();
    expect(await fixtures.another().authenticate(cookie)).toMatchObject({ user: ada.id });
  });

  test('is dead in the database at sign-out, everywhere within a second, however often', async () => {
    const cookie = cookieOf(await signIn());
    const elsewhere = fixtures.another();
    const session = await elsewhere.authenticate(cookie);
    const [cleared] = await fixtures.users.signOut(cookie);
    expect(cleared).toMatch(/^__Host-session=; Max-Age=0; Path=\/; HttpOnly; Secure/);
    const rows = await fixtures.database.db.query('select from user_session where id = $1', [
      session?.id,
    ]);
    expect(rows).toEqual([]);
    await sleep(1_000);
    expect(await elsewhere.authenticate(cookie)).toBeUndefined();
    for (const again of [cookie, undefined, 'nonsense']) {
      expect(await fixtures.users.signOut(again)).toHaveLength(1);
    }
  });

  test('goes on while it is used and ends when it is not', async () => {
    const users = fixtures.another({ sessions: { idleMs: 3_000, limitMs: DAY_MS } });
    const cookie = cookieOf(await users.signIn({ email: ada.email, password: PASSWORD }));
    const first = await users.authenticate(cookie);
    for (let i = 0; i < 3; i += 1) {
      await sleep(1_200);
      expect(await users.authenticate(cookie)).toMatchObject({ id: first?.id });
    }
    await sleep(4_000);
    expect(await users.authenticate(cookie)).toBeUndefined();
  });

  test('ends at its limit, however much it is used', async () => {
    const users = fixtures.another({ sessions: { idleMs: 1_500, limitMs: 2_000 } });
    const signedIn = await users.signIn({ email: ada.email, password: PASSWORD });
    const { endsAt } = signedIn.me.session;
    const cookie = cookieOf(signedIn);
    for (;;) {
      const startedAt = Date.now();
      const session = await users.authenticate(cookie);
      if (session === undefined) {
        expect(Date.now()).toBeGreaterThanOrEqual(endsAt.getTime() - 50);
        break;
      }
      expect(session.endsAt).toEqual(endsAt);
      expect(session.idleUntil.getTime()).toBeLessThanOrEqual(endsAt.getTime());
      expect(startedAt).toBeLessThan(endsAt.getTime() + 1_000);
      await sleep(100);
    }
  });

  test('is written no more once its last idle time reaches to its end', async () => {
    const { db } = fixtures.database;
    const cookie = cookieOf(await signIn());
    const id = (await fixtures.users.authenticate(cookie))?.id;
    // Less than the idle time is left, and a little of it has not been granted yet.
    await db.query(
      `update user_session set updated_at = 'epoch', expires_at = now() + interval '5 min',
         idle_until = now() + interval '290 s' where id = $1`,
      [id],
    );
    const read = async () => {
      expect(await fixtures.another().authenticate(cookie)).toMatchObject({ id });
      const [row] = await db.query<{ isWhole: boolean; at: Date }>(
        `select idle_until = expires_at as "isWhole", updated_at as at from user_session where id = $1`,
        [id],
      );
      return row;
    };
    const first = await read();
    expect(first?.isWhole).toBe(true);
    for (let i = 0; i < 3; i += 1) expect(await read()).toEqual(first);
  });

  test('is written at most once a minute, however often it is used', async () => {
    const users = fixtures.another();
    const cookie = cookieOf(await users.signIn({ email: ada.email, password: PASSWORD }));
    const before = await livingSessions(ada.id);
    for (let i = 0; i < 3; i += 1) {
      await fixtures.another().authenticate(cookie);
    }
    expect(await livingSessions(ada.id)).toEqual(before);
  });
});

describe('changing the password', () => {
  test('ends every session, gives this browser a new one, and the old password is gone', async () => {
    const bob = await fixtures.join(workspace, 'member');
    const other = cookieOf(await signIn(bob.email));
    const changed = await fixtures.users.changePassword({
      ...{ cookie: bob.cookie, currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
    });
    expect(await livingSessions(bob.id)).toHaveLength(1);
    expect(await fixtures.users.authenticate(other)).toBeUndefined();
    expect(await fixtures.users.authenticate(bob.cookie)).toBeUndefined();
    expect(await fixtures.users.authenticate(cookieOf(changed))).toMatchObject({ user: bob.id });
    expect(await codeOf(signIn(bob.email))).toBe('wrong_credentials');
    expect(await codeOf(signIn(bob.email, NEW_PASSWORD))).toBe('none');
  });

  test('wants the present one, a session, and one of the right length', async () => {
    const eve = await fixtures.join(workspace, 'member');
    const change = (cookie: string | undefined, currentPassword: string, newPassword: string) =>
      codeOf(fixtures.users.changePassword({ cookie, currentPassword, newPassword }));
    expect(await change(eve.cookie, 'wrong horse battery', NEW_PASSWORD)).toBe('wrong_credentials');
    expect(await change(undefined, PASSWORD, NEW_PASSWORD)).toBe('unauthenticated');
    expect(await change(eve.cookie, PASSWORD, 'elevenchars')).toBe('invalid_request');
    expect(await change(eve.cookie, PASSWORD, 'The Workspace 2026')).toBe('invalid_request');
    const longest = `a horse, a battery and ${'🔑'.repeat(105)}`;
    expect([...longest]).toHaveLength(128);
    expect(await change(eve.cookie, PASSWORD, `${longest}!`)).toBe('invalid_request');
    expect(await change(eve.cookie, PASSWORD, longest)).toBe('none');
    expect(await codeOf(signIn(eve.email, longest))).toBe('none');
  });
});

/** Their number and cost do not reveal who is known, and a password change takes longer than many of them. */
describe('with the real hashes', () => {
  let real: Fixtures;
  let known: Person;
  beforeAll(async () => {
    real = await createFixtures({ passwords: passwordHashes });
    known = await real.join(await real.workspace(), 'owner');
  });
  afterAll(() => real.close());

  const signIn = (email = known.email, password = PASSWORD) =>
    real.users.signIn({ email, password });

  test('signing in answers an unknown address, a wrong password and nonsense alike', async () => {
    const attempts = [
      signIn(known.email, 'wrong horse battery'),
      signIn('nobody@example.com', PASSWORD),
      signIn('nobody', PASSWORD),
      signIn(known.email, ''),
      signIn(known.email, 'x'.repeat(10_000)),
      signIn(`${known.email}\u0000`, PASSWORD),
    ];
    const answers = await Promise.allSettled(attempts);
    const problems = answers.map((answer) =>
      answer.status === 'rejected' ? answer.reason : answer,
    );
    for (const problem of problems) {
      expect(problem).toMatchObject({ code: 'wrong_credentials', detail: problems[0].detail });
    }
  });

  test('signing in hashes once for an unknown address as for a known one', async () => {
    for (const email of [known.email, `${unique('no')}@example.com`]) {
      expect(await hashesDuring(() => codeOf(signIn(email, 'wrong horse battery')))).toBe(1);
    }
  });

  test('changing the password leaves no session that the old password opened at the same moment', async () => {
    const mallory = await real.join(await real.workspace(), 'member');
    const [changed, ...guesses] = await Promise.allSettled([
      real.users.changePassword({
        ...{ cookie: mallory.cookie, currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
      }),
      ...Array.from({ length: 6 }, () => signIn(mallory.email)),
    ]);
    expect(changed?.status).toBe('fulfilled');
    expect(await livingSessions(mallory.id, real)).toHaveLength(1);
    expect(guesses).toHaveLength(6);
  });
});

/** How often a password was hashed or compared: the platform does both. */
async function hashesDuring(work: () => Promise<unknown>): Promise<number> {
  let hashes = 0;
  const hook = createHook({
    init(_id, type) {
      if (type === 'SCRYPTREQUEST') hashes += 1;
    },
  }).enable();
  await work();
  hook.disable();
  return hashes;
}

test('a start asks nothing, neither for its own address nor for the library', async () => {
  const users = createUsers({
    db: fixtures.database.db,
    secret: Buffer.alloc(32),
    publicUrl: () => {
      throw new Error('asked too early');
    },
    sessions: { idleMs: 1, limitMs: 1_000 },
    signUp: CLOSED,
  });
  await users.close();
});
