/** The audit trail narrowed to people, kinds and times, with the sign-ins of members, and as a file. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLedger } from '../../server/money/index.ts';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import { saved } from '../support/prompts.ts';
import {
  type BodyOf,
  bodyOf,
  type Customer,
  type Dashboard,
  PASSWORD,
  startDashboard,
} from './fixtures.ts';

type Event = BodyOf<'listAuditEvents'>['data'][number];

let dashboard: Dashboard;
let customer: Customer;
let outsider: Customer;

beforeAll(async () => {
  dashboard = await startDashboard();
  customer = await dashboard.customer();
  outsider = await dashboard.customer();
  const { db } = dashboard.service.database;
  await createLedger({ db }).topUp({
    ...{ workspace: customer.tenant.workspace, amount: 5, reference: 'by nobody' },
  });
  const body = { name: '=a key', scopes: ['models:read'] };
  const headers = { 'Idempotency-Key': 'one' };
  bodyOf(await customer.owner.send({ path: `${customer.path}/keys`, body, headers }));
  for (const { owner } of [customer, outsider]) {
    const answer = await dashboard.send({
      path: '/session',
      body: { email: owner.email, password: PASSWORD },
    });
    expect(answer.status, answer.text).toBe(201);
  }
});
afterAll(() => dashboard.close());

async function events(query = '', { owner, path } = customer): Promise<Event[]> {
  return (await owner.get<BodyOf<'listAuditEvents'>>(`${path}/audit-events?limit=100&${query}`))
    .data;
}

test('what people did is filtered from what came from the command line', async () => {
  const all = await events();
  const people = await events('by=people');
  const service = await events('by=service');
  expect(people.every(({ actor }) => actor !== undefined)).toBe(true);
  expect(service.every(({ actor }) => actor === undefined)).toBe(true);
  expect(service.map(({ kind }) => kind)).toContain('wallet_credited');
  expect(people.length + service.length).toBe(all.length);
});

test('sign-ins of members are in it, and those of nobody else', async () => {
  for (const one of [customer, outsider]) {
    const signIns = await events('kind=user_signed_in', one);
    expect(new Set(signIns.map(({ actor }) => actor?.id))).toEqual(new Set([one.owner.id]));
  }
});

test('it is narrowed to a kind, a person and a time, and read on by pages', async () => {
  const created = await events('kind=key_created');
  expect(created[0]).toMatchObject({ actor: { id: customer.owner.id } });
  expect(new Set(created.map(({ kind }) => kind))).toEqual(new Set(['key_created']));
  expect(await events(`actorId=${outsider.owner.id}`)).toEqual([]);
  expect(await events('actorId=nobody')).toEqual([]);
  expect(await events('createdBefore=2020-01-01T00:00:00Z')).toEqual([]);
  const all = await events();
  const read: Event[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page: BodyOf<'listAuditEvents'> = await customer.owner.get(
      `${customer.path}/audit-events?limit=2${query}`,
    );
    read.push(...page.data);
    cursor = page.nextCursor;
  }
  expect(read).toEqual(all);
});

test('the file has what the list has, and is for admins', async () => {
  const { owner, path } = customer;
  const { text, headers } = await owner.send({ path: `${path}/audit-events.csv?by=people` });
  expect(headers.get('content-disposition')).toMatch(/filename="audit-trail-.*\.csv"/);
  const lines = text.split('\r\n').slice(1, -1);
  const people = await events('by=people');
  expect(lines.map((line) => line.split(',')[0])).toEqual(people.map(({ id }) => id));
  const member = await dashboard.person(customer.tenant.workspace, 'member');
  expect((await member.send({ path: `${path}/audit-events.csv` })).status).toBe(403);
});

test('an event names what it was about as people name it now, and nothing that is deleted', async () => {
  const { owner, path, tenant } = customer;
  const subjectsOf = async (kind: string) =>
    (await events(`kind=${kind}`)).map(({ subject }) => subject);
  const { id } = await tenant.newKey({ name: 'Before' });
  const keyPath = `${path}/keys/${uuidToId('key', id)}`;
  bodyOf(await owner.send({ method: 'PATCH', path: keyPath, body: { name: 'After' } }));
  expect(await subjectsOf('key_changed')).toEqual(['After']);
  const hooks = `${path}/webhook-endpoints`;
  const url = 'https://example.com/hooks';
  for (const description of ['Invoices', undefined]) {
    const body = { url, eventTypes: ['run.completed'], ...(description && { description }) };
    bodyOf(await owner.send({ path: hooks, body }));
  }
  expect(await subjectsOf('webhook_endpoint_created')).toEqual([url, 'Invoices']);
  for (const endpoint of (await owner.get<BodyOf<'listWebhookEndpoints'>>(hooks)).data) {
    await owner.send({ method: 'DELETE', path: `${hooks}/${endpoint.id}` });
  }
  expect(await subjectsOf('webhook_endpoint_created')).toEqual([undefined, undefined]);
  const body = { name: 'Tracing', url: 'https://otel.example.com/v1/traces' };
  bodyOf(await owner.send({ path: `${path}/destinations`, body }));
  expect(await subjectsOf('destination_created')).toEqual(['Tracing']);
  const member = await dashboard.person(tenant.workspace, 'member');
  await owner.send({ method: 'DELETE', path: `${path}/members/${member.id}` });
  expect(await subjectsOf('member_removed')).toEqual([member.name]);
  expect(await subjectsOf('member_joined')).not.toContain(member.name);
  const { text } = await owner.send({ path: `${path}/audit-events.csv?kind=key_changed` });
  expect(text).toMatch(/,subject\r\n.*,After\r\n$/);
});

test('what a key has saved says so, and is not about the key', async () => {
  const { tenant } = customer;
  await saved(tenant, { name: 'by-a-key', text: 'Hello' });
  const [event] = await events('kind=prompt_version_saved');
  expect(event!.detail).toMatchObject({ byKeyId: uuidToId('key', tenant.key.id) });
  expect(event).not.toHaveProperty('subject');
});
