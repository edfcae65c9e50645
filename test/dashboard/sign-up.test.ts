/** Signing up over HTTP, with a real mail server: a link proves the address, and makes one account and one workspace. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteEndedSignUps } from '../../server/people/index.ts';
import { startCaptchaServer } from '../support/captcha-server.ts';
import { freePort } from '../support/free-port.ts';
import { linkOf, type MailServer, startMailServer } from '../support/mail-server.ts';
import { type Answer, problemOf, unique } from '../support/service.ts';
import { type OpenIdProvider, startOpenIdProvider } from '../users/openid-provider.ts';
import { bodyOf, cookieOf, type Dashboard, PASSWORD, startDashboard } from './fixtures.ts';

const TERMS = 'https://example.com/terms';
/** In units. */
const WELCOME = 500_000_000;

let mail: MailServer;
let provider: OpenIdProvider;
let dashboard: Dashboard;

beforeAll(async () => {
  mail = await startMailServer();
  provider = await startOpenIdProvider();
  dashboard = await startDashboard({ environment: await environmentOf() });
});
beforeEach(() => {
  mail.received.length = 0;
});
afterEach(async () => {
  await db().query('delete from sign_in_attempt');
  await db().query('delete from mail');
  await db().query('delete from sign_up');
});
afterAll(async () => {
  await dashboard.close();
  await Promise.all([mail.close(), provider.close()]);
});

async function environmentOf(more: Record<string, string> = {}) {
  const PORT = String(await freePort());
  return {
    ...{ PORT, PUBLIC_URL: `http://127.0.0.1:${PORT}` },
    ...{ SMTP_URL: `smtp://127.0.0.1:${mail.port}`, MAIL_FROM: 'runs@example.com' },
    ...{ SIGN_UP: 'open', TERMS_URL: TERMS },
    ...{ WELCOME_CREDIT: '0.50', WELCOME_CREDIT_DAYS: '7' },
    ...{ OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: provider.clientId, OIDC_NAME: 'Acme ID' },
    OIDC_CLIENT_SECRET: provider.clientSecret,
    ...more,
  };
}

const db = () => dashboard.service.database.db;
const newEmail = () => `${unique('ada')}@example.com`;

function ask(email: string, more: { captcha?: string; ip?: string; of?: Dashboard } = {}) {
  const { captcha, ip = '192.0.2.1', of = dashboard } = more;
  const body = { email, ...(captcha !== undefined && { captcha }) };
  return of.send({ path: '/sign-ups', body, headers: { 'X-Forwarded-For': ip } });
}

const preview = (token: string) => dashboard.send({ path: '/sign-ups/preview', body: { token } });

function accept(token: string, more: Record<string, unknown> = {}) {
  const person = { name: 'Ada', password: PASSWORD, workspaceName: unique('workspace') };
  const body = { token, ...person, acceptedTermsUrl: TERMS, ...more };
  return dashboard.send({ path: '/sign-ups/accept', body });
}

/** Of the mail with this number to the address. */
async function tokenOf(email: string, count = 1): Promise<string> {
  const to = () => mail.received.filter((each) => each.to.includes(email));
  await expect.poll(() => to().length).toBeGreaterThanOrEqual(count);
  const { pathname, hash } = linkOf(to()[count - 1]!);
  expect(pathname).toBe('/dashboard/create-account');
  return hash.replace('#token=', '');
}

async function newToken(): Promise<string> {
  const email = newEmail();
  await ask(email);
  return tokenOf(email);
}

const waiting = async () =>
  (await db().query<{ email: string }>('select email from sign_up order by id')).map(
    ({ email }) => email,
  );

const usersOf = (email: string) =>
  db().query<{ id: string; isVerified: boolean }>(
    'select id, email_verified as "isVerified" from app_user where lower(email) = lower($1)',
    [email],
  );

/** To the OpenID provider and back. */
async function travel(of: Dashboard) {
  const left = await of.send({ path: '/session/oidc' });
  const back = await provider.consent(left.headers.get('location') ?? '');
  const path = `/session/oidc/callback${back.search}`;
  return of.send({ path, cookie: cookieOf(left) });
}

