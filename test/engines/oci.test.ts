import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ComputeEngine } from '../../server/compute-jobs/engines/engine.ts';
import { createOciEngine } from '../../server/compute-jobs/engines/oci/index.ts';
import { makeRootfs, removeMounted } from '../support/containers.ts';
import { INSTALL_TIMEOUT_MS, installed } from '../support/installed.ts';
import { machineIn } from '../support/machine.ts';
import {
  itKeepsTheContract,
  NEVER,
  orderOf,
  run,
  type Subject,
  untilStatus,
} from './expectations.ts';
import { itHoldsHostileCode } from './hostile.ts';
import { SHELL, SHELL_SOURCE } from './shell-programs.ts';

/** No package has gVisor: a variable names its program, if there is one. */
const { RUNSC } = process.env;
const runtimes = [
  { name: 'runc', program: () => installed('runc', 'runc') },
  ...(RUNSC === undefined ? [] : [{ name: 'gVisor', program: () => RUNSC }]),
];

describe.each(runtimes)('the engine oci with $name', ({ name, program }) => {
  let [root, rootfs] = ['', ''];
  let engine: ComputeEngine;
  const open = async () =>
    createOciEngine({ root, machine: await machineIn(root), program: program() });
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
    await removeMounted(root);
    await removeMounted(rootfs);
  });

  itKeepsTheContract(subject);
  itHoldsHostileCode(subject);

  it('ends the container of a keeper that was killed, and says that the job is lost', async () => {
    const order = orderOf(subject, { source: SHELL.lasting });
    await engine.start(order, NEVER);
    await untilStatus(engine, order.jobId, ({ kind }) => kind === 'running');
    const { pid } = JSON.parse(readFileSync(join(root, order.jobId, 'keeper.json'), 'utf8'));
    process.kill(pid, 'SIGKILL');
    expect((await untilStatus(engine, order.jobId, ({ kind }) => kind === 'lost')).kind).toBe(
      'lost',
    );
    const left = execFileSync(program(), ['--root', join(root, '.containers'), 'list', '--quiet']);
    expect(String(left)).not.toContain(order.jobId);
    expect(await engine.start(order, NEVER)).toEqual({ kind: 'started' });
    expect((await engine.inspect(order.jobId, NEVER)).kind).toBe('lost');
    await engine.remove(order.jobId);
  });

  it('has room for temporary files, whatever the folder is that they hide', async () => {
    const order = orderOf(subject, {
      source: 'echo a >/tmp/a && echo b >/dev/shm/b && cat /tmp/a',
    });
    expect(await run(engine, order)).toMatchObject({ exitCode: 0 });
  });

  it('says that it could not launch what has no room, and not where it is', async () => {
    const files = [{ path: 'big', content: Buffer.alloc(20 * 1024 * 1024, 'x') }];
    const order = orderOf(subject, { source: 'exit 0', files });
    await engine.start(order, NEVER);
    const status = await untilStatus(engine, order.jobId, ({ kind }) => kind !== 'starting');
    expect(status).toMatchObject({
      kind: 'never_started',
      fault: expect.stringContaining('No space left'),
    });
    expect((status as { reason: string }).reason).not.toContain(root);
  });

  it('is removed whole where its keeper was killed before it said that it launches', async () => {
    const order = orderOf(subject, { source: SHELL.lasting });
    await engine.start(order, NEVER);
    await untilStatus(engine, order.jobId, ({ kind }) => kind === 'running');
    const folder = join(root, order.jobId);
    const { pid } = JSON.parse(readFileSync(join(folder, 'keeper.json'), 'utf8'));
    process.kill(pid, 'SIGKILL');
    rmSync(join(folder, 'launched'));
    rmSync(join(folder, 'process.json'), { force: true });
    await engine.remove(order.jobId);
    expect(existsSync(folder)).toBe(false);
    expect(readFileSync('/proc/self/mounts', 'utf8')).not.toContain(order.jobId);
  });

  it('leaves no mount, no cgroup and no guard', async () => {
    const order = orderOf(subject, { source: 'exit 0' });
    await run(engine, order);
    const has = (path: string) => readFileSync(path, 'utf8').includes(order.jobId);
    expect(has('/proc/self/mounts')).toBe(false);
    expect(existsSync(`/sys/fs/cgroup/memory/model-run-jobs/${order.jobId}`)).toBe(false);
    const guard = JSON.parse(readFileSync(join(root, order.jobId, 'runtime-guard'), 'utf8'));
    expect(existsSync(`/proc/${guard.pid}/cwd`)).toBe(false);
  });
});
