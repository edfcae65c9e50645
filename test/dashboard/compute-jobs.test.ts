/** Compute jobs as people find and read them: logs while they run, files that no browser shows, money and environments. */
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ComputeJob } from '../../openapi/generated/developer.ts';
import { toProgram } from '../../server/compute-jobs/present.ts';
import { idToUuid } from '../../server/platform/lib/ids.ts';
import { problemOf, request, runOf, unique } from '../support/service.ts';
import {
  type BodyOf,
  bodyOf,
  type Customer,
  type Dashboard,
  endOfJob,
  startDashboard,
  startJob,
} from './fixtures.ts';

type List = BodyOf<'listJobs'>;
type Detail = BodyOf<'getJob'>;
type Log = BodyOf<'getLogOfJob'>;
type Usage = BodyOf<'getUsage'>;

let dashboard: Dashboard;
let customer: Customer;

beforeAll(async () => {
  dashboard = await startDashboard();
  customer = await dashboard.customer();
});
afterAll(() => dashboard.close());

const read = (id: string) => customer.owner.get<Detail>(`${customer.path}/compute-jobs/${id}`);
const list = (query: string) => customer.owner.get<List>(`${customer.path}/compute-jobs?${query}`);
const idsOf = async (query: string) => (await list(query)).data.map(({ id }) => id);
const pathOf = (id: string) => `${customer.path}/compute-jobs/${id}`;

async function ended(source: string, more: object = {}): Promise<ComputeJob> {
  const { tenant } = customer;
  return endOfJob(tenant, await startJob(tenant, source, more));
}

test('a job is answered with its program, what it may use, its states and its entries', async () => {
  const job = await ended("console.log(job.readFile('in/a.txt'))", {
    ...{ stdin: 'Hello', env: { TOKEN: 'a-secret' }, outputs: ['none.txt'] },
    files: [
      { path: 'in/a.txt', content: 'a' },
      { path: 'in/b.bin', contentBase64: '/wAB' },
    ],
    resources: { memoryMb: 64 },
  });
  const detail = await read(job.id);
  expect(detail.job).toEqual(job);
  expect(detail.asked).toMatchObject({ cpuMillis: 1_000, memoryMb: 64, timeoutSeconds: 60 });
  expect(detail.program).toEqual({
    source: { bytes: 37, text: "console.log(job.readFile('in/a.txt'))" },
    stdin: { bytes: 5, text: 'Hello' },
    files: [
      { path: 'in/a.txt', bytes: 1, text: 'a' },
      { path: 'in/b.bin', bytes: 3 },
    ],
    variables: ['TOKEN'],
    outputs: ['none.txt'],
  });
  expect(JSON.stringify(detail)).not.toContain('a-secret');
  expect(detail.history.map(({ state }) => state)).toEqual([
    ...['reserved', 'submitting', 'running', 'completed'],
  ]);
  expect(detail.entries.map(({ kind, runId }) => [kind, runId])).toEqual(
    ['hold', 'capture', 'fee', 'release'].map((kind) => [kind, job.id]),
  );
});

test('a long program is cut, and only the names of its variables are shown', () => {
  const files = Array.from({ length: 101 }, (_, n) => ({
    path: `${n}`,
    content: 'x'.repeat(5_000),
  }));
  const command = ['run', `${'x'.repeat(4_095)}😀`];
  const shown = toProgram({ source: `// ${'ä'.repeat(100_000)}`, files, command, env: { A: 'b' } });
  expect(shown.source).toMatchObject({ bytes: 200_003, isCut: true });
  expect(shown.source?.text).toHaveLength(65_536);
  expect(shown.files).toHaveLength(100);
  expect(shown.files?.[0]).toEqual({
    ...{ path: '0', bytes: 5_000, text: 'x'.repeat(4_096), isCut: true },
  });
  expect(shown.command).toEqual(['run', `${'x'.repeat(4_095)}\ufffd`]);
  expect(shown).toMatchObject({ variables: ['A'], isCut: true });
});

