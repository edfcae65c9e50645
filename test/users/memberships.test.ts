import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createInvitation,
  listMembers,
  membershipOf,
  previewInvitation,
  removeMember,
  updateRole,
} from '../../server/people/index.ts';
import { codeOf, createFixtures, type Fixtures } from './fixtures.ts';

type Someone = Awaited<ReturnType<Fixtures['member']>>;

let fixtures: Fixtures;

beforeAll(async () => {
  fixtures = await createFixtures();
});
afterAll(() => fixtures.close());

async function owners(workspace: string): Promise<Someone[]> {
  return [await fixtures.member(workspace, 'owner'), await fixtures.member(workspace, 'owner')];
}

function roleOf(person: Someone, workspace: string) {
  return membershipOf(fixtures.database.db, person.id, workspace);
}

describe('the last owner', () => {
  test('stays one, whoever requests the change', async () => {
    const { db } = fixtures.database;
    const workspace = await fixtures.workspace();
    const owner = await fixtures.member(workspace, 'owner');
    for (const actor of [owner.id, undefined]) {
      const input = { workspace, user: owner.id, actor };
      expect(await codeOf(updateRole(db, { ...input, role: 'admin' }))).toBe('conflict');
      expect(await codeOf(removeMember(db, input))).toBe('conflict');
    }
    expect(await roleOf(owner, workspace)).toBe('owner');
  });

  test('is not lost to two owners who leave, demote themselves or each other at once', async () => {
    const { db } = fixtures.database;
    for (let round = 0; round < 5; round += 1) {
      const workspace = await fixtures.workspace();
      const [one, two] = (await owners(workspace)) as [Someone, Someone];
      const codes = await Promise.all([
        codeOf(updateRole(db, { workspace, user: one.id, role: 'member', actor: two.id })),
        codeOf(updateRole(db, { workspace, user: two.id, role: 'admin', actor: one.id })),
        codeOf(removeMember(db, { workspace, user: one.id, actor: one.id })),
        codeOf(removeMember(db, { workspace, user: two.id, actor: two.id })),
      ]);
      const roles = [await roleOf(one, workspace), await roleOf(two, workspace)];
      expect(
        roles.filter((role) => role === 'owner'),
        codes.join(),
      ).toHaveLength(1);
      expect(codes).toContain('none');
    }
  });
});

describe('who changes members', () => {
  test('is an owner; anybody may leave; others see nothing', async () => {
    const { db } = fixtures.database;
    const workspace = await fixtures.workspace();
    const owner = await fixtures.member(workspace, 'owner');
    const admin = await fixtures.member(workspace, 'admin');
    const member = await fixtures.member(workspace, 'member');
    const outsider = await fixtures.member(await fixtures.workspace(), 'owner');
    const promote = (actor: Someone) =>
      codeOf(updateRole(db, { workspace, user: member.id, role: 'owner', actor: actor.id }));
    const remove = (actor: Someone, user: Someone) =>
      codeOf(removeMember(db, { workspace, user: user.id, actor: actor.id }));
    expect(await promote(admin)).toBe('forbidden');
    expect(await promote(member)).toBe('forbidden');
    expect(await promote(outsider)).toBe('not_found');
    expect(await remove(admin, member)).toBe('forbidden');
    expect(await remove(outsider, member)).toBe('not_found');
    expect(await remove(owner, outsider)).toBe('not_found');
    expect(await roleOf(member, workspace)).toBe('member');
    expect(await promote(owner)).toBe('none');
    expect(await remove(admin, admin)).toBe('none');
    expect(await roleOf(admin, workspace)).toBeUndefined();
    expect(await roleOf(outsider, workspace)).toBeUndefined();
  });

  test('takes with the rights the invitations that were made by them', async () => {
    const { db } = fixtures.database;
    const workspace = await fixtures.workspace();
    const [one, two] = (await owners(workspace)) as [Someone, Someone];
    const { token } = await createInvitation(db, { workspace, role: 'owner', actor: two.id });
    await updateRole(db, { workspace, user: two.id, role: 'member', actor: one.id });
    expect(await codeOf(previewInvitation(db, token))).toBe('link_not_valid');
  });
});

test('who was removed or made less does not come back by a link that was made for them', async () => {
  const { db } = fixtures.database;
  const workspace = await fixtures.workspace();
  const { id: actor } = await fixtures.member(workspace, 'owner');
  const { id: user, email, cookie } = await fixtures.join(workspace, 'admin');
  for (const lose of [
    () => updateRole(db, { workspace, user, role: 'member', actor }),
    () => removeMember(db, { workspace, user, actor }),
  ]) {
    const { token } = await createInvitation(db, { workspace, role: 'owner', email, actor });
    await lose();
    expect(await codeOf(fixtures.users.acceptInvitation({ token, cookie }))).toBe('link_not_valid');
  }
  expect(await membershipOf(db, user, workspace)).toBeUndefined();
});

test('members are listed newest first, page by page, each once', async () => {
  const { db } = fixtures.database;
  const workspace = await fixtures.workspace();
  const joined: string[] = [];
  for (let i = 0; i < 5; i += 1) joined.push((await fixtures.member(workspace, 'member')).id);
  const listed: string[] = [];
  let before: string | undefined;
  do {
    const { data, next } = await listMembers(db, workspace, { limit: 2, before });
    listed.push(...data.map(({ user }) => user));
    before = next ?? undefined;
  } while (before !== undefined);
  expect(listed).toEqual(joined.reverse());
});

test('who did what is in the audit trail, with who did it', async () => {
  const { db } = fixtures.database;
  const workspace = await fixtures.workspace();
  const owner = await fixtures.join(workspace, 'owner');
  const member = await fixtures.join(workspace, 'member');
  await updateRole(db, { workspace, user: member.id, role: 'admin', actor: owner.id });
  await removeMember(db, { workspace, user: member.id });
  const events = await db.query<{ kind: string; actor: string | null; detail: object }>(
    `select kind, actor, detail from audit_event where workspace = $1 and kind like 'member%' order by id`,
    [workspace],
  );
  expect(events).toMatchObject([
    { kind: 'member_joined', actor: owner.id, detail: { user: owner.id, role: 'owner' } },
    { kind: 'member_joined', actor: member.id, detail: { user: member.id, role: 'member' } },
    { kind: 'member_role_changed', actor: owner.id, detail: { from: 'member', role: 'admin' } },
    { kind: 'member_removed', actor: null, detail: { user: member.id, role: 'admin' } },
  ]);
});
