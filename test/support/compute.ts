/** Compute jobs for tests: environments that a test creates, without an engine. */

import {
  type EnvironmentCatalog,
  JAVASCRIPT,
  type OfferedEnvironment,
} from '../../server/compute-jobs/engines/environments.ts';
import {
  createComputeEnvironmentHandlers,
  createOutputHandlers,
} from '../../server/compute-jobs/http.ts';
import type { ComputeJobs } from '../../server/compute-jobs/index.ts';

import { createRegistry } from '../../server/providers/provider.ts';

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

export function computeHandlers(jobs: Pick<ComputeJobs, 'get'>) {
  return {
    ...createOutputHandlers(jobs, NO_OUTPUTS),
    ...createComputeEnvironmentHandlers(ENVIRONMENTS),
  };
}

/** Outputs that nobody saved. */
export const NO_OUTPUTS = {
  outputs: {
    save: async () => {},
    read: async () => undefined,
    owners: async () => [],
    names: async () => [],
    remove: async () => {},
  },
  registry: createRegistry([]),
  keptDays: 30,
};
