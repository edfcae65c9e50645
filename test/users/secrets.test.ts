import { afterAll, expect, test } from 'vitest';
import { createInvitation, renewSetUpLink } from '../../server/people/index.ts';
import { asOwner } from '../support/postgres.ts';
import { cookieOf, createFixtures, PASSWORD } from './fixtures.ts';

const fixtures = await createFixtures();
afterAll(() => fixtures.close());

test('all tables together contain no session, link or password that can be used', async () => {
  const { db } = fixtures.database;
  const workspace = await fixtures.workspace();
  const setUp = await db.transaction((tx) => renewSetUpLink(tx, workspace));
  const ada = await fixtures.join(workspace, 'owner', 'ada@example.com');
  const { token } = await createInvitation(db, { workspace, role: 'member' });
  const newPassword = 'a password that is new';
  const changed = await fixtures.users.changePassword({
    ...{ cookie: ada.cookie, currentPassword: PASSWORD, newPassword },
  });
  const again = await fixtures.users.signIn({ email: ada.email, password: newPassword });

  const dump = await dumpOf();
  expect(dump).toContain('ada@example.com');
  const cookies = [ada.cookie, cookieOf(changed), cookieOf(again)].flatMap((cookie) => {
    const value = decodeURIComponent(cookie.split(/=(.*)/)[1] ?? '');
    return [value, ...value.split('.')];
  });
  for (const secret of [PASSWORD, newPassword, token, setUp!.token, ...cookies]) {
    expect(secret.length).toBeGreaterThan(10);
    expect(dump.includes(secret)).toBe(false);
    expect(dump.includes(Buffer.from(secret).toString('hex'))).toBe(false);
  }
});

function dumpOf(): Promise<string> {
  return asOwner(fixtures.database, async (owner) => {
    const tables = await owner.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    );
    const dumps = [];
    for (const { name } of tables) {
      dumps.push(await owner.query(`select t::text as row from ${name} t`));
    }
    return JSON.stringify(dumps);
  });
}
