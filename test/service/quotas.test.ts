/**
 * What a workspace may store, send in a day and have in use at once: each quota is counted, shown in the account and on
 * the command line, and refused with its figures beyond it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Account, ComputeJob, Quota } from '../../openapi/generated/developer.ts';
import { createRetention } from '../../server/compose/retention.ts';
import { newUuid } from '../../server/platform/lib/ids.ts';
import { createOutputStore } from '../../server/platform/outputs/store.ts';
import { setQuota } from '../../server/quotas/index.ts';
import { OTLP_TRACES, otlpOf } from '../support/observability.ts';
import { quotasOf } from '../support/quotas.ts';
import {
  COMPUTE_JOBS,
  jsonOf,
  problemOf,
  RUNS,
  request,
  runOf,
  startService,
  type Tenant,
  type TestService,
  unique,
} from '../support/service.ts';

const ENVIRONMENT = {
  MAX_STORED_OUTPUT_BYTES: '1000',
  MAX_STORED_CONTENT_BYTES: '100000',
  MAX_STORED_SPAN_BYTES: '50000',
  MAX_SPAN_BYTES_PER_DAY: '20000',
  MAX_RECEIVED_BYTES_PER_DAY: '500000',
  MAX_DOWNLOADED_BYTES_PER_DAY: '3000',
  MAX_COMPUTE_CPU_MILLIS: '2500',
  MAX_COMPUTE_MEMORY_MB: '600',
  STORAGE_PRICE_PER_GB_DAY: '0.0030',
};

let service: TestService;
let tenant: Tenant;
beforeAll(async () => {
  service = await startService({ environment: ENVIRONMENT });
});
beforeEach(async () => {
  tenant = await service.tenant();
});
afterAll(() => service.close());

const db = () => service.database.db;

async function quotaOf(name: string): Promise<Quota> {
  const { quotas } = jsonOf(await tenant.get('/v1/developer/account')) as Account;
  return quotas.find(({ quota }) => quota === name)!;
}

const SPINS = 'for (;;);';
const orderOf = (source: string, more: object = {}) => ({
  ...{ environment: 'javascript', timeoutSeconds: 60, source, ...more },
});
const createJob = (source: string, more: object = {}) =>
  tenant.create(orderOf(source, more), { path: COMPUTE_JOBS });

/** Once no other job is open. */
async function createAlone(source: string) {
  const created = await createJob(source);
  for (let used = 1; used > 0; used = (await quotaOf('compute_cpu')).used) await sleep(50);
  return created;
}

async function endedJob(source: string, more: object = {}) {
  const { id } = jsonOf(await createJob(source, more)) as { id: string };
  for (;;) {
    const answer = await tenant.get(`${COMPUTE_JOBS}/${id}`, { Prefer: 'wait=20' });
    const job = jsonOf(answer) as { id: string; state: string; finishedAt?: string };
    if (job.finishedAt !== undefined) return job;
  }
}

async function cancelAll(): Promise<void> {
  const { data } = jsonOf(await tenant.get(COMPUTE_JOBS)) as { data: { id: string }[] };
  for (const { id } of data)
    await tenant.send({ method: 'POST', path: `${COMPUTE_JOBS}/${id}/cancel` });
}

/** Until the processes have read which quotas are used up. */
async function refused(ask: () => Promise<{ status: number; text: string; headers: Headers }>) {
  for (;;) {
    const answer = await ask();
    if (answer.status === 429) return answer;
    expect(answer.status, answer.text).toBeLessThan(300);
    await sleep(100);
  }
}

