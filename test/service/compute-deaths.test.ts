/** Jobs whose worker or keeper is dead: the tests count their starts and check their cost. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ComputeJob, ComputeJobLog } from '../../openapi/generated/developer.ts';
import { idToUuid } from '../../server/platform/lib/ids.ts';
import { faultsInBooks } from '../support/books.ts';
import { foldersOfJobs } from '../support/jobs.ts';
import {
  COMPUTE_JOBS,
  jsonOf,
  startService,
  type Tenant,
  type TestService,
} from '../support/service.ts';

let service: TestService;
let tenant: Tenant;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jobs-'));
  service = await startService({ environment: { COMPUTE_DIR: folder } });
  tenant = await service.tenant();
});
afterAll(async () => {
  const faults = await faultsInBooks(service.database.db);
  await service.close();
  await rm(folder, { recursive: true });
  expect(faults).toEqual([]);
});

async function start(source: string): Promise<string> {
  const body = { environment: 'javascript', timeoutSeconds: 60, source };
  const created = await tenant.create(body, { path: COMPUTE_JOBS });
  return (jsonOf(created) as ComputeJob).id;
}

async function read(of: TestService, id: string, wait = 20): Promise<ComputeJob> {
  const { key } = tenant.key;
  const path = `${COMPUTE_JOBS}/${id}`;
  return jsonOf(await of.send({ path, key, headers: { Prefer: `wait=${wait}` } })) as ComputeJob;
}

async function untilRunning(id: string): Promise<void> {
  await expect
    .poll(
      async () => (jsonOf(await tenant.get(`${COMPUTE_JOBS}/${id}/logs`)) as ComputeJobLog).text,
    )
    .not.toBe('');
}

describe('a job', () => {
  it('goes on without the service, and is settled once by the next one', async () => {
    const id = await start(
      `console.log('begun'); const until = Date.now() + 2_000; while (Date.now() < until); job.exit(5)`,
    );
    await untilRunning(id);
    await service.stop();
    const next = await startService({
      database: service.database,
      environment: { COMPUTE_DIR: folder },
    });
    const job = await read(next, id);
    expect(job).toMatchObject({ state: 'completed', result: 'exited', exitCode: 5 });
    // A busy machine gives it little of the two seconds, and only time in which it could run is billed.
    expect(job.usage!.billableMs).toBeGreaterThan(0);
    expect(job.usage!.billableMs).toBeLessThan(20_000);
    const path = `${COMPUTE_JOBS}/${id}/logs`;
    const log = jsonOf(await next.send({ path, key: tenant.key.key })) as ComputeJobLog;
    // One start.
    expect(log.text).toBe('begun\n');
    await next.stop();
    service = await startService({
      database: service.database,
      environment: { COMPUTE_DIR: folder },
    });
  });

  it('fails with engine_lost, free of charge, where its keeper is killed', async () => {
    const source = `console.log('begun'); for (;;);`;
    const body = { environment: 'javascript', timeoutSeconds: 60, source };
    const created = await service.send({
      path: COMPUTE_JOBS,
      key: tenant.key.key,
      body,
      headers: { 'Idempotency-Key': 'a-job-with-a-keeper' },
    });
    const { id } = jsonOf(created) as ComputeJob;
    const keeper = join(foldersOfJobs(folder)[0]!, idToUuid('job', id)!, 'keeper.json');
    await expect.poll(async () => (await read(service, id, 0)).state).toBe('running');
    const { pid } = JSON.parse(
      await expect
        .poll(() => readFile(keeper, 'utf8').catch(() => ''))
        .not.toBe('')
        .then(() => readFile(keeper, 'utf8')),
    );
    process.kill(pid, 'SIGKILL');
    const job = await read(service, id);
    expect(job).toMatchObject({ state: 'failed' });
    expect(['engine_lost', 'environment_unavailable']).toContain(job.error?.code);
    expect(job.chargedAmount).toBeUndefined();
  });
});
