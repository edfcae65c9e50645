import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createInvitation,
  deleteInvitation,
  listInvitations,
  membershipOf,
  previewInvitation,
  type Role,
  renewSetUpLink,
} from '../../server/people/index.ts';
import {
  codeOf,
  cookieOf,
  createFixtures,
  DAY_MS,
  type Fixtures,
  PASSWORD,
  unique,
} from './fixtures.ts';

let fixtures: Fixtures;

beforeAll(async () => {
  fixtures = await createFixtures();
});
afterAll(() => fixtures.close());

const newEmail = () => `${unique('new')}@example.com`;

function accept(token: string, more: { email?: string; password?: string; name?: string } = {}) {
  const person = { name: 'New', email: newEmail(), password: PASSWORD };
  return fixtures.users.acceptInvitation({ token, ...person, ...more });
}

async function linkFor(workspace: string, role: Role = 'member', email?: string) {
  return (await createInvitation(fixtures.database.db, { workspace, role, email })).token;
}

async function count(table: 'app_user' | 'membership' | 'user_session'): Promise<number> {
  const { db } = fixtures.database;
  return (await db.query(`select from ${table}`)).length;
}

describe('a link', () => {
  test('works once: of twenty who use it at the same time one joins, and nothing is left of the others', async () => {
    const workspace = await fixtures.workspace();
    const token = await linkFor(workspace, 'owner');
    const before = [
      await count('app_user'),
      await count('membership'),
      await count('user_session'),
    ];
    const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf(accept(token))));
    expect(codes.sort()).toEqual([...Array(19).fill('link_not_valid'), 'none']);
    const after = [await count('app_user'), await count('membership'), await count('user_session')];
    expect(after).toEqual(before.map((rows) => rows + 1));
    expect(await codeOf(accept(token))).toBe('link_not_valid');
    expect(await codeOf(previewInvitation(fixtures.database.db, token))).toBe('link_not_valid');
  });

  test('unknown, mangled, expired and withdrawn get the same answer, and create no user', async () => {
    const { db } = fixtures.database;
    const workspace = await fixtures.workspace();
    const expired = await linkFor(workspace);
    await db.query('update invitation set expires_at = now() where workspace = $1', [workspace]);
    const { token: withdrawn, invitation } = await createInvitation(db, {
      ...{ workspace, role: 'member' },
    });
    await deleteInvitation(db, { workspace, invitation: invitation.id });
    const users = await count('app_user');
    for (const token of [expired, withdrawn, 'x'.repeat(43), '', `${withdrawn}x`, '../../etc']) {
      expect(await codeOf(accept(token))).toBe('link_not_valid');
      expect(await codeOf(previewInvitation(db, token))).toBe('link_not_valid');
    }
    expect(await count('app_user')).toBe(users);
  });

  test('shows its holder what it is for, and works for a week', async () => {
    const { db } = fixtures.database;
    const workspace = await fixtures.workspace();
    const token = await linkFor(workspace, 'admin', 'Ada@Example.com');
    expect(token).toMatch(/^[\w-]{43}$/);
    const preview = await previewInvitation(db, token);
    expect(preview).toMatchObject({ role: 'admin', email: 'ada@example.com' });
    expect(Math.round((preview.expiresAt.getTime() - Date.now()) / DAY_MS)).toBe(7);
  });
});

describe('joining as somebody new', () => {
  test('is refused with invalid_request where it says too little, and the link can be used still', async () => {
    const token = await linkFor(await fixtures.workspace());
    for (const more of [
      { password: 'elevenchars' },
      { password: 'x'.repeat(129) },
      { password: 'The Workspace 2026' },
      { email: 'nobody' },
      { email: `${'x'.repeat(250)}@example.com` },
      { name: ' ' },
      { name: 'x'.repeat(101) },
      { name: 'line\nbreak' },
      { name: 'line\u2028break' },
      { name: 'turned \u202etxt.exe' },
      { name: '\u2066isolated\u2069' },
      { name: '\u200b\u3164\u2800' },
    ]) {
      expect(await codeOf(accept(token, more)), JSON.stringify(more)).toBe('invalid_request');
    }
    expect(await codeOf(fixtures.users.acceptInvitation({ token }))).toBe('invalid_request');
    const joined = await accept(token, { name: '  Ada <b>  ' });
    expect(joined.me.user.name).toBe('Ada <b>');
  });

  test('by a link for one address is for that address only', async () => {
    const email = newEmail();
    const workspace = await fixtures.workspace();
    const token = await linkFor(workspace, 'member', email);
    expect(await codeOf(accept(token))).toBe('invalid_request');
    const joined = await fixtures.users.acceptInvitation({ token, name: 'A', password: PASSWORD });
    expect(joined.me.user.email).toBe(email);
  });

  test('is not possible under an address that is known, in any case of its letters', async () => {
    const workspace = await fixtures.workspace();
    const { email } = await fixtures.join(workspace, 'member');
    const token = await linkFor(workspace);
    expect(await codeOf(accept(token, { email: email.toUpperCase() }))).toBe('conflict');
    const [one, two] = [await linkFor(workspace), await linkFor(await fixtures.workspace())];
    const fresh = newEmail();
    const codes = await Promise.all([
      codeOf(accept(one, { email: fresh })),
      codeOf(accept(two, { email: fresh })),
    ]);
    expect(codes.sort()).toEqual(['conflict', 'none']);
  });
});

