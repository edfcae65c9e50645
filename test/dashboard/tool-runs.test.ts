/** Tool runs as people find and read them, their money, and the tools that they are of. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ToolRun } from '../../openapi/generated/developer.ts';
import { idToUuid, newId } from '../../server/platform/lib/ids.ts';
import { problemOf, request, runOf, unique } from '../support/service.ts';
import {
  type BodyOf,
  bodyOf,
  type Customer,
  callTool,
  type Dashboard,
  endOfCall,
  startDashboard,
} from './fixtures.ts';
import { webhookNames } from './requests.ts';

type List = BodyOf<'listRunsOfTools'>;
type Detail = BodyOf<'getRunOfTool'>;
type Usage = BodyOf<'getUsage'>;

let dashboard: Dashboard;
let customer: Customer;

beforeAll(async () => {
  dashboard = await startDashboard();
  customer = await dashboard.customer();
});
afterAll(() => dashboard.close());

const read = (id: string) => customer.owner.get<Detail>(`${customer.path}/tool-runs/${id}`);
const list = (query: string) => customer.owner.get<List>(`${customer.path}/tool-runs?${query}`);
const idsOf = async (query: string) => (await list(query)).data.map(({ id }) => id);

async function ended(tool: string, more: object = {}, at = customer): Promise<ToolRun> {
  return endOfCall(at.tenant, await callTool(at.tenant, tool, more));
}

test('a tool run is answered with its input, its states and its entries', async () => {
  const input = { a: 2, b: 3 };
  const run = await ended('add', { input });
  const detail = await read(run.id);
  expect(detail.run).toEqual(run);
  expect(detail.input).toEqual(input);
  expect(detail.history.map(({ state }) => state)).toEqual(['reserved', 'submitting', 'completed']);
  expect(detail.entries.map(({ kind, runId }) => [kind, runId])).toEqual([
    ...[['hold', run.id] as const, ['capture', run.id] as const, ['fee', run.id] as const],
  ]);
});

test('a tool run whose input was purged is answered without it', async () => {
  const run = await ended('echo', { input: { text: 'Hello' } });
  const uuid = idToUuid('trun', run.id);
  await dashboard.service.database.db.query(
    'update run_payload set request = null where run = $1',
    [uuid],
  );
  const detail = await read(run.id);
  expect(detail.run).toEqual(run);
  expect(detail).not.toHaveProperty('input');
});

test('tool runs are found by all that narrows their list, and model runs are not among them', async () => {
  const { tenant } = customer;
  const attribution = { sessionId: unique('session'), endUserId: unique('user') };
  const model = await tenant.end(
    runOf(await tenant.create(request('sandbox/echo', { attribution }))).id,
  );
  const team = unique('team');
  const more = { metadata: { team }, attribution, parent: { runId: model.id } };
  const run = await ended('fails', more);
  const others = [`search=${run.id}`, `search=${attribution.endUserId}`, `metadata=team:${team}`];
  for (const query of [`parentRunId=${model.id}`, `search=${attribution.sessionId}`, ...others]) {
    expect(await idsOf(query), query).toEqual([run.id]);
    expect(await idsOf(`${query}&tool=sandbox/fails&state=failed&keyId=${run.keyId}`)).toEqual([
      run.id,
    ]);
    for (const other of ['tool=sandbox/add', 'state=completed', 'keyId=nobody'])
      expect(await idsOf(`${query}&${other}`), other).toEqual([]);
  }
  const [row] = (await list(`search=${run.id}`)).data;
  expect(row).toMatchObject({
    ...{ id: run.id, tool: 'sandbox/fails', toolVersion: run.toolVersion, errorCode: 'tool_error' },
    ...{ ...attribution, parent: { runId: model.id } },
  });
  expect(await customer.owner.get<List>(`${customer.path}/runs?search=${run.id}`)).toEqual({
    ...{ data: [], nextCursor: null },
  });
});

test('the runs of a parent and of an end user are read by an index, however many others are newer', async () => {
  const parent = { runId: newId('run') };
  const busy = await dashboard.customer();
  const attribution = { endUserId: unique('user') };
  const wanted = await ended('echo', { input: { text: 'first' }, parent, attribution }, busy);
  const { db } = dashboard.service.database;
  await db.query(
    `insert into run (workspace, id, kind, api_key, account, idempotency_key, subject, subject_version, provider, state,
       terms, currency, scale, fee_basis_points, reserved_amount, deadline, created_at, updated_at, finished_at, error)
     select workspace, gen_random_uuid(), kind, api_key, account, n::text, subject, subject_version, provider, 'failed',
       terms, currency, scale, fee_basis_points, reserved_amount, deadline, now(), now(), now(), '{}'
     from run, generate_series(1, 1100) n where id = $1`,
    [idToUuid('trun', wanted.id)],
  );
  // A page reads a thousand rows: without the index, this one would be after them.
  for (const query of [`parentRunId=${parent.runId}`, `endUserId=${attribution.endUserId}`]) {
    expect(await busy.owner.get<List>(`${busy.path}/tool-runs?${query}`)).toMatchObject({
      ...{ data: [{ id: wanted.id }], nextCursor: null },
    });
  }
});

test('a tool run that is under way is cancelled as a model run is, with 202', async () => {
  const { id } = await callTool(customer.tenant, 'hangs');
  const path = `${customer.path}/tool-runs/${id}/cancel`;
  const answer = await customer.owner.send({ method: 'POST', path });
  expect(answer.status).toBe(202);
  expect(bodyOf<Detail>(answer).run.cancelRequestedAt).toBeDefined();
  const run = await endOfCall(customer.tenant, { id });
  expect(run.error?.code).toBe('cancelled');
});

test('entries, acts and messages name a tool run by an id that opens its page', async () => {
  const run = await ended('breaks');
  expect(run.error?.code).toBe('outcome_unknown');
  const { data } = await customer.owner.get<BodyOf<'listAuditEvents'>>(
    `${customer.path}/audit-events`,
  );
  const event = data.find(({ kind }) => kind === 'outcome_given_up');
  expect(event?.detail).toMatchObject({ runId: run.id });
  const entries = await customer.owner.get<BodyOf<'listEntries'>>(
    `${customer.path}/wallet/entries?runId=${run.id}`,
  );
  expect(entries.data.map(({ runId }) => runId)).toEqual([run.id, run.id]);

  const { endpointId } = await webhookNames(dashboard, customer);
  await dashboard.service.database.db.query(
    "update webhook_delivery set run = $1, kind = 'tool_run' where endpoint = $2",
    [idToUuid('trun', run.id), idToUuid('whe', endpointId!)],
  );
  const delivered = await customer.owner.get<BodyOf<'listWebhookDeliveries'>>(
    `${customer.path}/webhook-endpoints/${endpointId}/deliveries`,
  );
  expect(delivered.data.map(({ runId }) => runId)).toEqual([run.id]);
});

test('a run of another kind is no tool run: 404', async () => {
  const { id } = runOf(await customer.tenant.create(request('sandbox/echo')));
  const path = `${customer.path}/tool-runs/${id.replace('run_', 'trun_')}`;
  problemOf(await customer.owner.send({ path }), 'not_found');
});

test('usage is grouped by kind and by tool, also where a model has the name of a tool', async () => {
  const other = await dashboard.customer();
  const { tenant } = other;
  await tenant.end(runOf(await tenant.create(request('sandbox/echo'))).id);
  await ended('echo', { input: { text: 'Hello' } }, other);
  await ended('add', { input: { a: 1, b: 2 } }, other);
  const day = new Date().toISOString().slice(0, 10);
  const span = `from=${day}T00:00:00Z&to=${day}T23:59:59Z`;
  const runsBy = async (query: string) => {
    const { totals } = await other.owner.get<Usage>(`${other.path}/usage?${span}&${query}`);
    return Object.fromEntries(totals.map(({ group = '', runs }) => [group, runs]));
  };
  expect(await runsBy('groupBy=none')).toEqual({ '': 3 });
  expect(await runsBy('groupBy=kind')).toEqual({ model_run: 1, tool_run: 2 });
  expect(await runsBy('groupBy=tool')).toEqual({ '': 1, 'sandbox/add': 1, 'sandbox/echo': 1 });
  expect(await runsBy('groupBy=model')).toEqual({ '': 2, 'sandbox/echo': 1 });
  expect(await runsBy('groupBy=model&kind=model_run')).toEqual({ 'sandbox/echo': 1 });
  expect(await runsBy('groupBy=endUser&kind=tool_run')).toEqual({ '': 2 });
  const { totals } = await other.owner.get<Usage>(
    `${other.path}/usage?${span}&groupBy=tool&kind=tool_run`,
  );
  expect(totals.map(({ groupName }) => groupName).sort()).toEqual([
    ...['Adds two numbers', 'Says what it is given'],
  ]);
});

test('the catalog has every tool, as programs see it', async () => {
  const { tools } = await customer.owner.get<BodyOf<'getToolCatalog'>>(`${customer.path}/tools`);
  const answer = await customer.tenant.get('/v1/developer/tools?limit=100');
  expect(tools).toEqual(bodyOf<{ data: unknown[] }>(answer).data);
  expect(tools.length).toBeGreaterThan(5);
});
