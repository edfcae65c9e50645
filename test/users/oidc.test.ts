import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addOperator,
  createInvitation,
  listOperators,
  membershipOf,
  previewInvitation,
  type Users,
} from '../../server/people/index.ts';
import { codeOf, cookieOf, createFixtures, type Fixtures, PASSWORD, unique } from './fixtures.ts';
import { type OpenIdProvider, startOpenIdProvider } from './openid-provider.ts';

let fixtures: Fixtures;
let provider: OpenIdProvider;
let users: Users;
let workspace: string;

beforeAll(async () => {
  provider = await startOpenIdProvider();
  fixtures = await createFixtures();
  const { issuer, clientId, clientSecret } = provider;
  users = fixtures.another({ oidc: { issuer, clientId, clientSecret, name: 'Acme ID' } });
  workspace = await fixtures.workspace();
});
afterAll(async () => {
  await fixtures.close();
  await provider.close();
});
beforeEach(() => {
  provider.lies = {};
});

const newEmail = () => `${unique('person')}@example.com`;

interface Trip {
  returnTo?: string;
  /** The cookies of the browser besides the one of the trip. */
  cookie?: string;
  change?: (back: URL) => void;
}

/** Leaves for the provider and comes back. */
async function travel({ returnTo, cookie = '', change = () => {} }: Trip = {}) {
  const left = await users.startOidc({ returnTo });
  const back = await provider.consent(left.location);
  change(back);
  const cookies = [cookieOf(left), cookie].filter(Boolean).join('; ');
  const input = { query: back.searchParams, cookie: cookies };
  return { ...(await users.finishOidc(input)), input };
}

async function whoIs({ setCookie }: { setCookie: string[] }) {
  return users.authenticate(cookieOf({ setCookie }));
}

function someone(more: Partial<OpenIdProvider['person']> = {}): OpenIdProvider['person'] {
  return { sub: unique('subject'), email: newEmail(), email_verified: true, name: 'Ada', ...more };
}

async function invite(email: string): Promise<string> {
  return (await createInvitation(fixtures.database.db, { workspace, role: 'admin', email })).token;
}

