/** Compute jobs for tests: environments that a test creates, without an engine. */

import type { EnvironmentCatalog, OfferedEnvironment } from '../../server/engines/environments.ts';
import { JAVASCRIPT } from '../../server/engines/environments.ts';
import type { Cursors } from '../../server/kernel/cursor.ts';
import { createRegistry } from '../../server/providers/registry.ts';
import { createComputeEnvironmentHandlers } from '../../server/resources/compute-environments/routes.ts';
import {
  type ComputeJobs,
  createComputeJobResource,
} from '../../server/resources/compute-jobs/index.ts';
import { createComputeJobHandlers } from '../../server/resources/compute-jobs/routes.ts';
import type { RunKernel } from '../../server/runs/index.ts';

export const COMPUTE_LIMITS = {
  ...{ feeBasisPoints: 500, maxTimeoutSeconds: 3_600, maxInputBytes: 32_768 },
  ...{ maxLogBytes: 8_388_608, maxArtifactBytes: 67_108_864 },
};

const OFFERED: OfferedEnvironment = {
  ...{ ...JAVASCRIPT, isolation: 'wasm', billedTime: 'processor' },
};

export const ENVIRONMENTS: EnvironmentCatalog = {
  get: (id) => (id === OFFERED.id ? OFFERED : undefined),
  list: () => [OFFERED],
  refresh: async () => {},
};

/** The service creates its jobs but never starts them. */
export function offerComputeJobs(kernel: Pick<RunKernel, 'offer'>): ComputeJobs {
  return kernel.offer(
    createComputeJobResource({
      ...{ catalog: ENVIRONMENTS, registry: createRegistry([]), limits: COMPUTE_LIMITS },
      unit: { currency: 'USD', scale: 9 },
    }),
  );
}

export function computeHandlers(jobs: ComputeJobs, cursors: Cursors) {
  const outputs = { save: async () => {}, read: async () => undefined };
  const sources = { outputs, registry: createRegistry([]), keptDays: 30 };
  return {
    ...createComputeJobHandlers(jobs, { ...sources, limits: COMPUTE_LIMITS, cursors }),
    ...createComputeEnvironmentHandlers(ENVIRONMENTS),
  };
}
