/**
 * A kind of runs is a folder and a line in each list: the toys of the tests prove it with real requests at every edge of
 * the service. The service checks each of its answers against the contracts with toys.
 */
import createFetchClient from 'openapi-fetch';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { PlainPaths } from '../../client/contract.ts';
import type { ToolRunKind } from '../../client/index.ts';
import { callsAt } from '../../client/kinds.ts';
import { createRuns } from '../../client/runs.ts';
import { readSettings } from '../../client/settings.ts';
import { createTransport } from '../../client/transport.ts';
import { composeDocument } from '../../scripts/docs/document.ts';
import { startMock } from '../../scripts/mock/index.ts';
import { openMeasuring } from '../../server/compose/metrics.ts';
import { createWebhooks } from '../../server/webhooks/index.ts';
import { type Customer, type Dashboard, startDashboard } from '../dashboard/fixtures.ts';
import { TOY_RUNS as TOYS } from '../support/kinds.ts';
import { runProcess } from '../support/program.ts';
import { jsonOf, problemOf, unique } from '../support/service.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { contractsWithToys } from './contract.ts';
import { sellToys, TOY_RUNS } from './kind.ts';

type Documents = Awaited<ReturnType<typeof contractsWithToys>>;
interface ToyRun {
  id: string;
  state: string;
  chargedAmount?: number;
}

const PATH = '/v1/developer/toy-runs';
const TOY = { toy: 'sandbox/echo', text: 'Hello' };
const HOUR_MS = 3_600_000;
const at = (ms: number) => new Date(Date.now() + ms).toISOString();
const SPAN = { from: at(-HOUR_MS), to: at(HOUR_MS) };

const measuring = openMeasuring({ scale: 9 });
let documents: Documents;
let dashboard: Dashboard;
let customer: Customer;
/** Ended, and charged. */
let played: ToyRun;

let sellNoMore: () => void;

beforeAll(async () => {
  sellNoMore = sellToys();
  documents = await contractsWithToys();
  dashboard = await startDashboard({ documents, meter: measuring.meter });
  customer = await dashboard.customer();
  played = jsonOf(await create({ ...TOY, metadata: { team: 'a' } })) as ToyRun;
});
afterAll(async () => {
  await dashboard.close();
  // Later files of this process know no toys.
  sellNoMore();
});

const create = (body: object, requestKey = unique('toy')) =>
  customer.tenant.create(body, { path: PATH, requestKey, headers: { Prefer: 'wait=20' } });

it('HTTP: a toy is estimated, run, replayed, read, listed and cancelled, by the rules of every kind', async () => {
  const { tenant } = customer;
  const read = async (path: string) => jsonOf(await tenant.get(PATH + path));
  expect(played).toMatchObject({ state: 'completed', toy: TOY.toy, metadata: { team: 'a' } });
  expect(played.id).toMatch(/^toy_/);
  expect(played.chargedAmount).toBeGreaterThan(0);
  expect(await read(`/${played.id}`)).toEqual(played);
  expect(await read('?toy=sandbox/echo&metadata=team:a')).toMatchObject({
    data: [{ id: played.id }],
  });
  expect(await read('?toy=sandbox/other')).toMatchObject({ data: [] });
  expect(await read('/limits')).toEqual({ feeBasisPoints: expect.any(Number) });
  const estimate = await tenant.send({ path: `${PATH}/estimate`, body: TOY });
  expect(jsonOf(estimate)).toMatchObject({ toy: TOY.toy, covered: true });
  const [first, second] = [await create(TOY, 'twice'), await create(TOY, 'twice')];
  expect(second.headers.get('Idempotent-Replayed')).toBe('true');
  expect(jsonOf(second)).toEqual(jsonOf(first));
  const cancelled = await tenant.send({ path: `${PATH}/${played.id}/cancel`, method: 'POST' });
  expect(cancelled.status).toBe(200);
});

it('contract: the service publishes the operations of toys, and refuses what they do not allow', async () => {
  const document = jsonOf(await customer.tenant.get('/openapi.json')) as { paths: object };
  expect(Object.keys(document.paths)).toContain(`${PATH}/{id}`);
  expect(problemOf(await create({ ...TOY, color: 'red' }), 'invalid_request')).toMatchObject({
    errors: [{ pointer: '#/color' }],
  });
  const key = await customer.tenant.newKey({ scopes: ['models:run'] });
  const other = customer.tenant.as(key);
  problemOf(
    await other.send({ path: PATH, body: TOY, headers: { 'Idempotency-Key': 'a' } }),
    'insufficient_scope',
  );
});

it('dashboard: people find a toy run in its list, read its history and its entries, and may give keys its scopes', async () => {
  const { owner, path } = customer;
  const list = await owner.get<{ data: ToyRun[] }>(`${path}/toy-runs?search=${played.id}`);
  expect(list.data).toMatchObject([{ id: played.id, toy: TOY.toy, state: 'completed' }]);
  expect(await owner.get(`${path}/toy-runs/${played.id}`)).toMatchObject({
    run: { id: played.id, heard: expect.any(String) },
    text: 'Hello',
    history: [{ state: 'reserved' }, { state: 'submitting' }, { state: 'completed' }],
    entries: expect.arrayContaining([expect.objectContaining({ kind: 'hold' })]),
  });
  const catalog = await owner.get<{ categories: { title: string }[] }>(`${path}/catalog`);
  expect(catalog.categories.map(({ title }) => title)).toContain(TOY_RUNS.category.title);
});

