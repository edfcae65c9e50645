import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import type { ComputeEngine } from '../../server/engines/engine.ts';
import { createOciEngine } from '../../server/engines/oci/index.ts';
import { makeRootfs, removeMounted } from '../support/containers.ts';
import { INSTALL_TIMEOUT_MS, installed } from '../support/installed.ts';
import { itKeepsTheContract, type Subject } from './expectations.ts';
import { itHoldsHostileCode } from './hostile.ts';
import { SHELL, SHELL_SOURCE } from './shell-programs.ts';

/** gVisor is in no package: its program is named, where there is one. */
const { RUNSC } = process.env;
const runtimes = [
  { name: 'runc', program: () => installed('runc', 'runc') },
  ...(RUNSC === undefined ? [] : [{ name: 'gVisor', program: () => RUNSC }]),
];

describe.each(runtimes)('the engine oci with $name', ({ name, program }) => {
  let [root, rootfs] = ['', ''];
  let engine: ComputeEngine;
  const open = () => createOciEngine({ root, maxJobs: 20, program: program() });
  const subject: Subject = {
    open,
    engine: () => engine,
    environment: () => ({
      id: 'shell',
      options: { rootfs, source: SHELL_SOURCE, workMb: 16, processes: 32 },
    }),
    wrongEnvironment: { id: 'wrong', options: { rootfs: 'not/absolute' } },
    programs: SHELL,
    filtersCalls: name === 'runc',
  };
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'oci-'));
    rootfs = makeRootfs();
    engine = await open();
  }, INSTALL_TIMEOUT_MS);
  afterAll(async () => {
    for (const { jobId } of await engine.list()) await engine.remove(jobId);
    removeMounted(root);
    removeMounted(rootfs);
  });

  itKeepsTheContract(subject);
  itHoldsHostileCode(subject);
});
