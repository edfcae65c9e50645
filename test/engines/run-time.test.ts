/**
 * A time-out counts the time in which the code could run: not that in which a busy machine kept it waiting. The clock of
 * the process says what it got, so that a busy machine changes nothing in these tests.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KeptEnding, makeFolder } from '../../server/compute-jobs/engines/local/job-folder.ts';
import { keepJob } from '../../server/compute-jobs/engines/local/keeper.ts';
import { createRunTime } from '../../server/compute-jobs/engines/local/processes.ts';

type Sample = readonly [wallMs: number, cpuMs: number, threads: number | 'stopped'];

/** Recorded of a loop beside three others on one processor. */
const STARVED: Sample[] = [
  ...([
    [0, 0, 1],
    [103, 20, 1],
    [204, 50, 1],
    [306, 80, 1],
    [408, 100, 1],
    [509, 120, 1],
  ] as const),
  ...([
    [611, 150, 1],
    [712, 180, 1],
    [814, 200, 1],
    [915, 220, 1],
    [1_017, 250, 1],
  ] as const),
];
/** Recorded of a loop that its keeper stopped whenever it had more than a fifth of a processor. */
const BRAKED: Sample[] = [
  ...([
    [0, 0, 1],
    [101, 30, 'stopped'],
    [200, 40, 'stopped'],
    [304, 60, 'stopped'],
  ] as const),
  ...([
    [451, 90, 'stopped'],
    [551, 110, 'stopped'],
    [651, 130, 'stopped'],
    [763, 160, 1],
  ] as const),
  ...([
    [866, 180, 1],
    [1_051, 210, 'stopped'],
    [1_151, 230, 'stopped'],
    [1_251, 250, 'stopped'],
  ] as const),
  ...([
    [1_351, 280, 'stopped'],
    [1_460, 300, 1],
    [1_562, 320, 1],
    [1_662, 340, 1],
  ] as const),
];

function timeOf(samples: readonly Sample[], cpuMillis = 1_000) {
  const time = createRunTime({ cpuMillis, timeoutMs: 600 });
  for (const [wallMs, cpuMs, threads] of samples) time.sample({ wallMs, cpuMs }, threads);
  const [wallMs, cpuMs] = samples.at(-1)!;
  return { ranMs: time.ranMs(wallMs), isUp: time.isUp({ wallMs, cpuMs }) };
}

describe('the time in which code could run', () => {
  it('is its processor time while it waits for a processor all the time', () => {
    expect(timeOf(STARVED)).toEqual({ ranMs: 250, isUp: false });
  });

  it('is all of the time if the code got its share, or did not want it', () => {
    expect(timeOf(STARVED.map(([wallMs]) => [wallMs, wallMs, 1]))).toEqual({
      ...{ ranMs: 1_017, isUp: true },
    });
    expect(
      timeOf(
        STARVED.map(([wallMs, cpuMs]) => [wallMs, cpuMs, 1]),
        245,
      ).ranMs,
    ).toBe(1_017);
    expect(timeOf(STARVED.map(([wallMs]) => [wallMs, 0, 0]))).toEqual({ ranMs: 1_017, isUp: true });
  });

  it('counts a processor for each thread that wants one, up to the share', () => {
    const two = STARVED.map(([wallMs]) => [wallMs, wallMs, 2] as const);
    expect(timeOf(two, 2_000).ranMs).toBe(1_017 / 2);
    expect(
      timeOf(
        two.map(([wallMs, cpuMs]) => [wallMs, cpuMs, 1] as const),
        2_000,
      ).ranMs,
    ).toBe(1_017);
  });

  it('contains the time in which the keeper stopped the code for its share', () => {
    const { ranMs } = timeOf(BRAKED, 200);
    expect(ranMs).toBe(1_662);
  });

  it('is counted the same for code that its keeper stopped before it had to wait', () => {
    const [stopsAt, used] = BRAKED.at(-1)!;
    const waits = STARVED.map(
      ([wallMs, cpuMs]): Sample => [stopsAt + wallMs, used + cpuMs / 10, 1],
    );
    expect(timeOf([...BRAKED, ...waits], 200).ranMs).toBe((used + 25) / 0.2);
  });

  it('is at most a minute less than the time by the clock', () => {
    const samples = STARVED.map(([wallMs]): Sample => [wallMs * 100, 0, 1]);
    expect(timeOf(samples)).toEqual({ ranMs: 41_700, isUp: true });
  });
});

describe('a job that others keep from its processor', () => {
  let root: string;
  let processor: string;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'run-time-'));
    const status = await readFile('/proc/self/status', 'utf8');
    processor = /^Cpus_allowed_list:\s+(\d+)/m.exec(status)![1]!;
  });
  afterAll(() => rm(root, { recursive: true }));

  it('is ended once it has had the processor for its time-out, and not before', async () => {
    const others = [1, 2, 3].map(() => spawn('taskset', ['-c', processor, '/bin/sh', '-c', LOOP]));
    const order = {
      ...{ jobId: randomUUID(), environment: { id: 'shell', options: {} }, source: '' },
      ...{ files: [], env: {}, outputs: [], cpuMillis: 1_000, memoryMb: 64, timeoutMs: 500 },
      ...{ maxLogBytes: 1_000, maxArtifactBytes: 1_000 },
    };
    await makeFolder(root, order, {});
    const folder = join(root, order.jobId);
    await keepJob(folder, {
      ...{ name: 'shell', isolation: 'wasm', overheadMb: 0, measuresCpu: true },
      launch: async ({ work: cwd }) => ({
        ...{ file: '/usr/bin/taskset', args: ['-c', processor, '/bin/sh', '-c', LOOP] },
        ...{ env: {}, cwd },
      }),
    });
    for (const other of others) other.kill('SIGKILL');
    const kept = JSON.parse(await readFile(join(folder, 'ending.json'), 'utf8')) as KeptEnding;
    const { ending } = kept as Extract<KeptEnding, { kind: 'ended' }>;
    expect(ending).toMatchObject({ result: 'timed_out', billableMs: 500 });
    // Beside three others, it would have had a quarter of that by the clock on the wall.
    expect(ending.cpuMs).toBeGreaterThan(400);
  });
});

const LOOP = 'while :; do :; done';
