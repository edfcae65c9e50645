/**
 * Every operation of the dashboard, against everybody who may not have it. The operations and their roles come from the
 * document: a new one is in the matrix at once.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROLES, type Role } from '../../server/people/index.ts';
import { type DocumentedOperation, ofDashboard } from '../support/contract.ts';
import { problemOf, request, runOf } from '../support/service.ts';
import {
  type Ask,
  type Customer,
  callTool,
  type Dashboard,
  type Person,
  startDashboard,
  startJob,
} from './fixtures.ts';
import {
  ATTRIBUTION,
  destinationNames,
  END_USER,
  exportNames,
  promptNames,
  requestOf,
  traceNames,
  viewNames,
  webhookNames,
} from './requests.ts';

let dashboard: Dashboard;
let customer: Customer;
let outsider: Person;
const people = {} as Record<Role, Person>;
let names: Record<string, string>;

beforeAll(async () => {
  dashboard = await startDashboard({ parts: ['api'] });
  customer = await dashboard.customer();
  outsider = (await dashboard.customer()).owner;
  people.owner = customer.owner;
  people.admin = await dashboard.person(customer.tenant.workspace, 'admin');
  people.member = await dashboard.person(customer.tenant.workspace, 'member');
  const run = runOf(
    await customer.tenant.create(request('sandbox/echo', { attribution: ATTRIBUTION })),
  );
  const invited = await customer.owner.send({
    path: `${customer.path}/invitations`,
    body: { role: 'member' },
  });
  names = {
    workspaceId: customer.id,
    runId: run.id,
    toolRunId: (await callTool(customer.tenant, 'echo', { input: { text: 'Hello' } })).id,
    jobId: (await startJob(customer.tenant, '1')).id,
    artifactName: 'sum.txt',
    keyId: run.keyId,
    userId: people.member.id,
    invitationId: JSON.parse(invited.text).invitation.id,
    ...(await webhookNames(dashboard, customer)),
    ...(await destinationNames(customer)),
    ...(await viewNames(customer)),
    ...(await exportNames(customer)),
    ...(await promptNames(customer.tenant, customer)),
    ...(await traceNames(customer, run)),
  };
});
afterAll(() => dashboard.close());

const guarded = ofDashboard.operations.filter(({ role }) => role !== 'none');
const ofWorkspace = guarded.filter(({ path }) => path.includes('{workspaceId}'));
/** Without events of the payment provider: no browser sends them, and their signature proves their sender. */
const unsafe = ofDashboard.operations.filter(
  ({ id, method }) => method !== 'GET' && id !== 'receivePaymentEvent',
);

it('has a role for every operation', () => {
  const roles = ofDashboard.operations.map(({ role }) => role);
  expect(new Set(roles)).toEqual(new Set(['none', 'user', ...ROLES]));
});

describe.each(guarded)('$id', (operation) => {
  it.each([
    ['no cookie', undefined],
    ['a made-up session', '__Host-session=bm90IGEgc2Vzc2lvbiBhdCBhbGwsIHJlYWxseQ'],
  ])('refuses %s, and does nothing', async (_, cookie) => {
    const before = await rows();
    const answer = await send(operation, { cookie });
    expect(answer.status).toBe(401);
    problemOf(answer, 'unauthenticated');
    expect(answer.headers.get('www-authenticate')).toBe('Session');
    expect(await rows()).toEqual(before);
  });

  it('takes no API key for a session', async () => {
    const headers = { Authorization: `Bearer ${customer.tenant.key.key}` };
    problemOf(await send(operation, { headers }), 'unauthenticated');
  });
});

describe.each(ofWorkspace)('$id', (operation) => {
  it('answers an outsider 404 not_found', async () => {
    const before = await rows();
    const answer = await send(operation, { cookie: outsider.cookie });
    expect(answer.status).toBe(404);
    problemOf(answer, 'not_found');
    expect(answer.text).not.toContain(names.runId);
    expect(await rows()).toEqual(before);
  });

  const tooLow = ROLES.slice(0, ROLES.indexOf(operation.role as Role));
  it.each(tooLow)('refuses the role %s with 403, and does nothing', async (role) => {
    const before = await rows();
    const answer = await send(operation, { cookie: people[role].cookie });
    expect(answer.status).toBe(403);
    problemOf(answer, 'forbidden');
    expect(await rows()).toEqual(before);
  });
});

describe.each(unsafe)('$id', (operation) => {
  it.each<[string, Record<string, string>]>([
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a neighbour of the same site', { 'Sec-Fetch-Site': 'same-site' }],
    ['an address that was typed in', { 'Sec-Fetch-Site': 'none' }],
    ['another origin', { Origin: 'https://evil.example' }],
    ['an opaque origin', { Origin: 'null' }],
    ['nowhere', { Origin: '' }],
    [
      'another site that names the right origin',
      { Origin: 'http://127.0.0.1', 'Sec-Fetch-Site': 'cross-site' },
    ],
  ])('does nothing for a request from %s', async (_, headers) => {
    const before = await rows();
    const answer = await send(operation, { cookie: people.owner.cookie, headers });
    expect(answer.status).toBe(403);
    problemOf(answer, 'cross_site');
    expect(await rows()).toEqual(before);
  });
});