interface SignedUp {
  user: { email: string; hasPassword: boolean };
  workspaces: { id: string; name: string; role: string }[];
}

it('makes of a mailed link an account and a workspace of its own, signed in, with the consent on record', async () => {
  const methods = bodyOf(await dashboard.send({ path: '/sign-in-methods' }));
  expect(methods).toMatchObject({ signUp: {} });
  const email = newEmail();
  expect((await ask(email.toUpperCase())).status).toBe(204);
  const token = await tokenOf(email);
  const [row] = await db().query<{ text: string }>(
    'select (select json_agg(s)::text from sign_up s) || (select json_agg(l)::text from sign_up_link l) as text',
  );
  expect(row!.text).not.toContain(token);
  expect(row!.text).not.toContain(Buffer.from(token).toString('hex'));

  const seen = bodyOf(await preview(token));
  expect(seen).toMatchObject({ email, needsPassword: true, termsUrl: TERMS });
  for (const [pointer, wrong] of [
    ['#/password', { password: 'password1234' }],
    ['#/password', { password: undefined }],
    ['#/acceptedTermsUrl', { acceptedTermsUrl: undefined }],
    ['#/acceptedTermsUrl', { acceptedTermsUrl: 'https://example.com/old-terms' }],
    ['#/workspaceName', { workspaceName: ' ' }],
    ['#/workspaceName', { workspaceName: undefined }],
    ['#/workspaceName', { workspaceName: 'Your refund: evil\u200d.example' }],
    ['#/name', { name: ' ' }],
    ['#/name', { name: 'Ada, see https://evil.example' }],
  ] as const) {
    const { errors } = problemOf(await accept(token, wrong), 'invalid_request');
    expect(errors).toMatchObject([{ pointer }]);
  }
  expect(await usersOf(email)).toEqual([]);

  const name = unique('Ada & Co.');
  const made = await accept(token, { workspaceName: ` ${name} ` });
  expect(made.status).toBe(201);
  const { user, workspaces } = bodyOf<SignedUp>(made);
  expect(user).toMatchObject({ email, hasPassword: true });
  expect(workspaces).toMatchObject([{ name, role: 'owner' }]);
  expect(await usersOf(email)).toMatchObject([{ isVerified: true }]);
  const cookie = cookieOf(made);
  const path = `/workspaces/${workspaces[0]!.id}`;
  const wallet = await dashboard.send({ path: `${path}/wallet`, cookie });
  expect(bodyOf(wallet)).toMatchObject({ availableAmount: WELCOME });
  const audit = await dashboard.send({ path: `${path}/audit-events`, cookie });
  const { data } = bodyOf<{ data: { kind: string; detail: object }[] }>(audit);
  expect(data.map(({ kind }) => kind)).toEqual([
    ...['credit_granted', 'member_joined', 'terms_accepted', 'workspace_created'],
  ]);
  expect(data[2]).toMatchObject({ detail: { termsUrl: TERMS }, actor: { name: 'Ada' } });

  for (const again of [await preview(token), await accept(token)]) {
    problemOf(again, 'link_not_valid');
  }
  const session = { path: '/session', body: { email, password: PASSWORD } };
  expect((await dashboard.send(session)).status).toBe(201);
});

it('refuses a forged and an expired link with link_not_valid, and forgets what expired', async () => {
  const token = await newToken();
  const forged = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
  problemOf(await accept(forged), 'link_not_valid');
  problemOf(await accept('x'), 'link_not_valid');
  await deleteEndedSignUps(db());
  expect((await preview(token)).status).toBe(200);
  await db().query(`update sign_up set expires_at = now() - interval '1 s'`);
  problemOf(await preview(token), 'link_not_valid');
  problemOf(await accept(token), 'link_not_valid');
  await deleteEndedSignUps(db());
  expect(await db().query('select from sign_up union all select from sign_up_link')).toEqual([]);
});

