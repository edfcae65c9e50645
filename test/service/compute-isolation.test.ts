/** In production, code of a second workspace never runs where only one may: not even in a service that was there before it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { composeCompute, computeLimits } from '../../server/compose/compute.ts';
import { type Config, readConfig } from '../../server/config.ts';
import { openDeployment } from '../../server/deployment/index.ts';
import { createComputeJobResource } from '../../server/resources/compute-jobs/index.ts';
import type { ClaimedRun } from '../../server/runs/index.ts';
import { createLog } from '../../server/telemetry/log.ts';
import { createWorkspace } from '../../server/workspaces/index.ts';
import { createTestDatabase } from '../support/postgres.ts';

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
  // As in production, where nothing is configured.
  const asked = { ...config, compute: { ...config.compute, minIsolation: undefined } } as Config;
  const deployment = await openDeployment(db);
  const runs = { open: async () => new Map<string, string>() };
  const log = createLog({ level: 'silent' });
  const compute = await composeCompute(asked, { db, deployment, runs, log });
  const { unit } = config;
  const resource = createComputeJobResource({ ...compute, unit, limits: computeLimits(asked) });
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
  // What was created before is not started any more.
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
