/** Sessions as browsers have them: what the cookie is, and when it opens nothing any more. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jsonOf, problemOf, unique } from '../support/service.ts';
import {
  type BodyOf,
  bodyOf,
  type Customer,
  cookieOf,
  type Dashboard,
  PASSWORD,
  startDashboard,
} from './fixtures.ts';

let dashboard: Dashboard;
let customer: Customer;

beforeAll(async () => {
  dashboard = await startDashboard({ parts: ['api'] });
  customer = await dashboard.customer();
});
afterAll(() => dashboard.close());

const signIn = (email: string, password = PASSWORD) =>
  dashboard.send({ path: '/session', body: { email, password } });

test('a sign-in gives a cookie that no script reads and no other host gets', async () => {
  const answer = await signIn(customer.owner.email);
  expect(answer.status).toBe(201);
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split('; '));
  expect(cookies.map(([pair]) => pair)).toEqual([
    expect.stringMatching(/^__Host-session=.{20,}$/),
    expect.stringMatching(/^__Host-device=.{20,}$/),
  ]);
  for (const [pair, ...attributes] of cookies) {
    expect(attributes).toEqual(
      expect.arrayContaining(['Path=/', 'HttpOnly', 'SameSite=Lax', 'Secure']),
    );
    expect(attributes.filter((each) => each.startsWith('Domain'))).toEqual([]);
    expect(answer.text).not.toContain(pair!.split('=')[1]);
  }
  expect(cookieOf(answer)).not.toBe(customer.owner.cookie);
});

test('the session is answered with its user, the workspaces and the unit of money', async () => {
  const me = await customer.owner.get<BodyOf<'getMe'>>('/me');
  expect(me).toMatchObject({
    user: { id: customer.owner.id, email: customer.owner.email, hasPassword: true },
    workspaces: [{ id: customer.id, role: 'owner' }],
    ...{ currency: 'USD', scale: 9 },
  });
});

test('one user has the workspaces that the invitations of their owners gave', async () => {
  const other = await dashboard.customer();
  const { url } = bodyOf<BodyOf<'createInvitation', 201>>(
    await other.owner.send({ path: `${other.path}/invitations`, body: { role: 'member' } }),
  );
  expect(url).toContain(`${dashboard.service.publicUrl}/dashboard/join#token=`);
  const token = url.split('token=')[1];
  const preview = await dashboard.send({ path: '/invitations/preview', body: { token } });
  expect(jsonOf(preview)).toMatchObject({ role: 'member' });
  const joiner = await dashboard.person(customer.tenant.workspace, 'admin');
  const joined = await joiner.send({ path: '/invitations/accept', body: { token } });
  const me = bodyOf<BodyOf<'acceptInvitation', 201>>(joined);
  expect(me.workspaces.map(({ role }) => role).sort()).toEqual(['admin', 'member']);
  problemOf(
    await dashboard.send({ path: '/invitations/preview', body: { token } }),
    'link_not_valid',
  );
});

test('a sign-out ends the session in the database and takes the cookie away, however often', async () => {
  const cookie = cookieOf(await signIn(customer.owner.email));
  const read = () => dashboard.send({ path: '/me', cookie });
  expect((await read()).status).toBe(200);
  for (let i = 0; i < 2; i++) {
    const answer = await dashboard.send({ method: 'DELETE', path: '/session', cookie });
    expect(answer.status).toBe(204);
    expect(answer.headers.getSetCookie()[0]).toMatch(/^__Host-session=;.*Max-Age=0/);
  }
  problemOf(await read(), 'unauthenticated');
});

test('a new password ends the other sessions, and this browser goes on', async () => {
  const person = await dashboard.person(customer.tenant.workspace, 'member');
  const newPassword = `${PASSWORD}, another one`;
  const change = (currentPassword: string) =>
    person.send({ method: 'PUT', path: '/me/password', body: { currentPassword, newPassword } });
  problemOf(await change('not the password'), 'wrong_credentials');
  const changed = await change(PASSWORD);
  expect(changed.status).toBe(204);
  const cookie = cookieOf(changed);
  expect((await dashboard.send({ path: '/me', cookie })).status).toBe(200);
  problemOf(await person.send({ path: '/me' }), 'unauthenticated');
  problemOf(await signIn(person.email), 'wrong_credentials');
  expect((await signIn(person.email, newPassword)).status).toBe(201);
});

test('nobody learns from 401 wrong_credentials whether there is such a user', async () => {
  const [known, unknown] = await Promise.all([
    signIn(customer.owner.email, 'not the password'),
    signIn(`${unique('nobody')}@example.com`, 'not the password'),
  ]);
  for (const answer of [known, unknown]) {
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Session');
    expect(answer.headers.getSetCookie()).toEqual([]);
  }
  const problems = [known, unknown].map((answer) => ({
    ...problemOf(answer, 'wrong_credentials'),
  }));
  expect({ ...problems[0], requestId: '' }).toEqual({ ...problems[1], requestId: '' });
});

test('the last owner stays, and a member who leaves finds nothing any more', async () => {
  const last = `${customer.path}/members/${customer.owner.id}`;
  problemOf(await customer.owner.send({ method: 'DELETE', path: last }), 'conflict');
  const demotion = { method: 'PATCH', path: last, body: { role: 'member' } };
  problemOf(await customer.owner.send(demotion), 'conflict');
  const member = await dashboard.person(customer.tenant.workspace, 'member');
  problemOf(await member.send({ method: 'DELETE', path: last }), 'forbidden');
  const own = `${customer.path}/members/${member.id}`;
  expect((await member.send({ method: 'DELETE', path: own })).status).toBe(200);
  problemOf(await member.send({ path: customer.path }), 'not_found');
});

test('a role that was given holds from the next request on', async () => {
  const member = await dashboard.person(customer.tenant.workspace, 'member');
  const trail = { path: `${customer.path}/audit-events` };
  problemOf(await member.send(trail), 'forbidden');
  const path = `${customer.path}/members/${member.id}`;
  const raised = await customer.owner.send({ method: 'PATCH', path, body: { role: 'admin' } });
  expect(jsonOf(raised)).toMatchObject({ role: 'admin', user: { id: member.id } });
  expect((await member.send(trail)).status).toBe(200);
});

test('one address cannot try for ever, and does not affect another one', async () => {
  const attempt = (address: string) =>
    dashboard.send({
      ...{ path: '/session', body: {} },
      headers: { 'X-Forwarded-For': address },
    });
  for (let i = 0; i < 120; i++) problemOf(await attempt('203.0.113.7'), 'invalid_request');
  const refused = await attempt('203.0.113.7');
  problemOf(refused, 'rate_limited');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  problemOf(await attempt('203.0.113.8'), 'invalid_request');
});

interface Served {
  components: { securitySchemes: { session: { name: string } } };
}

test('the cookie that is set is the one that the served document names', async () => {
  const document = bodyOf<Served>(await dashboard.send({ path: '/openapi.json' }));
  const { session } = document.components.securitySchemes;
  expect(cookieOf(await signIn(customer.owner.email)).split('=')[0]).toBe(session.name);
});
