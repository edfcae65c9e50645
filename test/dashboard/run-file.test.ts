/** Model runs as a file, and the filters that lists and files share: by cost, duration, error and the end of an id. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { request, runOf } from '../support/service.ts';
import {
  type BodyOf,
  type Customer,
  callTool,
  type Dashboard,
  endOfCall,
  endOfJob,
  startDashboard,
  startJob,
} from './fixtures.ts';

type Row = BodyOf<'listRuns'>['data'][number];

let dashboard: Dashboard;
let customer: Customer;
let rows: Row[];

beforeAll(async () => {
  dashboard = await startDashboard();
  customer = await dashboard.customer();
  const { tenant } = customer;
  for (const model of ['sandbox/echo', 'sandbox/refused', 'sandbox/tool-caller']) {
    const attribution = { sessionId: 'chat, 1', endUserId: '=cmd' };
    const made = await tenant.create(request(model, { attribution, metadata: { team: 'a' } }));
    await tenant.end(runOf(made).id);
  }
  rows = await list('');
});
afterAll(() => dashboard.close());

async function list(query: string): Promise<Row[]> {
  const { owner, path } = customer;
  return (await owner.get<BodyOf<'listRuns'>>(`${path}/runs?${query}`)).data;
}

async function linesOf(query = ''): Promise<string[]> {
  const { owner, path } = customer;
  const { status, text, headers } = await owner.send({ path: `${path}/runs.csv${query}` });
  expect(status, text).toBe(200);
  expect(headers.get('content-disposition')).toMatch(/filename="model-runs-\d{4}-\d\d-\d\d\.csv"$/);
  return text.split('\r\n').slice(0, -1);
}

test('the file has every run of the list in its order, and text that is no formula', async () => {
  const [head, ...lines] = await linesOf();
  expect(head).toMatch(/^id,created_at,.*,metadata$/);
  expect(lines.map((line) => line.split(',')[0])).toEqual(rows.map(({ id }) => id));
  for (const line of lines) expect(line).toContain(`,"chat, 1",'=cmd,`);
  expect(lines[0]).toContain(`,${rows[0]!.chargedAmount},`);
});

test.each(['tool-runs', 'compute-jobs'])('%s have such a file as well', async (kind) => {
  const { owner, path, tenant } = customer;
  if (kind === 'tool-runs')
    await endOfCall(tenant, await callTool(tenant, 'echo', { input: { text: 'Hello' } }));
  else await endOfJob(tenant, await startJob(tenant, 'console.log(1)'));
  const { data } = await owner.get<{ data: { id: string; chargedAmount?: number }[] }>(
    `${path}/${kind}`,
  );
  const { status, text, headers } = await owner.send({ path: `${path}/${kind}.csv` });
  expect(status, text).toBe(200);
  expect(headers.get('content-disposition')).toContain(`filename="${kind}-`);
  const [head, ...lines] = text.split('\r\n').slice(0, -1);
  expect(head).toMatch(/^id,created_at,.*,metadata$/);
  expect(lines.map((line) => line.split(',')[0])).toEqual(data.map(({ id }) => id));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(`,${data[0]!.chargedAmount},`);
  const none = await owner.send({ path: `${path}/${kind}.csv?state=failed` });
  expect(none.text.trimEnd().split('\r\n')).toHaveLength(1);
});

test('filters leave out of the file what they leave out of the list', async () => {
  const [, ...lines] = await linesOf('?state=failed');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('provider_refused');
  expect(await linesOf('?keyId=nobody')).toHaveLength(1);
});

test('runs are found by what they failed with, cost and took', async () => {
  const idsOf = (some: Row[]) => some.map(({ id }) => id);
  const [tools, refused, echo] = rows;
  expect(idsOf(await list('errorCode=provider_refused'))).toEqual([refused!.id]);
  const [cheap, dear] = [echo!, tools!].toSorted((a, b) => a.chargedAmount! - b.chargedAmount!);
  expect(idsOf(await list(`minChargedAmount=${dear!.chargedAmount}`))).toEqual([dear!.id]);
  expect(idsOf(await list(`maxChargedAmount=${cheap!.chargedAmount}`))).toEqual([cheap!.id]);
  expect(await list('minDurationMs=3600000')).toEqual([]);
  expect(await list('maxDurationMs=3600000')).toHaveLength(3);
});

test('a run is found by the last six characters of its id, however they are written', async () => {
  for (const { id } of rows) {
    const end = id.slice(-6);
    expect((await list(`search=${end}`)).map((row) => row.id)).toEqual([id]);
    const written = encodeURIComponent(`…${end.toUpperCase()}`);
    expect((await list(`search=${written}`)).map((row) => row.id)).toEqual([id]);
  }
  expect(await list('search=zzzzzz')).toEqual([]);
});
