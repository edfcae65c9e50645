/** Podman, over a connection that breaks at each request of a start. */
import { afterAll, beforeAll, describe } from 'vitest';
import { DockerEngine } from '../../../server/compute-jobs/engines/docker/index.ts';
import { IMAGE, type Podman, startPodman } from '../../support/containers.ts';
import { type DyingProxy, startDyingProxy } from '../../support/dying-proxy.ts';
import { INSTALL_TIMEOUT_MS } from '../../support/installed.ts';
import { itStartsOnceOverBrokenConnections } from '../broken-connection.ts';
import { SHELL, SHELL_SOURCE } from '../shell-programs.ts';

describe('the engine docker, at Podman', () => {
  let podman: Podman;
  let proxy: DyingProxy;
  let near: DockerEngine;
  let far: DockerEngine;
  beforeAll(async () => {
    podman = await startPodman();
    proxy = await startDyingProxy({ socketPath: podman.socketPath });
    near = new DockerEngine({
      ...{ connection: { socketPath: podman.socketPath }, deployment: 'test' },
    });
    const { port } = proxy;
    far = new DockerEngine({
      connection: { protocol: 'http', host: '127.0.0.1', port },
      deployment: 'test',
    });
  }, INSTALL_TIMEOUT_MS);
  afterAll(async () => {
    await proxy.close();
    await podman.close();
  });

  itStartsOnceOverBrokenConnections({
    subject: {
      open: async () => near,
      engine: () => near,
      environment: () => ({ id: 'shell', options: { image: IMAGE, source: SHELL_SOURCE } }),
      programs: SHELL,
    },
    ...{ proxy: () => proxy, far: () => far, source: 'echo begun' },
  });
});
