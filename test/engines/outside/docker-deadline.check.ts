/** What ends a job at Docker when no worker lives. It takes as long as the holder waits. */
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DockerEngine } from '../../../server/compute-jobs/engines/docker/index.ts';
import { IMAGE, type Podman, startPodman } from '../../support/containers.ts';
import { INSTALL_TIMEOUT_MS } from '../../support/installed.ts';
import { NEVER, orderOf, untilStatus } from '../expectations.ts';
import { SHELL, SHELL_SOURCE } from '../shell-programs.ts';

let podman: Podman;
const open = () =>
  new DockerEngine({ connection: { socketPath: podman.socketPath }, deployment: 'test' });

beforeAll(async () => {
  podman = await startPodman();
}, INSTALL_TIMEOUT_MS);
afterAll(() => podman.close());

it('ends a job half a minute after its time where nobody asks about it, and counts its time', async () => {
  const engine = open();
  const environment = { id: 'shell', options: { image: IMAGE, source: SHELL_SOURCE } };
  const subject = {
    engine: () => engine,
    open: async () => engine,
    environment: () => environment,
  };
  // Other processes of the same job continue: all must end.
  const source = `(while :; do :; done) & trap '' TERM INT; ${SHELL.lasting}; sleep 600`;
  const order = orderOf({ ...subject, programs: SHELL }, { source, timeoutMs: 2_000 });
  await engine.start(order, NEVER);
  await untilStatus(engine, order.jobId, ({ kind }) => kind === 'running');
  await sleep(36_000);
  const busy = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
  expect(busy).not.toContain('sleep 600');
  const status = await open().inspect(order.jobId, NEVER);
  expect(status).toMatchObject({
    kind: 'ended',
    ending: { result: 'timed_out', billableMs: 2_000 },
  });
  await engine.remove(order.jobId);
});
