/** A refusal about a part of the request names that part, so that a form can show it there. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { problemOf, unique } from '../support/service.ts';
import { type Customer, type Dashboard, type Person, startDashboard } from './fixtures.ts';

let dashboard: Dashboard;
let customer: Customer;
let member: Person;

beforeAll(async () => {
  dashboard = await startDashboard({ parts: ['api'] });
  customer = await dashboard.customer();
  member = await dashboard.person(customer.tenant.workspace, 'member');
});
afterAll(() => dashboard.close());

const KEY = { name: 'a key', scopes: ['models:read'] };
const GUESSABLE = 'password1234';

test.each<[string, string, string, () => Promise<Parameters<typeof problemOf>[0]>]>([
  [
    ...(['an expiry in the past', 'invalid_request', '#/expiresAt'] as const),
    () => makeKey(customer.owner, { expiresAt: '2020-01-01T00:00:00Z' }),
  ],
  [
    ...(['a fall-back of a key without credit', 'invalid_request', '#/walletFallback'] as const),
    () => makeKey(customer.owner, { walletFallback: true }),
  ],
  [
    ...(['a credit that is too much for one wallet', 'invalid_request', '#/amount'] as const),
    () => credit({ amount: Number.MAX_SAFE_INTEGER, reference: 'too much' }),
  ],
  [
    ...(['a reference that cannot be printed', 'invalid_request', '#/reference'] as const),
    () => credit({ amount: 1, reference: 'half \ud83d' }),
  ],
  [
    ...(['a scope that members cannot give', 'forbidden', '#/scopes'] as const),
    async () => {
      const body = { memberScopes: [] };
      await customer.owner.send({ method: 'PATCH', path: customer.path, body });
      return makeKey(member, {});
    },
  ],
  [
    ...(['credit that a member cannot give', 'forbidden', '#/creditAmount'] as const),
    () => makeKey(member, { creditAmount: 1 }),
  ],
  [
    ...(['a password that is easy to guess', 'invalid_request', '#/newPassword'] as const),
    () => {
      const body = { currentPassword: 'x', newPassword: GUESSABLE };
      return member.send({ method: 'PUT', path: '/me/password', body });
    },
  ],
])('%s is refused with %s at %s', async (_, code, pointer, ask) => {
  expect(problemOf(await ask(), code).errors).toMatchObject([{ pointer }]);
});

function makeKey(person: Person, more: object) {
  const headers = { 'Idempotency-Key': unique('click') };
  return person.send({ path: `${customer.path}/keys`, headers, body: { ...KEY, ...more } });
}

function credit(body: object) {
  return customer.owner.send({ path: `${customer.path}/wallet/credits`, body });
}
