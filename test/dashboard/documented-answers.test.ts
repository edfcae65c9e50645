/**
 * Every answer that the dashboard's document promises can occur, except those of a failing service, and each is as the
 * document says. The test derives the invalid requests from the document.
 */
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DocumentedOperation, ofDashboard } from '../support/contract.ts';
import { problemOf, request, runOf, unique } from '../support/service.ts';
import {
  type BodyOf,
  bodyOf,
  type Customer,
  callTool,
  contract,
  cookieOf,
  type Dashboard,
  endOfJob,
  PASSWORD,
  startDashboard,
  startJob,
} from './fixtures.ts';
import { askForOwnAccount } from './own-account.ts';
import {
  ATTRIBUTION,
  destinationNames,
  exportNames,
  type Input,
  promptNames,
  QUERIES,
  requestOf,
  SESSION,
  traceNames,
  viewNames,
  webhookNames,
} from './requests.ts';

let dashboard: Dashboard;
let customer: Customer;
let names: Record<string, string>;

/** The sandbox of payments keeps its checkouts there. */
const DATA_DIR = join(tmpdir(), `model-run-answers-${process.pid}`);

beforeAll(async () => {
  dashboard = await startDashboard({ environment: { DATA_DIR } });
  customer = await dashboard.customer();
  const { tenant, owner, path } = customer;
  const run = await tenant.end(
    runOf(await tenant.create(request('sandbox/echo', { attribution: ATTRIBUTION }))).id,
  );
  const invited = await owner.send({ path: `${path}/invitations`, body: { role: 'member' } });
  names = {
    workspaceId: customer.id,
    runId: run.id,
    toolRunId: (await callTool(tenant, 'echo', { input: { text: 'Hello' } })).id,
    ...(await jobNames()),
    keyId: run.keyId,
    paymentId: await paymentName(),
    userId: owner.id,
    invitationId: bodyOf<{ invitation: { id: string } }>(invited).invitation.id,
    ...(await webhookNames(dashboard, customer)),
    ...(await destinationNames(customer)),
    ...(await viewNames(customer)),
    ...(await exportNames(customer)),
    ...(await promptNames(customer.tenant, customer)),
    ...(await traceNames(customer, run)),
  };
});
afterAll(async () => {
  await dashboard.close();
  await rm(DATA_DIR, { recursive: true, force: true });
});

async function paymentName(): Promise<string> {
  const { owner, path } = customer;
  const headers = { 'Idempotency-Key': unique('click') };
  const body = { amount: 20_000_000_000 };
  return bodyOf<{ id: string }>(await owner.send({ path: `${path}/payments`, headers, body })).id;
}

async function jobNames() {
  const { tenant } = customer;
  const source = "job.writeFile('out/sum.txt', '3')";
  const { id } = await startJob(tenant, source, { outputs: ['out/sum.txt'] });
  await endOfJob(tenant, { id });
  return { jobId: id, artifactName: 'out%2Fsum.txt' };
}

const { operations } = ofDashboard;
/** Without events of the payment provider, whose tests know what they look like. */
const withBody = operations.filter(
  ({ id, takesBody }) => takesBody && id !== 'receivePaymentEvent',
);

describe.each(operations)('$id', (operation) => {
  it('refuses with 400 a parameter that it does not have', async () => {
    const answer = await send(operation, { query: 'nonsense[]=1' });
    problemOf(answer, 'invalid_request');
  });

  it('refuses headers that are too large with headers_too_large', async () => {
    const answer = await send(operation, { headers: { 'X-Large': 'x'.repeat(20_000) } });
    problemOf(answer, 'headers_too_large');
  });

  it('answers another method 405 with Allow', async () => {
    const method = METHODS.find((each) => !methodsOf(operation.path).includes(each))!;
    const answer = await send({ ...operation, method, takesBody: false });
    problemOf(answer, 'method_not_allowed');
    expect(answer.headers.get('allow')).toContain(operation.method);
  });
});

describe.each(withBody)('$id', (operation) => {
  it('refuses what is no JSON, no object of its own, too much, or something else', async () => {
    problemOf(await send(operation, { body: '{' }), 'malformed_json');
    problemOf(await send(operation, { body: { nonsense: true } }), 'invalid_request');
    const { maxBodyBytes = 65_536 } = operation;
    const body = 'x'.repeat(maxBodyBytes + 1);
    problemOf(await send(operation, { body }), 'payload_too_large');
    const headers = { 'Content-Type': 'text/plain' };
    problemOf(await send(operation, { body: '{}', headers }), 'unsupported_media_type');
  });
});