describe('what jobs leave', () => {
  it('counts once a job has ended, and beyond the quota a create is 429 quota_exceeded with the figures', async () => {
    const job = await endedJob(
      `console.log('x'.repeat(99)); job.writeFile('a.bin', 'y'.repeat(1200))`,
      { outputs: ['a.bin'] },
    );
    expect(job.state).toBe('completed');
    const { used, limit, unit, freesAt } = await quotaOf('stored_outputs');
    expect({ used, limit, unit }).toEqual({ used: 1_300, limit: 1_000, unit: 'bytes' });
    // Thirty whole days after that of the job.
    const midnight = Math.floor(Date.now() / 86_400_000) * 86_400_000;
    expect(Date.parse(freesAt!)).toBe(midnight + 31 * 86_400_000);

    const answer = await refused(() => createAlone('1'));
    expect(problemOf(answer, 'quota_exceeded')).toMatchObject({
      ...{ quota: 'stored_outputs', limit: 1_000, used: 1_300, freesAt },
    });
    expect(answer.headers.get('retry-after')).toBe('86400');
    // What was paid for is there, and the other kinds of runs go on.
    const artifact = await tenant.get(`${COMPUTE_JOBS}/${job.id}/artifacts/a.bin`);
    expect([artifact.status, artifact.text.length]).toEqual([200, 1_200]);
    expect((await tenant.create(request('sandbox/echo'))).status).toBeLessThan(300);
  });

  it('is counted once, however often it is saved, and no longer once it is removed', async () => {
    const quotas = quotasOf(db());
    const { workspace } = tenant;
    const owner = newUuid();
    const job = { workspace, owner, bytes: 70 };
    await Promise.all([quotas.countOutputs(job), quotas.countOutputs(job)]);
    await quotas.countOutputs({ workspace, owner: newUuid(), bytes: 5 });
    expect(await quotaOf('stored_outputs')).toMatchObject({ used: 75 });
    await quotas.uncountOutputs(workspace, [owner]);
    await quotas.uncountOutputs(workspace, [owner]);
    expect(await quotaOf('stored_outputs')).toMatchObject({ used: 5 });
  });

  it('expires after the days of the deployment, with its bytes', async () => {
    const job = await endedJob(`console.log('kept for thirty days')`);
    expect(await quotaOf('stored_outputs')).toMatchObject({ used: 21 });
    const { workspace } = tenant;
    const quotas = quotasOf(db());
    const store = createOutputStore(db());
    const remove = async (of: string, jobs: readonly string[]) => {
      await store.remove(of, jobs);
      await quotas.uncountOutputs(of, jobs);
    };
    const retention = createRetention(
      { content: { mostDays: undefined } },
      {
        ...{ db: db(), quotas, compute: { outputs: { ...store, remove } } as never },
        ...{ spans: undefined as never, runs: { open: async () => new Map() } as never },
      },
    );
    const purgeIn = (days: number) =>
      retention.purge({
        ...{ withinMs: 60_000, workspace },
        now: new Date(Date.now() + days * 86_400_000),
      });
    const stored = () => db().query('select from output_part where workspace = $1', [workspace]);
    await purgeIn(30);
    expect(await stored()).toHaveLength(2);
    await purgeIn(31);
    expect(await stored()).toEqual([]);
    expect(await quotaOf('stored_outputs')).toMatchObject({ used: 0 });
    expect(jsonOf(await tenant.get(`${COMPUTE_JOBS}/${job.id}/logs`))).toMatchObject({ text: '' });
  });
});

it('from outputsExpireAt on, logs and artifacts of jobs are 404 with that time, even if they are still there', async () => {
  const source = `console.log('read'); job.writeFile('a.bin', 'kept for thirty days')`;
  const { id } = await endedJob(source, { outputs: ['a.bin'] });
  const path = `${COMPUTE_JOBS}/${id}`;
  const { outputsExpireAt, createdAt } = jsonOf(await tenant.get(path)) as ComputeJob;
  const midnight = Date.parse(`${createdAt.slice(0, 10)}T00:00:00.000Z`);
  expect(Date.parse(outputsExpireAt!)).toBe(midnight + 31 * 86_400_000);
  const at = async (time: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: time });
    try {
      return [await tenant.get(`${path}/artifacts/a.bin`), await tenant.get(`${path}/logs`)];
    } finally {
      vi.useRealTimers();
    }
  };
  const before = await at(Date.parse(outputsExpireAt!) - 1_000);
  expect(before.map(({ status }) => status)).toEqual([200, 200]);
  for (const answer of await at(Date.parse(outputsExpireAt!))) {
    const { detail } = problemOf(answer, 'not_found');
    expect(detail).toBe(
      `The log and the artifacts of this job expired at ${outputsExpireAt}, and cannot be read any more.`,
    );
  }
});

