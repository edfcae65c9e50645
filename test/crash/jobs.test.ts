/**
 * Jobs of a whole service: with its largest inputs and outputs, and with the service or a keeper killed while they run.
 * The test counts starts in the folders of the jobs, and compares what was charged with what was held.
 */
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ComputeJob } from '../../openapi/generated/developer.ts';
import { createJavascriptEngine } from '../../server/compute-jobs/engines/javascript/index.ts';
import { isAlive, type ProcessName } from '../../server/compute-jobs/engines/local/processes.ts';
import { idToUuid } from '../../server/platform/lib/ids.ts';
import { openJobs } from '../support/jobs.ts';
import { machineIn } from '../support/machine.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { clientOf, kill, type Process, startProcess } from '../support/process.ts';
import { makeTenant } from './tenant.ts';

const MIB = 1_048_576;

let jobs: Awaited<ReturnType<typeof openJobs>>;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let environment: Record<string, string>;
let service: Process;
let key: string;
let root: string;
/** The books do not have it. */
const ORPHAN = randomUUID();

beforeAll(async () => {
  jobs = await openJobs();
  database = await createTestDatabase();
  environment = {
    ...jobs.environment,
    PORT: '0',
    DATABASE_URL: database.url,
    LEASE_MS: '2000',
    CONNECT_TIMEOUT_MS: '900',
  };
  service = await startProcess('start', environment);
  key = (await makeTenant(database.db, 1_000_000_000_000)).key;
  root = jobs.folders()[0]!;
  const engine = await createJavascriptEngine({ root, machine: await machineIn(root) });
  await engine.start(
    {
      ...{ jobId: ORPHAN, environment: { id: 'echo', options: {} }, source: FOR_EVER },
      ...{ files: [], env: {}, outputs: [], cpuMillis: 50, memoryMb: 64 },
      ...{ timeoutMs: 3_600_000, maxLogBytes: 1_000, maxArtifactBytes: 1_000 },
    },
    new AbortController().signal,
  );
});
afterAll(async () => {
  kill(service, 'SIGTERM');
  await service.ended;
  await database.drop();
  await jobs[Symbol.asyncDispose]();
});

/** Runs for ever, on a small share of a busy processor. */
const FOR_EVER = `console.log('begun'); for (;;);`;

const client = () => clientOf(service, key, 'compute-jobs');

async function create(more: object) {
  const resources = { cpuMillis: 100 };
  const body = { environment: 'echo', timeoutSeconds: 30, source: FOR_EVER, resources, ...more };
  return client().create(randomUUID(), body);
}

const endOf = async (id: string) => (await client().end(id)) as unknown as ComputeJob;

async function running(id: string): Promise<void> {
  await expect.poll(async () => (await client().get(id)).run.state).toBe('running');
  await expect.poll(() => jobs.posts(id)).toBe(1);
}

async function fileOf<T>(id: string, file: string): Promise<T> {
  return JSON.parse(await readFile(join(root, idToUuid('job', id)!, file), 'utf8')) as T;
}

async function killService(): Promise<void> {
  kill(service, 'SIGKILL');
  await service.ended;
}

describe('a job', () => {
  it('takes as many bytes as it may have, and no other operation does', async () => {
    const rest = `/*${'x'.repeat(8 * MIB - 4)}*/`;
    const { status, run } = await create({ source: rest });
    expect(status).toBe(202);
    expect((await create({ source: `${rest} ` })).status).toBe(400);
    const [half, bytes] = ['x'.repeat(2 * MIB), Buffer.alloc(4 * MIB).toString('base64')];
    const all = {
      ...{ source: '1', stdin: half.slice(1) },
      files: [
        { path: 'a', content: half },
        { path: 'b', contentBase64: bytes },
      ],
    };
    const { status: taken, run: other } = await create(all);
    expect(taken).toBe(202);
    expect((await create({ ...all, source: '1;' })).status).toBe(400);
    await endOf(other.id);
    expect((await create({ source: 'x'.repeat(14 * MIB) })).status).toBe(413);
    const ofModels = clientOf(service, key);
    const long = { messages: [{ role: 'user', content: 'x'.repeat(4 * MIB) }] };
    const body = { model: 'sandbox/echo', maxOutputTokens: 10, ...long };
    expect((await ofModels.create(randomUUID(), body)).status).toBe(413);
    expect(await endOf(run.id)).toMatchObject({ state: 'completed', exitCode: 0 });
  });

  it.each([
    [64 * MIB, 1],
    [64 * MIB + 1, 0],
  ])('keeps an artifact of %i bytes: %i', async (bytes, kept) => {
    const source = `job.writeFile('big', new Uint8Array(${bytes}).fill(7));`;
    const resources = { memoryMb: 512 };
    const { run } = await create({ source, resources, outputs: ['big'], timeoutSeconds: 100 });
    const ended = await endOf(run.id);
    expect(ended).toMatchObject({ state: 'completed', result: 'exited', exitCode: 0 });
    expect(ended.artifacts).toHaveLength(kept);
    const path = `${service.url}/v1/developer/compute-jobs/${run.id}/artifacts/big`;
    const response = await fetch(path, { headers: { Authorization: `Bearer ${key}` } });
    expect(response.status).toBe(kept === 1 ? 200 : 404);
    if (kept === 1) expect((await response.arrayBuffer()).byteLength).toBe(bytes);
  });

  it('ends at its time with its service dead, and costs what was held', async () => {
    const { run } = await create({ timeoutSeconds: 2 });
    await running(run.id);
    await killService();
    const ended = async () => (await fileOf<{ kind: string }>(run.id, 'ending.json')).kind;
    await expect.poll(() => ended().catch(() => '')).toBe('ended');
    service = await startProcess('start', environment);
    const job = await endOf(run.id);
    expect(job).toMatchObject({ result: 'timed_out', usage: { billableMs: 2_000 } });
    expect(job.chargedAmount).toBe(job.reservedAmount);
    expect(jobs.posts(run.id)).toBe(1);
  });

  it('goes on while the service is killed and started again', async () => {
    const { run } = await create({ timeoutSeconds: 60 });
    await running(run.id);
    await killService();
    service = await startProcess('start', environment);
    await sleep(500);
    await client().cancel(run.id);
    const job = await endOf(run.id);
    expect(job).toMatchObject({ state: 'completed', result: 'cancelled' });
    expect(job.chargedAmount).toBeLessThanOrEqual(job.reservedAmount);
    expect(jobs.posts(run.id)).toBe(1);
  });

  it('whose keeper is killed is lost, free, and ends', async () => {
    const { run } = await create({ timeoutSeconds: 3_600 });
    await running(run.id);
    const code = await fileOf<ProcessName>(run.id, 'process.json');
    process.kill((await fileOf<ProcessName>(run.id, 'keeper.json')).pid, 'SIGKILL');
    const job = await endOf(run.id);
    expect(job).toMatchObject({ state: 'failed', error: { code: 'engine_lost' } });
    expect(job.chargedAmount ?? 0).toBe(0);
    await expect.poll(() => isAlive(code)).toBe(false);
    expect(jobs.posts(run.id)).toBe(1);
  });

  it('that the books do not know is ended by the sweep', async () => {
    const left = async () =>
      (await readdir(root, { recursive: true }))
        .map((path) => path.replace(/\d+/, 'day'))
        .filter((path) => path.includes(ORPHAN));
    await expect.poll(left, { interval: 500 }).toEqual([`.removed/day/${ORPHAN}`]);
  });
});
