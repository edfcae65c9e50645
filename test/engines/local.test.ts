/** Jobs of this machine when processes are killed: the tests count starts, and look for what is left. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  ComputeEngine,
  JobOrder,
  JobStatus,
} from '../../server/compute-jobs/engines/engine.ts';
import { createJavascriptEngine } from '../../server/compute-jobs/engines/javascript/index.ts';
import { isAlive, type ProcessName } from '../../server/compute-jobs/engines/local/processes.ts';
import { machineIn } from '../support/machine.ts';

const signal = new AbortController().signal;
/** Node.js writes what it compiled as a process ends, which may be a moment after its job. */
const REMOVAL = { recursive: true, maxRetries: 20, retryDelay: 100 };
let root: string;
let engine: ComputeEngine;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'jobs-'));
  engine = await createJavascriptEngine({ root, machine: await machineIn(root, { jobs: 3 }) });
});
afterAll(async () => {
  for (const { jobId } of await engine.list()) await engine.remove(jobId);
  await rm(root, REMOVAL);
});

function order(source: string, more: Partial<JobOrder> = {}): JobOrder {
  return {
    jobId: randomUUID(),
    environment: { id: 'javascript', options: {} },
    ...{ source, files: [], env: {}, outputs: [] },
    ...{ cpuMillis: 100, memoryMb: 64, timeoutMs: 30_000 },
    ...{ maxLogBytes: 100_000, maxArtifactBytes: 1_000, ...more },
  };
}

const FINAL: JobStatus['kind'][] = ['ended', 'lost', 'never_started', 'absent'];

async function until(jobId: string, ...kinds: JobStatus['kind'][]): Promise<JobStatus> {
  for (;;) {
    const status = await engine.inspect(jobId, signal);
    if (kinds.includes(status.kind)) return status;
    if (FINAL.includes(status.kind)) throw new Error(`the job is told as ${inspect(status)}`);
    await sleep(30);
  }
}

const name = async (jobId: string, file: string) =>
  JSON.parse(await readFile(join(root, jobId, file), 'utf8')) as ProcessName;

/** The process ids with its folder among their arguments. */
async function processesOf(jobId: string): Promise<string[]> {
  const all = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry));
  const listed = await Promise.all(
    all.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return all.filter((_, i) => listed[i]!.includes(jobId));
}

const FOR_EVER = `console.log('begun'); for (;;);`;

