/** Keys as people make, hand on and end them, seen by the dashboard and by the developer API. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashOf } from '../../server/keys/format.ts';
import { managesWorkspace, SCOPES } from '../../server/keys/index.ts';
import { dashboard as documented } from '../contract/document.ts';
import { problemOf, request, runOf, unique } from '../support/service.ts';
import {
  type BodyOf,
  bodyOf,
  type Customer,
  type Dashboard,
  type Person,
  startDashboard,
} from './fixtures.ts';

type Created = BodyOf<'createKey', 201>;
type Key = BodyOf<'getKey'>;
type Keys = BodyOf<'listKeys'>;

let dashboard: Dashboard;
let customer: Customer;
let member: Person;

beforeAll(async () => {
  dashboard = await startDashboard();
  customer = await dashboard.customer();
  member = await dashboard.person(customer.tenant.workspace, 'member');
});
afterAll(() => dashboard.close());

const INPUT = { name: 'backend', scopes: ['models:read', 'models:run'] };

function make(person: Person, input: object = INPUT, requestKey = unique('click'), at = customer) {
  const headers = { 'Idempotency-Key': requestKey };
  return person.send({ path: `${at.path}/keys`, body: input, headers });
}

function models(key: string) {
  return dashboard.service.send({ path: '/v1/developer/models', key });
}

test('examples of requests can be sent as they are', async () => {
  const examples = ['request-key', 'request-key-credit'].map((name) =>
    documented.at('components', 'examples', name, 'value'),
  );
  const rich = await dashboard.customer();
  const body = { amount: 10_000_000_000, reference: 'for the examples' };
  await rich.owner.send({ path: `${rich.path}/wallet/credits`, body });
  for (const example of examples) {
    expect(await make(rich.owner, example, unique('click'), rich)).toMatchObject({ status: 201 });
  }
});

test('a key can have every permission, and members can be allowed all that do not manage the workspace', async () => {
  const { key } = bodyOf<Created>(await make(customer.owner, { name: 'all', scopes: SCOPES }));
  expect(key.scopes.toSorted()).toEqual([...SCOPES]);
  const { owner, path } = await dashboard.customer();
  const memberScopes = SCOPES.filter((scope) => !managesWorkspace(scope));
  expect(await owner.send({ method: 'PATCH', path, body: { memberScopes } })).toMatchObject({
    status: 200,
  });
});

test('the secret of a new key opens the API, and is never shown again', async () => {
  const { key, secret } = bodyOf<Created>(await make(customer.owner));
  expect(secret.startsWith(key.prefix) && secret.endsWith(key.last4)).toBe(true);
  expect(key).toMatchObject({ ...INPUT, status: 'active', spentAmount: 0, heldAmount: 0 });
  expect(key.createdBy).toEqual({ id: customer.owner.id, name: customer.owner.name });
  expect((await models(secret)).status).toBe(200);
  const listed = await customer.owner.send({ path: `${customer.path}/keys` });
  expect(listed.text).toContain(key.id);
  expect(listed.text).not.toContain(secret);
});

test('two clicks create one key, and the second answer names it', async () => {
  const before = await dashboard.service.database.db.query('select count(*) from api_key');
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => make(customer.owner, INPUT, 'double-click')),
  );
  const made = answers.filter(({ status }) => status === 201);
  expect(made).toHaveLength(1);
  const { key } = bodyOf<Created>(made[0]!);
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    expect(answer.status).toBe(409);
    expect(problemOf(answer, 'conflict')).toMatchObject({ keyId: key.id });
  }
  const [{ count }] = (await dashboard.service.database.db.query(
    'select count(*) from api_key',
  )) as [{ count: number }];
  expect(count).toBe((before[0] as { count: number }).count + 1);
});

test('a repeat is not taken for a lack of credit', async () => {
  const other = await dashboard.customer();
  const { available } = await other.tenant.wallet();
  const input = { ...INPUT, creditAmount: available };
  const answers = await Promise.all([1, 2, 3].map(() => make(other.owner, input, 'all', other)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  const refused = await make(other.owner, { ...INPUT, creditAmount: 1 }, unique('click'), other);
  expect(problemOf(refused, 'insufficient_credit')).toMatchObject({
    ...{ requiredAmount: 1, availableAmount: 0, currency: 'USD', scale: 9 },
  });
});

test('the same click in another workspace makes a key there', async () => {
  const other = await dashboard.customer();
  expect((await make(customer.owner, INPUT, 'shared')).status).toBe(201);
  expect((await make(other.owner, INPUT, 'shared', other)).status).toBe(201);
});

test('a click without its key makes none', async () => {
  const answer = await customer.owner.send({ path: `${customer.path}/keys`, body: INPUT });
  problemOf(answer, 'invalid_request');
});

test('a revoked key is unauthorized at the API at once, and its credit returns to the wallet', async () => {
  const { key, secret } = bodyOf<Created>(
    await make(customer.owner, { ...INPUT, creditAmount: 5_000 }),
  );
  expect(key.creditAmount).toBe(5_000);
  const revoked = bodyOf<BodyOf<'revokeKey'>>(
    await customer.owner.send({
      method: 'POST',
      path: `${customer.path}/keys/${key.id}/revocation`,
    }),
  );
  expect(revoked).toMatchObject({ returnedAmount: 5_000, failedRuns: 0 });
  expect(revoked.key).toMatchObject({ status: 'revoked', creditAmount: 0 });
  problemOf(await models(secret), 'unauthorized');
});

test('both keys work while a rotation overlaps, and a second rotation is a conflict', async () => {
  const { key, secret } = bodyOf<Created>(await make(customer.owner));
  const path = `${customer.path}/keys/${key.id}/rotation`;
  const rotate = (overlapSeconds: number) =>
    customer.owner.send({ path, body: { overlapSeconds } });
  const rotated = bodyOf<BodyOf<'rotateKey', 201>>(await rotate(600));
  expect(rotated.key).toMatchObject(INPUT);
  expect((await models(secret)).status).toBe(200);
  expect((await models(rotated.secret)).status).toBe(200);
  const old = await customer.owner.get<Key>(`${customer.path}/keys/${key.id}`);
  expect(old).toMatchObject({ rotatedTo: rotated.key.id, expiresAt: rotated.oldWorksUntil });
  problemOf(await rotate(0), 'conflict');
});

test('credit that a rotation has passed on is shown once, and so are its movements', async () => {
  const other = await dashboard.customer();
  const { key } = bodyOf<Created>(
    await make(other.owner, { ...INPUT, creditAmount: 5_000 }, unique('click'), other),
  );
  const path = `${other.path}/keys/${key.id}/rotation`;
  const rotated = bodyOf<BodyOf<'rotateKey', 201>>(
    await other.owner.send({ path, body: { overlapSeconds: 600 } }),
  );
  expect(rotated.key).toMatchObject({ creditAmount: 5_000, spentAmount: 0 });
  const { data } = await other.owner.get<Keys>(`${other.path}/keys`);
  const shown = data.filter(({ creditAmount }) => creditAmount !== undefined);
  expect(shown.map(({ id }) => id)).toEqual([rotated.key.id]);
  const entriesOf = (id: string) =>
    other.owner.get<BodyOf<'listEntries'>>(`${other.path}/wallet/entries?keyId=${id}`);
  const { data: entries } = await entriesOf(rotated.key.id);
  expect(entries.map(({ kind }) => kind)).toEqual(['transfer_in', 'transfer_out']);
  expect((await entriesOf(key.id)).data).toEqual([]);
});

test('a member makes keys within what the workspace allows, and gives no credit', async () => {
  const change = { method: 'PATCH', path: customer.path, body: { memberScopes: ['models:read'] } };
  bodyOf(await customer.owner.send(change));
  expect((await make(member, { ...INPUT, scopes: ['models:read'] })).status).toBe(201);
  problemOf(await make(member), 'forbidden');
  problemOf(
    await make(member, { ...INPUT, scopes: ['models:read'], creditAmount: 1 }),
    'forbidden',
  );
  expect((await make(customer.owner)).status).toBe(201);
});

test('names are text of a length that people read', async () => {
  const script = '<script>alert(1)</script>';
  const { key } = bodyOf<Created>(await make(customer.owner, { ...INPUT, name: script }));
  expect(key.name).toBe(script);
  for (const name of ['', ' ', 'x'.repeat(10_000), 'two\nlines', 'txt.\u202eexe']) {
    problemOf(await make(customer.owner, { ...INPUT, name }), 'invalid_request');
  }
  const past = { ...INPUT, expiresAt: '2020-01-01T00:00:00Z' };
  problemOf(await make(customer.owner, past), 'invalid_request');
});

test('keys come newest first, page by page, and by their status', async () => {
  const other = await dashboard.customer();
  const made: string[] = [];
  for (let i = 0; i < 5; i++) {
    made.unshift(bodyOf<Created>(await make(other.owner, INPUT, unique('click'), other)).key.id);
  }
  const ids: string[] = [];
  for (let cursor = ''; ; ) {
    const page = await other.owner.get<Keys>(`${other.path}/keys?limit=2${cursor}`);
    ids.push(...page.data.map(({ id }) => id));
    if (page.nextCursor === null) break;
    cursor = `&cursor=${page.nextCursor}`;
  }
  expect(ids.slice(0, 5)).toEqual(made);
  expect(ids).toHaveLength(6);
  const path = `${other.path}/keys/${made[2]}/revocation`;
  bodyOf(await other.owner.send({ method: 'POST', path }));
  const revoked = await other.owner.get<Keys>(`${other.path}/keys?status=revoked`);
  expect(revoked.data.map(({ id }) => id)).toEqual([made[2]]);
  const bad = await other.owner.send({ path: `${other.path}/keys?cursor=xyz` });
  problemOf(bad, 'invalid_cursor');
});

test('what a key has spent and holds is what its runs have cost', async () => {
  // A separate one: what keys have spent may be ten seconds old.
  const other = await dashboard.customer();
  const { tenant } = other;
  const run = runOf(await tenant.create(request('sandbox/echo')));
  const ended = await tenant.end(run.id);
  const key = await other.owner.get<Key>(`${other.path}/keys/${run.keyId}`);
  expect(key).toMatchObject({ spentAmount: ended.chargedAmount, heldAmount: 0 });
});

test('a rotated key names its payer, and its successor continues from what it had spent', async () => {
  const other = await dashboard.customer();
  const { tenant } = other;
  const made = await tenant.newKey({ credit: 900_000 });
  const rich = tenant.as(made);
  const { keyId, chargedAmount } = await rich.end(
    runOf(await rich.create(request('sandbox/echo'))).id,
  );
  const rotate = async (id: string) => {
    const path = `${other.path}/keys/${id}/rotation`;
    const answer = await other.owner.send({ path, body: { overlapSeconds: 600 } });
    return bodyOf<BodyOf<'rotateKey', 201>>(answer).key;
  };
  const second = await rotate(keyId);
  expect(second).toMatchObject({
    ...{ rotatedFrom: keyId, paysFrom: 'key_credit', creditAmount: 900_000 - chargedAmount! },
    ...{ spentAmount: 0, spentWithPredecessorsAmount: chargedAmount },
  });
  const third = await rotate(second.id);
  const { data } = await other.owner.get<Keys>(`${other.path}/keys`);
  const shown = data.map((key) => [key.id, key.spentAmount, key.spentWithPredecessorsAmount]);
  expect(shown.slice(0, 3)).toEqual([
    [third.id, 0, chargedAmount],
    [second.id, 0, chargedAmount],
    [keyId, chargedAmount, chargedAmount],
  ]);
  expect(data.map(({ paysFrom }) => paysFrom)).toEqual([
    ...['key_credit', 'key_credit', 'key_credit', 'wallet'],
  ]);
  expect(data[2]).not.toHaveProperty('creditAmount');
});

test('the trail says who did what, with the ids that people see', async () => {
  const { data } = await customer.owner.get<BodyOf<'listAuditEvents'>>(
    `${customer.path}/audit-events?limit=100`,
  );
  const kinds = new Set(data.map(({ kind }) => kind));
  for (const kind of ['key_created', 'key_revoked', 'key_rotated', 'settings_changed']) {
    expect(kinds).toContain(kind);
  }
  const rotated = data.find(({ kind }) => kind === 'key_rotated');
  expect(rotated?.actor).toEqual({ id: customer.owner.id, name: customer.owner.name });
  expect(rotated?.detail).toMatchObject({
    keyId: expect.stringMatching(/^key_/),
    rotatedTo: expect.stringMatching(/^key_/),
  });
  expect(JSON.stringify(data)).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/);
});

test('the catalog offers the categories that open something, and no other', async () => {
  const answer = await customer.owner.send({ path: `${customer.path}/catalog` });
  const { categories } = bodyOf<BodyOf<'getCatalog'>>(answer);
  expect(categories.map(({ title }) => title)).toEqual([
    ...['Models', 'Tools', 'Compute', 'Prompts', 'Customers', 'Observability', 'Keys', 'Webhooks'],
    ...['Billing', 'Exports'],
  ]);
  const offered = categories.flatMap(({ scopes }) => scopes.map(({ name }) => name));
  expect(offered.toSorted()).toEqual([...SCOPES]);
});

test('a key with a scope of an earlier version is shown with it, works and is rotated with it', async () => {
  const { key, secret } = bodyOf<Created>(await make(customer.owner));
  const scopes = ['files:read', 'models:read'];
  await dashboard.service.database.db.query(`update api_key set scopes = $2 where hash = $1`, [
    hashOf(secret),
    scopes,
  ]);
  const path = `${customer.path}/keys/${key.id}`;
  const read = await customer.owner.send({ path });
  expect(bodyOf<Key>(read).scopes).toEqual(scopes);
  expect((await models(secret)).status).toBe(200);
  const body = { overlapSeconds: 0 };
  const rotated = await customer.owner.send({ path: `${path}/rotation`, body });
  const successor = bodyOf<Created>(rotated);
  expect(successor.key.scopes).toEqual(scopes);
  expect((await models(successor.secret)).status).toBe(200);
});
