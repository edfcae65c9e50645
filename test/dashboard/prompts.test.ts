/** Prompts as people read them, and their labels as people move and protect them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Role } from '../../server/people/index.ts';
import { move, pathOf, saved, textPrompt } from '../support/prompts.ts';
import { jsonOf, problemOf, request, runOf, unique } from '../support/service.ts';
import {
  type BodyOf,
  bodyOf,
  type Customer,
  type Dashboard,
  type Person,
  startDashboard,
} from './fixtures.ts';

type Row = BodyOf<'getWorkspacePrompt'>;
type List = BodyOf<'listWorkspacePrompts'>;
type Versions = BodyOf<'listVersionsOfPrompt'>;
type Acts = BodyOf<'listAuditEvents'>;

let dashboard: Dashboard;
let customer: Customer;
let owner: Person;

beforeAll(async () => {
  dashboard = await startDashboard();
  customer = await dashboard.customer();
  owner = customer.owner;
});
afterAll(() => dashboard.close());

const at = (name: string, below = '', of = customer) =>
  `${of.path}/prompts/${encodeURIComponent(name)}${below}`;
const read = (name: string) => owner.get<Row>(at(name));

function moveAs(person: Person, name: string, body: object) {
  return person.send({ path: at(name, '/label-moves'), body });
}

async function protect(label: string, of = customer): Promise<void> {
  bodyOf(await of.owner.send({ path: `${of.path}/protected-labels`, body: { label } }));
}

function setMemberScopes(memberScopes: string[]) {
  return owner.send({ method: 'PATCH', path: customer.path, body: { memberScopes } });
}

async function twoVersions(name = unique('prompt')): Promise<string> {
  const first = { name, text: 'Hello {{name}}', labels: ['production', 'staging'] };
  await saved(customer.tenant, first);
  await saved(customer.tenant, { name, text: 'Good day {{name}}', comment: 'Politer.' });
  return name;
}

test('prompts are listed by name, each with who saved its newest version and when', async () => {
  const { tenant, path, owner: own } = await dashboard.customer();
  await textPrompt(tenant, 'one', { name: 'support/answer.v2' });
  const last = await saved(tenant, { name: 'invoice', text: 'two', labels: ['staging'] });
  const first = await own.get<List>(`${path}/prompts?limit=1`);
  expect(first.data).toEqual([
    {
      ...{ name: 'invoice', latestVersion: 1, labels: [{ label: 'staging', version: 1 }] },
      ...{ createdAt: last.createdAt, updatedAt: expect.any(String) },
      ...{ savedAt: last.createdAt, keyId: last.keyId },
    },
  ]);
  const second = await own.get<List>(`${path}/prompts?limit=1&cursor=${first.nextCursor}`);
  expect(second.data.map(({ name }) => name)).toEqual(['support/answer.v2']);
  expect(second.nextCursor).toBeNull();
  expect(await own.get(`${path}/prompts/support%2Fanswer.v2`)).toEqual(second.data[0]);
});

test('versions, what they say, what differs and what they cost are as programs read them', async () => {
  const { tenant } = customer;
  const name = await twoVersions();
  const body = request('sandbox/echo', {
    attribution: { promptId: name, promptVersion: '2' },
  });
  await tenant.end(runOf(await tenant.create(body)).id);
  const programs = async (below: string) => jsonOf(await tenant.get(pathOf(name, below)));
  expect(await owner.get(at(name, '/versions'))).toEqual(await programs('/versions'));
  expect(await owner.get(at(name, '/versions/1'))).toEqual(await programs('?version=1'));
  expect(await owner.get(at(name, '/diff?from=1&to=2'))).toEqual(
    await programs('/diff?from=1&to=2'),
  );
  const usage = await owner.get<BodyOf<'getUsageOfPrompt'>>(at(name, '/usage'));
  expect(usage.versions).toMatchObject([{ version: '2', runs: 1, completed: 1 }]);
  expect(usage).toEqual(await programs('/usage'));
  const page = await owner.get<Versions>(at(name, '/versions?limit=1'));
  expect(page.data.map(({ version }) => version)).toEqual([2]);
  const rest = await owner.get<Versions>(at(name, `/versions?limit=1&cursor=${page.nextCursor}`));
  expect(rest).toMatchObject({ data: [{ version: 1 }], nextCursor: null });
});

test.each(['0', '3', '1.0', '01', '99999999999999'])(
  'there is no version %s: 404',
  async (version) => {
    const name = await twoVersions();
    problemOf(await owner.send({ path: at(name, `/versions/${version}`) }), 'not_found');
  },
);

test('an invalid period is refused with invalid_request', async () => {
  const name = await twoVersions();
  const path = at(name, '/usage?from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z');
  problemOf(await owner.send({ path }), 'invalid_request');
});

test('a label is moved with 200, and the audit trail says who moved it and from where', async () => {
  const name = await twoVersions();
  const answer = await moveAs(owner, name, { label: 'production', version: 2, fromVersion: 1 });
  expect(answer.status).toBe(200);
  expect(bodyOf<Row>(answer)).toEqual(await read(name));
  expect((await read(name)).labels).toEqual([
    { label: 'production', version: 2 },
    { label: 'staging', version: 1 },
  ]);
  expect(await lastAct()).toMatchObject({
    kind: 'prompt_label_moved',
    actor: { id: owner.id, name: owner.name },
    detail: { prompt: name, label: 'production', version: 2, from: 1 },
  });
});

test('a label that somebody moved meanwhile stays where it is: 409', async () => {
  const name = await twoVersions();
  await moveAs(owner, name, { label: 'production', version: 2 });
  const before = await read(name);
  for (const fromVersion of [1, null]) {
    const body = { label: 'production', version: 1, fromVersion };
    const problem = problemOf(await moveAs(owner, name, body), 'conflict');
    expect(problem.detail).toContain('version 2');
  }
  const unknown = { label: 'canary', version: 1, fromVersion: 2 };
  problemOf(await moveAs(owner, name, unknown), 'conflict');
  expect(await read(name)).toEqual(before);
  const fresh = { label: 'canary', version: 1, fromVersion: null };
  expect((await moveAs(owner, name, fresh)).status).toBe(200);
});

test('a version that there is not is 422 invalid_prompt, and latest is 400 invalid_request', async () => {
  const name = await twoVersions();
  const before = await read(name);
  const none = await moveAs(owner, name, { label: 'production', version: 3 });
  expect(problemOf(none, 'invalid_prompt').errors).toMatchObject([{ pointer: '#/version' }]);
  const latest = await moveAs(owner, name, { label: 'latest', version: 1 });
  expect(problemOf(latest, 'invalid_request').errors).toMatchObject([{ pointer: '#/label' }]);
  expect(await read(name)).toEqual(before);
});

test('a prompt with too many labels gets no further one: 422 prompt_limit_reached', async () => {
  const name = await twoVersions();
  for (let i = 0; i < 48; i += 1) await moveAs(owner, name, { label: `label-${i}`, version: 1 });
  problemOf(await moveAs(owner, name, { label: 'one-more', version: 1 }), 'prompt_limit_reached');
  expect((await read(name)).labels).toHaveLength(50);
});

test('members move labels where keys of theirs could, and are refused with 403 elsewhere', async () => {
  const name = await twoVersions();
  const member = await dashboard.person(customer.tenant.workspace, 'member');
  const body = { label: 'production', version: 2 };
  problemOf(await moveAs(member, name, body), 'forbidden');
  expect((await read(name)).labels[0]).toMatchObject({ version: 1 });
  await setMemberScopes(['models:read', 'prompts:run']);
  expect((await moveAs(member, name, body)).status).toBe(200);
  expect((await read(name)).labels[0]).toMatchObject({ version: 2 });
});

test.each<[Role, number]>([
  ['member', 403],
  ['admin', 200],
  ['owner', 200],
])('a protected label is moved by a %s with %i, and by no key', async (role, status) => {
  const name = await twoVersions();
  const label = unique('stable').toLowerCase();
  await moveAs(owner, name, { label, version: 1 });
  await protect(label);
  await setMemberScopes(['prompts:run']);
  const person = await dashboard.person(customer.tenant.workspace, role);
  problemOf(await move(customer.tenant, { name, label, version: 2 }), 'label_protected');
  const answer = await moveAs(person, name, { label, version: 2 });
  expect(answer.status).toBe(status);
  if (status === 403) problemOf(answer, 'forbidden');
  const version = status === 200 ? 2 : 1;
  expect((await read(name)).labels).toContainEqual({ label, version });
});

test('admins protect a label and let it go again, as the audit trail says; one that is not protected is 404', async () => {
  const other = await dashboard.customer();
  const admin = await dashboard.person(other.tenant.workspace, 'admin');
  const path = `${other.path}/protected-labels`;
  const { name } = await textPrompt(other.tenant, 'Hello');
  const input = { name, label: 'production', version: 1 };
  for (let i = 0; i < 2; i += 1) {
    const answer = await admin.send({ path, body: { label: 'production' } });
    expect(bodyOf(answer)).toEqual({ labels: ['production'] });
  }
  problemOf(await move(other.tenant, input), 'label_protected');
  const removal = { method: 'DELETE', path: `${path}/production` };
  expect((await admin.send(removal)).status).toBe(204);
  problemOf(await admin.send(removal), 'not_found');
  for (const label of ['%00', 'No%20label', 'x'.repeat(100)]) {
    problemOf(await admin.send({ method: 'DELETE', path: `${path}/${label}` }), 'not_found');
  }
  expect(await other.owner.get(path)).toEqual({ labels: [] });
  expect((await move(other.tenant, input)).status).toBe(200);
  const { data } = await other.owner.get<Acts>(`${other.path}/audit-events`);
  const events = data.filter(({ kind }) => /^prompt_label_(un)?protected$/.test(kind));
  expect(events).toMatchObject([
    { kind: 'prompt_label_unprotected', actor: { id: admin.id }, detail: { label: 'production' } },
    { kind: 'prompt_label_protected', actor: { id: admin.id }, detail: { label: 'production' } },
  ]);
});

test('a workspace has 50 protected labels at the most: 409', async () => {
  const other = await dashboard.customer();
  for (let i = 0; i < 50; i += 1) await protect(`label-${i}`, other);
  const path = `${other.path}/protected-labels`;
  problemOf(await other.owner.send({ path, body: { label: 'one-more' } }), 'conflict');
  expect((await other.owner.get<{ labels: string[] }>(path)).labels).toHaveLength(50);
});

async function lastAct() {
  const { data } = await owner.get<Acts>(`${customer.path}/audit-events?limit=1`);
  return data[0];
}
