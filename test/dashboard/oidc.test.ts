/** Signing in by an OpenID provider, over HTTP: what a provider sends back goes through the validator. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unique } from '../support/service.ts';
import { type OpenIdProvider, startOpenIdProvider } from '../users/openid-provider.ts';
import { type Customer, cookieOf, type Dashboard, startDashboard } from './fixtures.ts';

let provider: OpenIdProvider;
let dashboard: Dashboard;
let customer: Customer;

beforeAll(async () => {
  provider = await startOpenIdProvider();
  dashboard = await startDashboard({
    environment: {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
      OIDC_NAME: 'Acme ID',
    },
  });
  customer = await dashboard.customer();
});
afterAll(async () => {
  await dashboard.close();
  await provider.close();
});

/** Leaves for the provider, and returns with these parameters in addition to its own, or instead of them. */
async function travel(added: Record<string, string>) {
  const left = await dashboard.send({ path: '/session/oidc' });
  const back = await provider.consent(left.headers.get('location') ?? '');
  for (const [name, value] of Object.entries(added)) back.searchParams.set(name, value);
  return dashboard.send({ path: `/session/oidc/callback${back.search}`, cookie: cookieOf(left) });
}

it('lets providers send parameters of their own', async () => {
  const email = `${unique('ada')}@example.com`;
  provider.person = { sub: unique('subject'), email, email_verified: true, name: 'Ada' };
  await customer.owner.send({
    path: `${customer.path}/invitations`,
    body: { role: 'member', email },
  });
  const answer = await travel({ session_state: 'f3b1', scope: 'openid email', authuser: '' });
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toBe('/dashboard');
  const me = await dashboard.send({ path: '/me', cookie: cookieOf(answer) });
  expect(JSON.parse(me.text)).toMatchObject({ user: { email } });
});

it.each([
  { error: 'access_denied', error_description: 'The user said no.', error_uri: '' },
  { code: '' },
  { state: '' },
  { iss: '' },
])('leads back to the sign-in page after %j', async (added) => {
  const answer = await travel(added);
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toMatch(/^\/dashboard\/sign-in\?problem=oidc_/);
});
