/** A service with Podman as its engine, through Docker's API: the test kills both, and jobs that nobody knows end. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ComputeJob, ComputeJobLog } from '../../../openapi/generated/developer.ts';
import { DockerEngine } from '../../../server/compute-jobs/engines/docker/index.ts';
import { makeTenant } from '../../crash/tenant.ts';
import { faultsInBooks } from '../../support/books.ts';
import { IMAGE, type Podman, startPodman } from '../../support/containers.ts';
import { INSTALL_TIMEOUT_MS } from '../../support/installed.ts';
import { createTestDatabase } from '../../support/postgres.ts';
import { clientOf, kill, type Process, startProcess } from '../../support/process.ts';
import { NEVER, orderOf, untilStatus } from '../expectations.ts';
import { SHELL, SHELL_SOURCE } from '../shell-programs.ts';

const DEPLOYMENT = 'ours';
const SWEPT_WITHIN_MS = 150_000;
const pricing = { perJob: '0.0001', perCpuSecond: '0.00002', perGibSecond: '0' };

let podman: Podman;
let folder: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let environment: Record<string, string>;
let service: Process;
let key: string;

beforeAll(async () => {
  podman = await startPodman();
  folder = mkdtempSync(join(tmpdir(), 'docker-service-'));
  database = await createTestDatabase();
  const file = join(folder, 'compute.json');
  const options = { image: IMAGE, source: SHELL_SOURCE, workMb: 16 };
  const engines = {
    docker: { host: `unix://${podman.socketPath}`, deployment: DEPLOYMENT },
  };
  const shell = { engine: 'docker', kind: 'source', pricing, options };
  writeFileSync(file, JSON.stringify({ engines, environments: { shell } }));
  environment = {
    ...{ PORT: '0', SANDBOX: 'on', DATABASE_URL: database.url, LOG_LEVEL: 'warn' },
    ...{ COMPUTE_FILE: file, LEASE_MS: '2000', CONNECT_TIMEOUT_MS: '900' },
  };
  service = await startProcess('start', environment);
  key = (await makeTenant(database.db, 1_000_000_000_000)).key;
}, INSTALL_TIMEOUT_MS);
afterAll(async () => {
  kill(service, 'SIGTERM');
  await service.ended;
  expect(await faultsInBooks(database.db)).toEqual([]);
  await database.drop();
  await podman.close();
  rmSync(folder, { recursive: true });
});

async function read<T>(path: string): Promise<T> {
  const url = `${service.url}/v1/developer/compute-jobs/${path}`;
  const response = await fetch(url, { headers: { Authorization: `Bearer ${key}` } });
  return (await response.json()) as T;
}

const client = () => clientOf(service, key, 'compute-jobs');
const textOf = async (id: string) => (await read<ComputeJobLog>(`${id}/logs`)).text;
const endOf = async (id: string) => (await client().end(id)) as unknown as ComputeJob;

async function create(source: string, more = {}): Promise<string> {
  const body = { environment: 'shell', timeoutSeconds: 60, source, ...more };
  const { status, run } = await client().create(randomUUID(), body);
  expect(status).toBe(202);
  return run.id;
}

/** One processor. */
function chargeOf(ms: number): number {
  const base = Math.ceil(100_000 + 20 * ms);
  return base + Math.ceil(base * 0.05);
}

function expectFairCharge(job: ComputeJob): void {
  expect(job.chargedAmount).toBe(chargeOf(job.usage!.billableMs));
  expect(job.chargedAmount).toBeLessThanOrEqual(job.reservedAmount);
}

it('runs code, and keeps its log and its files', async () => {
  const id = await create('echo begun; printf out >kept; exit 3', { outputs: ['kept'] });
  const job = await endOf(id);
  expect(job).toMatchObject({ state: 'completed', result: 'exited', exitCode: 3 });
  expect(job.artifacts).toMatchObject([{ name: 'kept', bytes: 3 }]);
  expect(await textOf(id)).toBe('begun\n');
  expectFairCharge(job);
});

it('lets a job go on while service and engine are killed, and settles it once', async () => {
  const id = await create('echo begun; sleep 10; exit 5');
  await expect.poll(() => textOf(id), { timeout: 20_000 }).toBe('begun\n');
  kill(service, 'SIGKILL');
  await Promise.all([service.ended, podman.kill()]);
  service = await startProcess('start', environment);
  await podman.serve();
  const job = await endOf(id);
  expect(job).toMatchObject({ state: 'completed', result: 'exited', exitCode: 5 });
  expect(await textOf(id)).toBe('begun\n');
  expectFairCharge(job);
}, 60_000);

it(
  'ends by its label what the books do not know, and leaves jobs of others alone',
  async () => {
    const at = (deployment: string) =>
      new DockerEngine({ connection: { socketPath: podman.socketPath }, deployment });
    const [ours, others] = [at(DEPLOYMENT), at('others')];
    const order = (engine: DockerEngine) =>
      orderOf(
        {
          ...{ engine: () => engine, open: async () => engine, programs: SHELL },
          environment: () => ({ id: 'shell', options: { image: IMAGE, source: SHELL_SOURCE } }),
        },
        { source: 'sleep 600', timeoutMs: 3_600_000 },
      );
    const [orphan, theirs] = [order(ours), order(others)];
    await ours.start(orphan, NEVER);
    await others.start(theirs, NEVER);
    await untilStatus(ours, orphan.jobId, ({ kind }) => kind === 'running');
    const status = async () => (await ours.inspect(orphan.jobId, NEVER)).kind;
    await expect.poll(status, { timeout: SWEPT_WITHIN_MS, interval: 1_000 }).toBe('absent');
    expect((await others.inspect(theirs.jobId, NEVER)).kind).toBe('running');
    await others.remove(theirs.jobId);
  },
  SWEPT_WITHIN_MS,
);
