/** What users do with their own account: the name, and where they are signed in. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Session } from '../../server/people/index.ts';
import { newUuid } from '../../server/platform/lib/ids.ts';
import { codeOf, cookieOf, createFixtures, type Fixtures, PASSWORD } from './fixtures.ts';

let fixtures: Fixtures;
beforeAll(async () => {
  fixtures = await createFixtures();
});
afterAll(() => fixtures.close());

async function signedIn(browsers: number) {
  const { users } = fixtures;
  const person = await fixtures.join(await fixtures.workspace(), 'member');
  const cookies = [person.cookie];
  for (let i = 1; i < browsers; i += 1) {
    const input = { email: person.email, password: PASSWORD, userAgent: `Browser ${i}` };
    cookies.push(cookieOf(await users.signIn(input)));
  }
  const sessions = await Promise.all(cookies.map((cookie) => users.authenticate(cookie)));
  return { person, cookies, sessions: sessions as Session[] };
}

const events = (user: string) =>
  fixtures.database.db.query<{ kind: string; detail: object }>(
    `select kind, detail from audit_event where actor = $1 and kind in ('user_renamed', 'sessions_ended') order by id`,
    [user],
  );

it('every living session is listed, and a dead one is not', async () => {
  const { users, database } = fixtures;
  const { sessions } = await signedIn(3);
  const ids = async () => (await users.ownSessions.list(sessions[0]!)).map(({ id }) => id);
  expect((await ids()).toSorted()).toEqual(sessions.map(({ id }) => id).toSorted());
  const shown = await users.ownSessions.list(sessions[0]!);
  expect(shown.find(({ id }) => id === sessions[2]!.id)).toMatchObject({ userAgent: 'Browser 2' });
  await database.db.query('update user_session set idle_until = now() where id = $1', [
    sessions[1]!.id,
  ]);
  expect((await ids()).toSorted()).toEqual([sessions[0]!.id, sessions[2]!.id].toSorted());
});

it('one is ended, by its user alone, and not the one that is used', async () => {
  const { users } = fixtures;
  const { person, cookies, sessions } = await signedIn(2);
  const { sessions: others } = await signedIn(1);
  const [own, other] = sessions as [Session, Session];
  expect(await codeOf(users.ownSessions.end(others[0]!, other.id))).toBe('not_found');
  expect(await codeOf(users.ownSessions.end(own, newUuid()))).toBe('not_found');
  expect(await codeOf(users.ownSessions.end(own, own.id))).toBe('conflict');
  await users.ownSessions.end(own, other.id);
  expect(await users.authenticate(cookies[1])).toBeUndefined();
  expect(await users.authenticate(cookies[0])).toMatchObject({ id: own.id });
  expect(await events(person.id)).toEqual([{ kind: 'sessions_ended', detail: { sessions: 1 } }]);
});

it('all others are ended at once, and nobody else is signed out', async () => {
  const { users } = fixtures;
  const { person, cookies, sessions } = await signedIn(3);
  const outsider = await signedIn(1);
  expect(await users.ownSessions.endOthers(sessions[1]!)).toBe(2);
  const living = await Promise.all(cookies.map((cookie) => users.authenticate(cookie)));
  expect(living.map((session) => session?.id)).toEqual([undefined, sessions[1]!.id, undefined]);
  expect(await users.authenticate(outsider.cookies[0])).toBeDefined();
  expect(await users.ownSessions.endOthers(sessions[1]!)).toBe(0);
  expect(await events(person.id)).toEqual([{ kind: 'sessions_ended', detail: { sessions: 2 } }]);
});

it('a new name is shown at once, and what cannot be displayed is refused', async () => {
  const { users } = fixtures;
  const { person, cookies, sessions } = await signedIn(1);
  const me = await users.rename(sessions[0]!, ' Ada King ');
  expect(me.user.name).toBe('Ada King');
  expect(await users.authenticate(cookies[0])).toMatchObject({ name: 'Ada King' });
  expect(await codeOf(users.rename(sessions[0]!, '\u200b'))).toBe('invalid_request');
  expect(await events(person.id)).toEqual([
    { kind: 'user_renamed', detail: { from: 'Someone', name: 'Ada King' } },
  ]);
});
