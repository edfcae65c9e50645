/** Compute jobs over HTTP, in the JavaScript engine of the service: how each ends, what it costs, what is refused. */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  ComputeJob,
  ComputeJobList,
  ComputeJobLog,
} from '../../openapi/generated/developer.ts';
import { faultsInBooks } from '../support/books.ts';
import {
  COMPUTE_JOBS,
  jsonOf,
  problemOf,
  startService,
  type Tenant,
  type TestService,
  unique,
} from '../support/service.ts';

let service: TestService;
let tenant: Tenant;
beforeAll(async () => {
  service = await startService();
  tenant = await service.tenant();
});
afterAll(async () => {
  const faults = await faultsInBooks(service.database.db);
  await service.close();
  expect(faults).toEqual([]);
});

/** At the prices of the environment, including the fee. */
function priceOf(ms: number, memoryMb = 128, cpuMs = ms): number {
  const processors = 14 * Math.max(cpuMs, ms / 10);
  const base = Math.ceil(100_000 + processors + (4.5 * memoryMb * ms) / 1_024 - 1e-6);
  return base + Math.ceil((base * 500) / 10_000);
}

/** Of a job whose processors are billed by the time that they worked. */
function chargeOf({ usage }: ComputeJob, memoryMb = 128): number {
  expect(usage!.billedTime).toBe('processor');
  return priceOf(usage!.billableMs, memoryMb, usage!.cpuMs!);
}

async function start(source: string, more: object = {}): Promise<ComputeJob> {
  const created = await tenant.create(
    { environment: 'javascript', timeoutSeconds: 60, source, ...more },
    { path: COMPUTE_JOBS },
  );
  expect(created.status, created.text).toBeLessThan(300);
  return jsonOf(created) as ComputeJob;
}

async function end(id: string): Promise<ComputeJob> {
  for (;;) {
    const answer = await tenant.get(`${COMPUTE_JOBS}/${id}`, { Prefer: 'wait=20' });
    expect(answer.status, answer.text).toBe(200);
    const job = jsonOf(answer) as ComputeJob;
    if (job.finishedAt !== undefined) return job;
  }
}

const run = async (source: string, more?: object) => end((await start(source, more)).id);

async function logOf(id: string, stream = 'stdout'): Promise<string> {
  const answer = await tenant.get(`${COMPUTE_JOBS}/${id}/logs?stream=${stream}`);
  expect(answer.status, answer.text).toBe(200);
  return (jsonOf(answer) as ComputeJobLog).text;
}

describe('a job', () => {
  it('runs, is charged to the millisecond by the clock of its engine, and keeps what it wrote', async () => {
    const content = 'a,b';
    const job = await run(
      `console.log(job.stdin(), job.env.LANG, job.readFile('in/data.csv')); console.error('oh');
       job.writeFile('out/sum.txt', String(1 + 2)); job.exit(3)`,
      {
        ...{ stdin: 'Hello', env: { LANG: 'en' } },
        files: [{ path: 'in/data.csv', contentBase64: Buffer.from(content).toString('base64') }],
        outputs: ['out/sum.txt', 'missing.txt'],
      },
    );
    const sha256 = createHash('sha256').update('3').digest('hex');
    expect(job).toMatchObject({
      ...{ state: 'completed', result: 'exited', exitCode: 3, environment: 'javascript' },
      logs: { stdoutBytes: 13, stderrBytes: 3, truncated: false },
      artifacts: [{ name: 'out/sum.txt', bytes: 1, sha256 }],
      missingOutputs: ['missing.txt'],
    });
    expect(job.chargedAmount).toBe(chargeOf(job));
    expect(job.reservedAmount).toBe(priceOf(60_000));
    expect(await logOf(job.id)).toBe('Hello en a,b\n');
    expect(await logOf(job.id, 'stderr')).toBe('oh\n');
    const artifact = await tenant.get(
      `${COMPUTE_JOBS}/${job.id}/artifacts/${encodeURIComponent('out/sum.txt')}`,
    );
    expect([artifact.status, artifact.text]).toEqual([200, '3']);
    const none = await tenant.get(`${COMPUTE_JOBS}/${job.id}/artifacts/missing.txt`);
    expect(none.status).toBe(404);
  });

  it('is ended at its time-out, and pays for the processor time that it used until then', async () => {
    const job = await run('for (;;);', { timeoutSeconds: 1 });
    expect(job).toMatchObject({
      state: 'completed',
      result: 'timed_out',
      usage: { billableMs: 1_000 },
    });
    expect(job.chargedAmount).toBe(chargeOf(job));
    expect(job.chargedAmount).toBeLessThanOrEqual(job.reservedAmount!);
  });

  it('is completed where it wants more memory than it has', async () => {
    const job = await run('const a = []; for (;;) a.push(new Uint8Array(1e6))', {
      resources: { memoryMb: 64 },
    });
    expect(job).toMatchObject({ state: 'completed', result: 'out_of_memory' });
    expect(job.chargedAmount).toBe(chargeOf(job, 64));
  });

  it('shows its log while it runs, and is completed and charged where it is cancelled then', async () => {
    const { id } = await start(`console.log('begun'); for (;;);`);
    let text = '';
    for (; text === ''; text = await logOf(id)) await sleep(20);
    expect(text).toBe('begun\n');
    expect(jsonOf(await tenant.get(`${COMPUTE_JOBS}/${id}`))).toMatchObject({ state: 'running' });
    const cancelled = await tenant.send({ method: 'POST', path: `${COMPUTE_JOBS}/${id}/cancel` });
    expect(cancelled.status).toBe(202);
    const job = await end(id);
    expect(job).toMatchObject({ state: 'completed', result: 'cancelled' });
    expect(job.chargedAmount).toBe(chargeOf(job));
  });

  it('is the same job under the same request key', async () => {
    const requestKey = unique('request');
    const body = { environment: 'javascript', timeoutSeconds: 5, source: 'console.log(1)' };
    const create = () => tenant.create(body, { path: COMPUTE_JOBS, requestKey });
    const [first, second] = [jsonOf(await create()), jsonOf(await create())] as ComputeJob[];
    expect(second!.id).toBe(first!.id);
    await end(first!.id);
  });

  it('is in the list, by environment and state', async () => {
    const job = await run('console.log(1)');
    const query = `environment=javascript&state=completed&limit=1`;
    const list = jsonOf(await tenant.get(`${COMPUTE_JOBS}?${query}`)) as ComputeJobList;
    expect(list.data.map(({ id }) => id)).toEqual([job.id]);
  });
});

