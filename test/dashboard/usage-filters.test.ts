/** Usage that is narrowed to a key, a model, an end user or a prompt, alone and together, in closed hours and in the present one. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import { problemOf, request, runOf } from '../support/service.ts';
import { type BodyOf, type Customer, type Dashboard, startDashboard } from './fixtures.ts';

let dashboard: Dashboard;
let customer: Customer;
let keyId: string;

beforeAll(async () => {
  dashboard = await startDashboard();
  customer = await dashboard.customer();
  const { tenant } = customer;
  const second = await tenant.newKey({ name: 'second' });
  keyId = uuidToId('key', second.id);
  const buy = async (one: typeof tenant, model: string, attribution: object) =>
    one.end(runOf(await one.create(request(model, { attribution }))).id);
  await buy(tenant, 'sandbox/echo', { endUserId: 'ada', promptId: 'greeting' });
  await buy(tenant, 'sandbox/refused', { endUserId: 'ada' });
  await buy(tenant.as(second), 'sandbox/echo', { endUserId: 'ada' });
  await buy(tenant.as(second), 'sandbox/echo', { endUserId: 'bob', promptId: 'greeting' });
});
afterAll(() => dashboard.close());

const DAY = 86_400_000;
const today = Math.floor(Date.now() / DAY) * DAY;
const SPAN = {
  from: new Date(today - DAY).toISOString(),
  to: new Date(today + 2 * DAY).toISOString(),
};

function usage(query: Record<string, string>) {
  const search = new URLSearchParams({ ...SPAN, ...query });
  return customer.owner.get<BodyOf<'getUsage'>>(`${customer.path}/usage?${search}`);
}

test('counts the runs of a key, a model, an end user or a prompt, and of all of them together', async () => {
  const cases: [Record<string, string>, number][] = [
    [{}, 4],
    [{ keyId }, 2],
    [{ model: 'sandbox/refused' }, 1],
    [{ endUserId: 'ada' }, 3],
    [{ promptId: 'greeting' }, 2],
    [{ keyId, endUserId: 'ada' }, 1],
    [{ endUserId: 'ada', model: 'sandbox/echo', promptId: 'greeting' }, 1],
    [{ keyId: 'nobody' }, 0],
    [{ kind: 'tool_run', keyId }, 0],
  ];
  for (const [query, runs] of cases) {
    const { totals } = await usage(query);
    expect([query, totals[0]?.runs]).toEqual([query, runs]);
  }
});

test('the cost of an end user is that of the group of the end user', async () => {
  const { totals } = await usage({ groupBy: 'endUser' });
  for (const name of ['ada', 'bob']) {
    const group = totals.find((total) => total.group === name)!;
    const [alone] = (await usage({ endUserId: name })).totals;
    expect({ ...alone, group: name }).toEqual(group);
    expect((await usage({ endUserId: name, groupBy: 'endUser' })).totals).toEqual([group]);
  }
});

test('an end user can be split by key and by model', async () => {
  const { totals } = await usage({ endUserId: 'ada', groupBy: 'key' });
  expect(totals.map(({ runs }) => runs).toSorted()).toEqual([1, 2]);
  const models = await usage({ endUserId: 'ada', groupBy: 'model' });
  expect(models.totals.map(({ group }) => group).toSorted()).toEqual([
    'sandbox/echo',
    'sandbox/refused',
  ]);
});

test('end users of a key are not grouped, since closed hours do not keep them', async () => {
  const search = new URLSearchParams({ ...SPAN, groupBy: 'endUser', keyId });
  const answer = await customer.owner.send({ path: `${customer.path}/usage?${search}` });
  expect(problemOf(answer, 'invalid_request').errors).toMatchObject([{ parameter: 'groupBy' }]);
});