describe('a list', () => {
  const lists = operations.filter(({ id }) => /^list/.test(id));
  it.each(lists)('of $id knows its own cursors only', async (operation) => {
    const own = QUERIES[operation.id] ?? '';
    problemOf(await send(operation, { query: `cursor=bm9uc2Vuc2U&${own}` }), 'invalid_cursor');
    const first = await send(operation, { query: `limit=1&${own}` });
    expect(first.status).toBe(200);
  });
});

describe('what a malformed id names', () => {
  const parameters = operations.flatMap((operation) =>
    [...operation.path.matchAll(/\{\w+\}/g)].map(([parameter]) => ({ operation, parameter })),
  );
  it.each(parameters)(
    'is 404 not_found: $operation.id $parameter',
    async ({ operation, parameter }) => {
      const path = operation.path.replace(parameter, 'nonsense');
      problemOf(await send({ ...operation, path }), 'not_found');
    },
  );
});

it('has every operation answer as it promises', async () => {
  await succeed();
  const promised = [...ofDashboard.documented().statuses];
  const { statuses } = contract.seen();
  const rest = promised.filter((each) => !statuses.has(each) && !IN_TROUBLE.test(each));
  // An earlier file in the same process may have met some of these.
  expect(rest.filter((each) => !ELSEWHERE.has(each))).toEqual([]);
});

/** These need a failing service, a slow caller, or one that never stops; and a page that may be built. */
const IN_TROUBLE = / (408|429|500|503)$|^getDashboardDocs /;

/** A 401 of these can also mean a wrong password. */
const PROVING = new Set(['updatePassword']);

/** Other tests of this folder and of users meet these: refusals by session and role, and by a provider. */
const ELSEWHERE = new Set([
  ...ofDashboard.operations.flatMap(({ id, role, method }) => [
    ...(role === 'none' || PROVING.has(id) ? [] : [`${id} 401`]),
    ...(role === 'none' && method === 'GET' ? [] : [`${id} 403`]),
  ]),
  ...['finishOidc 303', 'startOidc 303'],
  // Needs a mail server: tests of users cover the way back in.
  'createPasswordReset 204',
  // Tests of sign-up meet these.
  ...['createSignUp 204', 'getSignUp 200', 'acceptSignUp 201', 'acceptSignUp 409'],
  // Tests of payments meet these: an event that is signed, and one without a payment provider.
  ...['receivePaymentEvent 204', 'receivePaymentEvent 409', 'updateAutoRecharge 409'],
  ...['getBilling 409', 'createBillingPage 409'],
  'createPlaygroundRun 402',
  ...['createRepeatOfTool', 'createRepeatOfJob'].flatMap((id) =>
    [402, 409, 422].map((status) => `${id} ${status}`),
  ),
]);

async function succeed(): Promise<void> {
  const { owner, path } = customer;
  for (const operation of operations.filter(({ method }) => method === 'GET')) {
    await send(operation);
  }
  for (const id of [
    'createCredit',
    'createCredit',
    'updateWorkspace',
    'updateWorkspaceAlertSettings',
    'updateMember',
  ]) {
    await send(find(id));
  }
  await send(find('createCredit'), { body: { amount: 2, reference: 'once' } });
  await send(find('deleteMember'));
  await send(find('updateMember'), { body: { role: 'member' } });
  for (const id of RUNS_AND_INVITATION) await send(find(id));
  await askForOwnAccount({ dashboard, customer, names, ask: (id, input) => send(find(id), input) });
  await playground();
  await payments();
  await views();
  await keys();
  await customers();
  await exports();
  await webhooks();
  await destinations();
  await labels();
  await versionsAndScores();
  await people();
  await owner.send({ method: 'DELETE', path: `${path}/invitations/${names.invitationId}` });
}

const RUNS_AND_INVITATION = [
  ...['createLookUp', 'cancelRun', 'createLookUpOfTool', 'cancelRunOfTool', 'createLookUpOfJob'],
  ...['cancelJob', 'createInvitation'],
];

