/** Two machines with a folder of jobs each, on one database: each carries out its own jobs and answers for both. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ComputeJob, ComputeJobLog } from '../../openapi/generated/developer.ts';
import { idToUuid } from '../../server/platform/lib/ids.ts';
import { faultsInBooks } from '../support/books.ts';
import { foldersOfJobs } from '../support/jobs.ts';
import { createTestDatabase } from '../support/postgres.ts';
import {
  COMPUTE_JOBS,
  jsonOf,
  startService,
  type TestService,
  unique,
} from '../support/service.ts';

const HOSTS = ['one', 'two'] as const;
type Host = (typeof HOSTS)[number];

let folder: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let key: string;
const services: Partial<Record<Host, TestService>> = {};

async function open(host: Host): Promise<void> {
  const environment = { COMPUTE_DIR: join(folder, host), COMPUTE_MAX_JOBS: '3' };
  services[host] = await startService({ database, environment });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hosts-'));
  database = await createTestDatabase();
  await Promise.all(HOSTS.map(open));
  key = (await services.one!.tenant()).key.key;
});
afterAll(async () => {
  await Promise.all(HOSTS.map((host) => services[host]!.stop()));
  expect(await faultsInBooks(database.db)).toEqual([]);
  await database.drop();
  await rm(folder, { recursive: true });
});

async function create(source: string, more = {}): Promise<string> {
  const body = { environment: 'javascript', timeoutSeconds: 60, source, ...more };
  const headers = { 'Idempotency-Key': unique('job') };
  return (
    jsonOf(await services.one!.send({ path: COMPUTE_JOBS, key, body, headers })) as ComputeJob
  ).id;
}

const read = (host: Host, path: string, headers = {}) =>
  services[host]!.send({ path: `${COMPUTE_JOBS}/${path}`, key, headers });
const logOf = async (host: Host, id: string) =>
  jsonOf(await read(host, `${id}/logs`)) as ComputeJobLog;

async function endOf(host: Host, id: string): Promise<ComputeJob> {
  for (;;) {
    const job = jsonOf(await read(host, id, { Prefer: 'wait=20' })) as ComputeJob;
    if (job.finishedAt !== undefined) return job;
  }
}

const hasJob = (host: Host, id: string) =>
  foldersOfJobs(join(folder, host)).some((root) => existsSync(join(root, idToUuid('job', id)!)));
const otherOf = (host: Host): Host => (host === 'one' ? 'two' : 'one');

/** The machine that has the job, once its code runs. */
async function running(id: string): Promise<Host> {
  for (;;) {
    const at = HOSTS.find((host) => hasJob(host, id));
    if (at && (await logOf(at, id)).text !== '') return at;
    await sleep(50);
  }
}

const FOR_EVER = `console.log('begun'); for (;;);`;

it('both carry out jobs, and either answers what any job wrote once it has ended', async () => {
  const source = `console.log('said'); job.writeFile('kept', 'out');`;
  const ids = await Promise.all(
    Array.from({ length: 12 }, () => create(source, { outputs: ['kept'] })),
  );
  for (const id of ids) {
    expect(await endOf('two', id)).toMatchObject({ state: 'completed', exitCode: 0 });
    for (const host of HOSTS) {
      expect(await logOf(host, id)).toMatchObject({ text: 'said\n', ended: true });
      expect((await read(host, `${id}/artifacts/kept`)).text).toBe('out');
    }
    expect(HOSTS.filter((host) => hasJob(host, id))).toHaveLength(1);
  }
  for (const host of HOSTS) expect(ids.some((id) => hasJob(host, id))).toBe(true);
});

it('the other one says of a job that runs where its log is, and cancels it', async () => {
  const id = await create(FOR_EVER);
  const at = await running(id);
  const other = otherOf(at);
  expect(await logOf(at, id)).toEqual({
    ...{ stream: 'stdout', after: 0, next: 6, text: 'begun\n', ended: false },
  });
  expect(await logOf(other, id)).toEqual({
    ...{ stream: 'stdout', after: 0, next: 0, text: '', ended: false, elsewhere: true },
  });
  const path = `${COMPUTE_JOBS}/${id}/cancel`;
  await services[other]!.send({ method: 'POST', path, key });
  expect(await endOf(other, id)).toMatchObject({ state: 'completed', result: 'cancelled' });
  expect(await logOf(other, id)).toMatchObject({ text: 'begun\n', ended: true });
});

it('the other one leaves the jobs of a machine that is away to it, which settles them when it is back', async () => {
  const source = `console.log('begun'); const until = Date.now() + 3_000; while (Date.now() < until);`;
  const id = await create(source);
  const at = await running(id);
  await services[at]!.stop();
  await sleep(5_000);
  expect(jsonOf(await read(otherOf(at), id))).toMatchObject({ state: 'running' });
  await open(at);
  const job = await endOf(at, id);
  expect(job).toMatchObject({ state: 'completed', exitCode: 0 });
  expect(job.usage!.billableMs).toBeLessThan(20_000);
  expect(await logOf(at, id)).toMatchObject({ text: 'begun\n' });
});