it('makes one account and one workspace, however many links of an address are used at once', async () => {
  const email = newEmail();
  await Promise.all([ask(email), ask(email.toUpperCase())]);
  const tokens = [await tokenOf(email, 1), await tokenOf(email, 2)];
  const before = await db().query('select id from workspace');
  const answers = await Promise.all([...tokens, ...tokens].map((token) => accept(token)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 410, 410, 410]);
  expect(await usersOf(email)).toHaveLength(1);
  expect(await db().query('select id from workspace')).toHaveLength(before.length + 1);
  expect(await waiting()).toEqual([]);
});

it('tells nobody which names workspaces have: two people name theirs alike', async () => {
  const tokens = [await newToken(), await newToken()];
  const workspaceName = unique('Acme');
  const answers = await Promise.all(tokens.map((token) => accept(token, { workspaceName })));
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
});

describe('an invitation by a stranger', () => {
  async function invitedBy(email: string) {
    const stranger = await dashboard.customer();
    const body = { role: 'admin', email };
    const path = `${stranger.path}/invitations`;
    const made = bodyOf<{ invitation: { id: string }; url: string }>(
      await stranger.owner.send({ path, body }),
    );
    const { name } = await stranger.owner.get<{ name: string }>(stranger.path);
    return { stranger, name, id: made.invitation.id, token: made.url.split('#token=')[1]! };
  }

  it('takes in nobody who comes from the OpenID provider: the person makes a workspace, after the terms', async () => {
    const email = newEmail();
    const { name, id } = await invitedBy(email);
    provider.person = { sub: unique('subject'), email, email_verified: true, name: 'Ada' };
    const location = (await travel(dashboard)).headers.get('location')!;
    expect(location).toMatch(/^\/dashboard\/create-account#token=/);
    expect(await usersOf(email)).toEqual([]);
    const token = location.split('#token=')[1]!;
    const invitation = { id, workspaceName: name, role: 'admin' };
    expect(bodyOf(await preview(token))).toMatchObject({ invitations: [invitation] });
    const own = { password: undefined, workspaceName: unique('Own') };
    const made = bodyOf<SignedUp>(await accept(token, own));
    expect(made.workspaces).toMatchObject([{ name: own.workspaceName, role: 'owner' }]);
  });

  it('is accepted only by whoever chooses it, also instead of a workspace of their own', async () => {
    const email = newEmail();
    const { stranger, name, id } = await invitedBy(email);
    const others = await invitedBy(newEmail());
    // The invitation is a mail as well.
    await expect.poll(() => mail.received.some(({ to }) => to.includes(email))).toBe(true);
    await ask(email);
    const token = await tokenOf(email, 2);
    const joining = { workspaceName: undefined, invitations: [id] };
    const foreign = await accept(token, { ...joining, invitations: [id, others.id] });
    expect(problemOf(foreign, 'conflict').errors).toMatchObject([{ pointer: '#/invitations' }]);
    const refused = await accept(token, { ...joining, acceptedTermsUrl: undefined });
    expect(problemOf(refused, 'invalid_request').errors).toMatchObject([
      { pointer: '#/acceptedTermsUrl', code: 'required' },
    ]);
    const made = await accept(token, joining);
    expect(bodyOf<SignedUp>(made).workspaces).toMatchObject([{ name, role: 'admin' }]);
    expect(await usersOf(email)).toMatchObject([{ isVerified: true }]);
    const events = `${stranger.path}/audit-events?kind=terms_accepted`;
    const { data } = await stranger.owner.get<{ data: object[] }>(events);
    expect(data[0]).toMatchObject({ detail: { termsUrl: TERMS }, actor: { name: 'Ada' } });
  });

  it('makes no account by its own link without the terms', async () => {
    const email = newEmail();
    const { stranger, token } = await invitedBy(email);
    const shown = await dashboard.send({ path: '/invitations/preview', body: { token } });
    expect(bodyOf(shown)).toMatchObject({ termsUrl: TERMS });
    const body = { token, name: 'Ada', password: PASSWORD };
    const path = '/invitations/accept';
    for (const acceptedTermsUrl of [undefined, 'https://example.com/old-terms']) {
      const answer = await dashboard.send({ path, body: { ...body, acceptedTermsUrl } });
      const { errors } = problemOf(answer, 'invalid_request');
      expect(errors).toMatchObject([{ pointer: '#/acceptedTermsUrl' }]);
    }
    expect(await usersOf(email)).toEqual([]);
    const made = await dashboard.send({ path, body: { ...body, acceptedTermsUrl: TERMS } });
    expect(made.status).toBe(201);
    const events = `${stranger.path}/audit-events?kind=terms_accepted`;
    // The owner came by a link as well.
    expect((await stranger.owner.get<{ data: object[] }>(events)).data).toHaveLength(2);
  });
});

it('tells nobody whether an address has an account, except the address itself', async () => {
  const known = newEmail();
  await ask(known);
  await accept(await tokenOf(known));
  mail.received.length = 0;
  const unknown = newEmail();
  const answers = [await ask(known), await ask(unknown)];
  const shown = ({ status, text, headers }: Answer) => {
    const { date: _, 'x-request-id': __, ...rest } = Object.fromEntries(headers);
    return { status, text, rest };
  };
  expect(shown(answers[0]!)).toEqual(shown(answers[1]!));
  await expect.poll(() => mail.received.length).toBe(2);
  const [toKnown, toUnknown] = [known, unknown].map((email) =>
    mail.received.find(({ to }) => to.includes(email)),
  );
  expect(toKnown!.text).toContain('which has one already');
  expect(linkOf(toKnown!).href).toMatch(/\/dashboard\/sign-in$/);
  expect(linkOf(toUnknown!).pathname).toBe('/dashboard/create-account');
});

it('refuses with 409 a link whose address got an account by another way', async () => {
  const email = newEmail();
  await ask(email);
  const token = await tokenOf(email);
  await db().query(
    `insert into app_user (id, name, email, created_at, updated_at)
     values (gen_random_uuid(), 'Ada', $1, now(), now())`,
    [email],
  );
  problemOf(await accept(token), 'conflict');
});

it('sends a mailbox three mails an hour, with any tag that its provider is known to ignore', async () => {
  const name = unique('ada');
  for (const email of [
    ...[
      `${name}@gmail.com`,
      `${name}+one@gmail.com`,
      `${name.slice(0, 2)}.${name.slice(2)}@googlemail.com`,
    ],
    ...[`${name}+two@gmail.com`, `${name}@gmail.com`, `${name}+one@example.com`],
  ]) {
    expect((await ask(email)).status).toBe(204);
  }
  const sent = await waiting();
  expect(sent).toHaveLength(4);
  expect(sent.at(-1)).toBe(`${name}+one@example.com`);
});

it('gives welcome credit that expires to a mailbox once, also if two of its addresses sign up at once', async () => {
  const name = unique('ada');
  const emails = [`${name}@gmail.com`, `${name}+two@gmail.com`];
  const tokens = [];
  for (const email of emails) {
    await ask(email);
    tokens.push(await tokenOf(email));
  }
  const { db: database } = dashboard.service.database;
  const count = async () =>
    (
      await database.query<{ n: number }>(
        `select count(*)::integer as n from credit_grant
         where reason = 'welcome' and expires_at between now() + interval '6 days' and now() + interval '7 days'`,
      )
    )[0]!.n;
  const before = await count();
  const answers = await Promise.all(tokens.map((token) => accept(token)));
  const amounts = answers.map(async (answer) => {
    const [workspace] = bodyOf<SignedUp>(answer).workspaces;
    const path = `/workspaces/${workspace!.id}/wallet`;
    const wallet = await dashboard.send({ path, cookie: cookieOf(answer) });
    return bodyOf<{ availableAmount: number }>(wallet).availableAmount;
  });
  expect((await Promise.all(amounts)).toSorted((a, b) => a - b)).toEqual([0, WELCOME]);
  expect(await count()).toBe(before + 1);
});

it('answers 503 overloaded while as many links wait as may, which counts nothing for the mailbox', async () => {
  await db().query(
    `insert into sign_up (id, email, expires_at)
     select gen_random_uuid(), 'x' || n || '@example.com', now() + interval '1 hour' from generate_series(1, 10000) n`,
  );
  const email = newEmail();
  for (let i = 0; i < 4; i += 1) {
    const refused = await ask(email);
    problemOf(refused, 'overloaded');
    expect(refused.headers.get('retry-after')).toBe('60');
  }
  expect(await db().query('select from mail')).toEqual([]);
  await db().query('delete from sign_up');
  expect((await ask(email)).status).toBe(204);
  expect(await waiting()).toEqual([email]);
});

it('makes an account without a password for whom the OpenID provider vouches', async () => {
  const email = newEmail();
  provider.person = { sub: unique('subject'), email, email_verified: true, name: 'Ada' };
  const first = await travel(dashboard);
  const [page, fragment = ''] = (await travel(dashboard)).headers.get('location')!.split('#');
  expect(page).toBe('/dashboard/create-account');
  // The second visit replaced what the first one began.
  const old = first.headers.get('location')!.split('#token=')[1]!;
  problemOf(await preview(old), 'link_not_valid');
  const token = fragment.replace('token=', '');
  expect(bodyOf(await preview(token))).toMatchObject({ email, name: 'Ada', needsPassword: false });
  const made = await accept(token, { password: undefined });
  expect(bodyOf<SignedUp>(made).user).toMatchObject({ email, hasPassword: false });
  const me = await dashboard.send({ path: '/me', cookie: cookieOf(made) });
  expect(bodyOf(me)).toMatchObject({ user: { email } });
  const again = await travel(dashboard);
  expect(again.headers.get('location')).toBe('/dashboard');

  provider.person = { sub: unique('subject'), email: newEmail(), email_verified: false };
  const unproven = await travel(dashboard);
  expect(unproven.headers.get('location')).toBe('/dashboard/sign-in?problem=oidc_not_invited');
});

it('counts for all processes together, and checks a captcha before anything is sent', async () => {
  const captcha = await startCaptchaServer();
  const other = await startDashboard({
    parts: ['api'],
    database: dashboard.service.database,
    environment: await environmentOf(captcha.environment),
  });
  try {
    const methods = bodyOf(await other.send({ path: '/sign-in-methods' }));
    const offered = { siteKey: 'a-site-key', scriptUrl: `${captcha.url}/api.js` };
    expect(methods).toMatchObject({ signUp: { captcha: offered } });
    const policyOf = async (page: string) =>
      (await fetch(`${other.service.url}/dashboard/${page}`)).headers.get(
        'content-security-policy',
      );
    expect(await policyOf('sign-up')).toContain(`script-src 'self' ${captcha.url};`);
    expect(await policyOf('sign-up')).toContain(`frame-src ${captcha.url};`);
    expect(await policyOf('sign-in')).not.toContain(captcha.url);

    const email = newEmail();
    const from = { of: other, ip: '192.0.2.7' };
    const missing = problemOf(await ask(email, from), 'invalid_request');
    expect(missing.errors).toMatchObject([{ pointer: '#/captcha', code: 'required' }]);
    const solved = { ...from, captcha: 'solved' };
    captcha.answer = {
      status: 200,
      text: '{"success":false,"error-codes":["timeout-or-duplicate"]}',
    };
    const wrong = problemOf(await ask(email, solved), 'invalid_request');
    expect(wrong.errors).toMatchObject([{ pointer: '#/captcha', code: 'conflict' }]);
    for (const answer of [
      undefined,
      { status: 500, text: '{"success":true}' },
      { status: 200, text: 'true' },
      { status: 200, text: '<html>' },
      { status: 302, text: '' },
      { status: 200, text: '{"success":"true"}' },
      { status: 200, text: '{"success":false,"error-codes":["invalid-input-secret"]}' },
      { status: 200, text: `{"success":true,"more":"${'x'.repeat(100_000)}"}` },
    ]) {
      captcha.answer = answer;
      const refused = await ask(email, solved);
      problemOf(refused, 'overloaded');
      expect(refused.headers.get('retry-after')).toBe('5');
    }
    expect(await waiting()).toEqual([]);
    captcha.answer = { status: 200, text: '{"success":true}' };
    expect((await ask(email, solved)).status).toBe(204);
    expect(await waiting()).toEqual([email]);
    const form = { secret: 'hunter2', response: 'solved', remoteip: '192.0.2.7' };
    expect(captcha.received.at(-1)).toEqual(form);

    // Eleven so far.
    for (let i = 11; i < 30; i += 1) {
      expect((await ask(newEmail(), { ip: '192.0.2.7' })).status).toBe(204);
    }
    const asked = captcha.received.length;
    problemOf(await ask(newEmail(), solved), 'rate_limited');
    problemOf(await ask(newEmail(), { ip: '192.0.2.7' }), 'rate_limited');
    expect(captcha.received).toHaveLength(asked);
  } finally {
    await other.service.stop();
    await captcha.close();
  }
});

it('is not there where nobody opened it: 404 not_found', async () => {
  const { SIGN_UP: _, ...closed } = await environmentOf();
  const other = await startDashboard({
    parts: ['api'],
    database: dashboard.service.database,
    environment: closed,
  });
  try {
    problemOf(await ask(newEmail(), { of: other }), 'not_found');
    expect(bodyOf(await other.send({ path: '/sign-in-methods' }))).not.toHaveProperty('signUp');
    const token = await newToken();
    for (const path of ['/sign-ups/preview', '/sign-ups/accept']) {
      const person = { name: 'Ada', workspaceName: 'Acme', acceptedTermsUrl: TERMS };
      const body = path.endsWith('accept') ? { token, ...person, password: PASSWORD } : { token };
      problemOf(await other.send({ path, body }), 'link_not_valid');
    }
    const own = newEmail();
    provider.person = { sub: unique('subject'), email: own, email_verified: true };
    const answer = await travel(other);
    expect(answer.headers.get('location')).toBe('/dashboard/sign-in?problem=oidc_not_invited');

    // Whoever is invited agrees to the terms first, and makes no workspace.
    const { path: place, owner } = await dashboard.customer();
    const body = { role: 'member', email: own };
    const made = await owner.send({ path: `${place}/invitations`, body });
    const { id } = bodyOf<{ invitation: { id: string } }>(made).invitation;
    const page = (await travel(other)).headers.get('location')!.split('#token=');
    expect(page[0]).toBe('/dashboard/create-account');
    const link = { token: page[1] };
    const seen = await other.send({ path: '/sign-ups/preview', body: link });
    expect(bodyOf(seen)).toMatchObject({ makesWorkspace: false, invitations: [{ id }] });
    const person = { ...link, name: 'Ada', acceptedTermsUrl: TERMS };
    const path = '/sign-ups/accept';
    const refused = await other.send({ path, body: { ...person, workspaceName: 'Mine' } });
    expect(problemOf(refused, 'invalid_request').errors).toMatchObject([
      { pointer: '#/workspaceName' },
    ]);
    const joined = await other.send({ path, body: { ...person, invitations: [id] } });
    expect(bodyOf<SignedUp>(joined).workspaces).toMatchObject([{ role: 'member' }]);
  } finally {
    await other.service.stop();
  }
});

it('bounds the attempts with one link', async () => {
  const token = await newToken();
  const gone = { invitations: ['inv_01k09x2c4e6g8j1m3p5r7t9w0y'] };
  const answers: Answer[] = [];
  for (let i = 0; i < 21; i++) answers.push(await accept(token, gone));
  expect(answers.slice(0, 20).every(({ status }) => status === 409)).toBe(true);
  problemOf(answers[20]!, 'rate_limited');
});