async function playground(): Promise<void> {
  const unknown = { model: 'sandbox/nobody', messages: [], maxOutputTokens: 1 };
  const messages = [{ role: 'user', content: 'Hello' }];
  for (const id of ['createPlaygroundEstimate', 'createPlaygroundRun']) {
    await send(find(id));
    await send(find(id), { body: { ...unknown, messages } });
  }
  for (const id of ['createRepeatOfTool', 'createRepeatOfJob']) await send(find(id));
}

async function payments(): Promise<void> {
  const headers = { 'Idempotency-Key': unique('click') };
  for (const more of [0, 0, 10_000_000]) {
    await send(find('createPayment'), { headers, body: { amount: 20_000_000_000 + more } });
  }
  // Before the terms are set, and after.
  await send(find('createCardSetup'));
  await send(find('updateAutoRecharge'));
  await send(find('createCardSetup'));
  await send(find('createBillingPage'));
  await send(find('deleteAutoRecharge'));
  const signed = { 'Stripe-Signature': 't=1' };
  for (const [type, length] of [
    ['text/plain', 1],
    ['application/json', 1_048_577],
  ] as const) {
    await send(find('receivePaymentEvent'), {
      headers: { ...signed, 'Content-Type': type },
      body: 'x'.repeat(length),
    });
  }
}

async function views(): Promise<void> {
  await send(find('updateSavedView'));
  await send(find('deleteSavedView'));
  for (let answer = await create(); answer.status !== 409; ) answer = await create();

  function create() {
    return send(find('createSavedView'));
  }
}

async function keys(): Promise<void> {
  const headers = { 'Idempotency-Key': unique('click') };
  for (let i = 0; i < 2; i++) {
    await send(find('createKey'), { headers });
  }
  const rich = { name: 'rich', scopes: ['models:run'], creditAmount: Number.MAX_SAFE_INTEGER };
  await send(find('createKey'), { body: rich });
  await send(find('updateKey'), { body: { creditAmount: Number.MAX_SAFE_INTEGER } });
  for (const id of ['updateKey', 'rotateKey', 'rotateKey', 'updateKey', 'revokeKey']) {
    await send(find(id));
  }
}

async function customers(): Promise<void> {
  const headers = { 'Idempotency-Key': unique('click') };
  for (const id of ['createWorkspaceCustomer', 'createWorkspaceCustomer']) {
    await send(find(id), { headers });
  }
  await send(find('createWorkspaceCustomer'));
  for (const id of ['updateWorkspaceCustomer', 'updateDefaultBudgets']) await send(find(id));
  const grant = find('createWorkspaceCustomerGrant');
  const given = bodyOf<{ id: string }>(await send(grant, { headers }));
  for (const amount of [1, 2]) await send(grant, { headers, body: { amount } });
  names.grantId = given.id;
  await send(find('revokeWorkspaceCustomerGrant'));
  await send(find('deleteWorkspaceCustomer'), { query: 'endUserId=customer-1' });
}

async function exports(): Promise<void> {
  const headers = { 'Idempotency-Key': unique('click') };
  const create = find('createWorkspaceSavedExport');
  for (let i = 0; i < 2; i++) await send(create, { headers });
  const body = { name: 'another', dataset: 'runs', format: 'csv', period: 'current_month' };
  await send(create, { headers, body });
  await send(find('deleteWorkspaceSavedExport'));
  const make = find('createMadeExport');
  await send(make, { headers });
  const { id } = bodyOf<{ id: string }>(await send(make, { headers }));
  // An erasure has removed the one before.
  names.madeExportId = id;
  for (let state = ''; state !== 'ready'; await sleep(50)) {
    const { data } = bodyOf<BodyOf<'listMadeExports'>>(await send(find('listMadeExports')));
    state = data.find((made) => made.id === id)!.state;
  }
  const file = find('getFileOfMadeExport');
  const { headers: given } = await send(file);
  for (const [name, value] of [
    ['Range', 'bytes=1-'],
    ['Range', 'bytes=9999999-'],
    ['If-None-Match', given.get('etag')!],
  ] as const) {
    await send(file, { headers: { [name]: value } });
  }
  await send(make, { headers, body: { dataset: 'runs', format: 'csv', month: '2026-02' } });
  await send(find('deleteMadeExport'));
}

