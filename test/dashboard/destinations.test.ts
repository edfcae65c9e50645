/** Destinations as people manage them: who may, what is never shown, what is refused, and what is noted. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OtlpReceiver, startOtlpReceiver } from '../broadcast/receiver.ts';
import { problemOf, request, runOf } from '../support/service.ts';
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
let admin: Person;
let member: Person;
let receiver: OtlpReceiver;
beforeAll(async () => {
  dashboard = await startDashboard();
  customer = await dashboard.customer();
  admin = await dashboard.person(customer.tenant.workspace, 'admin');
  member = await dashboard.person(customer.tenant.workspace, 'member');
  receiver = await startOtlpReceiver();
});
afterAll(async () => {
  await dashboard.close();
  await receiver.close();
});

type Destination = BodyOf<'getDestination'>;

const SECRET = 'Bearer 0123456789';
const at = (rest = '') => `${customer.path}/destinations${rest}`;
const send = (method: string, rest: string, body?: object, by = admin) =>
  by.send({ method, path: at(rest), ...(body && { body }) });
const create = (body: object = {}, by = admin) =>
  send('POST', '', { name: 'Our tracing', url: receiver.url, ...body }, by);

it('an admin creates one with 201, and the values of its headers are never shown', async () => {
  const headers = [{ name: 'Authorization', value: SECRET }];
  const answer = await create({ headers });
  expect(answer.status).toBe(201);
  const made = bodyOf<Destination>(answer);
  expect(made).toEqual({
    id: expect.stringMatching(/^dst_/),
    ...{ name: 'Our tracing', url: receiver.url, encoding: 'protobuf', compression: 'gzip' },
    ...{
      headerNames: ['authorization'],
      kinds: ['model_run', 'tool_run', 'compute_job'],
      includeContent: false,
    },
    ...{ status: 'enabled', createdAt: expect.any(String) },
    createdBy: { id: admin.id, name: admin.name },
    ...{ waiting: 0, delivered: 0, rejected: 0, givenUp: 0 },
  });
  const texts = [
    answer.text,
    (await send('GET', `/${made.id}`, undefined, member)).text,
    (await send('GET', '', undefined, member)).text,
    (await admin.send({ path: `${customer.path}/audit-events` })).text,
  ];
  for (const text of texts) {
    expect(text).toContain('Our tracing');
    expect(text).not.toContain('0123456789');
  }
});

it('members see them, and keep none', async () => {
  const { id } = bodyOf<Destination>(await create());
  problemOf(await create({}, member), 'forbidden');
  problemOf(await send('PATCH', `/${id}`, { status: 'disabled' }, member), 'forbidden');
  problemOf(await send('DELETE', `/${id}`, undefined, member), 'forbidden');
  problemOf(await send('POST', `/${id}/test`, undefined, member), 'forbidden');
  expect((await send('GET', `/${id}`, undefined, member)).status).toBe(200);
});

it('a test says what the destination answered, and counts for nothing', async () => {
  const headers = [{ name: 'X-Key', value: 'k' }];
  const { id } = bodyOf<Destination>(await create({ headers, encoding: 'json' }));
  const test = async () =>
    bodyOf<BodyOf<'createDestinationTest'>>(await send('POST', `/${id}/test`));
  const taken = await test();
  expect(taken).toMatchObject({ isTaken: true, status: 200 });
  const [span] = receiver.spans().filter(({ traceId }) => traceId === taken.traceId);
  expect(span).toMatchObject({ name: 'test span', attributes: { 'model_run_api.test': true } });
  expect(receiver.batches.at(-1)!.headers).toMatchObject({ 'x-key': 'k' });
  receiver.answer((response) =>
    response
      .writeHead(401, { 'Content-Type': 'application/json' })
      .end('{"message":"no such key"}'),
  );
  expect(await test()).toMatchObject({
    ...{ isTaken: false, status: 401 },
    detail: 'The destination answered with 401: no such key',
  });
  await receiver.close();
  const refused = await test();
  expect(refused).toMatchObject({
    isTaken: false,
    detail: expect.stringContaining('ECONNREFUSED'),
  });
  expect(refused.status).toBeUndefined();
  receiver = await startOtlpReceiver(receiver.port);
  const { delivered, lastStatus } = bodyOf<Destination>(await send('GET', `/${id}`));
  expect([delivered, lastStatus]).toEqual([0, undefined]);
});

it('one is changed, sent spans, disabled and deleted, and all of that is noted', async () => {
  const { id } = bodyOf<Destination>(await create({ name: 'Noted' }));
  await send('PATCH', `/${id}`, { kinds: ['model_run', 'model_run'], includeContent: true });
  const run = runOf(await customer.tenant.create(request('sandbox/echo')));
  await customer.tenant.end(run.id);
  const read = async () => bodyOf<Destination>(await send('GET', `/${id}`));
  await expect.poll(async () => (await read()).delivered).toBe(1);
  expect(await read()).toMatchObject({
    ...{ kinds: ['model_run'], includeContent: true, lastStatus: 200 },
    lastDeliveredAt: expect.any(String),
  });
  const disabled = bodyOf<Destination>(await send('PATCH', `/${id}`, { status: 'disabled' }));
  expect(disabled).toMatchObject({ status: 'disabled', disabledReason: 'by_user' });
  expect((await send('DELETE', `/${id}`)).status).toBe(204);
  problemOf(await send('GET', `/${id}`), 'not_found');
  const { data } = await admin.get<BodyOf<'listAuditEvents'>>(`${customer.path}/audit-events`);
  const kinds = data
    .filter(({ detail }) => detail.destinationId === id || detail.destination === id)
    .map(({ kind }) => kind);
  expect(kinds).toEqual([
    'destination_deleted',
    ...['destination_changed', 'destination_changed', 'destination_created'],
  ]);
});

it.each([
  [{ url: 'ftp://otel.example.com/' }, '#/url'],
  [{ headers: [{ name: 'Host', value: 'x' }] }, '#/headers/0/name'],
  [{ headers: [{ name: 'X Key', value: 'x' }] }, '#/headers/0/name'],
  [{ headers: [{ name: 'X-Key', value: '€' }] }, '#/headers/0/value'],
  [{ kinds: [] }, '#/kinds'],
  [{ name: '' }, '#/name'],
  [{ name: ' ' }, '#/name'],
])('%j is refused at its pointer', async (body, pointer) => {
  const { errors } = problemOf(await create(body), 'invalid_request');
  expect(errors!.map((fault) => fault.pointer)).toEqual([pointer]);
});