describe('a job is refused', () => {
  const refusals: [string, object, string][] = [
    ['of an unknown environment', { environment: 'cobol' }, 'unknown_environment'],
    ['that takes too long', { timeoutSeconds: 3_601 }, 'timeout_exceeded'],
    ['that wants too much memory', { resources: { memoryMb: 1_024 } }, 'resources_exceeded'],
    ['with a file above the folder', { files: [{ path: '../a' }] }, 'invalid_path'],
    ['with an absolute output', { outputs: ['/etc/passwd'] }, 'invalid_path'],
    ['with two files in one place', { files: [{ path: 'a' }, { path: 'a/b' }] }, 'invalid_path'],
    [
      'with a file in the place of a folder',
      { files: [{ path: 'a/b' }, { path: 'a-b' }, { path: 'a' }] },
      'invalid_path',
    ],
    [
      'with outputs in too many folders',
      { outputs: Array.from({ length: 20 }, (_, i) => `${i}/${'d/'.repeat(60)}a`) },
      'invalid_path',
    ],
    [
      'with more folders than files',
      { files: Array.from({ length: 20 }, (_, i) => ({ path: `${i}/${'d/'.repeat(60)}a` })) },
      'invalid_path',
    ],
    ['with a path of too many names', { outputs: [`${'d/'.repeat(64)}a`] }, 'invalid_path'],
    ['with a file twice', { files: [{ path: 'a' }, { path: 'a' }] }, 'invalid_path'],
    ['with a name that no disk takes', { outputs: [`a/${'é'.repeat(128)}`] }, 'invalid_path'],
    [
      'with a file in two forms',
      { files: [{ path: 'a', content: 'a', contentBase64: 'YQ==' }] },
      'invalid_request',
    ],
    ['that is too large', { source: 'x'.repeat(32_769) }, 'invalid_request'],
    ['with a command', { source: null, command: ['ls'] }, 'invalid_request'],
    ['above its own maximum', { maxReservedAmount: 1 }, 'hold_above_maximum'],
  ];
  it.each(refusals)('%s', async (_, more, code) => {
    const body = { environment: 'javascript', timeoutSeconds: 5, source: '1', ...more };
    const answer = await tenant.create(body, { path: COMPUTE_JOBS });
    problemOf(answer, code);
  });
});

describe('hostile code', () => {
  const programs: [string, string, object][] = [
    ['recursion', 'const f = (n) => f(n + 1) + 1; f(0)', { result: 'exited', exitCode: 1 }],
    ['a huge string', `let s = 'x'; for (;;) s += s;`, { result: 'exited', exitCode: 1 }],
    ['a regular expression', `/^(a+)+$/.test('a'.repeat(60) + 'b')`, { result: 'timed_out' }],
    [
      'a getter of its error',
      'throw { get stack() { for (;;); } }',
      { result: 'exited', exitCode: 1 },
    ],
    [
      'memory that it gives up',
      'for (;;) try { [].length = 1; new Uint8Array(1e9) } catch {}',
      { result: 'timed_out' },
    ],
    ['a module of the host', `import fs from 'fs'; fs`, { result: 'exited', exitCode: 1 }],
    [
      'nothing of the host',
      `if (typeof process + typeof require + typeof fetch !== 'undefined'.repeat(3)) for (;;);`,
      { exitCode: 0 },
    ],
    [
      'the constructor of a host function',
      `if (console.log.constructor('return typeof process')() !== 'undefined') for (;;);`,
      { exitCode: 0 },
    ],
    [
      'prototypes',
      `Object.prototype.then = (f) => f(1); Array.prototype.push = null; String.prototype.toString = null; console.log([1])`,
      {},
    ],
    ['a promise without end', 'await new Promise(() => {})', { exitCode: 13 }],
  ];
  it.each(programs)('ends: %s', async (_, source, ending) => {
    // Even on a busy machine, a job that ends by itself has time to do so.
    const timeoutSeconds = 'result' in ending && ending.result === 'timed_out' ? 2 : 30;
    const job = await run(source, { timeoutSeconds, resources: { memoryMb: 64 } });
    expect(job).toMatchObject({ state: 'completed', ...ending });
    expect(job.chargedAmount).toBeLessThanOrEqual(job.reservedAmount);
  });

  it('ends: a flood of logs, of which 8 MiB are kept', async () => {
    const job = await run(`for (;;) console.log('y'.repeat(100_000))`, { timeoutSeconds: 3 });
    expect(job).toMatchObject({
      result: 'timed_out',
      logs: { stdoutBytes: 8_388_608, truncated: true },
    });
    const last = await tenant.get(`${COMPUTE_JOBS}/${job.id}/logs?after=8388600`);
    expect(jsonOf(last)).toMatchObject({ next: 8_388_608, ended: true });
  });
});