describe('requests and answers of runs', () => {
  const count = () =>
    db()
      .query("select count_stored(1000, interval '-1 minute') as more")
      .then((rows) => rows[0]);
  const ended = async (content: string) => {
    const created = await tenant.create(
      request('sandbox/echo', { messages: [{ role: 'user', content }] }),
    );
    return tenant.end(runOf(created).id);
  };
  const stored = async () => {
    const [row] = await db().query<{ bytes: number }>(
      'select sum(octet_length(request) + coalesce(octet_length(response), 0))::integer as bytes from run_payload where workspace = $1',
      [tenant.workspace],
    );
    return row!.bytes;
  };

  it('count once, with their answers, however often the chore counts', async () => {
    await ended('x'.repeat(1_000));
    await count();
    await count();
    expect(await stored()).toBeGreaterThan(1_500);
    expect(await quotaOf('stored_content')).toMatchObject({ used: await stored() });
    await ended('y'.repeat(500));
    await count();
    expect(await quotaOf('stored_content')).toMatchObject({ used: await stored() });
  });

  it('count once they have ended: a run that is open counts later, and only once', async () => {
    const { id } = jsonOf(await createJob(SPINS)) as { id: string };
    await ended('x');
    await count();
    const [job] = await db().query<{ bytes: number }>(
      `select octet_length(p.request) as bytes from run_payload p join run_queue q on q.run = p.run where q.workspace = $1`,
      [tenant.workspace],
    );
    const { used } = await quotaOf('stored_content');
    await tenant.send({ method: 'POST', path: `${COMPUTE_JOBS}/${id}/cancel` });
    for (;;) {
      const answer = await tenant.get(`${COMPUTE_JOBS}/${id}`, { Prefer: 'wait=20' });
      if ((jsonOf(answer) as { finishedAt?: string }).finishedAt) break;
    }
    await count();
    await count();
    const { used: after } = await quotaOf('stored_content');
    expect(after).toBe(await stored());
    expect(after - used).toBeGreaterThanOrEqual(job!.bytes);
  });

  it('count no longer once they are purged', async () => {
    await ended('x');
    await count();
    await db().query(
      `insert into content_purge (workspace, until) values ($1, run_id_bound(date_trunc('day', now(), 'UTC') + interval '1 day'))`,
      [tenant.workspace],
    );
    await count();
    expect(await quotaOf('stored_content')).toMatchObject({ used: 0 });
  });

  it('beyond the quota every create is 429 quota_exceeded, and a known request key still finds its run', async () => {
    const requestKey = unique('order');
    const body = request('sandbox/echo');
    const run = runOf(await tenant.create(body, { requestKey }));
    await db().query(
      "insert into stored_bytes (workspace, name, bytes) values ($1, 'stored_content', 100000)",
      [tenant.workspace],
    );
    const answer = await refused(() => tenant.create(body));
    expect(problemOf(answer, 'quota_exceeded')).toMatchObject({
      ...{ quota: 'stored_content', limit: 100_000, used: 100_000 },
    });
    expect(runOf(await tenant.create(body, { requestKey })).id).toBe(run.id);
    const { status } = await tenant.get(`${RUNS}/${run.id}`);
    expect(status).toBe(200);
  });
});

describe('spans of programs', () => {
  const startedAt = new Date();
  const send = (size: number, spanId = crypto.randomUUID().replaceAll('-', '').slice(16)) => {
    const attributes = { 'input.value': 'x'.repeat(size) };
    return tenant.send({
      path: OTLP_TRACES,
      body: otlpOf([{ traceId: 'a'.repeat(32), spanId, startedAt, attributes }]),
    });
  };

  it('count with their bytes: beyond those of the day a body is 429 ingest_quota_exceeded, and none of it is saved', async () => {
    expect((await send(9_000, 'b'.repeat(16))).status).toBe(200);
    const { used } = await quotaOf('span_bytes');
    expect(used).toBeGreaterThan(9_000);
    expect(used).toBeLessThan(12_000);
    // What is there already takes no more room.
    expect((await send(9_000, 'b'.repeat(16))).status).toBe(200);
    expect(await quotaOf('span_bytes')).toMatchObject({ used });
    expect(problemOf(await send(12_000), 'ingest_quota_exceeded')).toMatchObject({
      ...{ quota: 'span_bytes', limit: 20_000, used },
    });
    expect(await quotaOf('spans')).toMatchObject({ used: 1 });
    expect((await send(5_000)).status).toBe(200);
  });

  it('beyond the bytes that may be stored a body is 429 quota_exceeded', async () => {
    await send(9_000);
    await db().query(
      `insert into span_day (workspace, day, spans, bytes) values ($1, (now() at time zone 'UTC')::date - 3, 1, 45000)`,
      [tenant.workspace],
    );
    await db().query('select count_stored(1000)');
    const { used } = await quotaOf('stored_spans');
    expect(used).toBeGreaterThan(54_000);
    expect(problemOf(await refused(() => send(1)), 'quota_exceeded')).toMatchObject({
      ...{ quota: 'stored_spans', limit: 50_000, used },
    });
  });
});

