import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DockerEngine } from '../../server/compute-jobs/engines/docker/index.ts';
import { IMAGE, type Podman, startPodman } from '../support/containers.ts';
import { INSTALL_TIMEOUT_MS } from '../support/installed.ts';
import {
  endingOf,
  itKeepsTheContract,
  NEVER,
  orderOf,
  type Subject,
  untilStatus,
} from './expectations.ts';
import { itHoldsHostileCode } from './hostile.ts';
import { SHELL, SHELL_SOURCE } from './shell-programs.ts';

describe('the engine docker, at Podman', () => {
  let podman: Podman;
  let engine: DockerEngine;
  const open = async () =>
    new DockerEngine({ connection: { socketPath: podman.socketPath }, deployment: 'test' });
  const subject: Subject = {
    open,
    engine: () => engine,
    environment: () => ({
      id: 'shell',
      options: { image: IMAGE, source: SHELL_SOURCE, workMb: 16, processes: 32 },
    }),
    wrongEnvironment: { id: 'wrong', options: { image: IMAGE, uid: 0 } },
    programs: SHELL,
  };
  beforeAll(async () => {
    podman = await startPodman();
    engine = await open();
  }, INSTALL_TIMEOUT_MS);
  afterAll(() => podman.close());

  itKeepsTheContract(subject);
  itHoldsHostileCode(subject);

  it('refuses an image that is not there', async () => {
    const environment = { id: 'gone', options: { image: 'gone:1', source: SHELL_SOURCE } };
    const outcome = await engine.start(orderOf(subject, { environment }), NEVER);
    expect(outcome).toEqual({ kind: 'refused', reason: 'The image is not there.' });
  });

  it('leaves the jobs of other deployments alone', async () => {
    const order = orderOf(subject, { source: SHELL.lasting });
    await engine.start(order, NEVER);
    const other = new DockerEngine({
      connection: { socketPath: podman.socketPath },
      deployment: 'another',
    });
    expect(await other.list()).toEqual([]);
    await other.remove(order.jobId);
    expect((await engine.inspect(order.jobId, NEVER)).kind).toBe('running');
    await engine.remove(order.jobId);
  });

  it('finds a job again when the engine was killed meanwhile, and starts nothing while it is away', async () => {
    const order = orderOf(subject, { source: 'echo here; sleep 3; exit 5' });
    await engine.start(order, NEVER);
    await untilStatus(engine, order.jobId, ({ kind }) => kind === 'running');
    await podman.kill();
    expect((await engine.inspect(order.jobId, NEVER)).kind).toBe('unavailable');
    expect((await engine.start(orderOf(subject), NEVER)).kind).toBe('not_started');
    await podman.serve();
    expect(await endingOf(engine, order.jobId)).toMatchObject({ result: 'exited', exitCode: 5 });
  });
});
