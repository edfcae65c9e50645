/** What a workspace no longer keeps: requests and answers are deleted, and everything that was paid stays. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createRetention } from '../../server/compose/retention.ts';
import { createOutputStore } from '../../server/platform/outputs/store.ts';
import { purgePayloads } from '../../server/runs/index.ts';
import { faultsInBooks } from '../support/books.ts';
import { asOwner } from '../support/postgres.ts';
import { quotasOf } from '../support/quotas.ts';
import {
  COMPUTE_JOBS,
  jsonOf,
  RUNS,
  request,
  runOf,
  startService,
  type Tenant,
  type TestService,
  TOOL_RUNS,
  unique,
} from '../support/service.ts';

const DAY_MS = 86_400_000;
const ENOUGH = { withinMs: 60_000 };

let service: TestService;
let tenant: Tenant;
beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  tenant = await service.tenant();
});
afterAll(async () => {
  await service.close();
});

const db = () => service.database.db;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
const keep = (days: number | null, { workspace } = tenant) =>
  db().query('update workspace set content_days = $2 where id = $1', [workspace, days]);
const payloads = async ({ workspace } = tenant) =>
  (await db().query('select from run_payload where workspace = $1', [workspace])).length;
/** A process that has not read the run before. */
async function fresh(path: string) {
  const other = await startService({ parts: ['api'], database: service.database });
  try {
    return await other.send({ path, key: tenant.key.key });
  } finally {
    await other.close();
  }
}

it('purges what is older than the days of the workspace, and says when', async () => {
  const requestKey = unique('order');
  const created = await tenant.create(request('sandbox/echo'), { requestKey });
  const run = await tenant.end(runOf(created).id);
  expect(run.text).toBe('Hello');
  await keep(30);
  expect(await purgePayloads(db(), { mostDays: undefined, ...ENOUGH })).toMatchObject({
    deleted: 0,
  });
  expect(await payloads()).toBe(1);

  const purged = await purgePayloads(db(), { mostDays: undefined, ...ENOUGH, now: inDays(31) });
  // The worker's own turn may come in between and delete it.
  expect(purged.isPartial).toBe(false);
  expect(await payloads()).toBe(0);

  const read = await fresh(`${RUNS}/${run.id}`);
  const { text: _, message: __, ...stays } = run;
  expect(jsonOf(read)).toEqual({ ...stays, contentPurgedAt: expect.stringMatching(/Z$/) });
  expect(read.headers.get('etag')).toMatch(/-purged"$/);
  const { data } = jsonOf(await tenant.get(RUNS)) as { data: { contentPurgedAt?: string }[] };
  expect(data[0]).toHaveProperty('contentPurgedAt');

  // The key still finds the run, and another request under it is still refused.
  const again = await tenant.create(request('sandbox/echo'), { requestKey });
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(runOf(again).id).toBe(run.id);
  const other = await tenant.create(request('sandbox/echo', { maxOutputTokens: 5 }), {
    requestKey,
  });
  expect(other.status).toBe(422);
  expect(await faultsInBooks(db())).toEqual([]);
});

it('purges the input and the output of tools, and the program, the logs and the files of jobs', async () => {
  const call = { tool: 'sandbox/echo', input: { text: 'words of a tool' } };
  const ended = async (path: string, body: object) => {
    const { id } = runOf(await tenant.create(body, { path }));
    return tenant.end(id, path);
  };
  const tool = await ended(TOOL_RUNS, call);
  const source = `console.log('written'); job.writeFile('a.txt', 'a file')`;
  const order = { environment: 'javascript', timeoutSeconds: 60, source, outputs: ['a.txt'] };
  const job = await ended(COMPUTE_JOBS, order);
  expect(tool).toMatchObject({ state: 'completed' });
  expect(job).toMatchObject({ state: 'completed', artifacts: [{ name: 'a.txt' }] });

  await keep(1);
  const outputs = createOutputStore(db());
  const { workspace } = tenant;
  const retention = createRetention(
    { content: { mostDays: undefined } },
    {
      db: db(),
      compute: { outputs } as never,
      spans: { removeBefore: async () => true } as never,
      quotas: quotasOf(db()),
      runs: { open: async () => new Map() } as never,
    },
  );
  await retention.purge({ ...ENOUGH, workspace, now: inDays(2) });
  expect(await payloads()).toBe(0);
  const left = await db().query('select from output_part where workspace = $1', [workspace]);
  expect(left).toEqual([]);

  expect(jsonOf(await fresh(`${TOOL_RUNS}/${tool.id}`))).not.toHaveProperty('output');
  expect(jsonOf(await fresh(`${COMPUTE_JOBS}/${job.id}`))).toHaveProperty('contentPurgedAt');
  expect((await fresh(`${COMPUTE_JOBS}/${job.id}/artifacts/a.txt`)).status).toBe(404);
  expect(jsonOf(await fresh(`${COMPUTE_JOBS}/${job.id}/logs`))).toMatchObject({
    text: '',
    ended: true,
  });
  expect(await faultsInBooks(db())).toEqual([]);
});

it('leaves what others keep, and what is open until it has ended', async () => {
  const keeps = await service.tenant();
  await keeps.end(runOf(await keeps.create(request('sandbox/echo'))).id);
  const open = runOf(await tenant.create(request('sandbox/slow'))).id;
  await tenant.end(runOf(await tenant.create(request('sandbox/echo'))).id);
  await keep(1);
  await purgePayloads(db(), { mostDays: undefined, ...ENOUGH, now: inDays(3), batch: 1 });
  expect(await payloads(keeps)).toBe(1);
  expect(await payloads()).toBe(1);
  await tenant.end(open);
  await purgePayloads(db(), { mostDays: undefined, ...ENOUGH, now: inDays(3) });
  expect(await payloads()).toBe(0);
  expect(await faultsInBooks(db())).toEqual([]);
});

it('holds every workspace to the bound of the operator', async () => {
  await tenant.end(runOf(await tenant.create(request('sandbox/echo'))).id);
  await keep(30);
  await purgePayloads(db(), {
    mostDays: 10,
    ...ENOUGH,
    workspace: tenant.workspace,
    now: inDays(12),
  });
  expect(await payloads()).toBe(0);
});

it('drops a month that nobody keeps as a whole, and no other one', async () => {
  const names = () =>
    asOwner(service.database, (owner) =>
      owner.query<{ name: string }>('select name from payload_months() order by high'),
    );
  const [first] = await names();
  await tenant.end(runOf(await tenant.create(request('sandbox/echo'))).id);
  // As if it were a year later, for this workspace only: others keep their runs.
  await keep(1);
  const { workspace } = tenant;
  const later = { mostDays: undefined, ...ENOUGH, now: inDays(400) };
  const one = await purgePayloads(db(), { ...later, workspace });
  expect(one).toMatchObject({ deleted: 1 });
  expect(await names()).toContainEqual(first);

  const kept = (await names()).length;
  const purged = await purgePayloads(db(), { ...later, mostDays: 1 });
  expect(purged.months).toBeGreaterThanOrEqual(kept);
  expect(purged.deleted).toBe(0);
  expect(await faultsInBooks(db())).toEqual([]);
  // If months are missing, the next turn creates them, and creates go on.
  await purgePayloads(db(), { mostDays: undefined, ...ENOUGH });
  const run = await tenant.end(runOf(await tenant.create(request('sandbox/echo'))).id);
  expect(run).toMatchObject({ state: 'completed' });
});