describe('joining while signed in', () => {
  test('adds the workspace to the same user, and raises a role but never lowers it', async () => {
    const { db } = fixtures.database;
    const [home, other] = [await fixtures.workspace(), await fixtures.workspace()];
    const ada = await fixtures.join(home, 'owner');
    const { cookie } = ada;
    const users = await count('app_user');
    const joined = await fixtures.users.acceptInvitation({ token: await linkFor(other), cookie });
    expect(joined.setCookie).toEqual([]);
    expect(joined.me.workspaces.map(({ id }) => id).sort()).toEqual([home, other].sort());
    expect(await count('app_user')).toBe(users);
    const raise = await linkFor(other, 'admin');
    await fixtures.users.acceptInvitation({ token: raise, cookie });
    expect(await membershipOf(db, ada.id, other)).toBe('admin');
    const lower = await linkFor(other, 'member');
    expect(await codeOf(fixtures.users.acceptInvitation({ token: lower, cookie }))).toBe(
      'conflict',
    );
    expect(await membershipOf(db, ada.id, other)).toBe('admin');
    expect(await codeOf(accept(lower))).toBe('none');
  });

  test('raises a role by the link of an owner only: 409 conflict by one of an admin, which stays open', async () => {
    const { db } = fixtures.database;
    const workspace = await fixtures.workspace();
    const [owner, admin] = [
      await fixtures.member(workspace, 'owner'),
      await fixtures.member(workspace, 'admin'),
    ];
    const { id, cookie } = await fixtures.join(workspace, 'member');
    const raise = async (actor: string) => {
      const { token } = await createInvitation(db, { workspace, role: 'admin', actor });
      return { token, code: await codeOf(fixtures.users.acceptInvitation({ token, cookie })) };
    };
    const refused = await raise(admin.id);
    expect(refused.code).toBe('conflict');
    expect(await membershipOf(db, id, workspace)).toBe('member');
    expect(await codeOf(previewInvitation(db, refused.token))).toBe('none');
    expect((await raise(owner.id)).code).toBe('none');
    expect(await membershipOf(db, id, workspace)).toBe('admin');
    expect((await accept(refused.token)).me.workspaces).toMatchObject([{ role: 'admin' }]);
  });

  test('does not use a link that is for somebody else', async () => {
    const workspace = await fixtures.workspace();
    const { cookie } = await fixtures.join(await fixtures.workspace(), 'owner');
    const token = await linkFor(workspace, 'member', newEmail());
    expect(await codeOf(fixtures.users.acceptInvitation({ token, cookie }))).toBe('conflict');
  });
});

test('joining ends the other links to the same address in that workspace', async () => {
  const { db } = fixtures.database;
  const [workspace, other] = [await fixtures.workspace(), await fixtures.workspace()];
  const email = newEmail();
  const [used, second] = [
    await linkFor(workspace, 'member', email),
    await linkFor(workspace, 'admin', email.toUpperCase()),
  ];
  const [elsewhere, others] = [
    await linkFor(other, 'member', email),
    await linkFor(workspace, 'member', newEmail()),
  ];
  const { setCookie } = await accept(used, { email });
  const again = { token: second, cookie: cookieOf({ setCookie }) };
  expect(await codeOf(fixtures.users.acceptInvitation(again))).toBe('link_not_valid');
  for (const token of [elsewhere, others]) {
    expect(await codeOf(previewInvitation(db, token))).toBe('none');
  }
});

describe('inviting', () => {
  test('is for admins, and owners are invited by owners', async () => {
    const { db } = fixtures.database;
    const workspace = await fixtures.workspace();
    const invite = async (actor: Role, role: Role) => {
      const { id } = await fixtures.member(workspace, actor);
      return codeOf(createInvitation(db, { workspace, role, actor: id }));
    };
    expect(await invite('member', 'member')).toBe('forbidden');
    expect(await invite('admin', 'admin')).toBe('none');
    expect(await invite('admin', 'owner')).toBe('forbidden');
    expect(await invite('owner', 'owner')).toBe('none');
  });

  test('shows open links without their secrets, to their own workspace', async () => {
    const { db } = fixtures.database;
    const [workspace, other] = [await fixtures.workspace(), await fixtures.workspace()];
    const owner = await fixtures.member(workspace, 'owner');
    const { invitation, token } = await createInvitation(db, {
      ...{ workspace, role: 'member', actor: owner.id },
    });
    const { data } = await listInvitations(db, workspace, { limit: 10 });
    expect(data).toEqual([invitation]);
    expect(invitation.createdBy).toEqual({ id: owner.id, name: 'Someone' });
    expect(JSON.stringify(data)).not.toContain(token);
    expect((await listInvitations(db, other, { limit: 10 })).data).toEqual([]);
    const elsewhere = { workspace: other, invitation: invitation.id };
    expect(await codeOf(deleteInvitation(db, elsewhere))).toBe('not_found');
  });
});

describe('the set-up link', () => {
  test('is one at a time, makes the first owner, and then there is none', async () => {
    const { db } = fixtures.database;
    const workspace = await fixtures.workspace();
    const renew = () => db.transaction((tx) => renewSetUpLink(tx, workspace));
    const [old, fresh] = [await renew(), await renew()];
    expect(await codeOf(accept(old!.token))).toBe('link_not_valid');
    const joined = await accept(fresh!.token);
    expect(joined.me.workspaces).toMatchObject([{ id: workspace, role: 'owner' }]);
    expect(await fixtures.users.authenticate(cookieOf(joined))).toMatchObject({ name: 'New' });
    expect(await renew()).toBeUndefined();
  });

  test('ends once somebody else is the owner', async () => {
    const { db } = fixtures.database;
    const workspace = await fixtures.workspace();
    const link = await db.transaction((tx) => renewSetUpLink(tx, workspace));
    await fixtures.member(workspace, 'owner');
    expect(await codeOf(accept(link!.token))).toBe('link_not_valid');
  });
});
