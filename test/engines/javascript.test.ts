import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import type { ComputeEngine } from '../../server/compute-jobs/engines/engine.ts';
import { createJavascriptEngine } from '../../server/compute-jobs/engines/javascript/index.ts';
import { machineIn } from '../support/machine.ts';
import { itKeepsTheContract } from './expectations.ts';

describe('the engine javascript', () => {
  const root = mkdtempSync(join(tmpdir(), 'javascript-'));
  const open = async () => createJavascriptEngine({ root, machine: await machineIn(root) });
  let engine: ComputeEngine;
  beforeAll(async () => {
    engine = await open();
  });
  afterAll(async () => {
    for (const { jobId } of await engine.list()) await engine.remove(jobId);
    rmSync(root, { recursive: true, force: true });
  });

  itKeepsTheContract({
    open,
    engine: () => engine,
    environment: () => ({ id: 'javascript', options: {} }),
    programs: {
      everything: `console.log(job.stdin()); console.log(job.readFile('in/a.txt')); console.log(job.env.WORD);
        job.writeFile('out/b.txt', 'out'); job.exit(7);`,
      lasting: `console.log('here'); for (;;);`,
      greedy: `const all = []; for (;;) all.push(new Uint8Array(1000000).fill(1));`,
      talkative: `for (let i = 0; i < 100000; i++) console.log('123456789');`,
    },
  });
});
