/** Limits of keys as people set them, seen by the dashboard and by the developer API. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dashboard as documented } from '../contract/document.ts';
import { problemOf, RUNS, request, runOf, unique } from '../support/service.ts';
import { type BodyOf, bodyOf, type Customer, type Dashboard, startDashboard } from './fixtures.ts';

type Created = BodyOf<'createKey', 201>;
type Key = BodyOf<'getKey'>;

let dashboard: Dashboard;
let customer: Customer;

beforeAll(async () => {
  dashboard = await startDashboard();
  customer = await dashboard.customer();
});
afterAll(() => dashboard.close());

const INPUT = { name: 'limited', scopes: ['models:read', 'models:run'] };

async function make(more: object, person = customer.owner): Promise<Created> {
  const headers = { 'Idempotency-Key': unique('click') };
  const body = { ...INPUT, ...more };
  const answer = await person.send({ path: `${customer.path}/keys`, body, headers });
  expect(answer.status, answer.text).toBe(201);
  return bodyOf<Created>(answer);
}

const change = ({ id }: Pick<Key, 'id'>, body: unknown) =>
  customer.owner.send({ method: 'PATCH', path: `${customer.path}/keys/${id}`, body });

const usingKey = (secret: string) => customer.tenant.as({ ...customer.tenant.key, key: secret });

test('examples of changes can be sent as they are', async () => {
  const { key } = await make({});
  for (const name of ['request-limits', 'request-no-limits']) {
    const body = documented.at('components', 'examples', name, 'value');
    expect((await change(key, body)).status).toBe(200);
  }
  expect(await customer.owner.get<Key>(`${customer.path}/keys/${key.id}`)).toEqual(key);
});

test('a member makes a key with limits, which it shows with what is used of them', async () => {
  const member = await dashboard.person(customer.tenant.workspace, 'member');
  const limits = { dayLimitAmount: 900_000, monthLimitAmount: 2_000_000, models: ['sandbox/*'] };
  const { key, secret } = await make(limits, member);
  expect(key.models).toEqual(['sandbox/*']);
  const tenant = usingKey(secret);
  const { chargedAmount } = await tenant.end(
    runOf(await tenant.create(request('sandbox/echo'))).id,
  );
  const { spendingLimits } = await member.get<Key>(`${customer.path}/keys/${key.id}`);
  expect(spendingLimits).toMatchObject([
    { period: 'day', limitAmount: 900_000, spentAmount: chargedAmount, heldAmount: 0 },
    { period: 'month', limitAmount: 2_000_000, availableAmount: 2_000_000 - chargedAmount! },
  ]);
});

test('a change applies to the next request, and is in the audit trail', async () => {
  const { key, secret } = await make({});
  const tenant = usingKey(secret);
  const estimate = { path: `${RUNS}/estimate`, body: request('sandbox/echo') };
  expect((await tenant.send(estimate)).status).toBe(200);
  const changed = bodyOf<Key>(await change(key, { dayLimitAmount: 1, models: ['sandbox/slow'] }));
  expect(changed).toMatchObject({
    ...{ models: ['sandbox/slow'], spendingLimits: [{ limitAmount: 1, availableAmount: 1 }] },
  });
  problemOf(await tenant.send(estimate), 'model_not_allowed');
  problemOf(await tenant.create(request('sandbox/slow')), 'spending_limit_reached');
  const { data } = await customer.owner.get<BodyOf<'listAuditEvents'>>(
    `${customer.path}/audit-events`,
  );
  expect(data[0]).toMatchObject({
    kind: 'key_changed',
    actor: { id: customer.owner.id },
    detail: { keyId: key.id, dayLimit: 1, models: ['sandbox/slow'] },
  });
});

test('what is no limit, or no list of models, is refused at its member', async () => {
  const { key } = await make({});
  for (const [body, pointer] of [
    [{ dayLimitAmount: -1 }, '#/dayLimitAmount'],
    [{ monthLimitAmount: 0.5 }, '#/monthLimitAmount'],
    [{ models: [] }, '#/models'],
    [{ models: ['sandbox/echo', 'open*'] }, '#/models/1'],
  ] as const) {
    const { errors } = problemOf(await change(key, body), 'invalid_request');
    expect(errors).toMatchObject([{ pointer }]);
  }
});

test('a key that has ended or was rotated is a conflict; its successor has the limits', async () => {
  const { key } = await make({ dayLimitAmount: 7, models: ['sandbox/*'] });
  const below = `${customer.path}/keys/${key.id}`;
  const body = { overlapSeconds: 60 };
  const rotated = bodyOf<BodyOf<'rotateKey', 201>>(
    await customer.owner.send({ path: `${below}/rotation`, body }),
  );
  expect(rotated.key).toMatchObject({
    models: ['sandbox/*'],
    spendingLimits: [{ limitAmount: 7 }],
  });
  problemOf(await change(key, { dayLimitAmount: 8 }), 'conflict');
  await customer.owner.send({ method: 'POST', path: `${below}/revocation` });
  problemOf(await change(key, { dayLimitAmount: 8 }), 'conflict');
  expect(
    bodyOf<Key>(await change(rotated.key, { dayLimitAmount: 8 })).spendingLimits,
  ).toMatchObject([{ limitAmount: 8 }]);
});
