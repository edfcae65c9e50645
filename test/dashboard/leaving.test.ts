/** A member who leaves a workspace leaves keys: their number is shown, and they can be revoked in the same step. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { problemOf, unique } from '../support/service.ts';
import {
  type BodyOf,
  bodyOf,
  type Customer,
  type Dashboard,
  type Person,
  startDashboard,
} from './fixtures.ts';

let dashboard: Dashboard;
let customer: Customer;

beforeAll(async () => {
  dashboard = await startDashboard();
  customer = await dashboard.customer();
});
afterAll(() => dashboard.close());

async function keyOf(person: Person, more: object = {}): Promise<string> {
  const answer = await person.send({
    path: `${customer.path}/keys`,
    headers: { 'Idempotency-Key': unique('click') },
    body: { name: 'theirs', scopes: ['models:read'], ...more },
  });
  return bodyOf<BodyOf<'createKey', 201>>(answer).secret;
}

const remove = (actor: Person, person: Person, query = '') =>
  actor.send({ method: 'DELETE', path: `${customer.path}/members/${person.id}${query}` });
const statusOf = async (key: string) =>
  (await dashboard.service.send({ path: '/v1/developer/models', key })).status;
const activeKeysOf = async ({ id }: Person) => {
  const { data } = await customer.owner.get<BodyOf<'listMembers'>>(`${customer.path}/members`);
  return data.find(({ user }) => user.id === id)?.activeKeys;
};

test('the keys of who is removed go on working unless asked for, and are counted', async () => {
  const member = await dashboard.person(customer.tenant.workspace, 'member');
  expect(await activeKeysOf(member)).toBe(0);
  const keys = [await keyOf(member), await keyOf(member)];
  expect(await activeKeysOf(member)).toBe(2);
  const left = bodyOf<BodyOf<'deleteMember'>>(await remove(customer.owner, member));
  expect(left).toEqual({ activeKeys: 2, revokedKeys: 0, returnedAmount: 0, failedRuns: 0 });
  for (const key of keys) expect(await statusOf(key)).toBe(200);
});

test('revokeKeys revokes those of the one who is removed and no others, at once', async () => {
  const admin = await dashboard.person(customer.tenant.workspace, 'admin');
  const [theirs, owners] = [
    await keyOf(admin, { creditAmount: 5_000 }),
    await keyOf(customer.owner),
  ];
  expect([await statusOf(theirs), await statusOf(owners)]).toEqual([200, 200]);
  const answer = await remove(customer.owner, admin, '?revokeKeys=true');
  expect(bodyOf<BodyOf<'deleteMember'>>(answer)).toEqual({
    ...{ activeKeys: 0, revokedKeys: 1, returnedAmount: 5_000, failedRuns: 0 },
  });
  expect([await statusOf(theirs), await statusOf(owners)]).toEqual([401, 200]);
  problemOf(await admin.send({ path: customer.path }), 'not_found');
});

test('a refused removal revokes nothing: 409 conflict for the last owner, 403 forbidden for a member', async () => {
  const key = await keyOf(customer.owner);
  problemOf(await remove(customer.owner, customer.owner, '?revokeKeys=true'), 'conflict');
  const member = await dashboard.person(customer.tenant.workspace, 'member');
  const own = await keyOf(member);
  problemOf(await remove(member, customer.owner, '?revokeKeys=true'), 'forbidden');
  const refused = problemOf(await remove(member, member, '?revokeKeys=true'), 'forbidden');
  expect(refused.errors).toMatchObject([{ parameter: 'revokeKeys' }]);
  expect([await statusOf(key), await statusOf(own)]).toEqual([200, 200]);
  expect((await remove(member, member)).status).toBe(200);
});