describe('an OpenID sign-in', () => {
  test('makes the invited user, with the membership, and finds the same one again by the subject', async () => {
    provider.person = someone();
    const token = await invite(provider.person.email ?? '');
    const came = await travel({ returnTo: `/dashboard/${workspace}/keys?status=active` });
    expect(came.location).toBe(`/dashboard/${workspace}/keys?status=active`);
    expect(came.setCookie[0]).toMatch(/^__Host-session=.+HttpOnly; Secure; SameSite=Lax$/);
    const session = await whoIs(came);
    expect(session).toMatchObject({ name: 'Ada', email: provider.person.email });
    expect(await membershipOf(fixtures.database.db, session!.user, workspace)).toBe('admin');
    expect(await codeOf(previewInvitation(fixtures.database.db, token))).toBe('link_not_valid');
    expect((await users.me(session!)).user.hasPassword).toBe(false);

    provider.person = { ...provider.person, email: newEmail(), email_verified: false };
    expect(await whoIs(await travel())).toMatchObject({ user: session!.user });
    const input = { currentPassword: PASSWORD, newPassword: PASSWORD, cookie: cookieOf(came) };
    expect(await codeOf(users.changePassword(input))).toBe('conflict');
  });

  test('creates no user who was not invited, and trusts no address that is not verified', async () => {
    const invited = newEmail();
    await invite(invited);
    const before = await fixtures.database.db.query('select from app_user');
    for (const person of [
      someone(),
      someone({ email: invited, email_verified: false }),
      { sub: unique('subject'), email: invited },
      { sub: unique('subject') },
    ]) {
      provider.person = person;
      const came = await travel();
      expect(came.location).toMatch(/^\/dashboard\/sign-in\?problem=oidc_(not_invited|failed)$/);
      expect(await whoIs(came)).toBeUndefined();
    }
    expect(await fixtures.database.db.query('select from app_user')).toHaveLength(before.length);
  });

  test('gives an address that was only typed to its holder, and takes it from the user who typed it', async () => {
    const { db } = fixtures.database;
    const admin = await fixtures.member(workspace, 'admin');
    const byAddress = newEmail();
    const byLink = newEmail();
    for (const [email, invitation] of [
      [byAddress, { workspace, role: 'admin', email: byAddress, actor: admin.id }],
      [byLink, { workspace, role: 'admin', actor: admin.id }],
      [newEmail(), { workspace, role: 'admin' }],
    ] as const) {
      const { token } = await createInvitation(db, invitation);
      const squatter = await users.acceptInvitation({
        token,
        name: 'X',
        email,
        password: PASSWORD,
      });
      const actor = squatter.me.user.id;
      const spare = await createInvitation(db, { workspace, role: 'admin', actor });
      await addOperator(db, { email, role: 'admin', isTheirs: true });

      provider.person = someone({ email: email.toUpperCase() });
      // The squatter may have left a session in the browser of the holder, too.
      const holder = await travel({ cookie: cookieOf(squatter) });
      expect(await whoIs(holder)).toMatchObject({ user: actor, email });
      expect((await users.me((await whoIs(holder))!)).user.hasPassword).toBe(false);
      expect(await membershipOf(db, actor, workspace)).toBe('admin');
      // The command line vouched for somebody else.
      expect((await listOperators(db)).map((operator) => operator.user)).not.toContain(actor);

      expect(await whoIs(squatter)).toBeUndefined();
      expect(await codeOf(users.signIn({ email, password: PASSWORD }))).toBe('wrong_credentials');
      expect(await codeOf(previewInvitation(db, spare.token))).toBe('link_not_valid');
      const input = {
        currentPassword: PASSWORD,
        newPassword: PASSWORD,
        cookie: cookieOf(squatter),
      };
      expect(await codeOf(users.changePassword(input))).toBe('unauthenticated');
      expect(await whoIs(await travel())).toMatchObject({ user: actor });
    }
  });

  test('leaves no session to a password that was tried at the same moment', async () => {
    const { id, email } = await fixtures.join(workspace, 'member');
    provider.person = someone({ email });
    const [holder] = await Promise.all([
      travel(),
      ...Array.from({ length: 4 }, () => codeOf(users.signIn({ email, password: PASSWORD }))),
    ]);
    const living = await fixtures.database.db.query<{ id: string }>(
      'select id from user_session where user_id = $1',
      [id],
    );
    expect(living).toEqual([{ id: (await whoIs(holder))?.id }]);
  });

  test('is one of each user: another subject with the same address is refused', async () => {
    const email = newEmail();
    await invite(email);
    provider.person = someone({ email });
    const first = await travel();
    const { person } = provider;
    provider.person = someone({ email });
    const second = await travel();
    expect(second.location).toBe('/dashboard/sign-in?problem=oidc_not_linked');
    expect(await whoIs(second)).toBeUndefined();
    provider.person = person;
    expect(await whoIs(await travel())).toMatchObject({ user: (await whoIs(first))?.user });
  });

  test('belongs to its issuer: the same subject of another one is somebody else', async () => {
    const email = newEmail();
    await invite(email);
    provider.person = someone({ email });
    const { sub } = provider.person;
    const first = await whoIs(await travel());
    const another = await startOpenIdProvider();
    try {
      const { issuer, clientId, clientSecret } = another;
      const moved = fixtures.another({ oidc: { issuer, clientId, clientSecret, name: 'Moved' } });
      const come = async (person: OpenIdProvider['person']) => {
        another.person = person;
        const left = await moved.startOidc({});
        const { searchParams: query } = await another.consent(left.location);
        return moved.finishOidc({ query, cookie: cookieOf(left) });
      };
      const outsider = await come({ ...someone(), sub });
      expect(outsider.location).toBe('/dashboard/sign-in?problem=oidc_not_invited');
      expect(await whoIs(outsider)).toBeUndefined();
      const sameAddress = await whoIs(await come(someone({ email })));
      expect(sameAddress).toMatchObject({ user: first?.user });
    } finally {
      await another.close();
    }
  });

  test('shows a name that the provider has without what would deceive', async () => {
    provider.person = someone({ name: '\u202e eve\n\u2066' });
    await invite(provider.person.email ?? '');
    expect(await whoIs(await travel())).toMatchObject({ name: 'eve' });
    provider.person = someone({ name: '\u200b\u3164' });
    await invite(provider.person.email ?? '');
    const [name] = provider.person.email!.split('@');
    expect(await whoIs(await travel())).toMatchObject({ name });
  });

  test('of several invitations to one workspace gives the highest role', async () => {
    provider.person = someone();
    const email = provider.person.email ?? '';
    for (const role of ['member', 'owner', 'admin'] as const) {
      await createInvitation(fixtures.database.db, { workspace, role, email });
    }
    const session = await whoIs(await travel());
    expect(await membershipOf(fixtures.database.db, session!.user, workspace)).toBe('owner');
  });
});