test('a job whose program was purged is answered without it', async () => {
  const job = await ended('1');
  await dashboard.service.database.db.query(
    'update run_payload set request = null where run = $1',
    [idToUuid('job', job.id)],
  );
  expect(await read(job.id)).not.toHaveProperty('program');
});

test('a log is read while the job runs, and after its end, in parts and as a file', async () => {
  const { id } = await startJob(
    customer.tenant,
    "console.log('first'); console.error('oh'); for (;;);",
    { timeoutSeconds: 3, resources: { cpuMillis: 100 } },
  );
  const logOf = (query: string) => customer.owner.get<Log>(`${pathOf(id)}/logs?${query}`);
  while ((await logOf('after=0')).text === '') await setTimeout(20);
  expect(await read(id)).toMatchObject({ job: { state: 'running' } });
  expect(await logOf('stream=stdout')).toMatchObject({ text: 'first\n', next: 6, ended: false });
  const job = await endOfJob(customer.tenant, { id });
  expect(job.result).toBe('timed_out');
  expect(await logOf('stream=stderr&after=1')).toEqual({
    ...{ stream: 'stderr', after: 1, next: 3, text: 'h\n', ended: true },
  });
  const file = await customer.owner.send({ path: `${pathOf(id)}/log-file?stream=stdout` });
  expect(file.text).toBe('first\n');
  expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${id}-stdout.log"`);
});

test('an artifact is a file to save, whatever it holds and is called', async () => {
  const name = 'out/a "b"\n.html';
  const job = await ended(
    `job.writeFile('page.html', '<script>alert(1)</script>'); job.writeFile(${JSON.stringify(name)}, 'x')`,
    { outputs: ['page.html', name] },
  );
  expect(job.artifacts?.map((each) => each.name)).toEqual(['page.html', name]);
  const file = await customer.owner.send({ path: `${pathOf(job.id)}/artifacts/page.html` });
  expect(file.text).toBe('<script>alert(1)</script>');
  expect(Object.fromEntries(file.headers)).toMatchObject({
    ...{ 'content-type': 'application/octet-stream', 'x-content-type-options': 'nosniff' },
    ...{ 'cache-control': 'no-store', 'content-disposition': 'attachment; filename="page.html"' },
  });
  const odd = await customer.owner.send({
    path: `${pathOf(job.id)}/artifacts/${encodeURIComponent(name)}`,
  });
  expect(odd.headers.get('content-disposition')).toBe('attachment; filename="a__b__.html"');
  for (const other of ['none.html', '..%2Fpage.html', 'stdout']) {
    const answer = await customer.owner.send({ path: `${pathOf(job.id)}/artifacts/${other}` });
    problemOf(answer, 'not_found');
  }
});

test('jobs are found by all that narrows their list, and by how they ended', async () => {
  const { tenant } = customer;
  const parent = runOf(await tenant.create(request('sandbox/echo')));
  const attribution = { sessionId: unique('session') };
  const of = { attribution, parent: { runId: parent.id } };
  const [well, badly, late, hungry] = await Promise.all([
    ended('1', of),
    ended('job.exit(3)', of),
    ended('for (;;);', { ...of, timeoutSeconds: 1 }),
    ended("const all = []; for (;;) all.push('x'.repeat(1e6) + all.length)", {
      ...{ ...of, resources: { memoryMb: 32 } },
    }),
  ]);
  const session = `search=${attribution.sessionId}`;
  const all = [well, badly, late, hungry].map(({ id }) => id).sort();
  for (const query of [session, `parentRunId=${parent.id}`]) {
    expect((await idsOf(`${query}&environment=javascript&state=completed`)).sort()).toEqual(all);
    expect(await idsOf(`${query}&state=running`)).toEqual([]);
    expect(await idsOf(`${query}&environment=python`)).toEqual([]);
    expect(await idsOf(`${query}&keyId=nobody`)).toEqual([]);
    expect(await idsOf(`${query}&result=succeeded`)).toEqual([well.id]);
    expect(await idsOf(`${query}&result=exited`)).toEqual([badly.id]);
    expect(await idsOf(`${query}&result=timed_out`)).toEqual([late.id]);
    expect(await idsOf(`${query}&result=out_of_memory`)).toEqual([hungry.id]);
    expect(await idsOf(`${query}&result=cancelled`)).toEqual([]);
  }
  const [row] = (await list(`search=${badly.id}`)).data;
  expect(row).toMatchObject({
    ...{ id: badly.id, environment: 'javascript', state: 'completed', result: 'exited' },
    ...{ exitCode: 3, billableMs: badly.usage?.billableMs, parent: { runId: parent.id } },
  });
});

