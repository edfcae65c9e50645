/**
 * What a job was sold is what the system lets it have, however the system enforces it: by cgroups, or by its keeper. The
 * clock of the process is compared with its share, so that a busy machine changes nothing.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  ComputeEngine,
  JobOrder,
  JobStatus,
} from '../../server/compute-jobs/engines/engine.ts';
import { createJavascriptEngine } from '../../server/compute-jobs/engines/javascript/index.ts';
import { createJavascriptRuntime } from '../../server/compute-jobs/engines/javascript/runtime.ts';
import {
  type KeptEnding,
  type Launch,
  makeFolder,
} from '../../server/compute-jobs/engines/local/job-folder.ts';
import { keepJob } from '../../server/compute-jobs/engines/local/keeper.ts';
import {
  cpuMsOf,
  isAlive,
  type ProcessName,
} from '../../server/compute-jobs/engines/local/processes.ts';

import { machineIn } from '../support/machine.ts';

const signal = new AbortController().signal;
/** No step of QuickJS asks whether anything has to happen for as long as this searches. */
const SEARCHES = `const text = 'a'.repeat(3e7); for (;;) text.indexOf('b');`;
const FILLS = `const kept = []; try { for (;;) { const part = new Uint8Array(2 ** 20).fill(1);
  kept.push(part); job.writeFile('f' + kept.length, part); } } catch {} for (;;);`;

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'limits-'));
});
afterAll(() => rm(root, { recursive: true, maxRetries: 20, retryDelay: 100 }));

function order(source: string, more: Partial<JobOrder> = {}): JobOrder {
  return {
    jobId: randomUUID(),
    environment: { id: 'javascript', options: {} },
    ...{ source, files: [], env: {}, outputs: [] },
    ...{ cpuMillis: 1_000, memoryMb: 128, timeoutMs: 30_000 },
    ...{ maxLogBytes: 100_000, maxArtifactBytes: 1_000, ...more },
  };
}

async function until(engine: ComputeEngine, jobId: string, ...kinds: JobStatus['kind'][]) {
  for (;;) {
    const status = await engine.inspect(jobId, signal);
    if (kinds.includes(status.kind)) return status;
    await sleep(20);
  }
}

describe.each([
  ['cgroups', true],
  ['the keeper', false],
] as const)('limited by %s, a job of JavaScript', (_, groups) => {
  let folder: string;
  let engine: ComputeEngine;
  beforeAll(async () => {
    folder = join(root, String(groups));
    const machine = await machineIn(folder);
    engine = await createJavascriptEngine({ root: folder, machine, groups });
  });
  afterAll(async () => {
    for (const { jobId } of await engine.list()) await engine.remove(jobId);
  });
  const name = async (jobId: string, file: string) =>
    JSON.parse(await readFile(join(folder, jobId, file), 'utf8')) as ProcessName;
  async function begin(job: JobOrder): Promise<ProcessName> {
    expect(await engine.start(job, signal)).toEqual({ kind: 'started' });
    await until(engine, job.jobId, 'running');
    return name(job.jobId, 'process.json');
  }

  it('has no more of a processor than its share while one step of it takes long', async () => {
    const job = order(SEARCHES, { cpuMillis: 100 });
    const { pid } = await begin(job);
    await sleep(500);
    const [cpu, wall] = [(await cpuMsOf(pid))!, performance.now()];
    await sleep(3_000);
    const share = ((await cpuMsOf(pid))! - cpu) / (performance.now() - wall);
    expect(share).toBeLessThan(0.25);
    expect(share).toBeGreaterThan(0);
    await engine.remove(job.jobId);
  });

  it('has the limits of the system that end it if its keeper does not', async () => {
    const job = order(SEARCHES, { timeoutMs: 30_000, maxArtifactBytes: 1_000 });
    const { pid } = await begin(job);
    const limits = await readFile(`/proc/${pid}/limits`, 'utf8');
    expect(limits).toMatch(/^Max cpu time +90 +90 /m);
    expect(limits).toMatch(/^Max file size +33555456 +33555456 /m);
    expect(limits).toMatch(/^Max core file size +0 +0 /m);
    await engine.remove(job.jobId);
  });

  it.each([32, 256])('never holds more memory than %i MiB and its process', async (memoryMb) => {
    const job = order(FILLS, { memoryMb, timeoutMs: 6_000 });
    const { pid } = await begin(job);
    let most = 0;
    while ((await engine.inspect(job.jobId, signal)).kind === 'running') {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
      most = Math.max(most, Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1_024);
      await sleep(50);
    }
    expect(most).toBeGreaterThan(memoryMb / 2);
    // The keeper sees what is held a moment after it is taken.
    expect(most).toBeLessThan(memoryMb + engine.room!.overheadMb + (groups ? 0 : 64));
  });

  it('keeps no copies of what it writes', async () => {
    const source = `for (let i = 0; i < 200; i++) job.writeFile('o', new Uint8Array(1e6).fill(1));`;
    const job = order(source, {
      ...{ memoryMb: 32, outputs: ['o'], maxArtifactBytes: 1_000_000 },
    });
    const { pid } = await begin(job);
    let most = 0;
    while ((await engine.inspect(job.jobId, signal)).kind === 'running') {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
      most = Math.max(most, Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1_024);
      await sleep(20);
    }
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThan(90);
  });

  it('does not go on without its keeper, even if it is stopped or in a step that takes long', async () => {
    const job = order(SEARCHES, { cpuMillis: 20 });
    const code = await begin(job);
    await sleep(300);
    process.kill((await name(job.jobId, 'keeper.json')).pid, 'SIGKILL');
    await expect.poll(() => isAlive(code)).toBe(false);
  });

  it('leaves no cgroup', async () => {
    const [ended, removed] = [order('1'), order(SEARCHES)];
    await begin(removed);
    await engine.start(ended, signal);
    await until(engine, ended.jobId, 'ended');
    await engine.remove(removed.jobId);
    for (const { jobId } of [ended, removed]) {
      for (const controller of ['.', 'cpu', 'cpuacct', 'memory']) {
        expect(existsSync(`/sys/fs/cgroup/${controller}/model-run-jobs/${jobId}`)).toBe(false);
      }
    }
  });
});