it('counts the bytes of request bodies, and beyond those of the day a create is 429 quota_exceeded', async () => {
  const content = 'x'.repeat(4_900);
  const body = request('sandbox/echo', {
    messages: [{ role: 'user', content }],
    metadata: Object.fromEntries(Array.from({ length: 16 }, (_, i) => [`n${i}`, 'y'.repeat(400)])),
  });
  const bytes = Buffer.byteLength(JSON.stringify(body));
  let created = 0;
  const answer = await refused(async () => {
    created += 1;
    return tenant.create(body);
  });
  expect(created).toBeGreaterThan(500_000 / bytes);
  expect(problemOf(answer, 'quota_exceeded')).toMatchObject({
    ...{ quota: 'received_bytes', limit: 500_000 },
  });
  for (;;) {
    const { used } = await quotaOf('received_bytes');
    if (used >= created * bytes) break;
    await sleep(50);
  }
});

describe('the bytes of downloads in a day', () => {
  const artifactOf = async () => {
    const job = await endedJob(`job.writeFile('a.bin', 'y'.repeat(1200))`, { outputs: ['a.bin'] });
    return `${COMPUTE_JOBS}/${job.id}/artifacts/a.bin`;
  };
  const span = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const EXPORT = `/v1/developer/observability/export?dataset=runs&format=ndjson&from=${span(-1)}&to=${span(1)}`;

  it('count as connections take them, and beyond the quota a download is 429 quota_exceeded with the figures', async () => {
    const path = await artifactOf();
    expect((await tenant.get(path, { Range: 'bytes=0-99' })).status).toBe(206);
    for (let used = 100; used < 3_000; used += 1_200) {
      await expect.poll(async () => (await quotaOf('downloaded_bytes')).used).toBe(used);
      expect((await tenant.get(path)).status).toBe(200);
    }
    const answer = await tenant.get(path);
    expect(problemOf(answer, 'quota_exceeded')).toMatchObject({
      ...{ quota: 'downloaded_bytes', limit: 3_000, used: 3_700 },
      freesAt: new Date(Math.ceil(Date.now() / 86_400_000) * 86_400_000).toISOString(),
    });
    // What sends no bytes goes on, and so do runs, downloads of others, and downloads after the quota was raised.
    expect((await tenant.send({ method: 'HEAD', path })).status).toBe(200);
    expect((await tenant.create(request('sandbox/echo'))).status).toBeLessThan(300);
    await setQuota(db(), { workspace: tenant.workspace, quota: 'downloaded_bytes', limit: 10_000 });
    await expect.poll(async () => (await tenant.get(path)).status).toBe(200);
    tenant = await service.tenant();
    expect((await tenant.get(await artifactOf())).status).toBe(200);
  });

  it('are those of exports too', async () => {
    await tenant.end(runOf(await tenant.create(request('sandbox/echo'))).id);
    const { text } = await tenant.get(EXPORT);
    const bytes = Buffer.byteLength(text);
    expect(bytes).toBeGreaterThan(100);
    await expect.poll(async () => (await quotaOf('downloaded_bytes')).used).toBe(bytes);
    await setQuota(db(), { workspace: tenant.workspace, quota: 'downloaded_bytes', limit: bytes });
    await expect.poll(async () => (await quotaOf('downloaded_bytes')).limit).toBe(bytes);
    problemOf(await refused(() => tenant.get(EXPORT)), 'quota_exceeded');
  });
});

