/** In production, code of a second workspace never runs if only one may: not even in a service that predates it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ComputeEnvironmentList, ComputeJob } from '../../openapi/generated/developer.ts';
import { composeCompute } from '../../server/compose/compute.ts';
import { computeLimits, createComputeJobResource } from '../../server/compute-jobs/index.ts';
import { type Config, readConfig } from '../../server/platform/config/index.ts';
import { openDeployment } from '../../server/platform/deployment/index.ts';
import { createLog } from '../../server/platform/telemetry/log.ts';
import type { ClaimedRun } from '../../server/runs/index.ts';
import { createWorkspace } from '../../server/workspaces/index.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { quotasOf } from '../support/quotas.ts';
import {
  COMPUTE_JOBS,
  jsonOf,
  problemOf,
  startService,
  type Tenant,
  type TestService,
} from '../support/service.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'model-run-isolation-'));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

async function compose() {
  const { db } = database;
  const config: Config = readConfig({ SANDBOX: 'on', COMPUTE_DIR: folder });
  // The default in production.
  const settings = { ...config, compute: { ...config.compute, minIsolation: undefined } } as Config;
  const deployment = await openDeployment(db);
  const runs = { open: async () => new Map<string, string>() };
  const log = createLog({ level: 'silent' });
  const compute = await composeCompute(settings, {
    db,
    deployment,
    runs,
    quotas: quotasOf(db),
    log,
  });
  const { unit } = config;
  const resource = createComputeJobResource({ ...compute, unit, limits: computeLimits(settings) });
  return { compute, resource };
}

it('withholds weaker environments from the second workspace on, without a restart', async () => {
  const { compute, resource } = await compose();
  await createWorkspace(database.db, { name: 'first' });
  await compute.catalog.refresh();
  expect(compute.catalog.list().map(({ id }) => id)).toEqual(['javascript']);
  const claimed = {
    ...{ id: crypto.randomUUID(), workspace: crypto.randomUUID(), request: '{"source":""}' },
    terms: { environment: 'javascript', timeoutMs: 1_000, cpuMillis: 1_000, memoryMb: 64 },
  } as ClaimedRun<never>;
  expect(await resource.workOf(claimed)).toMatchObject({ order: { jobId: claimed.id } });

  await createWorkspace(database.db, { name: 'second' });
  // The service no longer starts what was created before.
  const work = await resource.workOf(claimed);
  expect(work).toEqual({ workspace: claimed.workspace });
  const provider = compute.registry.get('javascript')!;
  const hooks = { beforeSend() {}, onReference() {}, onSize() {} };
  expect(await provider.submit(work, hooks, new AbortController().signal)).toMatchObject({
    ...{ kind: 'failed', error: { code: 'environment_unavailable' } },
  });
  expect(compute.catalog.list()).toEqual([]);
  expect(compute.catalog.get('javascript')).toBeUndefined();
  await compute.close();
});

const ENVIRONMENTS = '/v1/developer/compute-environments';
const FOR_EVER = `console.log('begun'); for (;;);`;

const offered = async (tenant: Tenant) =>
  (jsonOf(await tenant.get(ENVIRONMENTS)) as ComputeEnvironmentList).data.map(({ id }) => id);

const create = (tenant: Tenant, source: string) =>
  tenant.create({ environment: 'javascript', timeoutSeconds: 60, source }, { path: COMPUTE_JOBS });

async function endOf(tenant: Tenant, id: string): Promise<ComputeJob> {
  for (;;) {
    const answer = await tenant.get(`${COMPUTE_JOBS}/${id}`, { Prefer: 'wait=20' });
    const job = jsonOf(answer) as ComputeJob;
    if (job.finishedAt !== undefined) return job;
  }
}

it('starts nothing more from the second workspace on, whatever was created before, over HTTP', async () => {
  const service = await startService({
    environment: { NODE_ENV: 'production', COMPUTE_DIR: folder, COMPUTE_MAX_JOBS: '1' },
  });
  const tenant = await service.tenant();
  await expect.poll(() => offered(tenant)).toEqual(['javascript']);
  const first = jsonOf(await create(tenant, FOR_EVER)) as ComputeJob;
  await expect
    .poll(
      async () =>
        (jsonOf(await tenant.get(`${COMPUTE_JOBS}/${first.id}/logs`)) as { text: string }).text,
    )
    .toBe('begun\n');
  // There is room for one: this one waits.
  const second = jsonOf(await create(tenant, `console.log('begun')`)) as ComputeJob;

  await service.tenant();
  // At once: the service refuses a create, or does not start its job.
  const third = await create(tenant, `console.log('begun')`);
  await tenant.send({ method: 'POST', path: `${COMPUTE_JOBS}/${first.id}/cancel` });
  expect(await endOf(tenant, first.id)).toMatchObject({ result: 'cancelled' });
  const waited = [second, ...(third.status === 202 ? [jsonOf(third) as ComputeJob] : [])];
  for (const { id } of waited) {
    const job = await endOf(tenant, id);
    expect(job).toMatchObject({ state: 'failed', error: { code: 'environment_unavailable' } });
    expect(job.chargedAmount).toBeUndefined();
    expect(jsonOf(await tenant.get(`${COMPUTE_JOBS}/${id}/logs`))).toMatchObject({ text: '' });
  }
  await expect.poll(() => offered(tenant)).toEqual([]);
  problemOf(await create(tenant, '1'), 'unknown_environment');
  expect((await tenant.wallet()).held).toBe(0);
  await service.close();
});

it.each([
  ['container', ['javascript']],
  ['wasm', ['javascript']],
  ['gvisor', []],
  ['vm', []],
])('offers with COMPUTE_MIN_ISOLATION %s to any number of workspaces: %j', async (least, ids) => {
  const service: TestService = await startService({
    parts: ['api'],
    environment: { NODE_ENV: 'production', COMPUTE_DIR: folder, COMPUTE_MIN_ISOLATION: least },
  });
  for (let workspaces = 1; workspaces <= 2; workspaces++) {
    const tenant = await service.tenant();
    expect(await offered(tenant)).toEqual(ids);
    if (ids.length === 0) problemOf(await create(tenant, '1'), 'unknown_environment');
  }
  await service.close();
});
