/** Webhook endpoints over HTTP, managed by a key: what it may do with which, what is shown once, and what is on record. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '../../server/keys/index.ts';
import { ENDPOINTS } from '../support/management.ts';
import {
  type Answer,
  jsonOf,
  problemOf,
  request,
  runOf,
  startService,
  type Tenant,
  type TestService,
  unique,
} from '../support/service.ts';

let service: TestService;
let tenant: Tenant;
let outsider: Tenant;

beforeAll(async () => {
  service = await startService();
  tenant = await service.tenant();
  outsider = await service.tenant();
});
afterAll(() => service.close());

interface Endpoint {
  id: string;
  url: string;
  status: string;
}
interface Created {
  endpoint: Endpoint;
  secret: string;
}

const BODY = { url: 'https://example.com/hooks/runs', eventTypes: ['run.completed'] };

const create = (by = tenant, requestKey = unique('endpoint'), more: object = {}) =>
  by.create({ ...BODY, ...more }, { path: ENDPOINTS, requestKey });

async function created(by = tenant): Promise<Created> {
  const answer = await create(by);
  expect(answer.status, answer.text).toBe(201);
  return jsonOf(answer) as Created;
}

const change = (id: string, body: object, by = tenant) =>
  by.send({ method: 'PATCH', path: `${ENDPOINTS}/${id}`, body });
const rotate = (id: string, by = tenant) =>
  by.send({ method: 'POST', path: `${ENDPOINTS}/${id}/rotate`, body: { overlapSeconds: 60 } });
const remove = (id: string, by = tenant) =>
  by.send({ method: 'DELETE', path: `${ENDPOINTS}/${id}` });
const resend = (id: string, message: string, by = tenant) =>
  by.send({ method: 'POST', path: `${ENDPOINTS}/${id}/messages/${message}/resend` });

const idsOf = async (by = tenant) =>
  (jsonOf(await by.get(`${ENDPOINTS}?limit=100`)) as { data: Endpoint[] }).data.map(({ id }) => id);

it('an endpoint is told of runs, its messages are listed by state, and one is sent again', async () => {
  const { endpoint, secret } = await created();
  const read = await tenant.get(`${ENDPOINTS}/${endpoint.id}`);
  expect(jsonOf(read)).toEqual(endpoint);
  expect(read.text).not.toContain(secret);
  const run = runOf(
    await tenant.create(request('sandbox/echo'), { headers: { Prefer: 'wait=20' } }),
  );
  const messages = await tenant.get(`${ENDPOINTS}/${endpoint.id}/messages`);
  const [message] = (jsonOf(messages) as { data: { id: string; runId: string }[] }).data;
  expect(message!.runId).toBe(run.id);
  const delivered = await tenant.get(`${ENDPOINTS}/${endpoint.id}/messages?state=delivered`);
  expect(jsonOf(delivered)).toEqual({ data: [], nextCursor: null });
  const sent = await resend(endpoint.id, message!.id);
  expect([sent.status, (jsonOf(sent) as { id: string }).id]).toEqual([202, message!.id]);
  const other = await created();
  problemOf(await resend(other.endpoint.id, message!.id), 'not_found');
  expect(jsonOf(await change(endpoint.id, { status: 'disabled' }))).toMatchObject({
    status: 'disabled',
  });
  problemOf(await resend(endpoint.id, message!.id), 'conflict');
  const rotated = jsonOf(await rotate(endpoint.id)) as Created;
  expect(rotated.secret).not.toBe(secret);
  for (const { endpoint: each } of [rotated, other]) {
    expect((await remove(each.id)).status).toBe(204);
    problemOf(await remove(each.id), 'not_found');
  }
});

describe('a request key', () => {
  it('makes one endpoint for 20 requests at once, and one of them has its secret', async () => {
    const requestKey = unique('endpoint');
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(tenant, requestKey)));
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    const { endpoint } = jsonOf(made[0]!) as Created;
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(problemOf(answer, 'conflict').endpointId).toBe(endpoint.id);
    }
    expect(await idsOf()).toEqual([endpoint.id]);
    await remove(endpoint.id);
    expect((await create(tenant, requestKey)).status).toBe(201);
  });

  it('belongs to its workspace', async () => {
    const requestKey = unique('endpoint');
    const answers = [await create(tenant, requestKey), await create(outsider, requestKey)];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  });
});

const ACTS: Record<string, (id: string, by: Tenant) => Promise<Answer>> = {
  read: (id, by) => by.get(`${ENDPOINTS}/${id}`),
  change: (id, by) => change(id, { description: 'taken' }, by),
  rotate: (id, by) => rotate(id, by),
  delete: (id, by) => remove(id, by),
  'list the messages of': (id, by) => by.get(`${ENDPOINTS}/${id}/messages`),
};

describe.each(Object.entries(ACTS))('nobody can %s', (name, attempt) => {
  it('an endpoint of another workspace, which looks like none', async () => {
    const { endpoint } = await created();
    const { detail } = problemOf(await attempt(endpoint.id, outsider), 'not_found');
    expect(problemOf(await attempt('whe_unknown', tenant), 'not_found').detail).toBe(detail);
    expect(jsonOf(await tenant.get(`${ENDPOINTS}/${endpoint.id}`))).toEqual(endpoint);
    await remove(endpoint.id);
  });

  it('any endpoint with a key that has every other scope', async () => {
    const { endpoint } = await created();
    const needed = /read|list/.test(name) ? 'webhooks:read' : 'webhooks:write';
    const scopes = SCOPES.filter((scope) => scope !== needed);
    const by = tenant.as(await tenant.newKey({ scopes }));
    problemOf(await attempt(endpoint.id, by), 'insufficient_scope');
    expect(jsonOf(await tenant.get(`${ENDPOINTS}/${endpoint.id}`))).toEqual(endpoint);
    await remove(endpoint.id);
  });
});

it('a key that cannot read runs sends none of them anywhere', async () => {
  const { endpoint } = await created();
  const scopes = SCOPES.filter((scope) => scope !== 'models:read');
  const by = tenant.as(await tenant.newKey({ scopes }));
  problemOf(await create(by), 'exceeds_own_rights');
  problemOf(await change(endpoint.id, { url: 'https://example.org/' }, by), 'exceeds_own_rights');
  problemOf(await rotate(endpoint.id, by), 'exceeds_own_rights');
  expect((await remove(endpoint.id, by)).status).toBe(204);
});

it('a key that cannot read customers sends nothing about them anywhere', async () => {
  const scopes = SCOPES.filter((scope) => scope !== 'customers:read');
  const by = tenant.as(await tenant.newKey({ scopes }));
  const both = { eventTypes: ['run.completed', 'customer.blocked', 'budget.reached'] };
  const { endpoint } = jsonOf(await create(tenant, unique('endpoint'), both)) as Created;
  const { endpoint: plain } = await created(by);
  const pointers = (answer: Answer) =>
    problemOf(answer, 'exceeds_own_rights').errors?.map(({ pointer }) => pointer);
  const refused = ['#/eventTypes/1', '#/eventTypes/2'];
  expect(pointers(await create(by, unique('endpoint'), both))).toEqual(refused);
  expect(pointers(await change(plain.id, both, by))).toEqual(refused);
  const url = { url: 'https://example.org/' };
  expect(pointers(await change(endpoint.id, url, by))).toBeUndefined();
  const less = { ...url, eventTypes: ['run.completed'] };
  expect(pointers(await change(endpoint.id, less, by))).toBeUndefined();
  expect(pointers(await rotate(endpoint.id, by))).toBeUndefined();
  expect((await change(plain.id, url, by)).status).toBe(200);
  for (const { id } of [endpoint, plain]) expect((await remove(id, by)).status).toBe(204);
});

it('each act is in the audit trail with the key that did it', async () => {
  const by = tenant.as(await tenant.newKey());
  const { endpoint } = await created(by);
  await change(endpoint.id, { description: 'Invoices' }, by);
  await rotate(endpoint.id, by);
  await remove(endpoint.id, by);
  const events = await service.database.db.query<{ kind: string }>(
    `select kind from audit_event where workspace = $1 and detail ->> 'by_key' = $2 and actor is null order by id`,
    [tenant.workspace, by.key.id],
  );
  expect(events.map(({ kind }) => kind)).toEqual([
    ...['webhook_endpoint_created', 'webhook_endpoint_changed'],
    ...['webhook_secret_rotated', 'webhook_endpoint_deleted'],
  ]);
});