test('a job that runs is cancelled with 202, and its time is charged', async () => {
  const { tenant, owner } = customer;
  const { id } = await startJob(tenant, "console.log('here'); for (;;);");
  const log = () => owner.get<Log>(`${pathOf(id)}/logs`);
  while ((await log()).text === '') await setTimeout(100);
  const answer = await owner.send({ method: 'POST', path: `${pathOf(id)}/cancel` });
  expect(answer.status).toBe(202);
  expect(bodyOf<Detail>(answer).job.cancelRequestedAt).toBeDefined();
  const job = await endOfJob(tenant, { id });
  expect(job).toMatchObject({ state: 'completed', result: 'cancelled' });
  expect(job.chargedAmount).toBeGreaterThan(0);
});

test('entries name a job by an id that finds them, and a run of another kind is 404 not_found', async () => {
  const job = await ended('1');
  const { data } = await customer.owner.get<BodyOf<'listEntries'>>(
    `${customer.path}/wallet/entries?runId=${job.id}`,
  );
  expect(new Set(data.map(({ runId }) => runId))).toEqual(new Set([job.id]));
  const { id } = runOf(await customer.tenant.create(request('sandbox/echo')));
  problemOf(await customer.owner.send({ path: pathOf(id.replace('run_', 'job_')) }), 'not_found');
});

test('usage is grouped by kind and by environment', async () => {
  const other = await dashboard.customer();
  const { tenant, owner, path } = other;
  await tenant.end(runOf(await tenant.create(request('sandbox/echo'))).id);
  const job = await endOfJob(tenant, await startJob(tenant, '1'));
  const day = new Date().toISOString().slice(0, 10);
  const totalsOf = async (query: string) => {
    const span = `from=${day}T00:00:00Z&to=${day}T23:59:59Z`;
    const { totals } = await owner.get<Usage>(`${path}/usage?${span}&${query}`);
    return totals.map(({ group = '', runs, chargedAmount }) => ({ group, runs, chargedAmount }));
  };
  const { chargedAmount } = job;
  expect(await totalsOf('groupBy=kind')).toContainEqual({
    ...{ group: 'compute_job', runs: 1, chargedAmount },
  });
  expect(await totalsOf('groupBy=environment')).toContainEqual({
    ...{ group: 'javascript', runs: 1, chargedAmount },
  });
  expect(await totalsOf('groupBy=environment&kind=compute_job')).toEqual([
    { group: 'javascript', runs: 1, chargedAmount },
  ]);
});

test('the catalog has every environment with its prices, and the limits', async () => {
  const catalog = await customer.owner.get<BodyOf<'getEnvironmentCatalog'>>(
    `${customer.path}/compute-environments`,
  );
  const answer = await customer.tenant.get('/v1/developer/compute-environments');
  expect(catalog.environments).toEqual(bodyOf<{ data: unknown[] }>(answer).data);
  expect(catalog.limits).toMatchObject({ maxLogBytes: 8_388_608 });
});