describe('what comes back from the provider', () => {
  test('counts once, in the browser that left, with its own state', async () => {
    provider.person = someone();
    await invite(provider.person.email ?? '');
    const came = await travel();
    expect((await users.finishOidc(came.input)).location).toContain('oidc_expired');

    const left = await users.startOidc({});
    const { searchParams: query } = await provider.consent(left.location);
    for (const cookie of [undefined, '__Host-oidc=other', cookieOf(await users.startOidc({}))]) {
      const stolen = await users.finishOidc({ query, cookie });
      expect(stolen.location).toContain('oidc_expired');
      expect(await whoIs(stolen)).toBeUndefined();
    }
    const empty = await users.finishOidc({ query: new URLSearchParams(), cookie: cookieOf(left) });
    expect(empty.location).toContain('oidc_expired');
    await fixtures.database.db.query('update user_verification set expires_at = now()');
    const late = await users.finishOidc({ query, cookie: cookieOf(left) });
    expect(late.location).toContain('oidc_expired');
  });

  test('proves nothing where it is forged, for others, stale, or from elsewhere', async () => {
    provider.person = someone();
    await invite(provider.person.email ?? '');
    const past = Math.floor(Date.now() / 1_000) - 3_600;
    for (const lies of [
      { isForged: true },
      { isUnsigned: true },
      { withoutIdToken: true },
      { claims: { aud: 'another client' } },
      { claims: { iss: 'https://elsewhere.example.com' } },
      { claims: { nonce: 'another' } },
      { claims: { nonce: undefined } },
      { claims: { exp: past } },
      { error: 'access_denied' },
    ]) {
      provider.lies = lies;
      const came = await travel();
      expect(came.location, JSON.stringify(lies)).toBe('/dashboard/sign-in?problem=oidc_failed');
      expect(await whoIs(came)).toBeUndefined();
    }
    provider.lies = {};
    for (const change of [
      (back: URL) => back.searchParams.set('code', 'invented'),
      (back: URL) => back.searchParams.delete('code'),
      (back: URL) => back.searchParams.set('iss', 'https://elsewhere.example.com'),
    ]) {
      expect((await travel({ change })).location).toContain('oidc_failed');
    }
    expect(await whoIs(await travel())).toMatchObject({ email: provider.person.email });
  });

  test('leads to a page of the dashboard and nowhere else', async () => {
    provider.person = someone();
    await invite(provider.person.email ?? '');
    for (const returnTo of [
      'https://elsewhere.example.com/',
      '//elsewhere.example.com/dashboard',
      '/dashboardevil',
      '/dashboard/../v1/developer',
      '/dashboard\\evil',
      '/dashboard/%0d%0aSet-Cookie:x=y\r\n',
      'javascript:alert(1)',
    ]) {
      expect((await travel({ returnTo })).location).toBe('/dashboard');
    }
  });
});

describe('the provider', () => {
  test('is not needed for a start, and is asked again once it is there', async () => {
    const { issuer, clientId, clientSecret } = provider;
    const away = fixtures.another({
      oidc: { issuer: 'http://127.0.0.1:9', clientId, clientSecret, name: 'Away' },
    });
    expect(away.methods()).toEqual({
      ...{ password: true, oidc: { name: 'Away' } },
      passwordReset: 'operator',
    });
    for (let i = 0; i < 2; i += 1) {
      expect((await away.startOidc({})).location).toContain('oidc_unavailable');
    }
    const other = fixtures.another({
      oidc: { issuer: `${issuer}/tenant`, clientId, clientSecret, name: 'Other' },
    });
    expect((await other.startOidc({})).location).toContain('oidc_unavailable');
  });

  test('that is not configured has no routes', async () => {
    expect(fixtures.users.methods()).toEqual({ password: true, passwordReset: 'operator' });
    expect(await codeOf(fixtures.users.startOidc({}))).toBe('not_found');
    const input = { query: new URLSearchParams(), cookie: undefined };
    expect(await codeOf(fixtures.users.finishOidc(input))).toBe('not_found');
  });
});
