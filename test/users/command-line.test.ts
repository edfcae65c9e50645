import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '../../server/keys/index.ts';
import { createInvitation, previewInvitation } from '../../server/people/index.ts';
import { makeDataDir, removeDataDir } from '../support/postgres-folder.ts';
import { json, launch, run } from '../support/program.ts';
import { codeOf, cookieOf, createFixtures, type Fixtures, PASSWORD } from './fixtures.ts';

let fixtures: Fixtures;
let environment: Record<string, string>;
let dataDir: string;

beforeAll(async () => {
  dataDir = await makeDataDir();
  fixtures = await createFixtures();
  environment = { DATABASE_URL: fixtures.database.url, PORT: '0', LOG_LEVEL: 'warn' };
});
afterAll(async () => {
  await fixtures.close();
  await removeDataDir(dataDir);
});

const cli = (...args: string[]) => run(args, environment);

function tokenIn(text: string): string {
  return /\/dashboard\/join#token=([\w-]{43})/.exec(text)?.[1] ?? '';
}

/** The link that a start saved, if any; its output goes into a log, and contains no link. */
async function linkOfStart(): Promise<string | undefined> {
  const program = launch(['start'], { ...environment, DATA_DIR: dataDir });
  const screen = await program.until(/Ctrl-C stops/);
  expect(screen).not.toContain('#token=');
  program.process.kill('SIGINT');
  await program.ended;
  return readFile(join(dataDir, 'owner-link.txt'), 'utf8').catch(() => undefined);
}

