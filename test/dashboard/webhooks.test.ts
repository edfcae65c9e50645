/** Webhook endpoints as people manage them: who may, what is shown once, what is refused, and what is noted. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemOf, request, runOf } from '../support/service.ts';
import { type Receiver, startReceiver, verify } from '../webhooks/receiver.ts';
import {
  type BodyOf,
  bodyOf,
  type Customer,
  type Dashboard,
  type Person,
  startDashboard,
} from './fixtures.ts';
import { waitingMessage } from './requests.ts';

let dashboard: Dashboard;
let customer: Customer;
let admin: Person;
let member: Person;

beforeAll(async () => {
  dashboard = await startDashboard();
  customer = await dashboard.customer();
  admin = await dashboard.person(customer.tenant.workspace, 'admin');
  member = await dashboard.person(customer.tenant.workspace, 'member');
});
afterAll(() => dashboard.close());

type Made = BodyOf<'createWebhookEndpoint', 201>;
type Endpoint = BodyOf<'getWebhookEndpoint'>;
type Deliveries = BodyOf<'listWebhookDeliveries'>;

const URL_OF_HOOKS = 'https://example.com/hooks';
const at = (rest = '', of = customer) => `${of.path}/webhook-endpoints${rest}`;

function create(body: object = {}, { by = admin, of = customer } = {}) {
  const whole = { url: URL_OF_HOOKS, eventTypes: ['run.completed'], ...body };
  return by.send({ path: at('', of), body: whole });
}
const made = async (body?: object, options?: Parameters<typeof create>[1]) =>
  bodyOf<Made>(await create(body, options));
const change = (id: string, body: object, by = admin) =>
  by.send({ method: 'PATCH', path: at(`/${id}`), body });

async function eventsOf(id: string): Promise<object[]> {
  const { data } = await admin.get<BodyOf<'listAuditEvents'>>(`${customer.path}/audit-events`);
  return data.filter(({ detail }) => detail.endpointId === id).reverse();
}

describe('an endpoint', () => {
  it('is made by a member, and answered with its secret once', async () => {
    const eventTypes = ['run.completed', 'run.completed'];
    const input = { description: 'Invoices', eventTypes };
    const { endpoint, secret } = await made(input, { by: member });
    expect(secret).toMatch(/^whsec_/);
    expect(endpoint).toEqual({
      id: expect.stringMatching(/^whe_/),
      ...{ url: URL_OF_HOOKS, description: 'Invoices', eventTypes: ['run.completed'] },
      ...{ status: 'enabled', createdAt: expect.any(String) },
      createdBy: { id: member.id, name: member.name },
    });
    for (const path of [at(), at(`/${endpoint.id}`), `${customer.path}/audit-events`]) {
      const answer = await admin.send({ path });
      expect(answer.status).toBe(200);
      expect(answer.text).not.toContain(secret.slice(6));
      expect(answer.text).not.toContain('whsec_');
    }
  });

  it('is not made by a member where members give no key that reads runs: 403', async () => {
    const other = await dashboard.customer();
    const reader = await dashboard.person(other.tenant.workspace, 'member');
    const body = { memberScopes: ['models:run'] };
    bodyOf(await other.owner.send({ method: 'PATCH', path: other.path, body }));
    problemOf(await create({}, { by: reader, of: other }), 'forbidden');
    expect(await reader.get<object>(at('', other))).toEqual({ data: [], nextCursor: null });
  });

  it('is changed, disabled, enabled, rotated and deleted by admins, and all of it is noted', async () => {
    const { endpoint, secret } = await made();
    const { id } = endpoint;
    problemOf(await change(id, { status: 'disabled' }, member), 'forbidden');
    const news = { url: `${URL_OF_HOOKS}/2`, description: 'new', eventTypes: ['credit.low'] };
    expect(bodyOf(await change(id, news))).toEqual({ ...endpoint, ...news });
    expect(bodyOf(await change(id, { status: 'disabled' }))).toMatchObject({
      ...{ status: 'disabled', disabledReason: 'by_user', disabledAt: expect.any(String) },
    });
    expect(bodyOf(await change(id, { status: 'enabled' }))).toEqual({ ...endpoint, ...news });
    expect(bodyOf(await change(id, {}))).toEqual({ ...endpoint, ...news });
    const rotation = { path: at(`/${id}/rotation`), body: { overlapSeconds: 3600 } };
    const rotated = bodyOf<BodyOf<'rotateWebhookSecret', 201>>(await admin.send(rotation));
    expect(rotated.secret).toMatch(/^whsec_/);
    expect(rotated.secret).not.toBe(secret);
    const until = Date.parse(rotated.endpoint.oldSecretSignsUntil!);
    expect(Math.abs(until - Date.now() - 3_600_000)).toBeLessThan(60_000);
    expect((await admin.send({ method: 'DELETE', path: at(`/${id}`) })).status).toBe(204);
    problemOf(await admin.send({ path: at(`/${id}`) }), 'not_found');

    const actor = { id: admin.id, name: admin.name };
    const changed = { kind: 'webhook_endpoint_changed', actor };
    expect(await eventsOf(id)).toMatchObject([
      { kind: 'webhook_endpoint_created', actor, detail: { url: URL_OF_HOOKS } },
      { ...changed, detail: news },
      { ...changed, detail: { status: 'disabled' } },
      { ...changed, detail: { status: 'enabled' } },
      { kind: 'webhook_secret_rotated', actor },
      { kind: 'webhook_endpoint_deleted', actor },
    ]);
  });

  it.each([
    ['http://example.com/', 'must begin with https://'],
    ['https://user:word@example.com/', 'must hold no credentials'],
    ['https://example.com/#part', 'must have no fragment'],
    ['https://10.0.0.1/', 'must not lead to a private, local or reserved address'],
    ['https://[::ffff:127.0.0.1]/', 'must not lead to a private, local or reserved address'],
    ['https://169.254.169.254/latest', 'must not lead to a private, local or reserved address'],
    ['https://localhost/', 'must not lead to a private, local or reserved address'],
    ['nonsense', 'must be an absolute URL'],
  ])('is not made at %s: 400 that points at its address', async (url, detail) => {
    const strict = await startDashboard({
      ...{ parts: ['api'], environment: { WEBHOOK_PRIVATE_NETWORKS: 'off' } },
    });
    const { path, owner } = await strict.customer();
    const body = { url, eventTypes: ['run.failed'] };
    const answer = await owner.send({ path: `${path}/webhook-endpoints`, body });
    expect(answer.status).toBe(400);
    expect(problemOf(answer, 'invalid_request').errors).toEqual([
      { pointer: '#/url', detail, code: 'forbidden' },
    ]);
    await strict.close();
  });

  it.each<[string, object]>([
    ['#/url', { url: '' }],
    ['#/eventTypes', { eventTypes: [] }],
    ['#/eventTypes/0', { eventTypes: ['run.queued'] }],
    ['#/description', { description: 'turned \u202e around' }],
  ])('is refused with 400 that points at %s', async (pointer, body) => {
    const { errors } = problemOf(await create(body), 'invalid_request');
    expect(errors!.map((each) => each.pointer)).toContain(pointer);
  });

  it('is one of 20 at the most: 409 conflict, also for those that are made at once', async () => {
    const crowded = await dashboard.customer();
    const by = crowded.owner;
    const answers = await Promise.all(
      Array.from({ length: 23 }, () => create({}, { by, of: crowded })),
    );
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(3);
    problemOf(refused[0]!, 'conflict');
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: BodyOf<'listWebhookEndpoints'> = await by.get(
        at(`?limit=8${cursor && `&cursor=${cursor}`}`, crowded),
      );
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(seen).toHaveLength(20);
    expect(new Set(seen).size).toBe(20);
    expect(seen).toEqual([...seen].sort().reverse());
  });

  it('of another workspace is 404, whatever is asked of it', async () => {
    const { endpoint } = await made();
    const message = await waitingMessage(dashboard.service.database.db, endpoint.id);
    const own = await made();
    const other = await dashboard.customer();
    const asks = [
      { path: at(`/${endpoint.id}`, other) },
      { path: at(`/${endpoint.id}`, other), method: 'DELETE' },
      { path: at(`/${endpoint.id}`, other), method: 'PATCH', body: { status: 'disabled' } },
      { path: at(`/${endpoint.id}/rotation`, other), body: { overlapSeconds: 0 } },
      { path: at(`/${endpoint.id}/deliveries`, other) },
      { path: at(`/${endpoint.id}/deliveries/${message}/resend`, other), method: 'POST' },
    ];
    for (const ask of asks) problemOf(await other.owner.send(ask), 'not_found');
    // A message is found below its own endpoint only.
    const crossed = at(`/${own.endpoint.id}/deliveries/${message}/resend`);
    problemOf(await admin.send({ method: 'POST', path: crossed }), 'not_found');
  });
});

describe('with a receiver', () => {
  let receiver: Receiver;
  let endpoint: Endpoint;
  let secret: string;

  beforeAll(async () => {
    receiver = await startReceiver();
    ({ endpoint, secret } = await made({ url: receiver.url }));
  });
  afterAll(() => receiver.close());

  const deliveries = (query = '') =>
    member.get<Deliveries>(at(`/${endpoint.id}/deliveries${query}`));
  const states = async () => (await deliveries()).data.map(({ state }) => state);

  async function endedRun() {
    const { tenant } = customer;
    return tenant.end(runOf(await tenant.create(request('sandbox/echo'))).id);
  }

  it('what was sent is listed with what became of it, and sent again by a member', async () => {
    const run = await endedRun();
    await expect.poll(states).toEqual(['delivered']);
    verify(secret, receiver.received[0]!);
    const [delivery] = (await deliveries()).data;
    expect(delivery).toEqual({
      id: receiver.received[0]!.headers['webhook-id'],
      ...{ type: 'run.completed', runId: run.id, state: 'delivered', attempts: 1 },
      ...{ createdAt: expect.any(String), lastAttemptAt: expect.any(String) },
      ...{ lastStatus: expect.any(Number), deliveredAt: expect.any(String) },
    });
    const read = await member.get<Endpoint>(at(`/${endpoint.id}`));
    expect(read.lastDeliveredAt).toEqual(expect.any(String));
    const path = at(`/${endpoint.id}/deliveries/${delivery!.id}/resend`);
    const again = await member.send({ method: 'POST', path });
    expect(again.status).toBe(202);
    expect(bodyOf(again)).toMatchObject({ id: delivery!.id, state: 'pending' });
    await expect.poll(() => receiver.received.length).toBe(2);
    expect(receiver.received[1]!.headers['webhook-id']).toBe(delivery!.id);
    expect((await eventsOf(endpoint.id)).at(-1)).toMatchObject({
      kind: 'webhook_message_resent',
      detail: { messageId: delivery!.id },
      actor: { id: member.id },
    });
  });

  it('is read page by page, by state, and knows its own cursors only', async () => {
    await endedRun();
    await expect.poll(states).toEqual(['delivered', 'delivered']);
    const first = await deliveries('?limit=1');
    const second = await deliveries(`?limit=1&cursor=${first.nextCursor}`);
    expect(second.nextCursor).toBe(null);
    expect([...first.data, ...second.data]).toEqual((await deliveries()).data);
    expect((await deliveries('?state=delivered')).data).toHaveLength(2);
    for (const state of ['pending', 'failed']) {
      expect((await deliveries(`?state=${state}`)).data).toEqual([]);
    }
    const stolen = `?state=failed&cursor=${first.nextCursor}`;
    const path = at(`/${endpoint.id}/deliveries${stolen}`);
    problemOf(await member.send({ path }), 'invalid_cursor');
  });

  it('shows since when it fails, why it was disabled, and sends nothing again until it is enabled', async () => {
    receiver.answer((response) => void response.writeHead(500).end());
    await endedRun();
    const read = () => member.get<Endpoint>(at(`/${endpoint.id}`));
    await expect.poll(async () => (await read()).failingSince).toBeTruthy();
    const [failed] = (await deliveries('?state=pending')).data;
    expect(failed).toMatchObject({
      ...{ lastStatus: 500, lastError: 'The endpoint answered with 500.' },
      nextAttemptAt: expect.any(String),
    });
    receiver.answer((response) => void response.writeHead(410).end());
    const path = at(`/${endpoint.id}/deliveries/${failed!.id}/resend`);
    bodyOf(await member.send({ method: 'POST', path }));
    await expect.poll(async () => (await read()).disabledReason).toBe('gone');
    expect(await states()).toEqual(['failed', 'delivered', 'delivered']);
    expect((await deliveries('?state=failed')).data).toHaveLength(1);
    const noted = (await eventsOf(endpoint.id)).at(-1);
    expect(noted).toMatchObject({
      ...{ kind: 'webhook_endpoint_disabled', detail: { reason: 'gone', url: receiver.url } },
    });
    expect(noted).not.toHaveProperty('actor');
    problemOf(await member.send({ method: 'POST', path }), 'conflict');

    receiver.answer((response) => void response.writeHead(204).end());
    bodyOf(await change(endpoint.id, { status: 'enabled' }));
    bodyOf(await member.send({ method: 'POST', path }));
    const all = ['delivered', 'delivered', 'delivered'];
    await expect.poll(states).toEqual(all);
  });
});