it('all jobs together weigh an eighth of a busy thread for each processor', async () => {
  const folder = join(root, 'weighed');
  const engine = await createJavascriptEngine({ root: folder, machine: await machineIn(folder) });
  const job = order(SEARCHES);
  await engine.start(job, signal);
  await until(engine, job.jobId, 'running');
  const older = '/sys/fs/cgroup/cpu/model-run-jobs/cpu.shares';
  const [file, ofThread] = existsSync(older)
    ? [older, 1_024]
    : ['/sys/fs/cgroup/model-run-jobs/cpu.weight', 100];
  const weight = Math.ceil((availableParallelism() * ofThread) / 8);
  expect(Number(readFileSync(file, 'utf8'))).toBe(weight);
  await engine.remove(job.jobId);
});

it('a job that the kernel kills for lack of memory is out of memory, and not lost', async () => {
  const folder = join(root, 'killed');
  const engine = await createJavascriptEngine({ root: folder, machine: await machineIn(folder) });
  const job = order(`for (;;) new Uint8Array(2 ** 20).fill(1);`);
  await engine.start(job, signal);
  await until(engine, job.jobId, 'running');
  const group = [
    `/sys/fs/cgroup/model-run-jobs/${job.jobId}/memory.max`,
    `/sys/fs/cgroup/memory/model-run-jobs/${job.jobId}/memory.limit_in_bytes`,
  ].find((path) => existsSync(path))!;
  expect(Number(readFileSync(group, 'utf8'))).toBeLessThan(256 * 2 ** 20);
  try {
    writeFileSync(group, String(8 * 2 ** 20));
  } catch {
    // The older version refuses a limit below what is used.
    await squeeze(group);
  }
  const status = await until(engine, job.jobId, 'ended');
  expect(status).toMatchObject({ ending: { result: 'out_of_memory' } });
  await engine.remove(job.jobId);
});

/** Takes what the job does not use at the moment, again and again, until it is killed. */
async function squeeze(file: string): Promise<void> {
  for (let mb = 128; existsSync(file); mb--) {
    try {
      writeFileSync(file, String(mb * 2 ** 20));
    } catch {
      mb++;
      await sleep(5);
    }
  }
}

describe('the memory of code', () => {
  const runtime = createJavascriptRuntime();
  it.each([
    ['a long text that it writes', `job.writeFile('o', 'x'.repeat(6e7))`],
    ['many small parts', `const a = []; while (a.length < 3000) a.push(new Uint8Array(65536))`],
  ])('grows by %s without a collection of garbage at each step', async (_, source) => {
    const job = order(source, { memoryMb: 256, maxLogBytes: 1_000_000 });
    await makeFolder(root, job, { groups: true });
    await keepJob(join(root, job.jobId), {
      ...runtime,
      async launch(kept) {
        const launch = await runtime.launch(kept);
        const at = launch.args.indexOf(process.execPath) + 1;
        return { ...launch, args: launch.args.toSpliced(at, 0, '--trace-gc') };
      },
    });
    const kept = await readFile(join(root, job.jobId, 'ending.json'), 'utf8');
    expect(JSON.parse(kept)).toMatchObject({ ending: { result: 'exited', exitCode: 0 } });
    const trace = await readFile(join(root, job.jobId, 'stdout'), 'utf8');
    // It grows by more than a thousand steps of 64 KiB.
    expect(trace).toContain(' ms: ');
    expect(trace.match(/Mark-Compact/g) ?? []).toHaveLength(0);
  });
});

describe('a keeper that limits a process itself', () => {
  async function keep(program: string, launch: Partial<Launch>, more: Partial<JobOrder>) {
    const job = order('', more);
    await makeFolder(root, job, {});
    await keepJob(join(root, job.jobId), {
      ...{ name: 'shell', isolation: 'wasm', overheadMb: 0, measuresCpu: true },
      launch: async ({ work }) => ({
        ...{ file: '/bin/sh', args: ['-c', program], env: { PATH: '/usr/bin:/bin' }, cwd: work },
        ...launch,
      }),
    });
    const kept = await readFile(join(root, job.jobId, 'ending.json'), 'utf8');
    return (JSON.parse(kept) as Extract<KeptEnding, { kind: 'ended' }>).ending;
  }

  it('stops and continues it, so that it has its share and not much less', async () => {
    const bounds = { cpuMillis: 200, timeoutMs: 4_000 };
    const { result, cpuMs } = await keep('while :; do :; done', { keeps: { cpu: true } }, bounds);
    expect(result).toBe('timed_out');
    expect(cpuMs).toBeLessThan(4_000 * 0.35);
    expect(cpuMs).toBeGreaterThan(0);
  });

  it('ends it when it holds more memory than it may, as out of memory', async () => {
    const program = `exec "${process.execPath}" -e "const all = []; for (;;) all.push(Buffer.alloc(2 ** 20, 1))"`;
    const keeps = { memoryBytes: 300 * 2 ** 20 };
    expect(await keep(program, { keeps }, {})).toMatchObject({
      ...{ result: 'out_of_memory', exitCode: 137 },
    });
  });
});