describe('processors and memory of jobs that have not ended', () => {
  it('are counted at the create, and beyond the quota it is 429 quota_exceeded until one has ended', async () => {
    const first = jsonOf(await createJob(SPINS)) as { id: string };
    await createJob(SPINS);
    expect(await quotaOf('compute_cpu')).toMatchObject({ used: 2_000, limit: 2_500 });
    expect(await quotaOf('compute_memory')).toMatchObject({ used: 256, limit: 600 });
    const answer = await createJob(SPINS);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(problemOf(answer, 'quota_exceeded')).toMatchObject({
      ...{ quota: 'compute_cpu', limit: 2_500, used: 2_000, requested: 1_000 },
    });
    const small = { resources: { cpuMillis: 100, memoryMb: 400 } };
    expect(problemOf(await createJob(SPINS, small), 'quota_exceeded')).toMatchObject({
      ...{ quota: 'compute_memory', limit: 600, used: 256, requested: 400 },
    });
    // Nothing was held for them.
    expect((await tenant.create(request('sandbox/echo'))).status).toBeLessThan(300);

    await tenant.send({ method: 'POST', path: `${COMPUTE_JOBS}/${first.id}/cancel` });
    for (;;) {
      const found = await tenant.get(`${COMPUTE_JOBS}/${first.id}`, { Prefer: 'wait=20' });
      if ((jsonOf(found) as { finishedAt?: string }).finishedAt) break;
    }
    expect((await createJob(SPINS)).status).toBeLessThan(300);
    await cancelAll();
  });

  it('of creates at the same time, as many pass as have room: in one batch or in several processes', async () => {
    const other = await startService({
      ...{ environment: ENVIRONMENT, database: service.database, parts: ['api'] },
    });
    try {
      const body = orderOf(SPINS, { resources: { cpuMillis: 500, memoryMb: 64 } });
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, i) =>
          (i % 2 ? other : service).send({
            ...{ path: COMPUTE_JOBS, key: tenant.key.key, body },
            headers: { 'Idempotency-Key': unique('job') },
          }),
        ),
      );
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status < 300)).toHaveLength(5);
      expect(statuses.filter((status) => status === 429)).toHaveLength(35);
      expect(await quotaOf('compute_cpu')).toMatchObject({ used: 2_500 });
      await cancelAll();
    } finally {
      await other.close();
    }
  });
});

describe('the price of stored bytes', () => {
  /** A process that carries out chores; its first turn comes at once. */
  const worker = (price: string) =>
    startService({
      environment: { ...ENVIRONMENT, STORAGE_PRICE_PER_GB_DAY: price },
      ...{ database: service.database, parts: ['worker'] },
    });
  const chargesOf = (workspace: string) =>
    db().query<{ kind: string; amount: number }>(
      `select kind, amount from ledger_entry
       where workspace = $1 and kind in ('hold', 'storage', 'loss') order by id`,
      [workspace],
    );

  it('is in the account, and workers charge a day once: however many there are', async () => {
    const account = jsonOf(await tenant.get('/v1/developer/account')) as Account;
    expect(account.storagePricePerGbDay).toBe('0.003');
    const job = { workspace: tenant.workspace, owner: newUuid(), bytes: 700 };
    await quotasOf(db()).countOutputs(job);
    const workers = await Promise.all([worker('0.003'), worker('0.003')]);
    try {
      while ((await chargesOf(tenant.workspace)).length === 0) await sleep(50);
    } finally {
      await Promise.all(workers.map((each) => each.close()));
    }
    expect(await chargesOf(tenant.workspace)).toEqual([
      { kind: 'hold', amount: 3 },
      { kind: 'storage', amount: 3 },
    ]);
  });
});

it('a quota that the operator sets applies to its workspace alone, until it is reset', async () => {
  await setQuota(db(), { workspace: tenant.workspace, quota: 'compute_cpu', limit: 500 });
  expect(await quotaOf('compute_cpu')).toMatchObject({ limit: 500, used: 0 });
  const answer = await refused(() => createAlone('1'));
  expect(problemOf(answer, 'quota_exceeded')).toMatchObject({ quota: 'compute_cpu', limit: 500 });
  await setQuota(db(), { workspace: tenant.workspace, quota: 'compute_cpu', limit: null });
  expect(await quotaOf('compute_cpu')).toMatchObject({ limit: 2_500 });
  const events = await db().query<{ kind: string; detail: object }>(
    `select kind, detail from audit_event where workspace = $1 and kind = 'quota_changed' order by id`,
    [tenant.workspace],
  );
  expect(events.map(({ detail }) => detail)).toEqual([
    { quota: 'compute_cpu', limit: 500 },
    { quota: 'compute_cpu', limit: null },
  ]);
});