it('command line: operators list, read and cancel toy runs', async () => {
  const environment = { DATABASE_URL: dashboard.service.database.url, SANDBOX: 'on' };
  async function run(args: string[]): Promise<object> {
    const { code, stdout, stderr } = await runProcess([...args, '--json'], environment, TOYS.main);
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout) as object;
  }
  expect(await run(['runs', 'list', customer.id, '--toy', TOY.toy])).toMatchObject({
    runs: expect.arrayContaining([expect.objectContaining({ id: played.id })]),
  });
  expect(await run(['runs', 'show', played.id])).toMatchObject({ id: played.id, toy: TOY.toy });
});

it('client: its functions for runs of every kind run, wait for, find and list toys', async () => {
  const settings = readSettings({
    baseUrl: dashboard.service.url,
    apiKey: customer.tenant.key.key,
  });
  const { baseUrl, headers, fetch } = settings;
  const raw = createFetchClient<PlainPaths>({ baseUrl, headers, fetch });
  const calls = callsAt(raw, PATH as keyof PlainPaths);
  const toys = createRuns<ToolRunKind>(calls, createTransport(settings), undefined);
  const idempotencyKey = unique('client');
  const run = await toys.createAndWait(TOY as never, { idempotencyKey });
  expect(run).toMatchObject({ state: 'completed', toy: TOY.toy });
  expect(await toys.get(run.id)).toEqual(run);
  expect(await toys.find(idempotencyKey)).toEqual(run);
  const listed: string[] = [];
  for await (const { id } of toys.list()) listed.push(id);
  expect(listed).toContain(played.id);
});

it('docs: the page has every operation of toys, with samples in every language', () => {
  const { document } = composeDocument(structuredClone(documents.developer) as never);
  const operation = (document.paths as Record<string, Record<string, object>>)[PATH]!.post!;
  expect(operation).toMatchObject({
    'x-codeSamples': [{ source: expect.stringContaining('/toy-runs') }, {}, {}],
  });
});

it('usage: sums are by kind and by toy, for programs and for people', async () => {
  const { tenant, owner, path } = customer;
  const asked = await tenant.send({
    path: '/v1/developer/observability/metrics/query',
    body: { ...SPAN, measures: ['count', 'charged'], dimensions: ['kind', 'toy'] },
  });
  expect(asked.status, asked.text).toBe(200);
  expect(asked.text).toContain('"toy_run"');
  expect(asked.text).toContain(TOY.toy);
  const query = new URLSearchParams({ ...SPAN, interval: 'hour', groupBy: 'kind' });
  expect(JSON.stringify(await owner.get(`${path}/usage?${query}`))).toContain('toy_run');
});

it('exports: a row of a run has its toy in a column of its own', async () => {
  const query = new URLSearchParams({ ...SPAN, dataset: 'runs', format: 'ndjson' });
  const { text } = await customer.tenant.get(`/v1/developer/observability/export?${query}`);
  const rows = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string });
  expect(rows.find(({ id }) => id === played.id)).toMatchObject({
    ...{ kind: 'toy_run', toy: TOY.toy, metadata: { team: 'a' } },
  });
});

it('webhooks: a receiver gets the end of a toy run, named by its id and kind', async () => {
  const receiver = await startReceiver();
  const { db } = dashboard.service.database;
  const webhooks = createWebhooks({ db, allowsPrivate: true });
  await webhooks.create(customer.tenant, { url: receiver.url, eventTypes: ['run.completed'] });
  const run = jsonOf(await create(TOY)) as ToyRun;
  await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
  expect(receiver.received[0]!.event.data).toMatchObject({ id: run.id, kind: 'toy_run' });
  await receiver.close();
});

it('mock: a toy is estimated, run, replayed, read and listed in memory, and its money is counted', async () => {
  const mock = await startMock({ document: documents.developer, port: 0 });
  onTestFinished(() => mock.close());
  const asked = async (path: string, body?: object) => {
    const response = await fetch(`${mock.url}${path}`, {
      headers: {
        ...{ Authorization: 'Bearer any', 'Content-Type': 'application/json' },
        ...{ 'Idempotency-Key': 'toy-1', Prefer: 'wait=20' },
      },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    return (await response.json()) as ToyRun;
  };
  expect(await asked(`${PATH}/estimate`, TOY)).toMatchObject({ toy: TOY.toy, covered: true });
  const run = await asked(PATH, TOY);
  expect(run).toMatchObject({ state: 'completed', heard: 'Hello' });
  expect(run.id).toMatch(/^toy_/);
  expect(await asked(PATH, TOY)).toEqual(run);
  expect(await asked(`${PATH}/${run.id}`)).toEqual(run);
  expect(await asked(`${PATH}?toy=${TOY.toy}`)).toMatchObject({ data: [{ id: run.id }] });
  expect(await asked('/v1/developer/account')).toMatchObject({
    spendableAmount: 1_000 * 10 ** 9 - run.chargedAmount!,
  });
});

it('metrics: the counts of operators name toy runs', async () => {
  expect(await measuring.registry.metrics()).toMatch(/kind="toy_run"/);
});