describe('a job of this machine', () => {
  it('is started once, however often it is asked for at once', async () => {
    const job = order(`console.log('begun')`);
    const starts = await Promise.all(Array.from({ length: 8 }, () => engine.start(job, signal)));
    expect(new Set(starts.map(({ kind }) => kind))).toEqual(new Set(['started']));
    await until(job.jobId, 'ended');
    const log = await engine.logs(job.jobId, 'stdout', 0, 1_000);
    expect(Buffer.from(log!).toString()).toBe('begun\n');
  });

  it('continues in the next process that opens the same folder', async () => {
    const job = order(FOR_EVER, { timeoutMs: 1_500 });
    await engine.start(job, signal);
    const other = await createJavascriptEngine({
      root,
      machine: await machineIn(root, { jobs: 3 }),
    });
    expect(other.host).toBe(engine.host);
    await until(job.jobId, 'ended');
    expect(await other.inspect(job.jobId, signal)).toMatchObject({
      ending: { result: 'timed_out', billableMs: 1_500 },
    });
  });

  it('is lost with its keeper, and its code does not go on', async () => {
    const job = order(FOR_EVER);
    await engine.start(job, signal);
    await until(job.jobId, 'running');
    const [keeper, code] = [
      await name(job.jobId, 'keeper.json'),
      await name(job.jobId, 'process.json'),
    ];
    process.kill(keeper.pid, 'SIGKILL');
    expect(await until(job.jobId, 'lost')).toMatchObject({ kind: 'lost' });
    await expect.poll(() => isAlive(code)).toBe(false);
    // A second start does not bring it back either.
    await engine.start(job, signal);
    expect(await engine.inspect(job.jobId, signal)).toMatchObject({ kind: 'lost' });
  });

  it('ends by itself if its keeper is gone and no process asks', async () => {
    const job = order(FOR_EVER);
    await engine.start(job, signal);
    await until(job.jobId, 'running');
    const [keeper, code] = [
      await name(job.jobId, 'keeper.json'),
      await name(job.jobId, 'process.json'),
    ];
    process.kill(keeper.pid, 'SIGKILL');
    await expect.poll(() => isAlive(code)).toBe(false);
  });

  it('ends by itself where its keeper was gone before it could look who that was', async () => {
    const job = order(FOR_EVER);
    await engine.start(job, signal);
    const launched = join(root, job.jobId, 'launched');
    while (!existsSync(launched)) await sleep(1);
    process.kill((await name(job.jobId, 'keeper.json')).pid, 'SIGKILL');
    await expect.poll(() => processesOf(job.jobId)).toEqual([]);
    expect(await until(job.jobId, 'lost')).toMatchObject({ kind: 'lost' });
    expect(await processesOf(job.jobId)).toEqual([]);
  });

  it('never starts where it was cancelled before', async () => {
    const job = order(FOR_EVER);
    await engine.cancel(job.jobId, signal);
    await engine.start(job, signal);
    expect(await engine.inspect(job.jobId, signal)).toMatchObject({ kind: 'never_started' });
  });

  it('leaves nothing when it is removed, and its id is used up', async () => {
    const job = order(FOR_EVER);
    await engine.start(job, signal);
    await until(job.jobId, 'running');
    const code = await name(job.jobId, 'process.json');
    await engine.remove(job.jobId);
    expect(await isAlive(code)).toBe(false);
    expect(await engine.inspect(job.jobId, signal)).toEqual({ kind: 'absent' });
    expect(await engine.start(job, signal)).toMatchObject({ kind: 'refused' });
    expect((await engine.list()).map(({ jobId }) => jobId)).not.toContain(job.jobId);
    // Otherwise a start would look at all jobs that were ever there.
    expect(await readdir(root)).not.toContain(job.jobId);
  });

  it('is not started by a look while it is being removed', async () => {
    const job = order('1');
    await engine.start(job, signal);
    await until(job.jobId, 'ended');
    let isRemoved = false;
    const removing = engine.remove(job.jobId).then(() => {
      isRemoved = true;
    });
    while (!isRemoved) {
      const status = await engine.inspect(job.jobId, signal);
      expect(['ended', 'absent']).toContain(status.kind);
    }
    await removing;
  });

  it('begins however large its order is', async () => {
    const job = order(`// \u3042${'x'.repeat(30_000_000)}\nconsole.log('begun')`, {
      ...{ memoryMb: 512, cpuMillis: 1_000 },
    });
    await engine.start(job, signal);
    expect(await until(job.jobId, 'ended', 'lost')).toMatchObject({ ending: { exitCode: 0 } });
  });

  it('shows neither its code nor its caller where on the machine it is', async () => {
    const job = order(
      `job.writeFile('a', 'x'); try { job.writeFile('a/b', 'x'); } catch (e) { console.log(e.message); }`,
      { outputs: ['a', 'a/b'] },
    );
    await engine.start(job, signal);
    await until(job.jobId, 'ended');
    const log = Buffer.from((await engine.logs(job.jobId, 'stdout', 0, 1_000))!).toString();
    expect(log).toMatch(/cannot be kept/);
    expect(log).not.toContain(root);
    const files = [{ path: 'x'.repeat(300), content: new Uint8Array() }];
    const outcome = await engine.start(order('1', { files }), signal);
    expect(outcome).toMatchObject({ kind: 'unknown', fault: expect.stringContaining(root) });
    expect((outcome as { reason: string }).reason).not.toContain(root);
  });

  it('keeps nothing that its code has replaced by what is too large', async () => {
    const job = order(`job.writeFile('a', 'small'); job.writeFile('a', 'x'.repeat(2_000))`, {
      outputs: ['a'],
    });
    expect(await engine.start(job, signal)).toEqual({ kind: 'started' });
    expect(await until(job.jobId, 'ended')).toMatchObject({ ending: { artifacts: [] } });
  });

  it('waits where the machine has as many as it takes', async () => {
    const jobs = Array.from({ length: 3 }, () => order(FOR_EVER));
    for (const job of jobs) await engine.start(job, signal);
    const next = await engine.start(order(FOR_EVER), signal);
    expect(next).toMatchObject({ kind: 'not_started', retryAfterMs: expect.any(Number) });
    for (const { jobId } of jobs) await engine.remove(jobId);
  });

  it('takes no more than that where several processes start many at once', async () => {
    const few = await mkdtemp(join(tmpdir(), 'jobs-'));
    const processes = await Promise.all(
      Array.from({ length: 4 }, async () =>
        createJavascriptEngine({ root: few, machine: await machineIn(few, { cpuMillis: 200 }) }),
      ),
    );
    const jobs = Array.from({ length: 8 }, () => order(FOR_EVER));
    const starts = await Promise.all(jobs.map((job, i) => processes[i % 4]!.start(job, signal)));
    expect(starts.filter(({ kind }) => kind === 'started')).toHaveLength(2);
    expect(starts.filter(({ kind }) => kind === 'not_started')).toHaveLength(6);
    expect(await processes[0]!.start(order('1', { cpuMillis: 201 }), signal)).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('the machine offers 200 and'),
    });
    for (const { jobId } of await processes[0]!.list()) await processes[0]!.remove(jobId);
    await rm(few, REMOVAL);
  });

  it('cannot keep more than its artifacts may have, nor a path outside', async () => {
    const job = order(
      `job.writeFile('big', 'x'.repeat(1001)); job.writeFile('small', 'x'); job.writeFile('../up', 'x')`,
      { outputs: ['big', 'small', 'none'] },
    );
    await engine.start(job, signal);
    const status = await until(job.jobId, 'ended');
    expect(status).toMatchObject({ ending: { artifacts: [{ name: 'small', bytes: 1 }] } });
    expect(await engine.start(order('1', { outputs: ['../up'] }), signal)).toMatchObject({
      kind: 'refused',
    });
  });
});
