/** Wrong passwords are recorded where somebody looks, without what was typed and within bounds. */
import { afterAll, expect, test } from 'vitest';
import { codeOf, createFixtures, PASSWORD, unique } from './fixtures.ts';

const fixtures = await createFixtures();
afterAll(() => fixtures.close());

const eventsOf = (workspace: string) =>
  fixtures.database.db.query<{ actor: string | null; detail: Record<string, unknown> }>(
    `select actor, detail from audit_event where workspace = $1 and kind = 'sign_in_failed' order by id`,
    [workspace],
  );

test('the audit trail of each workspace has the 1st, 10th and so on, and starts over after the right password', async () => {
  const [one, other] = [await fixtures.workspace(), await fixtures.workspace()];
  const { id, email } = await fixtures.join(one, 'owner');
  await fixtures.database.db.query(
    `insert into membership (id, workspace, user_id, role) values (gen_random_uuid(), $1, $2, 'member')`,
    [other, id],
  );
  const users = fixtures.another();
  const fail = (ip: string) => codeOf(users.signIn({ email, password: 'wrong horse', ip }));
  for (let i = 0; i < 12; i += 1) expect(await fail(`192.0.2.${i % 5}`)).toBe('wrong_credentials');
  await users.signIn({ email, password: PASSWORD });
  await fail('192.0.2.9');
  await users.close();
  for (const workspace of [one, other]) {
    expect(await eventsOf(workspace)).toEqual([
      { actor: null, detail: { user: id, failures: 1, addresses: 1, ip: '192.0.2.0' } },
      { actor: null, detail: { user: id, failures: 10, addresses: 5, ip: '192.0.2.4' } },
      { actor: null, detail: { user: id, failures: 1, addresses: 1, ip: '192.0.2.9' } },
    ]);
  }
});

test('the log has each with its address, and neither the e-mail nor the password', async () => {
  const lines: unknown[] = [];
  const users = fixtures.another({
    log: { info: (...line) => lines.push(line), warn: () => {} },
  });
  const { email } = await fixtures.join(await fixtures.workspace(), 'member');
  const outsider = `${unique('no')}@example.com`;
  for (const tried of [email, email.toUpperCase(), outsider, 'no address']) {
    await codeOf(users.signIn({ email: tried, password: 'a wrong password', ip: '192.0.2.1' }));
  }
  const account = expect.stringMatching(/^[0-9a-f]{16}$/);
  const line = (failures: number) => [{ account, ip: '192.0.2.1', failures }, 'a sign-in failed'];
  expect(lines).toEqual([line(1), line(2), line(1), line(1)]);
  const text = JSON.stringify(lines).toLowerCase();
  for (const secret of [email, outsider, 'no address', 'a wrong password']) {
    expect(text).not.toContain(secret);
  }
});