describe('a session', () => {
  it('opens nothing of the developer API', async () => {
    const answer = await dashboard.service.send({
      path: '/v1/developer/models',
      headers: { Cookie: people.owner.cookie },
    });
    problemOf(answer, 'unauthorized');
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer /);
  });

  it('reaches only what belongs to the workspace that is named', async () => {
    const other = await dashboard.customer();
    const endpoint = `/webhook-endpoints/${names.endpointId}`;
    const toolRun = `/tool-runs/${names.toolRunId}`;
    const prompt = `/prompts/${names.promptName}`;
    const destination = `/destinations/${names.destinationId}`;
    const ours = [`/keys/${names.keyId}`, `/runs/${names.runId}`, endpoint, destination];
    const endUser = `endUserId=${END_USER}`;
    for (const path of [`/customer?${endUser}`, `/customer/months?${endUser}`]) {
      problemOf(await other.owner.send({ path: other.path + path }), 'not_found');
    }
    const renamed = { path: `${other.path}/customer?${endUser}`, body: { name: 'Taken' } };
    for (const method of ['PATCH', 'DELETE']) {
      const { body, path } = renamed;
      const ask = { method, path, ...(method === 'PATCH' && { body }) };
      problemOf(await other.owner.send(ask), 'not_found');
    }
    const job = `/compute-jobs/${names.jobId}`;
    const ofJob = [job, `${job}/logs`, `${job}/log-file`, `${job}/artifacts/${names.artifactName}`];
    const reads = [...ours, toolRun, ...ofJob, prompt];
    const ofPrompt = ['versions', 'versions/1', 'diff?from=1&to=1', 'usage'];
    for (const path of [...reads, ...ofPrompt.map((part) => `${prompt}/${part}`)]) {
      problemOf(await other.owner.send({ path: other.path + path }), 'not_found');
    }
    const lookUps = [`/runs/${names.runId}/look-up`, `${toolRun}/look-up`, `${job}/look-up`];
    for (const path of [`${toolRun}/repeat`, `${job}/repeat`]) {
      const headers = { 'Idempotency-Key': 'again' };
      const ask = { method: 'POST', path: other.path + path, headers };
      problemOf(await other.owner.send(ask), 'not_found');
    }
    const events = [`/keys/${names.keyId}/revocation`, `${toolRun}/cancel`, `${destination}/test`];
    for (const path of [...events, `${job}/cancel`, ...lookUps]) {
      const ask = { method: 'POST', path: other.path + path };
      problemOf(await other.owner.send(ask), 'not_found');
    }
    const body = { label: 'production', version: 1 };
    const moved = { path: `${other.path + prompt}/label-moves`, body };
    problemOf(await other.owner.send(moved), 'not_found');
    const withdrawn = { method: 'DELETE', path: `${other.path}/invitations/${names.invitationId}` };
    problemOf(await other.owner.send(withdrawn), 'not_found');
    const entries = await other.owner.send({
      path: `${other.path}/wallet/entries?runId=${names.runId}`,
    });
    expect(JSON.parse(entries.text).data).toEqual([]);
  });
});

function send(operation: DocumentedOperation, from: Pick<Ask, 'cookie' | 'headers'>) {
  const { cookie, headers = {} } = from;
  return dashboard.send({ ...requestOf(operation, names, { headers }), cookie });
}

/** Everything that a request could have changed. */
function rows() {
  return dashboard.service.database.db.query(
    `select (select count(*) from api_key) as keys,
       (select count(*) from api_key where revoked_at is null) as living,
       (select count(*) from ledger_entry) as entries, (select count(*) from run) as runs, (select count(*) from membership) as members,
       (select count(*) from invitation) as invitations, (select count(*) from user_session) as sessions,
       (select count(*) from audit_event) as acts, (select json_agg(c order by c.id) from customer c) as customers,
       (select json_agg(c order by c.workspace) from customer_setting c) as defaults, (select json_agg(w order by w.id) from workspace w) as workspaces,
       (select json_agg(a order by a.workspace) from alert_setting a) as alerts,
       (select json_agg(l order by l.name, l.label) from prompt_label l) as labels,
       (select count(*) from protected_label) as protected,
       (select json_agg(e order by e.id) from webhook_endpoint e) as endpoints,
       (select json_agg(d order by d.id) from webhook_delivery d) as deliveries,
       (select json_agg(b order by b.id) from broadcast_destination b) as destinations`,
  );
}