describe('a start', () => {
  test('keeps a link for the first owner, another each time, and none once there is one', async () => {
    const { db } = fixtures.database;
    const first = (await linkOfStart()) ?? '';
    expect(first).toMatch(/http:\/\/localhost:\d+\/dashboard\/join#token=/);
    const [old, fresh] = [tokenIn(first), tokenIn((await linkOfStart()) ?? '')];
    expect(await codeOf(previewInvitation(db, old))).toBe('link_not_valid');
    expect(await previewInvitation(db, fresh)).toMatchObject({
      ...{ workspaceName: 'demo', role: 'owner', email: null },
    });
    const joined = await fixtures.users.acceptInvitation({
      ...{ token: fresh, name: 'Ada', email: 'ada@example.com', password: PASSWORD },
    });
    expect(joined.me.workspaces).toMatchObject([{ name: 'demo', role: 'owner' }]);
    expect(await linkOfStart()).toBeUndefined();
  });
});

describe('members', () => {
  test('show what each role may do, and that crediting does not depend on the role alone', async () => {
    const { stdout } = await cli('members', 'invite', '--help');
    expect(stdout).toContain('an admin also revokes and invites');
    expect(stdout).toMatch(/CREDIT_BY says .*production\s+the operator alone/s);
  });

  test('are invited by a link that is shown once, listed, and removed', async () => {
    const { db } = fixtures.database;
    await cli('workspaces', 'create', 'acme');
    const args = ['members', 'invite', 'acme', '--role', 'admin', '--email', 'Bob@Example.com'];
    const invited = await run(args, { ...environment, PUBLIC_URL: 'https://runs.example.com' });
    expect(invited.stdout).toContain('https://runs.example.com/dashboard/join#token=');
    const token = tokenIn(invited.stdout);
    expect((await cli('members', 'list', 'acme')).stdout).toMatch(
      /inv_\w+ +bob@example\.com +admin/,
    );
    await fixtures.users.acceptInvitation({ token, name: 'Bob', password: PASSWORD });
    expect(await codeOf(previewInvitation(db, token))).toBe('link_not_valid');

    const listed = await json<{ members: { user: string }[]; invitations: [] }>(
      ['members', 'list', 'acme'],
      environment,
    );
    expect(listed).toMatchObject({
      members: [{ email: 'bob@example.com', name: 'Bob', role: 'admin' }],
      invitations: [],
    });
    const [bob] = listed.members;
    expect((await cli('members', 'remove', 'acme', bob!.user)).stdout).toBe(
      'bob@example.com is no longer a member.\n',
    );
    const again = await cli('members', 'remove', 'acme', 'bob@example.com');
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toContain('There is no member bob@example.com');
  });

  test('leave keys that are listed when they are removed, and revoked on request', async () => {
    const { db } = fixtures.database;
    const { workspace } = (
      await db.query<{ workspace: string }>(
        `select id as workspace from workspace where name = 'acme'`,
      )
    )[0]!;
    const outcomes: string[] = [];
    for (const more of [[], ['--revoke-keys']]) {
      const { id, email } = await fixtures.join(workspace, 'member');
      for (const name of ['one', 'two']) {
        await createKey(db, { workspace, name, scopes: ['models:read'], actor: id });
      }
      const removed = await cli('members', 'remove', 'acme', email, ...more);
      outcomes.push(removed.stdout.split('\n')[1]!);
    }
    expect(outcomes).toEqual([
      'Keys that they made and that go on working: 2.',
      'Keys that they made and that are revoked: 2.',
    ]);
    const living = await db.query(
      'select from api_key where workspace = $1 and revoked_at is null',
      [workspace],
    );
    expect(living).toHaveLength(2);
  });

  test('the last owner is not removed, and an unknown role is refused, in one line', async () => {
    const removed = await cli('members', 'remove', 'demo', 'ada@example.com');
    expect(removed.stderr).toMatch(/^error: This is the last owner of the workspace\..+\n$/);
    const invited = await cli('members', 'invite', 'demo', '--role', 'king');
    expect(invited.code).toBe(1);
    expect(invited.stderr).toContain('member, admin, owner');
  });

  test('a forgotten password is replaced, and all sessions of the user end', async () => {
    const email = 'ada@example.com';
    const before = await fixtures.users.signIn({ email, password: PASSWORD });
    const { password } = await json<{ password: string }>(
      ['members', 'reset-password', 'Ada@example.com'],
      environment,
    );
    expect(await fixtures.another().authenticate(cookieOf(before))).toBeUndefined();
    expect(await codeOf(fixtures.users.signIn({ email, password: PASSWORD }))).toBe(
      'wrong_credentials',
    );
    expect(await codeOf(fixtures.users.signIn({ email, password }))).toBe('none');
    const unknown = await cli('members', 'reset-password', 'nobody@example.com');
    expect(unknown).toMatchObject({ code: 1, stdout: '' });
  });

  test('who has lost the second factor signs in with the password alone again', async () => {
    const email = 'ada@example.com';
    const { db } = fixtures.database;
    await db.query(
      `insert into second_factor (user_id, secret, confirmed_at)
       select id, '', now() from app_user where email = $1`,
      [email],
    );
    const remove = ['members', 'remove-second-factor', email];
    expect(await json(remove, environment)).toEqual({ email, removed: true });
    expect(await json(remove, environment)).toEqual({ email, removed: false });
    const unknown = await cli('members', 'remove-second-factor', 'nobody@example.com');
    expect(unknown).toMatchObject({ code: 1, stdout: '' });
  });

  test('an invitation from here names no author', async () => {
    const { db } = fixtures.database;
    const [demo] = await db.query<{ id: string }>(`select id from workspace where name = 'demo'`);
    const { invitation } = await createInvitation(db, { workspace: demo!.id, role: 'member' });
    expect(invitation.createdBy).toBeNull();
  });
});

describe('workspaces invite', () => {
  test('makes a link that works once although sign-up is closed, for an address without an account', async () => {
    const { users, database } = fixtures;
    const invite = ['workspaces', 'invite', '--email', 'Grace@example.com'];
    const made = await json<{ email: string; url: string; mailed: boolean }>(invite, environment);
    expect(made).toMatchObject({ email: 'grace@example.com', mailed: false });
    const [, token = ''] = made.url.split('/dashboard/create-account#token=');
    expect(await users.previewSignUp(token)).toMatchObject({ email: 'grace@example.com' });
    const person = { name: 'Grace', password: PASSWORD, workspaceName: 'Grace & Co' };
    const { me } = await users.acceptSignUp({ token, ...person });
    expect(me.workspaces).toMatchObject([{ name: 'Grace & Co', role: 'owner' }]);
    // Nobody knows who got the link.
    const [user] = await database.db.query(
      'select email_verified as is from app_user where id = $1',
      [me.user.id],
    );
    expect(user).toEqual({ is: false });
    expect(await codeOf(users.acceptSignUp({ token, ...person }))).toBe('link_not_valid');
    const again = await cli(...invite);
    expect(again.code).toBe(1);
    expect(again.stderr).toContain('grace@example.com has an account already');
  });
});
