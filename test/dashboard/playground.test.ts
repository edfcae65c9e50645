/** Runs that the pages create: with the user's own key, whose secret nobody has, and for at most the shown hold. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApiKey, Entry, Playground, RunDetail } from '../../openapi/generated/dashboard.ts';
import { idToUuid } from '../../server/platform/lib/ids.ts';
import { purgePayloads } from '../../server/runs/index.ts';
import { type Answer, problemOf, unique } from '../support/service.ts';
import {
  bodyOf,
  type Customer,
  callTool,
  type Dashboard,
  endOfCall,
  endOfJob,
  type Person,
  startDashboard,
  startJob,
} from './fixtures.ts';

let dashboard: Dashboard;
let customer: Customer;

beforeAll(async () => {
  dashboard = await startDashboard();
  customer = await dashboard.customer();
  const body = { amount: 40_000_000_000, reference: 'for the playground' };
  bodyOf(await customer.owner.send({ path: `${customer.path}/wallet/credits`, body }));
});
afterAll(() => dashboard.close());

const REQUEST = {
  model: 'sandbox/echo',
  messages: [{ role: 'user', content: 'Hello, playground' }],
  maxOutputTokens: 100,
};

function run(person: Person, change: object = {}, requestKey = unique('click')): Promise<Answer> {
  return person.send({
    path: `${customer.path}/playground/runs`,
    headers: { 'Idempotency-Key': requestKey },
    body: { ...REQUEST, ...change },
  });
}

function repeat(path: string, person = customer.owner, requestKey = unique('click')) {
  const headers = { 'Idempotency-Key': requestKey };
  return person.send({ method: 'POST', path: `${customer.path}/${path}/repeat`, headers });
}

const playground = (person: Person) => person.get<Playground>(`${customer.path}/playground`);

it('a run is an ordinary one, made with a key that has credit of its own and ends', async () => {
  const { owner, path } = customer;
  expect(await playground(owner)).toMatchObject({ creditAmount: 1_000_000_000 });
  const estimate = await owner.send({ path: `${path}/playground/estimates`, body: REQUEST });
  expect(bodyOf(estimate)).toMatchObject({ covered: true });
  expect((await playground(owner)).key).toBeUndefined();

  const answer = await run(owner);
  expect(answer.status).toBe(201);
  const { run: made } = bodyOf<RunDetail>(answer);
  expect(made.reservedAmount).toBe(bodyOf<{ reservedAmount: number }>(estimate).reservedAmount);
  const { key: living } = await playground(owner);
  expect(living?.keyId).toBe(made.keyId);

  const key = await owner.get<ApiKey>(`${path}/keys/${made.keyId}`);
  expect(key).toMatchObject({
    ...{ name: `Playground of ${owner.name}`, purpose: 'playground', paysFrom: 'key_credit' },
    ...{ createdBy: { id: owner.id }, scopes: ['compute:run', 'models:run', 'tools:run'] },
  });
  expect(Date.parse(key.expiresAt!)).toBeLessThanOrEqual(Date.now() + 3_600_000);
  expect(await customer.tenant.end(made.id)).toMatchObject({ text: 'Hello, playground' });
  const events = await owner.get<{ data: object[] }>(`${path}/audit-events`);
  expect(JSON.stringify(events.data)).toContain(made.keyId);
});

it('runs of one person share a key, also those that are asked for at once', async () => {
  const admin = await dashboard.person(customer.tenant.workspace, 'admin');
  const answers = await Promise.all([1, 2, 3].map(() => run(admin)));
  const keys = new Set(answers.map((answer) => bodyOf<RunDetail>(answer).run.keyId));
  expect(keys.size).toBe(1);
  const own = bodyOf<RunDetail>(await run(customer.owner)).run.keyId;
  expect(keys).not.toContain(own);
});

it('the next key of a person spends the account of the last one, filled to the credit of one key', async () => {
  const { owner, path, tenant } = customer;
  const { db } = dashboard.service.database;
  const accounts = () =>
    db.query<{ id: string; left: number }>(
      `select id, available + held as left from account where workspace = $1 and kind = 'key_credit' order by id`,
      [tenant.workspace],
    );
  const first = bodyOf<RunDetail>(await run(owner)).run;
  await tenant.end(first.id);
  const before = await accounts();
  const end = (keyId: string) =>
    db.query('update api_key set expires_at = now() where id = $1', [idToUuid('key', keyId)]);
  await end(first.keyId);
  const second = bodyOf<RunDetail>(await run(owner)).run;
  expect(second.keyId).not.toBe(first.keyId);
  const after = await accounts();
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(Math.max(...after.map(({ left }) => left))).toBeLessThanOrEqual(1_000_000_000);
  const { data } = await owner.get<{ data: Entry[] }>(`${path}/wallet/entries?kind=transfer_in`);
  const [newest, ...older] = data.map(({ keyId }) => keyId);
  expect(newest).toBe(second.keyId);
  expect(older).toContain(first.keyId);
  const shown = (keyId: string) => owner.get<ApiKey>(`${path}/keys/${keyId}`);
  expect(await shown(first.keyId)).not.toHaveProperty('creditAmount');
  expect(await shown(second.keyId)).toHaveProperty('creditAmount');
  const kept = { method: 'PATCH', path: `${path}/keys/${second.keyId}`, body: { expiresAt: null } };
  problemOf(await owner.send(kept), 'conflict');

  // What is held comes back to where it was, so the next key has an account of its own.
  await tenant.end(second.id);
  await db.query(
    `update account set available = available - 1, held = held + 1
     where id = (select account from api_key where id = $1)`,
    [idToUuid('key', second.keyId)],
  );
  await end(second.keyId);
  bodyOf<RunDetail>(await run(owner));
  expect(await accounts()).toHaveLength(after.length + 1);
});

it('a request key makes one run, however often it is sent', async () => {
  const requestKey = unique('click');
  const first = bodyOf<RunDetail>(await run(customer.owner, {}, requestKey)).run.id;
  expect(bodyOf<RunDetail>(await run(customer.owner, {}, requestKey)).run.id).toBe(first);
  problemOf(await run(customer.owner, { maxOutputTokens: 7 }, requestKey), 'run_refused');
});

it('members run what the workspace lets them make keys for', async () => {
  const { owner, path, tenant } = customer;
  const member = await dashboard.person(tenant.workspace, 'member');
  await owner.send({ method: 'PATCH', path, body: { memberScopes: ['models:read'] } });
  problemOf(await run(member), 'forbidden');
  expect((await playground(member)).mayRun).toEqual({
    models: false,
    tools: false,
    compute: false,
  });
  await owner.send({ method: 'PATCH', path, body: { memberScopes: ['models:run'] } });
  const { keyId } = bodyOf<RunDetail>(await run(member)).run;
  expect((await owner.get<ApiKey>(`${path}/keys/${keyId}`)).scopes).toEqual(['models:run']);
});

it('what a model refuses and what the credit does not cover is in the answer', async () => {
  const { owner } = customer;
  const unknown = problemOf(await run(owner, { model: 'sandbox/nobody' }), 'run_refused');
  expect(unknown.errors?.[0]?.pointer).toBe('#/model');
  const dear = { model: 'sandbox/echo', maxOutputTokens: 4_000 };
  const { key } = await playground(owner);
  await owner.send({
    method: 'PATCH',
    path: `${customer.path}/keys/${key?.keyId}`,
    body: { creditAmount: 900_000 },
  });
  const { affordableMaxOutputTokens } = problemOf(await run(owner, dear), 'insufficient_credit');
  expect(affordableMaxOutputTokens).toBeGreaterThan(0);
  expect((await run(owner, { ...dear, maxOutputTokens: affordableMaxOutputTokens })).status).toBe(
    201,
  );
});

it('a key that was revoked makes room for another, and none is rotated', async () => {
  const { owner, path } = customer;
  const { keyId } = bodyOf<RunDetail>(await run(owner)).run;
  const rotation = { path: `${path}/keys/${keyId}/rotation`, body: { overlapSeconds: 0 } };
  problemOf(await owner.send(rotation), 'conflict');
  await owner.send({ method: 'POST', path: `${path}/keys/${keyId}/revocation` });
  expect(bodyOf<RunDetail>(await run(owner)).run.keyId).not.toBe(keyId);
});

it('a call and a job run again, for no more than they held', async () => {
  const { tenant } = customer;
  const call = await callTool(tenant, 'add', { input: { a: 2, b: 3 } });
  const again = bodyOf<{ run: { id: string; reservedAmount: number }; input: object }>(
    await repeat(`tool-runs/${call.id}`),
  );
  expect(again.run.id).not.toBe(call.id);
  expect(again).toMatchObject({ input: { a: 2, b: 3 } });
  expect(again.run.reservedAmount).toBeLessThanOrEqual(call.reservedAmount);

  const job = await startJob(tenant, "console.log('again')", { env: { SECRET: 'kept' } });
  await endOfJob(tenant, job);
  const second = bodyOf<{ job: { id: string }; program: object }>(
    await repeat(`compute-jobs/${job.id}`),
  );
  expect(second.program).toMatchObject({ variables: ['SECRET'] });
  expect(await endOfJob(tenant, second.job)).toMatchObject({ result: 'exited', exitCode: 0 });
});

it('what does not run again says why, and costs nothing', async () => {
  const { tenant, owner, path } = customer;
  const called = [0, 1].map((n) => callTool(tenant, 'echo', { input: { text: `${n}` } }));
  const jobs = [0, 1].map((n) => startJob(tenant, `console.log(${n})`));
  const calls = (await Promise.all(called)).map(({ id }) => `tool-runs/${id}`);
  const started = (await Promise.all(jobs)).map(({ id }) => `compute-jobs/${id}`);
  const { keyId } = bodyOf<RunDetail>(await run(owner)).run;
  for (const [first, second] of [calls, started]) {
    const requestKey = unique('click');
    bodyOf(await repeat(first!, owner, requestKey));
    problemOf(await repeat(second!, owner, requestKey), 'run_refused');
  }
  await owner.send({ method: 'PATCH', path: `${path}/keys/${keyId}`, body: { creditAmount: 1 } });
  for (const below of [calls[0]!, started[0]!]) {
    problemOf(await repeat(below), 'insufficient_credit');
  }
});

it('what is not kept any longer does not run again', async () => {
  const { tenant } = customer;
  const call = await callTool(tenant, 'echo', { input: { text: 'Gone' } });
  await endOfCall(tenant, call);
  const now = new Date(Date.now() + 400 * 86_400_000);
  const { db } = dashboard.service.database;
  await purgePayloads(db, { mostDays: 365, withinMs: 60_000, now });
  problemOf(await repeat(`tool-runs/${call.id}`), 'conflict');
});