async function webhooks(): Promise<void> {
  for (const id of ['createWebhookResend', 'updateWebhookEndpoint', 'rotateWebhookSecret']) {
    await send(find(id));
  }
  await send(find('updateWebhookEndpoint'), { body: { status: 'disabled' } });
  await send(find('createWebhookResend'));
  for (let answer = await create(); answer.status !== 409; ) answer = await create();
  await send(find('deleteWebhookEndpoint'));

  function create() {
    return send(find('createWebhookEndpoint'));
  }
}

async function destinations(): Promise<void> {
  await send(find('createDestinationTest'));
  await send(find('updateDestination'));
  const create = () => send(find('createDestination'));
  for (let answer = await create(); answer.status !== 409; ) answer = await create();
  await send(find('deleteDestination'));
}

async function labels(): Promise<void> {
  const move = { label: 'production', version: 1 };
  for (const more of [{}, { version: 2 }, { fromVersion: null }]) {
    await send(find('createLabelMove'), { body: { ...move, ...more } });
  }
  await send(find('deleteProtectedLabel'));
  for (let i = 0; i <= 50; i += 1) {
    await send(find('createProtectedLabel'), { body: { label: `label-${i}` } });
  }
}

async function versionsAndScores(): Promise<void> {
  const text = 'Hello';
  for (const more of [{}, { parentVersion: 7 }, { text: '{{' }, { text: null }]) {
    await send(find('createVersionOfPrompt'), { body: { name: 'by-hand', text, ...more } });
  }
  await send(find('createPromptPreview'));
  const judged = { name: 'solved', value: true };
  for (const target of [{ runId: names.runId }, { runId: NO_RUN }, {}]) {
    await send(find('createScoreOfPerson'), { body: { ...judged, ...target } });
  }
  const headers = { 'Idempotency-Key': unique('click') };
  for (const value of [1, 2]) {
    const body = { ...judged, value, sessionId: SESSION };
    await send(find('createScoreOfPerson'), { headers, body });
  }
  await send(find('deleteScoreOfWorkspace'));
}

const NO_RUN = 'run_01k0a2v4xfe8t9m3c5h7j1q6wz';

async function people(): Promise<void> {
  const { owner, path, tenant } = customer;
  const body = { role: 'member' };
  const { url } = bodyOf<{ url: string }>(await owner.send({ path: `${path}/invitations`, body }));
  const token = url.split('token=')[1];
  await dashboard.send({ path: '/invitations/preview', body: { token } });
  const known = { token, name: 'Somebody', email: owner.email, password: PASSWORD };
  await dashboard.send({ path: '/invitations/accept', body: known });
  const joiner = { ...known, email: `${unique('joiner')}@example.com` };
  await dashboard.send({ path: '/invitations/accept', body: joiner });
  await dashboard.send({ path: '/invitations/accept', body: joiner });
  await dashboard.send({ path: '/invitations/preview', body: { token } });

  const person = await dashboard.person(tenant.workspace, 'member');
  const { email } = person;
  await dashboard.send({ path: '/session', body: { email, password: 'wrong' } });
  const session = { path: '/session', body: { email, password: PASSWORD } };
  const cookie = cookieOf(await dashboard.send(session));
  const change = { currentPassword: PASSWORD, newPassword: `${PASSWORD} too` };
  const password = { method: 'PUT', path: '/me/password', cookie };
  await dashboard.send({ ...password, body: { ...change, currentPassword: 'wrong' } });
  const renewed = cookieOf(await dashboard.send({ ...password, body: change }));
  await dashboard.service.database.db.query('delete from user_account');
  await dashboard.send({ ...password, cookie: renewed, body: change });
  await owner.send({ method: 'DELETE', path: `${path}/members/${person.id}` });
  await dashboard.send({ method: 'DELETE', path: '/session', cookie: renewed });
}

/** As the owner. */
function send(operation: DocumentedOperation, input: Input = {}) {
  return customer.owner.send(requestOf(operation, names, input));
}

function find(id: string): DocumentedOperation {
  return operations.find((operation) => operation.id === id)!;
}

function methodsOf(path: string): string[] {
  return operations.filter((each) => each.path === path).map(({ method }) => method);
}

const METHODS = ['PUT', 'DELETE', 'PATCH', 'POST', 'GET'];
