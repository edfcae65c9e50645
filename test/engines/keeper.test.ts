/** How the keeper of a job handles a process that does not exit, or that does not report its end. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ExitFacts,
  type KeptEnding,
  type LocalRuntime,
  makeFolder,
} from '../../server/compute-jobs/engines/local/job-folder.ts';
import { keepJob } from '../../server/compute-jobs/engines/local/keeper.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'keeper-'));
});
afterAll(() => rm(root, { recursive: true }));

/** A keeper whose job is a shell program that reports on descriptor 3. */
function shell(program: string): LocalRuntime {
  return {
    name: 'shell',
    isolation: 'wasm',
    overheadMb: 0,
    measuresCpu: true,
    launch: async ({ work }) => ({
      ...{ file: '/bin/sh', args: ['-c', program], env: {}, cwd: work, reportsStart: true },
      factsOf: async (_exit, lines) => lines.find((line) => 'exitCode' in line) as ExitFacts,
    }),
  };
}

async function keep(program: string, timeoutMs: number) {
  const jobId = randomUUID();
  const order = {
    ...{ jobId, environment: { id: 'shell', options: {} }, source: '' },
    ...{ files: [], env: {}, outputs: [], cpuMillis: 1_000, memoryMb: 64, timeoutMs },
    ...{ maxLogBytes: 1_000, maxArtifactBytes: 1_000 },
  };
  await makeFolder(root, order, {});
  const folder = join(root, jobId);
  await keepJob(folder, shell(program));
  return JSON.parse(await readFile(join(folder, 'ending.json'), 'utf8')) as KeptEnding;
}

describe('a process', () => {
  it('that hangs after the end that it reported is killed, and its code has exited', async () => {
    const lines = `echo '{"started":true}' >&3; echo out; echo '{"exitCode":3}' >&3; sleep 600`;
    const kept = await keep(lines, 300_000);
    expect(kept).toMatchObject({
      kind: 'ended',
      ending: { result: 'exited', exitCode: 3, logs: { stdoutBytes: 4 } },
    });
    const { billableMs, signal } = (kept as Extract<KeptEnding, { kind: 'ended' }>).ending;
    expect(signal).toBeUndefined();
    expect(billableMs).toBeLessThan(60_000);
  });

  it('that hangs without a reported end is ended at its time-out', async () => {
    const kept = await keep(`echo '{"started":true}' >&3; sleep 600`, 1_000);
    expect(kept).toMatchObject({
      kind: 'ended',
      ending: { result: 'timed_out', billableMs: 1_000 },
    });
  });
});
